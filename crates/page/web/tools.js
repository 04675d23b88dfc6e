// @ts-check
// The rules that can be drawn: how each is drawn, which number it has, and its name.

import { cellName, placeOf } from "./puzzle.js";

/** @typedef {import("./puzzle.js").Rule} Rule */
/** @typedef {import("./puzzle.js").State} State */
/**
 * How cells are chosen: in any order; along a line; two neighbours; four around a corner; a line seen
 * from the edge; cells that each follow the rule, together in one rule.
 * @typedef {"set" | "line" | "pair" | "square" | "edge" | "diagonal" | "each"} Way
 */
/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} type
 * @property {Way} way
 * @property {string} [key] of the number in the rule
 * @property {string} [number] what the number is
 * @property {boolean} [needed] whether there must be a number
 * @property {boolean} [list] whether there may be several numbers
 * @property {Record<string, any>} [fixed] what the rule also has
 * @property {string} says what the rule means
 * @property {string} icon
 * @property {boolean} [bothEnds] whether it matters from which end a line is seen
 */

const band = (/** @type {string} */ ink, /** @type {string} */ d = "M4 15L10 6l6 6") => `<path class="band ${ink}" d="${d}"/>`;
const thin = (/** @type {string} */ ink, /** @type {string} */ d) => `<path class="line ${ink}" d="${d}"/>`;
const cage = (/** @type {string} */ ink) => `<path class="cage ${ink}" d="M2 2h16v16H2z"/>`;
const word = (/** @type {string} */ text, /** @type {number} */ x = 10, /** @type {number} */ size = 12) => `<text class="sign" x="${x}" y="${10 + size * 0.36}" font-size="${size}">${text}</text>`;
const outside = (/** @type {string} */ text) => `${word(text, 5, 10)}<path class="line ink-black" d="M11 3h6v14h-6z"/>`;

