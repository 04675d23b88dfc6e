// @ts-check
// What keys, the pointer and the number pad enter into the selected cells.

import { cellName, cleared, placeOf, valuesOf, withMark, withValue } from "./puzzle.js";

/** @typedef {import("./puzzle.js").History} History */
/** @typedef {import("./board.js").Board} Board */
/** What a digit is. @typedef {"digit" | "corner" | "centre" | "colour"} Mode */

/** @type {Mode[]} */
export const MODES = ["digit", "corner", "centre", "colour"];
/** The number of colours. */
export const COLOURS = 9;
/** How soon a second digit must follow, in milliseconds. */
const SOON = 900;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The mode that keys beside a digit mean. @param {KeyboardEvent} event @returns {Mode | undefined} */
function modeOf({ altKey, ctrlKey, metaKey, shiftKey }) {
  const isCommand = ctrlKey || metaKey;
  if (altKey || (isCommand && shiftKey)) return "colour";
  return isCommand ? "centre" : shiftKey ? "corner" : undefined;
}

export class Entry extends EventTarget {
  /** @type {Mode} */
  mode = "digit";
  /** Whether digits are givens. */
  isSetting = true;
  /**
   * The digit that a second one may follow.
   * @type {{number: number, at: number, cells: string, mode: Mode} | null}
   */
  #first = null;

  /** @param {History} history @param {Board} board */
  constructor(history, board) {
    super();
    this.history = history;
    this.board = board;
  }

  /** @param {Mode} mode */
  useMode(mode) {
    this.mode = mode;
    this.dispatchEvent(new Event("mode"));
  }

  /** @param {boolean} isSetting */
  useSetting(isSetting) {
    this.isSetting = isSetting;
    this.dispatchEvent(new Event("mode"));
  }

  /** Where digits of a mode go. @param {Mode} mode */
  #kind(mode) {
    if (mode !== "digit") return mode;
    // A board that only its text holds has fixed givens.
    return this.isSetting && this.history.state.puzzle ? "givens" : "digits";
  }

  /**
   * Enters a value or a colour into the selected cells.
   * @param {number} value
   * @param {Mode} [mode]
   */
  put(value, mode = this.mode) {
    const { state } = this.history;
    const cells = [...this.board.selection];
    const isKnown = mode === "colour" ? value >= 1 && value <= COLOURS : valuesOf(state).includes(value);
    if (!cells.length || !isKnown) return false;
    const kind = this.#kind(mode);
    const changed = kind === "givens" || kind === "digits"
      ? withValue(state, cells, value, kind)
      : withMark(state, cells, value, kind);
    this.history.set(changed);
    return true;
  }

  clear() {
    this.#first = null;
    this.history.set(cleared(this.history.state, [...this.board.selection], this.#kind(this.mode)));
  }

  /**
   * Enters a digit. Two digits that follow each other quickly are one value of a large board.
   * @param {number} digit
   * @param {Mode} mode
   */
  #digit(digit, mode) {
    const values = valuesOf(this.history.state);
    const most = mode === "colour" ? COLOURS : values[values.length - 1];
    const cells = [...this.board.selection].join(" ");
    const first = this.#first;
    const now = performance.now();
    this.#first = null;
    if (first && now - first.at < SOON && first.cells === cells && first.mode === mode) {
      const number = 10 * first.number + digit;
      if (number <= most) {
        // The first digit was entered as a value of its own.
        if (values.includes(first.number)) this.history.undo();
        this.put(number, mode);
        return;
      }
    }
    if (10 * digit <= most && digit > 0) this.#first = { number: digit, at: now, cells, mode };
    this.put(digit, mode);
  }

  /**
   * Handles a key on the board; returns whether it meant something.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.#move(arrow, event.shiftKey, isCommand);
      return true;
    }
    if (event.key === "Home" || event.key === "End") {
      const [row] = placeOf(this.board.cursor);
      const own = [...this.board.cells.values()].filter((cell) => cell.row === row);
      const { name } = event.key === "Home" ? own[0] : own[own.length - 1];
      this.board.select(event.shiftKey ? [...this.board.selection, name] : [name], name);
      this.board.focus();
      return true;
    }
    if (event.key === "Delete" || event.key === "Backspace") {
      this.clear();
      return true;
    }
    if (isCommand && event.key.toLowerCase() === "a") {
      this.board.select(this.board.cells.keys(), this.board.cursor);
      return true;
    }
    if (event.key === "Escape") {
      this.board.select([]);
      return true;
    }
    if (event.key === " ") {
      const at = MODES.indexOf(this.mode) + (event.shiftKey ? MODES.length - 1 : 1);
      this.useMode(MODES[at % MODES.length]);
      return true;
    }
    const mode = modeOf(event) ?? this.mode;
    // Where no value is a letter, letters choose the mode, as elsewhere.
    const ownMode = MODES["zxcv".indexOf(event.key.toLowerCase())];
    if (ownMode && !isCommand && !event.altKey && !valuesOf(this.history.state).some((value) => value > 9)) {
      this.useMode(ownMode);
      return true;
    }
    // With Shift or Alt, `key` is not the digit.
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (/^\d$/.test(event.key) ? event.key : undefined);
    if (digit !== undefined) {
      this.#digit(Number(digit), mode);
      return true;
    }
    const letter = /^[a-z]$/i.test(event.key) && !isCommand && !event.altKey ? event.key.toUpperCase() : "";
    // Letters are the values from 10, as in our text of boards.
    return letter !== "" && this.put(letter.charCodeAt(0) - 55, event.shiftKey ? "corner" : this.mode);
  }

  /** @param {[number, number]} step @param {boolean} isLonger @param {boolean} isApart */
  #move([down, right], isLonger, isApart) {
    const { rows, columns } = this.history.state;
    let [row, column] = placeOf(this.board.cursor);
    // Past an edge the other side follows; cells that a board does not have are skipped.
    for (let tries = 0; tries < rows * columns; tries += 1) {
      row = ((row - 1 + down + rows) % rows) + 1;
      column = ((column - 1 + right + columns) % columns) + 1;
      if (this.board.cells.has(cellName(row, column))) break;
    }
    const name = cellName(row, column);
    const names = isLonger || isApart ? [...this.board.selection, name] : [name];
    this.board.select(names, name);
    this.board.focus();
  }
}

