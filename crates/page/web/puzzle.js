// @ts-check
// The puzzle on the board, what the solver has entered, and undo.
//
// A state is never changed: each change makes a new one, so that undo keeps the old ones.

/**
 * A rule as in docs/puzzle.schema.json.
 * @typedef {{type: string, cells?: string[], [key: string]: any}} Rule
 */
/** A rule that may be switched off. @typedef {{rule: Rule, on: boolean}} RuleEntry */
/**
 * @typedef {object} Puzzle
 * @property {number} rows
 * @property {number} columns
 * @property {number} [values]
 * @property {number} [lowest]
 * @property {string} [boxes]
 * @property {string[]} [regions]
 * @property {Rule[]} [rules]
 * @property {string[]} [givens]
 * @property {string} [title]
 * @property {string} [author]
 * @property {string} [ruleset]
 */
/** What belongs to cells, by their names. @template T @typedef {Record<string, T>} ByCell */
/**
 * @typedef {object} State
 * @property {Puzzle | null} puzzle null for boards that our own form cannot hold
 * @property {string} source the text of such boards
 * @property {RuleEntry[]} rules
 * @property {ByCell<number>} givens
 * @property {ByCell<number>} digits of the solver
 * @property {ByCell<number[]>} corner
 * @property {ByCell<number[]>} centre
 * @property {ByCell<number[]>} colour
 * @property {string[]} cells
 * @property {number} rows
 * @property {number} columns
 * @property {number} values
 * @property {number} lowest
 */
/** @typedef {"corner" | "centre" | "colour"} Marks */

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/**
 * The value of the sign `0`. A character has only 36 signs, so that those of 36 values begin with
 * `0` for the lowest one.
 * @param {{values: number, lowest: number}} board
 */
const valueOfZero = ({ values, lowest }) => (values === DIGITS.length ? lowest : 0);
/** The number of states that undo keeps. */
const MOST = 500;

/** @param {number} row @param {number} column both from 1 */
export const cellName = (row, column) => `r${row}c${column}`;

/** The row and the column of a cell, from 1. @param {string} name @returns {[number, number]} */
export function placeOf(name) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  return [Number(row), Number(column)];
}

/** How a message names a cell. @param {string} name */
export function spoken(name) {
  const [row, column] = placeOf(name);
  return `row ${row} column ${column}`;
}

/**
 * The state of an answer that holds a puzzle.
 * @param {any} answer
 * @returns {State}
 */
export function stateOf(answer) {
  const { puzzle, source, cells, rows, columns, values, lowest } = answer;
  const { rules = [], givens = [], ...rest } = puzzle ?? {};
  /** @type {ByCell<number>} */
  const byCell = {};
  for (const name of puzzle ? cells : []) {
    const [row, column] = placeOf(name);
    const digit = DIGITS.indexOf(givens[row - 1]?.[column - 1] ?? ".");
    if (digit >= 0) byCell[name] = digit + valueOfZero(answer);
  }
  return {
    puzzle: puzzle ? rest : null,
    source: source ?? "",
    rules: rules.map((/** @type {Rule} */ rule) => ({ rule, on: true })),
    givens: byCell,
    digits: {}, corner: {}, centre: {}, colour: {},
    cells, rows, columns, values, lowest,
  };
}

/** The puzzle as questions take it. @param {State} state @returns {Puzzle | string} */
export function asked(state) {
  if (!state.puzzle) return state.source;
  const rows = Array.from({ length: state.rows }, (_, row) =>
    Array.from({ length: state.columns }, (_, column) => {
      const value = state.givens[cellName(row + 1, column + 1)];
      return value === undefined ? "." : DIGITS[value - valueOfZero(state)];
    }).join(""));
  return { ...state.puzzle, rules: state.rules.filter(({ on }) => on).map(({ rule }) => rule), givens: rows };
}

/**
 * Whether a cell has a given. Those of a text are not known.
 * @param {State} state
 * @param {string} name
 */
export const isGiven = (state, name) => state.givens[name] !== undefined;

/** The value of a cell, if it has one. @param {State} state @param {string} name */
export const valueOf = (state, name) => state.givens[name] ?? state.digits[name];

/** The values of the board, ascending. @param {State} state */
export const valuesOf = ({ values, lowest }) => Array.from({ length: values }, (_, number) => number + lowest);

/**
 * Without some keys.
 * @template T
 * @param {ByCell<T>} all
 * @param {string[]} names
 * @returns {ByCell<T>}
 */