/** @type {{name: string, tools: Tool[]}[]} */
export const GROUPS = [
  {
    name: "Cages",
    tools: [
      { name: "Cage", type: "cage", way: "set", key: "sum", number: "Sum", says: "The cells differ and add up to the sum.", icon: cage("ink-black") + `<path class="line ink-black" d="M5 5h4M7 5v4"/>` },
      { name: "Sum", type: "sum", way: "set", key: "sum", number: "Sum", needed: true, says: "The cells add up to the sum; they may be equal.", icon: cage("ink-blue") + word("=") },
      { name: "Product", type: "product", way: "set", key: "product", number: "Product", needed: true, says: "The cells multiply to the product.", icon: cage("ink-black") + word("×") },
      { name: "Difference cage", type: "difference-cage", way: "set", key: "difference", number: "Difference", needed: true, says: "The greatest cell, less all others, is the difference.", icon: cage("ink-black") + word("−") },
      { name: "Ratio cage", type: "ratio-cage", way: "set", key: "ratio", number: "Ratio", needed: true, says: "The greatest cell, divided by all others, is the ratio.", icon: cage("ink-black") + word("÷") },
      { name: "All different", type: "all-different", way: "set", says: "The cells differ.", icon: `<path class="shape ink-teal" d="M3 3h7v7h7v7h-7v-7H3z"/>` },
      { name: "Extra region", type: "extra", way: "set", says: "The cells, as many as there are values, hold each value once.", icon: `<path class="shape ink-lavender" d="M3 3h14v9h-5v5H3z"/>` },
      { name: "Lunchbox", type: "lunchbox", way: "set", key: "sum", number: "Sum", needed: true, says: "The cells differ; those between the lowest and the highest add up to the sum.", icon: cage("ink-orange") + word("[ ]", 10, 9) },
      { name: "Rellik cage", type: "rellik-cage", way: "set", key: "sum", number: "Sum", needed: true, says: "The cells differ, and no set of them adds up to the sum.", icon: cage("ink-red") + word("!") },
      { name: "Equality cage", type: "equality-cage", way: "set", says: "As many cells are even as odd, and as many low as high.", icon: cage("ink-purple") + word("±") },
      { name: "Same values", type: "same-values", way: "set", key: "sets", number: "Number of sets", needed: true, says: "The cells, cut into this many sets of equal size, hold the same values in each set.", icon: `<path class="shape ink-purple" d="M3 3h5v14H3zM12 3h5v14h-5z"/>` },
    ],
  },
  {
    name: "Lines",
    tools: [
      { name: "Thermometer", type: "thermometer", way: "line", says: "Values increase from the bulb, which is the first cell.", icon: band("ink-grey", "M5 15L15 5") + `<circle class="shape ink-grey" cx="5" cy="15" r="4"/>` },
      { name: "Slow thermometer", type: "slow-thermometer", way: "line", says: "Values do not decrease from the bulb.", icon: thin("ink-grey", "M5 15L15 5") + `<circle class="shape ink-grey" cx="5" cy="15" r="4"/>` },
      { name: "Arrow", type: "arrow", way: "line", says: "The first cell, the circle, is the sum of the others.", icon: thin("ink-grey", "M8 12L16 4M11 4h5v5") + `<circle class="ring hollow ink-grey" cx="6" cy="14" r="3.5"/>` },
      { name: "Pill arrow", type: "pill-arrow", way: "line", key: "pill", number: "Cells of the pill", needed: true, says: "The first cells are the digits of the sum of the others.", icon: thin("ink-grey", "M11 9l5-5M12 4h4v4") + `<path class="ring hollow ink-grey" d="M5 10h6a3 3 0 010 7H5a3 3 0 010-7z"/>` },
      { name: "Double arrow", type: "double-arrow", way: "line", says: "The sum of both ends is the sum of the cells between them.", icon: thin("ink-grey", "M5 15L15 5") + `<circle class="ring hollow ink-grey" cx="5" cy="15" r="3"/><circle class="ring hollow ink-grey" cx="15" cy="5" r="3"/>` },
      { name: "Whispers", type: "whispers", way: "line", key: "difference", number: "Difference", says: "Neighbours on the line differ by at least 5, or by the difference.", icon: band("ink-green") },
      { name: "Renban", type: "renban", way: "line", says: "The cells hold consecutive values, in any order.", icon: band("ink-purple") },
      { name: "Nabner", type: "nabner", way: "line", says: "No two of the cells hold equal or consecutive values.", icon: band("ink-yellow") },
      { name: "Palindrome", type: "palindrome", way: "line", says: "The line reads the same from both ends.", icon: band("ink-grey") },
      { name: "Region sums", type: "region-sum", way: "line", says: "The pieces of the line in each box have equal sums.", icon: band("ink-blue") },
      { name: "Sum line", type: "sum-line", way: "line", key: "sum", number: "Sum", needed: true, says: "The line is cut into pieces, each of which adds up to the sum.", icon: band("ink-red") },
      { name: "Zipper", type: "zipper", way: "line", says: "Cells at the same distance from the centre add up to the same sum.", icon: band("ink-lavender") + `<circle class="ring ink-lavender" cx="10" cy="7" r="3.5"/>` },
      { name: "Between", type: "between", way: "line", says: "All values lie between those of the two ends.", icon: band("ink-grey", "M5 15L15 5") + `<circle class="ring hollow ink-grey" cx="5" cy="15" r="3"/><circle class="ring hollow ink-grey" cx="15" cy="5" r="3"/>` },
      { name: "Lockout", type: "lockout", way: "line", key: "difference", number: "Difference", says: "The ends differ by at least 4, or by the difference; no cell lies between them.", icon: band("ink-blue", "M5 15L15 5") + `<path class="ring hollow ink-blue" d="M5 11l4 4-4 4-4-4zM15 1l4 4-4 4-4-4z"/>` },
      { name: "Modular", type: "modular", way: "line", key: "modulus", number: "Modulus", says: "Any three cells in a row have different remainders by 3, or by the modulus.", icon: band("ink-teal") },
      { name: "Entropic", type: "entropic", way: "line", says: "Any three cells in a row hold a low, a middle and a high value.", icon: band("ink-orange") },
    ],
  },
  {
    name: "Between cells",
    tools: [
      { name: "White dot", type: "difference", way: "pair", key: "difference", number: "Difference", says: "The two cells have the difference 1, or this one.", icon: `<circle class="dot white" cx="10" cy="10" r="5"/>` },
      { name: "Black dot", type: "ratio", way: "pair", key: "ratio", number: "Ratio", says: "One cell is twice the other, or this many times.", icon: `<circle class="dot black" cx="10" cy="10" r="5"/>` },
      { name: "X", type: "pair-sum", way: "pair", fixed: { sum: 10 }, says: "The two cells add up to 10.", icon: word("X") },
      { name: "V", type: "pair-sum", way: "pair", fixed: { sum: 5 }, says: "The two cells add up to 5.", icon: word("V") },
      { name: "Pair sum", type: "pair-sum", way: "pair", key: "sum", number: "Sum", needed: true, says: "The two cells add up to the sum.", icon: word("+") },
      { name: "Greater than", type: "greater", way: "pair", says: "The first cell is greater than the second: drag from the greater one.", icon: word("&gt;") },
      { name: "Quadruple", type: "quadruple", way: "square", key: "values", number: "Values", needed: true, list: true, says: "The four cells hold these values.", icon: `<circle class="dot hollow" cx="10" cy="10" r="7"/><path class="line ink-black" d="M7 7.5h1M12 7.5h1M7 12.5h1M12 12.5h1"/>` },
    ],
  },
  {
    name: "Outside",
    tools: [
      { name: "Sandwich", type: "sandwich", way: "edge", key: "sum", number: "Sum", needed: true, says: "The values between the lowest and the highest value of the line add up to the sum.", icon: outside("S") },
      { name: "X-sum", type: "x-sum", way: "edge", bothEnds: true, key: "sum", number: "Sum", needed: true, says: "The first X cells add up to the sum, where X is the value of the first cell.", icon: outside("X") },
      { name: "Skyscraper", type: "skyscraper", way: "edge", bothEnds: true, key: "count", number: "Visible", needed: true, says: "This many cells are greater than all cells before them.", icon: `<path class="line ink-green" d="M3 17V9h4V5h5V2h5v15z"/>` },
      { name: "Hidden skyscraper", type: "hidden-skyscraper", way: "edge", bothEnds: true, key: "value", number: "Value", needed: true, says: "The first cell that is not greater than all cells before it holds this value.", icon: `<path class="line ink-purple" d="M3 17V3h5v14M8 17v-7h8v7z"/>` },
      { name: "Numbered room", type: "numbered-room", way: "edge", bothEnds: true, key: "value", number: "Value", needed: true, says: "The X-th cell holds this value, where X is the value of the first cell.", icon: outside("N") },
      { name: "Full rank", type: "full-rank", way: "edge", bothEnds: true, key: "rank", number: "Rank", needed: true, says: "The place of the line among all rows and columns, read as numbers.", icon: outside("R") },
      { name: "Little killer", type: "little-killer", way: "diagonal", bothEnds: true, key: "sum", number: "Sum", needed: true, says: "The cells of the diagonal add up to the sum; they may be equal.", icon: thin("ink-grey", "M4 4l12 12M11 16h5v-5") },
    ],
  },
  {
    name: "Single cells",
    tools: [
      { name: "Odd", type: "odd", way: "each", says: "The cells are odd.", icon: `<circle class="shape ink-grey" cx="10" cy="10" r="7"/>` },
      { name: "Even", type: "even", way: "each", says: "The cells are even.", icon: `<path class="shape ink-grey" d="M4 4h12v12H4z"/>` },
      { name: "Minimum", type: "minimum", way: "each", says: "Each cell is less than its neighbours.", icon: `<path class="shape ink-yellow" d="M3 3h14v14H3z"/>` + word("&lt;") },
      { name: "Maximum", type: "maximum", way: "each", says: "Each cell is greater than its neighbours.", icon: `<path class="shape ink-yellow" d="M3 3h14v14H3z"/>` + word("&gt;") },
      { name: "Counting circles", type: "counting-circles", way: "each", says: "Each value in a circle stands in exactly as many circles.", icon: `<circle class="ring ink-black" cx="10" cy="10" r="7"/>` },
      { name: "Row index", type: "row-index", way: "each", says: "If a cell in row R holds X, the cell in row X of its column holds R.", icon: `<path class="shape ink-pink" d="M3 6h14v8H3z"/>` },
      { name: "Column index", type: "column-index", way: "each", says: "If a cell in column C holds X, the cell in column X of its row holds C.", icon: `<path class="shape ink-blue" d="M6 3h8v14H6z"/>` },
      { name: "Box index", type: "box-index", way: "each", says: "If a cell at place P of its box holds X, the cell at place X of the box holds P.", icon: `<path class="shape ink-teal" d="M4 4h12v12H4z"/>` },
    ],
  },
];

