// @ts-check
// Keeps what a solver has entered into a puzzle, and which rules are off, in the storage of the
// browser.

/** @typedef {import("./puzzle.js").State} State */

/** The number of puzzles whose work is kept. */
const MOST = 40;
const KEPT = /** @type {const} */ (["digits", "corner", "centre", "colour"]);

/** A short name of an address. @param {string} address */
function nameOf(address) {
  let sum = 5381;
  for (let at = 0; at < address.length; at += 1) sum = (Math.imul(sum, 33) ^ address.charCodeAt(at)) >>> 0;
  return `work.${sum.toString(36)}.${address.length}`;
}

export class Work {
  /** @param {any} store */
  constructor(store) {
    this.store = store;
  }

  /** @param {string} address @param {State} state */
  save(address, state) {
    const name = nameOf(address);
    const entered = Object.fromEntries(KEPT.map((kind) => [kind, state[kind]]));
    const off = state.rules.filter(({ on }) => !on).map(({ rule }) => rule);
    const isEmpty = !off.length && KEPT.every((kind) => Object.keys(state[kind]).length === 0);
    this.store.set(name, isEmpty ? null : { ...entered, off });
    const names = /** @type {string[]} */ (this.store.get("works", [])).filter((other) => other !== name);
    if (!isEmpty) names.push(name);
    for (const old of names.splice(0, Math.max(0, names.length - MOST))) this.store.set(old, null);
    this.store.set("works", names);
  }

  /**
   * The state with the work that was kept; null if there is none.
   * @param {string} address
   * @param {State} state
   * @returns {State | null}
   */
  load(address, state) {
    const kept = this.store.get(nameOf(address), null);
    if (!kept) return null;
    const { off = [], ...entered } = kept;
    const rules = [...state.rules, ...off.map((/** @type {any} */ rule) => ({ rule, on: false }))];
    return { ...state, ...entered, rules: off.length ? rules : state.rules };
  }
}
