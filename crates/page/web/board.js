// @ts-check
// The board as it is seen: the picture of the host below, digits, marks and the selection over it.
//
// The host draws the grid and the rules. The page draws what a person enters, so that a key shows
// at once. The transparent cells of the picture are the cells of an ARIA grid.

import { parsedPicture, svgEl } from "./el.js";
import { cellName, isGiven, placeOf, spoken, valueOf } from "./puzzle.js";

/** @typedef {import("./puzzle.js").State} State */
/**
 * @typedef {{name: string, row: number, column: number, x: number, y: number, size: number, target: SVGElement, hasCorner: boolean}} Cell
 */
/**
 * Kinds of tints, the last above the others.
 * @typedef {"differ" | "blame" | "wrong" | "rule" | "draft"} Tint
 */
/**
 * Values that are possible, by cell: in a solution, not yet known, in none.
 * @typedef {{found: Record<string, number[]>, open: Record<string, number[]>, all: Record<string, number[]>}} Candidates
 */

/** The places of corner marks, as parts of a cell, in the order in which they fill. */
const CORNERS = [[0.19, 0.21], [0.81, 0.21], [0.19, 0.81], [0.81, 0.81], [0.5, 0.21], [0.5, 0.81], [0.19, 0.51],
  [0.81, 0.51], [0.5, 0.51]];
/** The distance from the middle of a digit to its baseline, as a part of its size. */
const BASE = 0.355;
/** More centre marks stand in a square. */
const MOST_IN_LINE = 4;
/** The most pixels of a unit of a picture. */
const LARGEST = 2.1;
/** @type {Tint[]} */
const TINTS = ["differ", "blame", "wrong", "rule", "draft"];

/** @param {number} number */
const short = (number) => String(Math.round(number * 10) / 10);

/** The name and the place of the target of clicks of a cell. @param {Element} target */
function squareOf(target) {
  const [x, y, size] = ["x", "y", "width"].map((key) => Number(target.getAttribute(key)));
  return { name: target.getAttribute("data-cell") ?? "", x, y, size };
}