/**
 * Rules about the whole board: the word of the shape, its name and its meaning.
 * @type {[string, string, string][]}
 */
export const WHOLE = [
  ["x", "Diagonals", "Each of the two diagonals holds each value once."],
  ["falling-diagonal", "Falling diagonal", "The diagonal from the upper left holds each value once."],
  ["rising-diagonal", "Rising diagonal", "The diagonal from the lower left holds each value once."],
  ["windoku", "Windoku", "Each of four extra boxes holds each value once."],
  ["disjoint", "Disjoint groups", "Cells at the same place in all boxes hold each value once."],
  ["anti-knight", "Anti-knight", "No two equal values are a knight's move apart."],
  ["anti-king", "Anti-king", "No two equal values touch at a corner."],
  ["non-consecutive", "Non-consecutive", "No two consecutive values stand side by side."],
  ["anti-taxicab", "Anti-taxicab", "Two cells that hold the value V are not exactly V steps apart."],
  ["global-entropy", "Global entropy", "Each square of four cells holds a low, a middle and a high value."],
  ["strict-white", "All white dots given", "Neighbours without a dot are not consecutive."],
  ["strict-black", "All black dots given", "Of neighbours without a dot, none is twice the other."],
  ["strict-xv", "All X and V given", "Neighbours without a sign add up to neither 10 nor 5."],
  ["dutch-flatmates", "Dutch flatmates", "Each 5 has a 1 directly above it or a 9 directly below it."],
  ["unequal-lines", "Unequal lines", "No row or column reads the same as another one."],
];

