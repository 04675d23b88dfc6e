// @ts-check
// Words for pieces, as `quadrille tile` reads them: `pentominoes-X`, `L4*2`, `hexiamonds:A*1..3`, `corner=xx|x.*`.

/** @typedef {import("./tiles-grid.js").Grid} Grid */
/** @typedef {{name: string, body: string, without: string[], copies: string}} Word */

/** Sets to choose from. The first one is shown first. @type {Record<Grid, string[]>} */
export const SETS = {
  squares: [
    "pentominoes", "dominoes", "trominoes", "tetrominoes", "hexominoes",
    "one-sided-tetrominoes", "one-sided-pentominoes", "a-puzzle-a-day",
  ],
  cubes: ["soma", "tricubes", "tetracubes", "pentacubes", "pentominoes"],
  triangles: ["hexiamonds", "triamonds", "tetriamonds", "pentiamonds", "heptiamonds"],
  hexagons: ["tetrahexes", "trihexes", "pentahexes"],
  sticks: ["tetrasticks", "tristicks", "one-sided-tetrasticks", "pentasticks"],
};

/** Boards to begin with. @type {Record<Grid, [string, string][]>} */
export const BOARDS = {
  squares: [["10x6", "10 x 6"], ["12x5", "12 x 5"], ["20x3", "20 x 3"], ["8x8-2x2", "8 x 8 with a hole"], ["aztec:4", "Aztec diamond"], ["a-puzzle-a-day:11-25", "Calendar"]],
  cubes: [["3x3x3", "3 x 3 x 3"], ["3x4x5", "3 x 4 x 5"], ["5x5x5", "5 x 5 x 5"], ["2x2x5", "2 x 2 x 5"]],
  triangles: [["6x6", "6 x 6"], ["triangle:8", "Triangle"], ["hexagon:3", "Hexagon"]],
  hexagons: [["4x7", "4 x 7"], ["hexagon:3", "Hexagon"], ["5x8", "5 x 8"]],
  sticks: [["5x5", "5 x 5"], ["3x3", "3 x 3"], ["4x6", "4 x 6"]],
};

/**
 * Whole puzzles to begin with.
 * @type {{title: string, state: {board: string, grid: Grid, pieces: string[], gaps?: string, turning?: string}}[]}
 */
export const EXAMPLES = [
  { title: "Pentominoes, 10 x 6", state: { board: "10x6", grid: "squares", pieces: ["pentominoes"] } },
  { title: "Scott's board: 8 x 8 with a hole", state: { board: "8x8-2x2", grid: "squares", pieces: ["pentominoes"] } },
  { title: "Dominoes on an Aztec diamond", state: { board: "aztec:4", grid: "squares", pieces: ["dominoes*"] } },
  { title: "A puzzle a day: 25 November", state: { board: "a-puzzle-a-day:11-25", grid: "squares", pieces: ["a-puzzle-a-day"] } },
  { title: "Tetrominoes, 4 x 5: why is there no tiling?", state: { board: "4x5", grid: "squares", pieces: ["tetrominoes"] } },
  { title: "Soma cube", state: { board: "3x3x3", grid: "cubes", pieces: ["soma"] } },
  { title: "Conway's cube, 5 x 5 x 5", state: { board: "5x5x5", grid: "cubes", pieces: ["1x2x4*13", "2x2x2", "1x2x2", "1x1x3*3"] } },
  { title: "Hexiamonds on a rhombus", state: { board: "6x6", grid: "triangles", pieces: ["hexiamonds"] } },
  { title: "Tetrahexes on a rhombus", state: { board: "4x7", grid: "hexagons", pieces: ["tetrahexes"] } },
  { title: "Tetrasticks without H", state: { board: "5x5", grid: "sticks", pieces: ["tetrasticks-H"] } },
];

const SET = /^(?:one-sided-|fixed-)?[a-z]+(?:ominoe?s?|omino|cubes?|iamonds?|hexe?s?|sticks?)\b|^soma\b|^a-puzzle-a-day\b/i;

/**
 * Takes a word apart.
 * @param {string} text
 * @returns {Word}
 */
export function readWord(text) {
  const name = /^([^=|]+)=/.exec(text)?.[1] ?? "";
  const rest = name ? text.slice(name.length + 1) : text;
  const star = rest.lastIndexOf("*");
  const copies = star < 0 ? "1" : rest.slice(star + 1) || "any";
  const whole = star < 0 ? rest : rest.slice(0, star);
  const set = SET.exec(whole)?.[0] ?? "";
  if (set && whole.slice(set.length).startsWith("-"))
    return { name, body: set, without: whole.slice(set.length + 1).split("-"), copies };
  return { name, body: whole, without: [], copies };
}

/**
 * @param {Word} word
 * @returns {string}
 */
export function writeWord({ name, body, without, copies }) {
  const stars = copies === "1" ? "" : copies === "any" ? "*" : `*${copies}`;
  return `${name ? `${name}=` : ""}${[body, ...without].join("-")}${stars}`;
}

/**
 * Reads what somebody types as a number of copies; null if it is none.
 * @param {string} text
 */
export function readCopies(text) {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === "" || trimmed === "*" || trimmed === ".." || trimmed === "any") return "any";
  return /^\d+$|^\d+\.\.\d*$|^\.\.\d+$/.test(trimmed) ? trimmed : null;
}

/** The least and the largest number of copies. @param {string} copies */
export function copiesRange(copies) {
  if (copies === "any") return { least: 0, most: Infinity };
  const [least, most] = copies.split("..");
  if (most === undefined) return { least: Number(least), most: Number(least) };
  return { least: Number(least || 0), most: most === "" ? Infinity : Number(most) };
}