function without(all, names) {
  const rest = { ...all };
  for (const name of names) delete rest[name];
  return rest;
}

/**
 * Puts a value into cells. If all of them have it already, it is removed.
 * @param {State} state
 * @param {string[]} names
 * @param {number} value
 * @param {"givens" | "digits"} kind
 * @returns {State}
 */
export function withValue(state, names, value, kind) {
  const free = kind === "digits" ? names.filter((name) => !isGiven(state, name)) : names;
  if (free.every((name) => state[kind][name] === value)) return { ...state, [kind]: without(state[kind], free) };
  const digits = kind === "givens" ? { digits: without(state.digits, free) } : {};
  const added = Object.fromEntries(free.map((name) => [name, value]));
  return { ...state, ...digits, [kind]: { ...state[kind], ...added } };
}

/**
 * Adds a mark to cells without a value. If all of them have it already, it is removed.
 * @param {State} state
 * @param {string[]} names
 * @param {number} value
 * @param {Marks} kind
 * @returns {State}
 */
export function withMark(state, names, value, kind) {
  const free = kind === "colour" ? names : names.filter((name) => valueOf(state, name) === undefined);
  const has = (/** @type {string} */ name) => state[kind][name]?.includes(value) ?? false;
  const isRemoved = free.every(has);
  const marks = { ...state[kind] };
  for (const name of free) {
    const others = (marks[name] ?? []).filter((mark) => mark !== value);
    const own = isRemoved ? others : [...others, value].sort((a, b) => a - b);
    if (own.length) marks[name] = own;
    else delete marks[name];
  }
  return { ...state, [kind]: marks };
}

/**
 * Removes what cells hold: values first, then the marks of the mode, then all marks.
 * @param {State} state
 * @param {string[]} names
 * @param {"givens" | "digits" | Marks} kind
 * @returns {State}
 */
export function cleared(state, names, kind) {
  /** @type {("givens" | "digits" | Marks)[]} */
  const kinds = kind === "givens" ? ["givens", "digits"] : ["digits"];
  const isMode = kind === "corner" || kind === "centre" || kind === "colour";
  const order = isMode ? [kind, ...kinds] : kinds;
  for (const kind of /** @type {typeof kinds} */ ([...order, "corner", "centre", "colour"])) {
    if (!names.some((name) => state[kind][name] !== undefined)) continue;
    const marks = kind === "corner" || kind === "centre"
      ? { corner: without(state.corner, names), centre: without(state.centre, names) } : {};
    return { ...state, ...marks, [kind]: without(/** @type {any} */ (state[kind]), names) };
  }
  return state;
}

/** Without all that the solver has entered. @param {State} state @returns {State} */
export const restarted = (state) => ({ ...state, digits: {}, corner: {}, centre: {}, colour: {} });

/** Whether two states ask about the same puzzle. @param {State} a @param {State} b */
export const isSamePuzzle = (a, b) =>
  a.puzzle === b.puzzle && a.source === b.source && a.rules === b.rules && a.givens === b.givens;

/** Holds the state, and the states before and after it. Sends `change` with the state before. */
export class History extends EventTarget {
  /** @type {State | null} */
  #state = null;
  /** @type {State[]} */
  #before = [];
  /** @type {State[]} */
  #after = [];

  get state() {
    if (!this.#state) throw new Error("there is no puzzle yet");
    return this.#state;
  }

  get hasState() {
    return this.#state !== null;
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  get canRedo() {
    return this.#after.length > 0;
  }

  /** Changes the state. @param {State} state */
  set(state) {
    const old = this.#state;
    if (state === old) return;
    if (old) this.#before.push(old);
    if (this.#before.length > MOST) this.#before.shift();
    this.#after = [];
    this.#become(state);
  }

  /** Begins anew: undo does not lead back. @param {State} state */
  begin(state) {
    this.#before = [];
    this.#after = [];
    this.#become(state);
  }

  undo() {
    const state = this.#before.pop();
    if (!state) return;
    this.#after.push(this.state);
    this.#become(state);
  }

  redo() {
    const state = this.#after.pop();
    if (!state) return;
    this.#before.push(this.state);
    this.#become(state);
  }

  /** @param {State} state */
  #become(state) {
    const old = this.#state;
    this.#state = state;
    this.dispatchEvent(new CustomEvent("change", { detail: { old } }));
  }
}
