// @ts-check
// A drawing of cells: click or drag, or arrow keys and the space bar. Boards and pieces are drawn with it.

import { el, show, svgEl } from "./el.js";
import { corners, ends, frameOf, keyOf, moved, placeOf, placesIn, roomAround } from "./tiles-grid.js";

/** @typedef {import("./tiles-grid.js").Grid} Grid */
/** @typedef {import("./tiles-grid.js").Cells} Cells */
/** @typedef {import("./tiles-grid.js").Mark} Mark */
/** @typedef {import("./tiles-grid.js").Place} Place */
/** @typedef {import("./tiles-grid.js").Frame} Frame */

/** Larger boards are not drawn cell by cell. */
const MOST_PLACES = 4000;
/** The number of drawings that undo keeps. */
const MOST_UNDO = 500;
const UNIT = 34;

/** The drawings before and after the one that is shown. */
class Undo {
  /** @type {Cells[]} */
  before = [];
  /** @type {Cells[]} */
  after = [];

  /** Keeps a drawing that another one replaces. @param {Cells} old */
  keep(old) {
    this.before.push(old);
    if (this.before.length > MOST_UNDO) this.before.shift();
    this.after = [];
  }

  /** The drawing before, if there is one. @param {Cells} shown */
  undo(shown) {
    const cells = this.before.pop();
    if (cells) this.after.push(shown);
    return cells;
  }

  /** The drawing after, if there is one. @param {Cells} shown */
  redo(shown) {
    const cells = this.after.pop();
    if (cells) this.before.push(shown);
    return cells;
  }
}

/**
 * @param {object} options
 * @param {string} options.label what is drawn, for screen readers
 * @param {Place} options.least the layers, rows and columns of an empty drawing
 * @param {boolean} [options.withOptional] whether cells may be marked as optional
 * @param {(cells: Cells) => void} [options.onchange] called when a stroke ends
 */
export function drawing({ label, least, withOptional = false, onchange = () => {} }) {
  /** @type {Grid} */
  let grid = "squares";
  /** @type {Cells} */
  let cells = new Map();
  let layers = least[0];
  let undo = new Undo();
  /** @type {Mark} */
  let tool = "cell";
  /** @type {Place} */
  let cursor = [0, 0, 0];
  /** @type {Frame} */
  let frame = { first: [0, 0, 0], last: [0, 0, 0] };
  /** @type {Map<string, SVGElement>} */
  const shapes = new Map();
  /** The mark that the stroke in progress leaves; null erases. @type {Mark | null | undefined} */
  let stroke;
  /** @type {Cells} */
  let before = new Map();

  const stage = el("div", {
    class: "drawing-stage",
    tabindex: 0,
    role: "application",
    "aria-label": `${label}. Arrow keys move, the space bar draws or erases a cell.`,
  });
  const said = el("p", { class: "visually-hidden", "aria-live": "polite" });
  const tools = el("div", { class: "tile-tools" });
  const element = el("div", { class: "drawing" }, tools, stage, said);

  /** @type {[Mark, string][]} */
  const marks = withOptional ? [["cell", "Cell"], ["optional", "Cell that may stay free"]] : [];
  const toolButtons = marks.map(([mark, text]) =>
    el("button", {
      type: "button",
      class: "small",
      "aria-pressed": String(mark === tool),
      onclick: () => {
        tool = mark;
        toolButtons.forEach((button, number) => button.setAttribute("aria-pressed", String(marks[number][0] === tool)));
      },
    }, el("span", { class: `swatch swatch-${mark}`, "aria-hidden": "true" }), text));
  const undoButton = el("button", { type: "button", class: "small quiet", onclick: () => step(undo.undo(cells)) }, "Undo");
  const redoButton = el("button", { type: "button", class: "small quiet", onclick: () => step(undo.redo(cells)) }, "Redo");
  const clearButton = el("button", { type: "button", class: "small quiet", onclick: () => commit(new Map(), cells) }, "Clear");
  const layerButton = el("button", {
    type: "button",
    class: "small quiet",
    onclick: () => {
      layers += 1;
      render();
    },
  }, "Add a layer");
  show(tools, ...toolButtons, undoButton, redoButton, clearButton, layerButton);

  /** @param {Cells | undefined} next */
  function step(next) {
    if (!next) return;
    cells = next;
    render();
    onchange(cells);
  }

  /** @param {Cells} next @param {Cells} old */
  function commit(next, old) {
    undo.keep(old);
    cells = next;
    render();
    onchange(cells);
  }

  /** @param {string} key */
  function mark(key) {
    if (stroke === undefined) return;
    if (stroke === null) cells.delete(key);
    else cells.set(key, stroke);
    const shape = shapes.get(key);
    if (shape) shape.setAttribute("class", classOf(key));
  }

  /** @param {string} key */
  function begin(key) {
    before = new Map(cells);
    stroke = cells.get(key) === tool ? null : tool;
    mark(key);
  }

  function end() {
    if (stroke === undefined) return;
    stroke = undefined;
    commit(cells, before);
  }

  /** @param {string} key */
  const classOf = (key) => `place ${cells.get(key) ?? "none"}`;

  /** @param {number} x @param {number} y */
  const keyAt = (x, y) => document.elementFromPoint(x, y)?.closest?.("[data-cell]")?.getAttribute("data-cell") ?? null;

  stage.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const key = keyAt(event.clientX, event.clientY);
    if (event.button !== 0 || key === null || !shapes.has(key)) return;
    event.preventDefault();
    stage.focus({ preventScroll: true });
    stage.setPointerCapture(event.pointerId);
    cursor = placeOf(key);
    stage.classList.remove("by-keys");
    begin(key);
  });
  stage.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (stroke === undefined) return;
    const points = event.getCoalescedEvents?.() ?? [];
    for (const point of points.length ? points : [event]) {
      const key = keyAt(point.clientX, point.clientY);
      if (key !== null && shapes.has(key)) mark(key);
    }
  });
  stage.addEventListener("pointerup", end);
  stage.addEventListener("pointercancel", end);

  stage.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      step(event.shiftKey ? undo.redo(cells) : undo.undo(cells));
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = moved(grid, cursor, event.key);
    if (next) {
      event.preventDefault();
      stage.classList.add("by-keys");
      if (!shapes.has(keyOf(next))) return;
      // With the shift key the cursor draws as it goes.
      if (event.shiftKey) {
        before = new Map(cells);
        stroke = tool;
        mark(keyOf(next));
      }
      cursor = next;
      end();
      showCursor();
      say();
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      stage.classList.add("by-keys");
      begin(keyOf(cursor));
      end();
      say();
    }
  });
  stage.addEventListener("focus", () => {
    showCursor();
    say();
  });

  function say() {
    const origin = frameOf(cells.keys())?.first ?? frame.first;
    const [layer, row, column] = cursor.map((at, axis) => at - origin[axis] + 1);
    const name = { cell: "cell", optional: "cell that may stay free", none: "no cell" }[cells.get(keyOf(cursor)) ?? "none"];
    said.textContent = `${grid === "cubes" ? `layer ${layer}, ` : ""}row ${row}, column ${column}: ${name}`;
  }

  function showCursor() {
    for (const old of stage.querySelectorAll(".cursor")) old.classList.remove("cursor");
    shapes.get(keyOf(cursor))?.classList.add("cursor");
  }

  function render() {
    undoButton.disabled = undo.before.length === 0;
    redoButton.disabled = undo.after.length === 0;
    clearButton.disabled = cells.size === 0;
    layerButton.hidden = grid !== "cubes";
    shapes.clear();
    frame = roomAround(grid, cells.keys(), least);
    if (grid === "cubes") frame.last[0] = Math.max(frame.last[0], frame.first[0] + layers - 1);
    const places = placesIn(grid, frame);
    if (places.length > MOST_PLACES) {
      show(stage, el("p", { class: "muted" }, `This board is too large to draw by hand here: ${cells.size} cells.`));
      return;
    }
    /** @type {Element[]} */
    const pictures = [];
    for (let layer = frame.first[0]; layer <= frame.last[0]; layer++) {
      const own = places.filter((place) => place[0] === layer);
      const { drawn, shapes: added } = layerPicture(grid, own, classOf, withOptional);
      for (const [key, shape] of added) shapes.set(key, shape);
      const caption = grid === "cubes" && el("figcaption", {}, `Layer ${layer - frame.first[0] + 1}`);
      pictures.push(el("figure", {}, drawn, caption));
    }
    show(stage, ...pictures);
    if (!shapes.has(keyOf(cursor))) cursor = placeOf([...cells.keys()].sort()[0] ?? keyOf(places[0]));
    if (document.activeElement === stage) showCursor();
  }

  return {
    element,
    /** The cells that are drawn. */
    get cells() {
      return cells;
    },
    /**
     * Shows other cells. What was drawn before can be undone only if it was on the same grid.
     * @param {Grid} newGrid
     * @param {Cells} newCells
     */
    set(newGrid, newCells) {
      const isSame = newGrid === grid && newCells.size === cells.size &&
        [...newCells].every(([key, mark]) => cells.get(key) === mark);
      if (isSame && shapes.size) return;
      if (newGrid !== grid) {
        undo = new Undo();
        layers = least[0];
      } else if (shapes.size) {
        undo.keep(cells);
      }
      grid = newGrid;
      cells = newCells;
      render();
    },
  };
}

