// @ts-check
// The five grids: where a cell lies, how the arrow keys move, and how cells are written as a word.
//
// A cell is a layer, a row and a column, as in the drawings that `quadrille tile` reads:
//
//   squares, cubes   every place is a cell
//   triangles        a column is half a side wide; row + column is even: the triangle points up
//   hexagons         a column is half a hexagon wide; row + column is even
//   sticks           points have an even row and column; row + column of a stick is odd

/** @typedef {"squares" | "cubes" | "triangles" | "hexagons" | "sticks"} Grid */
/** @typedef {[number, number, number]} Place layer, row, column */
/** @typedef {"cell" | "optional"} Mark an optional cell may stay free */
/** @typedef {Map<string, Mark>} Cells */
/** @typedef {{first: Place, last: Place}} Frame both ends belong to it */

/** @type {Grid[]} */
export const GRIDS = ["squares", "cubes", "triangles", "hexagons", "sticks"];

const isEven = (/** @type {number} */ number) => (number & 1) === 0;

/** @param {Place} place */
export const keyOf = (place) => place.join(",");

/**
 * @param {string} key
 * @returns {Place}
 */
export const placeOf = (key) => /** @type {Place} */ (key.split(",").map(Number));

/**
 * Whether there is a cell at a place.
 * @param {Grid} grid
 * @param {Place} place
 */
export function hasCell(grid, [, row, column]) {
  if (grid === "hexagons") return isEven(row + column);
  if (grid === "sticks") return !isEven(row + column);
  return true;
}

/**
 * Reads the name of a cell: `r2c5`, or `1,2,5` (layer, row, column) of cubes.
 * @param {string} name
 * @returns {Place}
 */
export function placeOfName(name) {
  const numbers = (name.match(/-?\d+/g) ?? []).map((text) => Number(text) - 1);
  return numbers.length === 3 ? [numbers[0], numbers[1], numbers[2]] : [0, numbers[0], numbers[1]];
}

const SLOPE = Math.sqrt(3) / 2;

/**
 * The corners of a cell. A square, a side of a triangle and a stick are 1 long.
 * @param {Grid} grid
 * @param {Place} place
 * @returns {[number, number][]}
 */
export function corners(grid, [, row, column]) {
  if (grid === "triangles") {
    const [left, right, middle] = [column / 2, column / 2 + 1, column / 2 + 0.5];
    const [top, bottom] = [row * SLOPE, (row + 1) * SLOPE];
    return isEven(row + column)
      ? [[middle, top], [right, bottom], [left, bottom]]
      : [[left, top], [right, top], [middle, bottom]];
  }
  if (grid === "hexagons") {
    // Hexagons are 1 wide.
    const [x, y, side] = [column / 2, row * SLOPE, 1 / Math.sqrt(3)];
    return [
      [x, y - side], [x + 0.5, y - side / 2], [x + 0.5, y + side / 2],
      [x, y + side], [x - 0.5, y + side / 2], [x - 0.5, y - side / 2],
    ];
  }
  if (grid === "sticks") {
    // The diamond around a stick: the diamonds of all sticks fill the plane.
    const [x, y] = [column / 2, row / 2];
    return [[x, y - 0.5], [x + 0.5, y], [x, y + 0.5], [x - 0.5, y]];
  }
  return [[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]];
}

/**
 * The two ends of a stick.
 * @param {Place} place
 * @returns {[number, number][]}
 */
export function ends([, row, column]) {
  const [x, y] = [column / 2, row / 2];
  return isEven(row) ? [[x - 0.5, y], [x + 0.5, y]] : [[x, y - 0.5], [x, y + 0.5]];
}

/**
 * The place that an arrow key goes to.
 * @param {Grid} grid
 * @param {Place} place
 * @param {string} key
 * @returns {Place | null}
 */
export function moved(grid, [layer, row, column], key) {
  const isWide = grid === "hexagons" || grid === "sticks";
  // Rows of hexagons and sticks are shifted: up and down go left and right in turns.
  const side = isWide ? (isEven(row) ? -1 : 1) : 0;
  switch (key) {
    case "ArrowLeft": return [layer, row, column - (isWide ? 2 : 1)];
    case "ArrowRight": return [layer, row, column + (isWide ? 2 : 1)];
    case "ArrowUp": return [layer, row - 1, column + side];
    case "ArrowDown": return [layer, row + 1, column + side];
    case "PageUp": return grid === "cubes" ? [layer - 1, row, column] : null;
    case "PageDown": return grid === "cubes" ? [layer + 1, row, column] : null;
    default: return null;
  }
}