const ALL = GROUPS.flatMap(({ tools }) => tools);

/** The tool that made a rule, if there is one. @param {Rule} rule @returns {Tool | undefined} */
export function toolOf(rule) {
  const same = ALL.filter(({ type }) => type === rule.type);
  const isExact = ({ fixed = {} }) => Object.entries(fixed).every(([key, value]) => rule[key] === value);
  return same.find((tool) => tool.fixed && isExact(tool)) ?? same.find(({ fixed }) => !fixed);
}

/** A type as a name: `equal-sums` is "Equal sums". @param {string} type */
const asName = (type) => type.charAt(0).toUpperCase() + type.slice(1).replaceAll("-", " ");

/** The cells of a rule, also those of its branches. @param {Rule} rule @returns {string[]} */
export function cellsOf(rule) {
  if (rule.branches) return [...new Set(rule.branches.flat().flatMap(cellsOf))];
  if (rule.map) return mapped(rule.map);
  return rule.cells ?? [];
}

/** The cells of a map of regions. @param {string[]} map */
const mapped = (map) => map.flatMap((line, row) =>
  [...line].flatMap((letter, column) => (letter === "." || letter === " " ? [] : [cellName(row + 1, column + 1)])));

/** A rule in a few words. @param {Rule} rule */
export function describe(rule) {
  const tool = toolOf(rule);
  const whole = WHOLE.find(([word]) => word === rule.type);
  const name = tool?.name ?? whole?.[1] ?? (rule.type === "either" ? "A choice" : asName(rule.type));
  const number = tool?.key ? rule[tool.key] : rule.pattern ?? rule.sum;
  const cells = cellsOf(rule);
  const place = cells.length > 3 ? `${cells[0]} to ${cells[cells.length - 1]}, ${cells.length} cells` : cells.join(" ");
  return { name, number: Array.isArray(number) ? number.join(" ") : number ?? "", place };
}

/**
 * What each kind of rule of a puzzle means, once.
 * @param {Rule[]} rules
 * @returns {Map<string, string>}
 */
export function meaningsOf(rules) {
  const meanings = new Map();
  for (const rule of rules) {
    const tool = toolOf(rule);
    const whole = WHOLE.find(([word]) => word === rule.type);
    if (tool) meanings.set(tool.name, tool.says);
    else if (whole) meanings.set(whole[1], whole[2]);
  }
  return meanings;
}