/**
 * The picture of a layer, and the shapes in it by their keys.
 * @param {Grid} grid
 * @param {Place[]} places
 * @param {(key: string) => string} classOf
 * @param {boolean} withOptional
 */
function layerPicture(grid, places, classOf, withOptional) {
  const points = places.flatMap((place) => corners(grid, place));
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const unit = grid === "hexagons" || grid === "sticks" || grid === "triangles" ? UNIT * 1.15 : UNIT;
  const scale = (/** @type {[number, number]} */ [x, y]) => [(x - left) * unit + 2, (y - top) * unit + 2];
  const shown = places.map((place) => {
    const key = keyOf(place);
    const outline = corners(grid, place).map(scale).map((point) => point.map((at) => at.toFixed(1)).join(",")).join(" ");
    const shape = svgEl("g", { class: classOf(key), "data-cell": key }, svgEl("polygon", { points: outline }));
    if (grid === "sticks") {
      const [[x1, y1], [x2, y2]] = ends(place).map(scale);
      shape.append(svgEl("line", { x1, y1, x2, y2 }));
    }
    const [x, y] = middle(corners(grid, place).map(scale));
    if (withOptional) shape.append(svgEl("text", { x, y: y + 5 }, "?"));
    return /** @type {[string, SVGElement]} */ ([key, shape]);
  });
  const size = [width * unit + 4, height * unit + 4];
  const drawn = svgEl("svg", {
    class: `cells-of-${grid}`, viewBox: `0 0 ${size[0].toFixed(1)} ${size[1].toFixed(1)}`,
    width: size[0].toFixed(0), height: size[1].toFixed(0), "aria-hidden": "true",
  }, ...shown.map(([, shape]) => shape));
  return { drawn, shapes: shown };
}

/** @param {number[][]} points */
function middle(points) {
  const sum = (/** @type {number} */ axis) => points.reduce((total, point) => total + point[axis], 0) / points.length;
  return [sum(0), sum(1)];
}
