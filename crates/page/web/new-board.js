// @ts-check
// The dialog for an empty board: its size, its boxes or regions, and rules for all of it.

import { button } from "./buttons.js";
import { el, show } from "./el.js";
import { WHOLE } from "./tools.js";

const SIZES = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 25];
/** Classes of colours for regions; larger numbers begin again. */
const COLOURS = 9;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The heights of boxes that fit, the most square one first. @param {number} size */
function boxHeights(size) {
  const heights = Array.from({ length: size }, (_, number) => number + 1).filter((height) => size % height === 0 && height > 1 && height < size);
  return heights.sort((a, b) => Math.abs(a - size / a) - Math.abs(b - size / b) || a - b);
}

/** @param {import("./board-room.js").Room} room */
export function newBoardDialog(room) {
  const size = el("select", { id: "new-size", onchange: sized },
    ...SIZES.map((side) => el("option", { value: side, selected: side === 9 }, `${side} × ${side}`)));
  const boxes = el("select", { id: "new-boxes", onchange: drawMap });
  const lowest = el("input", { type: "checkbox", id: "new-lowest" });
  const rules = WHOLE.slice(0, 10).map(([word, name, says]) => {
    const input = el("input", { type: "checkbox", "data-word": word });
    return el("label", { title: says, class: "check" }, input, el("span", {}, name));
  });
  const map = el("div", { class: "region-map", role: "group", "aria-label": "Regions" });
  const mapHelp = el("p", { class: "muted", "aria-live": "polite" });
  const mapPart = el("div", { hidden: true }, el("p", {}, "Choose a region, then drag over its cells."), map, mapHelp);
  const fault = el("p", { class: "wrong-text", role: "alert" });
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": "new-title" },
    el("form", { method: "dialog", onsubmit: submit },
      el("h2", { id: "new-title" }, "New board"),
      el("div", { class: "fields" },
        el("label", { for: "new-size" }, "Size"), size,
        el("label", { for: "new-boxes" }, "Boxes"), boxes),
      mapPart,
      el("fieldset", { class: "checks" }, el("legend", {}, "Rules for the whole board"), ...rules),
      el("label", { class: "check", for: "new-lowest" }, lowest, el("span", {}, "Values begin at 0")),
      fault,
      el("div", { class: "row" }, el("span", { class: "spring" }),
        button("Cancel", () => dialog.close()), el("button", { type: "submit", class: "primary" }, "Make the board"))));

  /** The region of each cell, from 0. @type {number[]} */
  let regions = [];
  let region = 0;
  let isPainting = false;

  function sized() {
    const side = Number(size.value);
    const heights = boxHeights(side);
    show(boxes,
      ...heights.map((height) => el("option", { value: `${height}x${side / height}` }, `${height} rows × ${side / height} columns`)),
      el("option", { value: "none" }, "No boxes"), el("option", { value: "regions" }, "Regions that you draw"));
    regions = [];
    drawMap();
  }

  function drawMap() {
    const isDrawn = boxes.value === "regions";
    mapPart.hidden = !isDrawn;
    if (!isDrawn) return;
    const side = Number(size.value);
    if (regions.length !== side * side) {
      // Regions begin as boxes, or as rows where no boxes fit.
      const [height = 1] = boxHeights(side);
      const width = side / height;
      regions = Array.from({ length: side * side }, (_, cell) => {
        const [row, column] = [Math.floor(cell / side), cell % side];
        return Math.floor(row / height) * height + Math.floor(column / width);
      });
    }
    const cells = el("div", { class: "region-cells" });
    cells.style.gridTemplateColumns = `repeat(${side}, 1fr)`;
    const buttons = regions.map((_, cell) => el("button", {
      type: "button", "data-number": cell,
      onclick: () => paint(cell),
    }));
    cells.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      isPainting = true;
      event.preventDefault();
      paintAt(event);
    });
    cells.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => isPainting && paintAt(event));
    cells.append(...buttons);
    const choices = el("div", { class: "region-choices", role: "radiogroup", "aria-label": "Region" },
      ...Array.from({ length: side }, (_, number) =>
        button(LETTERS[number], () => choose(number), { role: "radio", class: `paint-${number % COLOURS + 1}` })));

    /** @param {PointerEvent} event */
    function paintAt(event) {
      const found = document.elementFromPoint(event.clientX, event.clientY)?.getAttribute("data-number");
      if (found !== null && found !== undefined) paint(Number(found));
    }
    /** @param {number} cell */
    function paint(cell) {
      regions[cell] = region;
      look();
    }
    /** @param {number} number */
    function choose(number) {
      region = number;
      look();
    }
    function look() {
      buttons.forEach((button, cell) => {
        const own = regions[cell];
        button.className = `paint-${own % COLOURS + 1}`;
        button.textContent = LETTERS[own];
        button.setAttribute("aria-label", `Row ${Math.floor(cell / side) + 1} column ${cell % side + 1}, region ${LETTERS[own]}`);
      });
      [...choices.children].forEach((button, number) => button.setAttribute("aria-checked", String(number === region)));
      const wrong = Array.from({ length: side },
        (_, number) => [number, regions.filter((own) => own === number).length]).filter(([, count]) => count !== side);
      mapHelp.textContent = wrong.length
        ? `Each region needs ${side} cells: ${wrong.slice(0, 4).map(([number, count]) => `${LETTERS[number]} has ${count}`).join(", ")}.`
        : "All regions are complete.";
    }
    look();
    show(map, choices, cells);
  }
  addEventListener("pointerup", () => {
    isPainting = false;
  });

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const side = Number(size.value);
    const words = rules.flatMap((label) => {
      const input = label.querySelector("input");
      return input.checked ? [{ type: input.dataset.word }] : [];
    });
    /** @type {any} */
    const puzzle = { rows: side, columns: side, values: side, rules: words, ...(lowest.checked && { lowest: 0 }) };
    if (boxes.value === "regions") {
      puzzle.regions = Array.from({ length: side },
        (_, row) => regions.slice(row * side, row * side + side).map((own) => LETTERS[own]).join(""));
    } else if (boxes.value !== "none") puzzle.boxes = boxes.value;
    try {
      const answer = await room.host.ask("board.read", { text: JSON.stringify(puzzle) });
      dialog.close();
      room.open(answer);
      room.entry.useSetting(true);
      show(fault);
    } catch (/** @type {any} */ error) {
      if (!error.cancelled) show(fault, error.message);
    }
  }

  sized();
  return {
    element: dialog,
    open() {
      show(fault);
      dialog.showModal();
    },
  };
}
