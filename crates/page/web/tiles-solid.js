// @ts-check
// A turning view of pieces of cubes, on a plain canvas.
//
// Cubes have the same size and lie on a lattice, and the view has no perspective. So cubes can be
// drawn from the far end of each axis to the near one, and nearer ones cover those behind them.

import { el, show } from "./el.js";
import { placeOfName } from "./tiles-grid.js";

/** @typedef {{piece: string, cells: string[]}} Placed */

const SIZE = 360;
const THUMBNAIL = 46;
/** From where pieces are seen first. */
const [TURN, TILT] = [-0.6, 0.5];
/** How much of its light a side gets: right, top, front. */
const LIGHT = [0.66, 1, 0.82];
/** Lines are dark in both themes, because the colours of pieces are light. */
const INK = "#16181c";

export function solidView() {
  const canvas = el("canvas", {
    tabindex: 0, role: "img", class: "solid",
    "aria-label": "The pieces in space. Drag, or press the arrow keys, to turn them.",
  });
  let [turn, tilt] = [TURN, TILT];
  let [shownPieces, apart] = [0, 0];
  /** @type {Placed[]} */
  let pieces = [];
  /** @type {Map<string, string>} */
  let colours = new Map();

  const countInput = el("input", {
    type: "range", id: "solid-count", min: 1, value: 1, step: 1,
    oninput: () => {
      shownPieces = Number(countInput.value);
      draw();
    },
  });
  const countWords = el("output", { for: "solid-count" });
  const apartInput = el("input", {
    type: "range", id: "solid-apart", min: 0, max: 100, value: 0,
    oninput: () => {
      apart = Number(apartInput.value) / 100;
      draw();
    },
  });
  const element = el("figure", { class: "solid-view" }, canvas,
    el("figcaption", {}, "Drag, or press the arrow keys, to turn it."),
    el("div", { class: "sliders" },
      el("label", { for: "solid-count" }, "Pieces in place"), countInput, countWords,
      el("label", { for: "solid-apart" }, "Layers apart"), apartInput));

  /** @type {[number, number] | null} */
  let grip = null;
  canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    grip = [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (!grip) return;
    turned((event.clientX - grip[0]) / 110, (event.clientY - grip[1]) / 110);
    grip = [event.clientX, event.clientY];
  });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => (grip = null));
  canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] }[event.key];
    if (!by) return;
    event.preventDefault();
    turned(by[0], by[1]);
  });

  /** @param {number} across @param {number} down */
  function turned(across, down) {
    turn += across;
    tilt = Math.max(-1.5, Math.min(1.5, tilt + down));
    draw();
  }

  function draw() {
    countWords.textContent = `${shownPieces} of ${pieces.length}`;
    paint(canvas, SIZE, pieces, { colours, turn, tilt, apart, shown: shownPieces, line: 1.6 });
  }

  return {
    element,
    /** @param {Placed[]} placed @param {Map<string, string>} colourOf */
    show(placed, colourOf) {
      // From the bottom to the top, as hands build it.
      const lowest = (/** @type {Placed} */ { cells }) => Math.max(...cells.map((name) => placeOfName(name)[0]));
      pieces = [...placed].sort((a, b) => lowest(b) - lowest(a));
      colours = colourOf;
      shownPieces = pieces.length;
      countInput.max = String(pieces.length);
      countInput.value = String(pieces.length);
      show(countWords);
      requestAnimationFrame(draw);
    },
  };
}

/** @param {string} colour such as #87afaf @param {number} light */
function shaded(colour, light) {
  const parts = [1, 3, 5].map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * light));
  return `rgb(${parts.join(" ")})`;
}

/** How pieces are seen. @typedef {{colours: Map<string, string>, turn: number, tilt: number, apart: number, shown: number, line: number}} View */

/**
 * Draws the first pieces, as large as all of them fit.
 * @param {HTMLCanvasElement} canvas
 * @param {number} size
 * @param {Placed[]} pieces
 * @param {View} view
 */