export class Board {
  /** @type {Map<string, Cell>} */
  cells = new Map();
  /** @type {SVGElement | null} */
  svg = null;
  /** @type {Set<string>} */
  selection = new Set();
  cursor = "r1c1";
  /** @type {Record<Tint, string[]>} */
  #tints = { differ: [], blame: [], wrong: [], rule: [], draft: [] };
  /** @type {Candidates | null} */
  #candidates = null;
  /** @type {State | null} */
  #state = null;
  #base = "";
  /** @type {Record<string, SVGElement>} */
  #layers = {};
  /** @type {number[]} */
  #viewBox = [0, 0, 1, 1];

  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
  }

  /**
   * Shows a picture of the host. Its digits are left out: the page draws them.
   * @param {string} text
   */
  show(text) {
    const base = text.replace(/<g class="labels"[\s\S]*?<\/g>/, "").replace(/<rect class="wrong"[^>]*>\n?/g, "");
    if (base === this.#base) return;
    this.#base = base;
    const hadFocus = this.frame.contains(document.activeElement);
    const svg = parsedPicture(text);
    svg.setAttribute("class", "board");
    svg.setAttribute("role", "presentation");
    this.#viewBox = svg.getAttribute("viewBox").split(" ").map(Number);
    for (const wrong of svg.querySelectorAll("rect.wrong")) wrong.remove();
    this.#layers = Object.fromEntries(["colours", "tints", "digits", "selection", "draft", "edges"].map((name) =>
      [name, svgEl("g", { class: name, "aria-hidden": "true" })]));
    const paper = svg.querySelector(".paper");
    paper?.after(this.#layers.colours, this.#layers.tints);
    svg.querySelector("g.labels")?.replaceWith(this.#layers.digits);
    this.#readCells(svg);
    const grid = svgEl("g", { role: "grid", "aria-label": "Board", "aria-multiselectable": "true" }, ...this.#rows());
    for (const part of svg.children) part.setAttribute("aria-hidden", "true");
    svg.append(this.#layers.selection, this.#layers.draft, grid, this.#layers.edges);
    this.svg = svg;
    this.frame.replaceChildren(svg);
    if (!this.cells.has(this.cursor)) this.cursor = this.cells.keys().next().value ?? "r1c1";
    this.selection = new Set([...this.selection].filter((name) => this.cells.has(name)));
    this.edges(null);
    this.#drawAll();
    if (hadFocus) this.focus();
  }

  /** @param {SVGElement} svg */
  #readCells(svg) {
    this.cells.clear();
    for (const target of svg.querySelectorAll("rect.cell, rect.gap")) {
      target.remove();
      if (target.classList.contains("gap")) continue;
      const square = squareOf(target);
      const [row, column] = placeOf(square.name);
      this.cells.set(square.name, { ...square, row, column, target: /** @type {SVGElement} */ (target), hasCorner: false });
    }
    for (const label of svg.querySelectorAll("text.small")) {
      const cell = this.at(Number(label.getAttribute("x")) + 1, Number(label.getAttribute("y")) - 4);
      if (cell && Number(label.getAttribute("y")) < cell.y + cell.size / 2) cell.hasCorner = true;
    }
  }

  #rows() {
    /** @type {Map<number, SVGElement>} */
    const rows = new Map();
    for (const { row, target, column } of this.cells.values()) {
      if (!rows.has(row)) rows.set(row, svgEl("g", { role: "row", "aria-rowindex": row }));
      target.setAttribute("role", "gridcell");
      target.setAttribute("aria-colindex", String(column));
      target.setAttribute("tabindex", "-1");
      rows.get(row)?.append(target);
    }
    return rows.values();
  }

  /**
   * The givens that a picture shows: of boards that have no form but their text.
   * @param {string} text
   */
  static givens(text) {
    const parsed = parsedPicture(text);
    const targets = [...parsed.querySelectorAll("rect.cell")].map(squareOf);
    /** @type {Record<string, number>} */
    const givens = {};
    for (const label of parsed.querySelectorAll("text.given")) {
      const [x, y] = ["x", "y"].map((key) => Number(label.getAttribute(key)));
      const cell = targets.find((cell) => x > cell.x && x < cell.x + cell.size && y > cell.y && y < cell.y + cell.size);
      if (cell) givens[cell.name] = Number(label.textContent);
    }
    return givens;
  }

  /** The cell at a point of the picture. @param {number} x @param {number} y */
  at(x, y) {
    for (const cell of this.cells.values()) {
      if (x >= cell.x && x < cell.x + cell.size && y >= cell.y && y < cell.y + cell.size) return cell;
    }
    return null;
  }

  /**
   * The point of the picture below a pointer.
   * @param {PointerEvent} event
   * @returns {{x: number, y: number}}
   */
  point(event) {
    const matrix = /** @type {any} */ (this.svg)?.getScreenCTM();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
    return { x, y };
  }

  focus() {
    /** @type {any} */ (this.cells.get(this.cursor)?.target)?.focus({ preventScroll: true });
  }

  /** @param {Iterable<string>} names @param {string} [cursor] */
  select(names, cursor) {
    this.selection = new Set(names);
    const last = cursor ?? [...this.selection].pop();
    if (last && this.cells.has(last)) this.cursor = last;
    this.#drawSelection();
  }

  /** Shows what a person entered. @param {State} state */
  render(state) {
    this.#state = state;
    this.#drawDigits();
  }

  /** @param {Tint} kind @param {string[]} names */
  tint(kind, names) {
    this.#tints[kind] = names;
    this.#drawTints();
  }

  /**
   * Shows the cells of a rule that is being drawn.
   * @param {string[]} names
   * @param {boolean} isLine
   */
  draft(names, isLine) {
    this.tint("draft", names);
    const points = names.map((name) => this.cells.get(name)).filter((cell) => cell !== undefined);
    const line = points.map(({ x, y, size }, number) => `${number ? "L" : "M"}${x + size / 2} ${y + size / 2}`).join("");
    const drawn = isLine && points.length ? [svgEl("path", { class: "draft-line", d: `${line}h0.01` })] : [];
    this.#layers.draft?.replaceChildren(...drawn);
  }

  /** @param {Candidates | null} candidates */
  candidates(candidates) {
    this.#candidates = candidates;
    this.#drawDigits();
  }

  /**
   * Shows targets around the board; null removes them.
   * @param {{name: string, label: string, x: number, y: number}[] | null} targets
   */
  edges(targets) {
    if (!this.svg) return;
    const [left, top, width, height] = this.#viewBox;
    const room = targets ? 30 : 0;
    const all = [...this.cells.values()];
    const ends = (/** @type {(cell: Cell) => number} */ of) => [Math.min(...all.map(of)), Math.max(...all.map(of))];
    const [[x1, x2], [y1, y2], size] = [ends((cell) => cell.x), ends((cell) => cell.y), all[0]?.size ?? 0];
    const x = Math.min(left, x1 - room), y = Math.min(top, y1 - room);
    const right = Math.max(left + width, x2 + size + room), bottom = Math.max(top + height, y2 + size + room);
    const box = [x, y, right - x, bottom - y];
    this.svg.setAttribute("viewBox", box.join(" "));
    const paper = this.svg.querySelector(".paper");
    ["x", "y", "width", "height"].forEach((key, number) => paper?.setAttribute(key, String(box[number])));
    limitSize(this.svg, box[2]);
    // A number that stands there already stays visible.
    const labels = [...this.svg.querySelectorAll("text.outside")].map((label) =>
      ["x", "y"].map((key) => Number(label.getAttribute(key))));
    this.#layers.edges.replaceChildren(...(targets ?? []).flatMap(({ name, label, x, y }) => {
      const isTaken = labels.some((place) => Math.abs(place[0] - x) < 16 && Math.abs(place[1] - 5 - y) < 16);
      return [
        svgEl("circle", { class: isTaken ? "edge taken" : "edge", "data-edge": name, cx: x, cy: y, r: 9 }),
        !isTaken && svgEl("text", { class: "edge-label", x, y: y + 4 }, label),
      ];
    }).filter((part) => part !== false));
  }

  #drawAll() {
    this.#drawTints();
    this.#drawSelection();
    this.#drawDigits();
  }

  #drawTints() {
    this.#layers.tints?.replaceChildren(...TINTS.flatMap((kind) =>
      this.#tints[kind].flatMap((name) => {
        const cell = this.cells.get(name);
        return cell ? [svgEl("rect", { class: `tint ${kind}`, x: cell.x, y: cell.y, width: cell.size, height: cell.size })] : [];
      })));
  }

  #drawSelection() {
    const layer = this.#layers.selection;
    if (!layer) return;
    const fills = [];
    let outline = "";
    const has = (/** @type {number} */ row, /** @type {number} */ column) => this.selection.has(cellName(row, column));
    for (const { name, row, column, x, y, size, target } of this.cells.values()) {
      const isSelected = this.selection.has(name);
      target.setAttribute("aria-selected", String(isSelected));
      target.setAttribute("tabindex", name === this.cursor ? "0" : "-1");
      if (!isSelected) continue;
      fills.push(svgEl("rect", { class: "chosen", x, y, width: size, height: size }));
      // The outline lies inside the cells, so that walls stay visible.
      const [up, right, down, left] = [has(row - 1, column), has(row, column + 1), has(row + 1, column), has(row, column - 1)];
      const [l, t, r, b] = [x + (left ? 0 : 2), y + (up ? 0 : 2), x + size - (right ? 0 : 2), y + size - (down ? 0 : 2)];
      if (!up) outline += `M${l} ${t}H${r}`;
      if (!right) outline += `M${r} ${t}V${b}`;
      if (!down) outline += `M${l} ${b}H${r}`;
      if (!left) outline += `M${l} ${t}V${b}`;
      // Where two outlines meet around a cell that is not selected.
      if (up && left && !has(row - 1, column - 1)) outline += `M${x} ${y + 2}H${x + 2}V${y}`;
      if (up && right && !has(row - 1, column + 1)) outline += `M${x + size} ${y + 2}H${x + size - 2}V${y}`;
      if (down && left && !has(row + 1, column - 1)) outline += `M${x} ${y + size - 2}H${x + 2}V${y + size}`;
      if (down && right && !has(row + 1, column + 1)) outline += `M${x + size} ${y + size - 2}H${x + size - 2}V${y + size}`;
    }
    layer.replaceChildren(...fills, svgEl("path", { class: "outline-chosen", d: outline }));
  }

  #drawDigits() {
    const state = this.#state;
    if (!state || !this.#layers.digits) return;
    const wrong = new Set(this.#tints.wrong);
    /** @type {Element[]} */
    const digits = [];
    /** @type {Element[]} */
    const colours = [];
    for (const cell of this.cells.values()) {
      const own = state.colour[cell.name] ?? [];
      own.forEach((colour, number) => {
        const width = cell.size / own.length;
        const x = cell.x + number * width;
        colours.push(svgEl("rect", { class: `paint paint-${colour}`, x, y: cell.y, width, height: cell.size }));
      });
      const value = valueOf(state, cell.name);
      if (value !== undefined) {
        const kind = isGiven(state, cell.name) ? "given" : "value";
        const size = String(value).length > 1 ? 21 : 26;
        digits.push(text(cell, [0.5, 0.5], size, value, wrong.has(cell.name) ? `${kind} wrong` : kind));
      } else {
        digits.push(...this.#marks(state, cell));
      }
      cell.target.setAttribute("aria-label", this.#label(state, cell.name, wrong.has(cell.name)));
    }
    this.#layers.digits.replaceChildren(...digits);
    this.#layers.colours.replaceChildren(...colours);
  }

  /** @param {State} state @param {Cell} cell */
  #marks(state, cell) {
    const corner = state.corner[cell.name] ?? [], centre = state.centre[cell.name] ?? [];
    const marks = corner.slice(0, CORNERS.length).map((value, number) => {
      const [x, y] = CORNERS[number];
      // A label of a cage stands in the upper left corner.
      const isMoved = cell.hasCorner && number === 0;
      return text(cell, isMoved ? [x + 0.02, y + 0.2] : [x, y], 10.5, value, "corner-mark");
    });
    if (centre.length > MOST_IN_LINE) {
      marks.push(...this.#square(state, cell, (value) => (centre.includes(value) ? "centre-mark" : "")));
    } else if (centre.length) {
      const word = centre.join(state.values > 9 ? " " : "");
      marks.push(text(cell, [0.5, 0.5], Math.min(13, (cell.size * 1.35) / word.length), word, "centre-mark"));
    }
    if (corner.length || centre.length || !this.#candidates) return marks;
    const { found, open, all } = this.#candidates;
    return this.#square(state, cell, (value) => {
      const has = (/** @type {Record<string, number[]>} */ sets) => sets[cell.name]?.includes(value);
      return has(found) ? "candidate in-solution" : has(open) ? "candidate not-known" : has(all) ? "candidate in-none" : "";
    });
  }

  /**
   * Small values, each at its place in a square.
   * @param {State} state
   * @param {Cell} cell
   * @param {(value: number) => string} kindOf the class of a value, empty if it is not shown
   */
  #square(state, cell, kindOf) {
    const columns = Math.ceil(Math.sqrt(state.values));
    const top = cell.hasCorner ? 0.2 : 0.04;
    const step = [(1 - 0.08) / columns, (0.96 - top) / columns];
    const size = Math.min(11, (cell.size * 0.8) / columns);
    const marks = [];
    for (let number = 0; number < state.values; number += 1) {
      const value = number + state.lowest;
      const kind = kindOf(value);
      if (!kind) continue;
      const [row, column] = [Math.floor(number / columns), number % columns];
      marks.push(text(cell, [0.04 + (column + 0.5) * step[0], top + (row + 0.5) * step[1]], size, value, kind));
    }
    return marks;
  }

  /**
   * What a screen reader says about a cell.
   * @param {State} state
   * @param {string} name
   * @param {boolean} isWrong
   */
  #label(state, name, isWrong) {
    const value = valueOf(state, name);
    const parts = [spoken(name)];
    const add = (/** @type {string} */ word, /** @type {number[] | undefined} */ marks) => {
      if (marks?.length) parts.push(`${word} ${marks.join(" ")}`);
    };
    if (value !== undefined) parts.push(String(value), ...(isGiven(state, name) ? ["given"] : []));
    else if (state.corner[name] || state.centre[name]) {
      add("corner marks", state.corner[name]);
      add("centre marks", state.centre[name]);
    } else if (this.#candidates) {
      add("possible", this.#candidates.found[name]);
      add("not yet known", this.#candidates.open[name]);
    } else parts.push("empty");
    if (isWrong) parts.push("breaks a rule");
    add("colour", state.colour[name]);
    return parts.join(", ");
  }
}

/**
 * Small boards do not fill the page.
 * @param {SVGElement} svg
 * @param {number} width of the picture, in its units
 */
export function limitSize(svg, width) {
  svg.style.maxWidth = `${Math.round(width * LARGEST)}px`;
}

/**
 * A text in a cell, at a place that is a part of its size.
 * @param {Cell} cell
 * @param {number[]} place
 * @param {number} size
 * @param {string | number} content
 * @param {string} kind
 */
function text(cell, [x, y], size, content, kind) {
  return svgEl("text", {
    class: kind, x: short(cell.x + x * cell.size), y: short(cell.y + y * cell.size + size * BASE), "font-size": short(size),
  }, content);
}
