// @ts-check
// Draws a rule with the pointer: the cells of a tool, one gesture after another.

import { freePointer } from "./keys.js";
import { cellName } from "./puzzle.js";
import { edgesOf, touches } from "./tools.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./tools.js").Tool} Tool */
/** @typedef {import("./puzzle.js").State} State */

/**
 * The step to the neighbour that a point of a cell is nearest to.
 * @param {Cell} cell
 * @param {{x: number, y: number}} point
 * @returns {[number, number]}
 */
function nearestSide({ x, y, size }, point) {
  const [right, down] = [(point.x - x) / size - 0.5, (point.y - y) / size - 0.5];
  if (Math.abs(right) > Math.abs(down)) return [0, Math.sign(right)];
  return [Math.sign(down) || 1, 0];
}

export class Drawing {
  /** @type {Tool | null} */
  tool = null;
  /** The cells so far. @type {string[]} */
  cells = [];
  #isDown = false;

  /**
   * @param {Board} board
   * @param {() => State} state
   * @param {(cells: string[]) => void} done
   */
  constructor(board, state, done) {
    this.board = board;
    this.state = state;
    this.done = done;
    board.frame.addEventListener("pointerdown", (event) => this.#down(event));
    board.frame.addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", () => this.#up());
    addEventListener("pointercancel", () => this.#show([]));
  }

  /** @param {Tool | null} tool */
  use(tool) {
    this.tool = tool;
    this.#show([]);
    this.drawEdges();
    this.board.frame.classList.toggle("is-drawing", tool !== null);
  }

  /** Shows the places around the board where a number can stand. */
  drawEdges() {
    const { tool } = this;
    const isOutside = tool?.way === "edge" || tool?.way === "diagonal";
    if (!tool || !isOutside) {
      this.board.edges(null);
      return;
    }
    this.board.edges(edgesOf(tool, this.state()).map(({ name, arrow, step: [down, right], cells }) => {
      const { x, y, size } = /** @type {Cell} */ (this.board.cells.get(cells[0]));
      // Two diagonals meet at most places outside.
      const isBelow = down && right;
      const far = size / 2 + 14;
      const at = { x: x + size / 2 - right * far, y: y + size / 2 - down * far };
      if (isBelow) {
        const isAbove = !this.board.cells.has(cellName(...outside(cells[0], [down, 0])));
        at.x = x + size / 2 - right * (isAbove ? size / 2 + 10 : far);
        at.y = y + size / 2 - down * (isAbove ? far : size / 2 + 10);
      }
      return { name, label: arrow, ...at };
    }));
  }

  /** Takes the selected cells in place of a gesture. @param {string[]} cells */
  take(cells) {
    this.#show([]);
    this.done(cells);
  }

  /** @param {PointerEvent} event */
  #cell(event) {
    const { x, y } = this.board.point(event);
    return this.board.at(x, y);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { tool } = this;
    if (!tool || event.button > 0) return;
    const edge = /** @type {Element} */ (event.target).getAttribute("data-edge");
    if (edge) {
      event.preventDefault();
      const found = edgesOf(tool, this.state()).find(({ name }) => name === edge);
      if (found) this.done(found.cells);
      return;
    }
    const cell = this.#cell(event);
    if (!cell || tool.way === "edge" || tool.way === "diagonal") return;
    event.preventDefault();
    this.#isDown = true;
    freePointer(event);
    const point = this.board.point(event);
    if (tool.way === "pair") {
      const [down, right] = nearestSide(cell, point);
      const other = cellName(cell.row + down, cell.column + right);
      this.#show([cell.name, ...(this.board.cells.has(other) ? [other] : [])]);
    } else if (tool.way === "square") {
      const row = cell.row - (point.y < cell.y + cell.size / 2 ? 1 : 0);
      const column = cell.column - (point.x < cell.x + cell.size / 2 ? 1 : 0);
      const square = [[0, 0], [0, 1], [1, 0], [1, 1]].map(([down, right]) => cellName(row + down, column + right));
      this.#show(square.every((name) => this.board.cells.has(name)) ? square : []);
    } else {
      this.#show([cell.name]);
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { tool } = this;
    if (!tool || !this.#isDown) return;
    const cell = this.#cell(event);
    const { x, y } = this.board.point(event);
    const isNear = cell && Math.hypot(x - cell.x - cell.size / 2, y - cell.y - cell.size / 2) < cell.size * 0.42;
    const last = this.cells[this.cells.length - 1];
    if (!cell || !isNear || cell.name === last) return;
    if (tool.way === "pair") {
      if (touches(this.cells[0], cell.name)) this.#show([this.cells[0], cell.name]);
    } else if (tool.way === "line") {
      // Back along the line shortens it.
      if (cell.name === this.cells[this.cells.length - 2]) this.#show(this.cells.slice(0, -1));
      else if (!this.cells.includes(cell.name)) this.#show([...this.cells, cell.name]);
    } else if (tool.way === "set" || tool.way === "each") {
      if (!this.cells.includes(cell.name)) this.#show([...this.cells, cell.name]);
    }
  }

  #up() {
    if (!this.#isDown) return;
    this.#isDown = false;
    const { cells } = this;
    this.#show([]);
    if (cells.length) this.done(cells);
  }

  /** @param {string[]} cells */
  #show(cells) {
    if (!cells.length) this.#isDown = false;
    this.cells = cells;
    this.board.draft(cells, this.tool?.way === "line");
  }
}

/**
 * The row and the column beside a cell, against a step.
 * @param {string} name
 * @param {[number, number]} step
 * @returns {[number, number]}
 */
function outside(name, [down, right]) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  return [Number(row) - down, Number(column) - right];
}