/**
 * The smallest frame around some cells; null if there are none.
 * @param {Iterable<string>} keys
 * @returns {Frame | null}
 */
export function frameOf(keys) {
  /** @type {Frame | null} */
  let frame = null;
  for (const place of [...keys].map(placeOf)) {
    frame ??= { first: [...place], last: [...place] };
    for (const axis of [0, 1, 2]) {
      frame.first[axis] = Math.min(frame.first[axis], place[axis]);
      frame.last[axis] = Math.max(frame.last[axis], place[axis]);
    }
  }
  return frame;
}

/**
 * The frame in which a board is drawn: there is room around its cells to draw more.
 * @param {Grid} grid
 * @param {Iterable<string>} keys
 * @param {Place} least the number of layers, rows and columns of an empty drawing
 * @returns {Frame}
 */
export function roomAround(grid, keys, least) {
  const frame = frameOf(keys) ?? { first: [0, 0, 0], last: [least[0] - 1, least[1] - 1, least[2] - 1] };
  const [down, right] = { squares: [1, 1], cubes: [1, 1], triangles: [1, 2], hexagons: [1, 2], sticks: [2, 2] }[grid];
  frame.first[1] -= down;
  frame.last[1] += down;
  frame.first[2] -= right;
  frame.last[2] += right;
  if (grid === "sticks") {
    // From grid point to grid point.
    for (const axis of [1, 2]) {
      if (!isEven(frame.first[axis])) frame.first[axis] -= 1;
      if (!isEven(frame.last[axis])) frame.last[axis] += 1;
    }
  }
  return frame;
}

/**
 * The cells of a frame, row by row.
 * @param {Grid} grid
 * @param {Frame} frame
 * @returns {Place[]}
 */
export function placesIn(grid, { first, last }) {
  /** @type {Place[]} */
  const places = [];
  for (let layer = first[0]; layer <= last[0]; layer++)
    for (let row = first[1]; row <= last[1]; row++)
      for (let column = first[2]; column <= last[2]; column++)
        if (hasCell(grid, [layer, row, column])) places.push([layer, row, column]);
  return places;
}

/**
 * How far cells must move so that they begin at row and column 0 without becoming other cells.
 * @param {Grid} grid
 * @param {Frame} frame
 * @returns {Place}
 */
function toOrigin(grid, { first: [layer, row, column] }) {
  if (grid === "triangles" || grid === "hexagons") return [layer, row, column - (isEven(row + column) ? 0 : 1)];
  if (grid === "sticks") return [layer, row - (row & 1), column - (column & 1)];
  return [layer, row, column];
}

/**
 * Writes cells as a word that `quadrille tile` reads: a size if the cells fill a rectangle of
 * squares or a box, else a drawing. "" if there are no cells.
 * @param {Grid} grid
 * @param {Cells} cells
 */
export function wordOf(grid, cells) {
  const frame = frameOf(cells.keys());
  if (!frame) return "";
  const origin = toOrigin(grid, frame);
  const [layers, rows, columns] = [0, 1, 2].map((axis) => frame.last[axis] - origin[axis] + 1);
  const isFull = [...cells.values()].every((mark) => mark === "cell") && cells.size === layers * rows * columns;
  if (isFull && grid === "squares") return `${columns}x${rows}`;
  if (isFull && grid === "cubes") return `${columns}x${rows}x${layers}`;
  return drawingOf(grid, cells);
}

/**
 * Writes cells as a drawing: `|` between rows, `||` between layers.
 * @param {Grid} grid
 * @param {Cells} cells
 */
export function drawingOf(grid, cells) {
  const frame = frameOf(cells.keys());
  if (!frame) return "";
  const origin = toOrigin(grid, frame);
  /** @type {string[]} */
  const layers = [];
  for (let layer = origin[0]; layer <= frame.last[0]; layer++) {
    /** @type {string[]} */
    const rows = [];
    for (let row = origin[1]; row <= frame.last[1]; row++) {
      let text = "";
      for (let column = origin[2]; column <= frame.last[2]; column++) {
        const mark = cells.get(keyOf([layer, row, column]));
        // One x alone is the name of a piece.
        text += mark === "optional" ? "?" : mark === "cell" ? (cells.size === 1 ? "#" : "x") : ".";
      }
      rows.push(text);
    }
    layers.push(rows.join("|"));
  }
  return layers.join("||");
}