function paint(canvas, size, pieces, { colours, turn, tilt, apart, shown, line }) {
  const context = canvas.getContext("2d");
  if (!context || !pieces.length) return;
  const dense = devicePixelRatio || 1;
  canvas.width = canvas.height = size * dense;
  context.setTransform(dense, 0, 0, dense, 0, 0);

  // Axes of space: x to the right (column), y down (layer), z to the front (row).
  const cubes = pieces.slice(0, shown).flatMap((placed) =>
    placed.cells.map((name) => {
      const [layer, row, column] = placeOfName(name);
      return { at: [column, layer, row], piece: placed };
    }));
  const all = pieces.flatMap((placed) => placed.cells.map(placeOfName));
  const most = [2, 0, 1].map((axis) => Math.max(...all.map((place) => place[axis])) + 1);
  const lift = 1 + apart * 1.6;
  const extent = Math.hypot(most[0], most[1] * lift, most[2]);
  const unit = (size - 2 - 4 * line) / extent;

  const [sinTurn, cosTurn, sinTilt, cosTilt] = [Math.sin(turn), Math.cos(turn), Math.sin(tilt), Math.cos(tilt)];
  /** @param {number[]} point @returns {[number, number, number]} x, y and the distance towards the eye */
  const project = ([x, y, z]) => {
    const across = x * cosTurn + z * sinTurn;
    const deep = -x * sinTurn + z * cosTurn;
    return [across, y * cosTilt + deep * sinTilt, deep * cosTilt - y * sinTilt];
  };
  const centre = project([most[0] / 2, (most[1] * lift - (lift - 1)) / 2, most[2] / 2]);
  /** @param {number[]} point */
  const onPaper = (point) => {
    const [x, y] = project(point);
    return [size / 2 + (x - centre[0]) * unit, size / 2 + (y - centre[1]) * unit];
  };

  const filled = new Map(cubes.map((cube) => [cube.at.join(","), cube.piece]));
  // The side of each axis that is seen, and cubes from far to near.
  const seen = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => (project(axis)[2] > 0 ? 1 : -1));
  const depth = (/** @type {number[]} */ at) => project([at[0], at[1] * lift, at[2]])[2];
  cubes.sort((a, b) => depth(a.at) - depth(b.at));
  context.lineJoin = "round";
  context.lineCap = "round";
  for (const { at, piece } of cubes) {
    for (const axis of [0, 1, 2]) {
      const beside = [...at];
      beside[axis] += seen[axis];
      const isHidden = filled.has(beside.join(",")) && !(axis === 1 && apart > 0);
      if (isHidden) continue;
      const [u, v] = [0, 1, 2].filter((other) => other !== axis);
      const corner = (/** @type {number} */ du, /** @type {number} */ dv) => {
        const point = [at[0], at[1] * lift, at[2]];
        if (seen[axis] > 0) point[axis] += 1;
        point[u] += du;
        point[v] += dv;
        return onPaper(point);
      };
      const square = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
      context.beginPath();
      square.forEach(([x, y], number) => (number ? context.lineTo(x, y) : context.moveTo(x, y)));
      context.closePath();
      context.fillStyle = shaded(colours.get(piece.piece) ?? "#87afaf", LIGHT[axis]);
      context.fill();
      context.strokeStyle = context.fillStyle;
      context.lineWidth = 1;
      context.stroke();
      // Lines only where another piece, or none, lies beside this side.
      context.beginPath();
      const sides = /** @type {const} */ ([[v, -1, 0, 1], [u, 1, 1, 2], [v, 1, 2, 3], [u, -1, 3, 0]]);
      for (const [along, sign, from, to] of sides) {
        const next = [...at];
        next[along] += sign;
        const over = [...next];
        over[axis] += seen[axis];
        const isInside = filled.get(next.join(",")) === piece && !filled.has(over.join(","));
        if (isInside && !(along === 1 && apart > 0)) continue;
        context.moveTo(square[from][0], square[from][1]);
        context.lineTo(square[to][0], square[to][1]);
      }
      context.strokeStyle = INK;
      context.lineWidth = line;
      context.stroke();
    }
  }
}

/**
 * A small picture of one piece of cubes.
 * @param {string[]} cells
 * @param {string} colour
 */
export function solidThumbnail(cells, colour) {
  const canvas = el("canvas", { class: "solid-thumbnail", "aria-hidden": "true" });
  const view = { colours: new Map([["", colour]]), turn: TURN, tilt: TILT, apart: 0, shown: 1, line: 1.1 };
  paint(canvas, THUMBNAIL, [{ piece: "", cells }], view);
  return canvas;
}