/** Lets a finger that moves on reach other cells, too. @param {PointerEvent} event */
export function freePointer({ target, pointerId }) {
  if (target instanceof Element && target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId);
}

/**
 * Selects cells by the pointer: press, drag, and Ctrl or Shift to add.
 * @param {Board} board
 * @param {() => boolean} isActive whether no drawing tool has the pointer
 */
export function selectByPointer(board, isActive) {
  /** Whether dragging adds cells or removes them. @type {"add" | "remove" | ""} */
  let way = "";
  let last = 0;
  const { frame } = board;
  frame.addEventListener("pointerdown", (event) => {
    const { x, y } = board.svg ? board.point(event) : { x: -1, y: -1 };
    const cell = board.at(x, y);
    if (!isActive() || !cell || event.button > 0) return;
    event.preventDefault();
    const isAdding = event.ctrlKey || event.metaKey || event.shiftKey;
    const isRemoved = isAdding && board.selection.has(cell.name);
    way = isRemoved ? "remove" : "add";
    const isDouble = !isAdding && event.timeStamp - last < 350 && board.cursor === cell.name;
    last = event.timeStamp;
    if (isDouble) frame.dispatchEvent(new CustomEvent("same", { detail: cell.name }));
    else if (isRemoved) board.select([...board.selection].filter((name) => name !== cell.name));
    else board.select(isAdding ? [...board.selection, cell.name] : [cell.name], cell.name);
    board.focus();
    freePointer(event);
  });
  addEventListener("pointermove", (event) => {
    if (!way || !board.svg) return;
    const { x, y } = board.point(event);
    const cell = board.at(x, y);
    // The corners of a cell do not count, so that a diagonal is easy to drag.
    const isNear = cell && Math.hypot(x - cell.x - cell.size / 2, y - cell.y - cell.size / 2) < cell.size * 0.45;
    if (!cell || !isNear || board.selection.has(cell.name) === (way === "add")) return;
    if (way === "add") board.select([...board.selection, cell.name], cell.name);
    else board.select([...board.selection].filter((name) => name !== cell.name));
    board.focus();
  });
  const end = () => {
    way = "";
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