/**
 * Reads the number of a tool: a message says what is wrong.
 * @param {Tool} tool
 * @param {string} text
 * @returns {{value?: any, wrong?: string}}
 */
export function readNumber(tool, text) {
  const words = text.trim().split(/[\s,]+/).filter(Boolean);
  if (!words.length) return tool.needed ? { wrong: `${tool.name} needs a number: ${tool.number?.toLowerCase()}` } : {};
  if (!words.every((word) => /^-?\d+$/.test(word))) return { wrong: `${tool.number} is not a number: ${text.trim()}` };
  const numbers = words.map(Number);
  if (tool.list) {
    // Digits may stand together: 1234.
    const isOne = words.length === 1 && words[0].length <= 4;
    return { value: isOne ? [...words[0]].map(Number) : numbers };
  }
  return numbers.length === 1 ? { value: numbers[0] } : { wrong: `${tool.name} has one number, not ${numbers.length}` };
}

/**
 * A rule of a tool on a board.
 * @param {Tool} tool
 * @param {string[]} cells
 * @param {any} value
 * @param {State} state
 * @returns {Rule}
 */
export function ruleOf(tool, cells, value, { rows, columns, rules }) {
  if (tool.type === "extra") {
    // Each region has a letter of its own, also in other maps.
    const taken = rules.flatMap(({ rule }) => rule.map ?? []).join("");
    const own = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !taken.includes(letter)) ?? "A";
    const letter = (/** @type {string} */ name) => (cells.includes(name) ? own : ".");
    const line = (/** @type {number} */ row) =>
      Array.from({ length: columns }, (_, column) => letter(cellName(row, column + 1))).join("");
    return { type: "extra", map: Array.from({ length: rows }, (_, row) => line(row + 1)) };
  }
  const number = tool.key && value !== undefined ? { [tool.key]: value } : {};
  return { type: tool.type, cells, ...tool.fixed, ...number };
}

/**
 * The lines of cells that a tool can begin at the edge.
 * @param {Tool} tool
 * @param {State} state
 */
export function edgesOf(tool, { rows, columns }) {
  /** @type {{name: string, arrow: string, step: [number, number], cells: string[]}[]} */
  const edges = [];
  const isInside = (/** @type {number} */ row, /** @type {number} */ column) => row >= 1 && column >= 1 && row <= rows && column <= columns;
  const add = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ down, /** @type {number} */ right, /** @type {string} */ arrow, /** @type {string} */ name) => {
    const cells = [];
    for (let r = row, c = column; isInside(r, c); r += down, c += right) cells.push(cellName(r, c));
    if (cells.length > 1) edges.push({ name, arrow, step: [down, right], cells });
  };
  if (tool.way === "edge") {
    for (let row = 1; row <= rows; row += 1) {
      add(row, 1, 0, 1, "→", `Row ${row}${tool.bothEnds ? " from the left" : ""}`);
      if (tool.bothEnds) add(row, columns, 0, -1, "←", `Row ${row} from the right`);
    }
    for (let column = 1; column <= columns; column += 1) {
      add(1, column, 1, 0, "↓", `Column ${column}${tool.bothEnds ? " from above" : ""}`);
      if (tool.bothEnds) add(rows, column, -1, 0, "↑", `Column ${column} from below`);
    }
    return edges;
  }
  for (const [down, right, arrow, way] of /** @type {[number, number, string, string][]} */ ([[1, 1, "↘", "down right"], [1, -1, "↙", "down left"], [-1, 1, "↗", "up right"], [-1, -1, "↖", "up left"]])) {
    for (let row = 1; row <= rows; row += 1) {
      for (let column = 1; column <= columns; column += 1) {
        if (!isInside(row - down, column - right)) add(row, column, down, right, arrow, `From ${cellName(row, column)} ${way}`);
      }
    }
  }
  return edges;
}

/** Whether two cells touch, at a side or at a corner. @param {string} one @param {string} other */
export function touches(one, other) {
  const [a, b] = [placeOf(one), placeOf(other)];
  return one !== other && Math.abs(a[0] - b[0]) <= 1 && Math.abs(a[1] - b[1]) <= 1;
}
