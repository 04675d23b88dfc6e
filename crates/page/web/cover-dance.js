// @ts-check
// Algorithm X step by step: what has happened after some moves, in data and in words.

/** @typedef {{name: string, primary: boolean}} Item */
/** @typedef {{item: number, colour: string | null}[]} Option */
/** @typedef {{items: Item[], options: Option[]}} Problem */
/**
 * @typedef {{move: "choose", item: number, options: number[], level: number}
 *   | {move: "try", option: number, items: number[], removed: number[], level: number}
 *   | {move: "undo", option: number, level: number}
 *   | {move: "solution", options: number[]}
 *   | {move: "dead-end", item: number, level: number}} Move
 */
/**
 * @typedef {object} Scene
 * @property {Set<number>} covered items that are covered
 * @property {Set<number>} gone options that have disappeared
 * @property {number[]} path options that are chosen
 * @property {number | null} item the item that is branched on, or that cannot be covered
 * @property {Set<number>} tried options of that item that were tried before
 * @property {number[][]} solutions found so far
 */

/** @param {Option} option @param {Problem} problem */
export function optionName(option, problem) {
  const names = option.map(({ item, colour }) => problem.items[item].name + (colour ? `:${colour}` : ""));
  return names.join(" ") || "(no items)";
}

/**
 * What the matrix shows after a number of moves.
 * @param {Move[]} moves
 * @param {number} count
 * @returns {Scene}
 */
export function sceneAfter(moves, count) {
  /** @type {{option: number, items: number[], removed: number[]}[]} */
  const stack = [];
  /** @type {{item: number, tried: Set<number>}[]} */
  const choices = [];
  /** @type {number[][]} */
  const solutions = [];
  /** @type {number | null} */
  let stuck = null;
  for (const move of moves.slice(0, count)) {
    stuck = null;
    if (move.move === "choose") choices.splice(stack.length, Infinity, { item: move.item, tried: new Set() });
    else if (move.move === "try") stack.push(move);
    else if (move.move === "undo") {
      stack.pop();
      choices.splice(stack.length + 1);
      choices.at(-1)?.tried.add(move.option);
    } else if (move.move === "solution") solutions.push(move.options);
    else stuck = move.item;
  }
  // Below the last choice stands what was tried there.
  const choice = choices[stack.length] ?? null;
  return {
    covered: new Set(stack.flatMap((level) => level.items)),
    gone: new Set(stack.flatMap((level) => level.removed)),
    path: stack.map((level) => level.option),
    item: stuck ?? choice?.item ?? null,
    tried: choice?.tried ?? new Set(),
    solutions,
  };
}

/** @param {string[]} names */
function list(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/**
 * A sentence about a move.
 * @param {Move[]} moves
 * @param {number} count how many moves have happened; the sentence is about the last one
 * @param {Problem} problem
 * @param {boolean} isCut whether there are more moves than these
 */
export function sentence(moves, count, problem, isCut) {
  const move = moves[count - 1];
  if (!move) return "A column is an item, a row is an option. Choose rows so that every column has exactly one dot.";
  const item = (/** @type {number} */ number) => problem.items[number].name;
  const option = (/** @type {number} */ number) => optionName(problem.options[number], problem);
  const end = count === moves.length && !isCut ? ` ${ending(moves)}` : "";
  switch (move.move) {
    case "choose": {
      const next = moves[count];
      const then = next?.move === "try" ? ` Try option ${option(next.option)}.` : "";
      const number = move.options.length;
      return number === 1
        ? `Item ${item(move.item)} has only one option left.${then}`
        : `Item ${item(move.item)} has the fewest options: ${number}.${then}`;
    }
    case "try": {
      const others = move.removed.filter((other) => other !== move.option).length;
      const gone = others === 0 ? "No other option disappears."
        : others === 1 ? "1 option that shares an item with it disappears."
          : `${others} options that share an item with it disappear.`;
      return `Option ${option(move.option)} covers ${list(move.items.map(item))}. ${gone}`;
    }
    case "undo":
      return `Take option ${option(move.option)} back: what disappeared with it comes back.${end}`;
    case "solution":
      return `A solution: every item is covered. ${move.options.map(option).join(" · ")}${end && `.${end}`}`;
    default:
      return `Dead end: no option is left for item ${item(move.item)}. Go back.${end}`;
  }
}

/** @param {Move[]} moves */
function ending(moves) {
  const found = moves.filter((move) => move.move === "solution").length;
  return found === 0 ? "Everything was tried: there is no solution."
    : found === 1 ? "Everything was tried: this is the only solution."
      : `Everything was tried: there are ${found} solutions.`;
}
