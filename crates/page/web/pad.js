// @ts-check
// The number pad: modes, digits, colours and delete, for fingers and for the mouse.

import { el, show } from "./el.js";
import { COLOURS, MODES } from "./keys.js";
import { valueOf, valuesOf } from "./puzzle.js";

/** @type {Record<import("./keys.js").Mode, [string, string]>} */
const WORDS = {
  digit: ["Digit", "One digit in a cell"],
  corner: ["Corner", "Small digits at the corners of a cell (Shift+digit)"],
  centre: ["Centre", "Small digits in the middle of a cell (Ctrl+digit)"],
  colour: ["Colour", "Colours of a cell (Alt+digit)"],
};

/**
 * @param {import("./keys.js").Entry} entry
 * @param {import("./puzzle.js").History} history
 * @param {import("./board.js").Board} board
 */
export function padOf(entry, history, board) {
  const modes = MODES.map((mode) => {
    const [word, says] = WORDS[mode];
    return el("button",
      { type: "button", class: `mode-${mode}`, title: `${says}. Space: next mode`, onclick: () => entry.useMode(mode) },
      word);
  });
  const keys = el("div", { class: "pad-keys", role: "group", "aria-label": "Number pad" });
  let drawn = "";

  function draw() {
    modes.forEach((button, number) => button.setAttribute("aria-pressed", String(MODES[number] === entry.mode)));
    const { state } = history;
    const isColour = entry.mode === "colour";
    const values = isColour ? Array.from({ length: COLOURS }, (_, number) => number + 1) : valuesOf(state);
    const name = `${entry.mode} ${values.join(" ")}`;
    if (name !== drawn) drawKeys(values, isColour);
    drawn = name;
    // Each row of a square board holds each value once.
    const isSquare = state.rows === state.columns && state.values === state.rows && state.puzzle !== null;
    const held = [...state.cells].map((cell) => valueOf(state, cell));
    values.forEach((value, number) => {
      const isUsedUp = isSquare && entry.mode === "digit" && held.filter((own) => own === value).length >= state.rows;
      keys.children[number].classList.toggle("used-up", isUsedUp);
    });
  }

  /** @param {number[]} values @param {boolean} isColour */
  function drawKeys(values, isColour) {
    keys.dataset.mode = entry.mode;
    keys.classList.toggle("many", values.length > 10);
    show(keys,
      ...values.map((value) => el("button", {
        type: "button", class: isColour ? `paint-key paint-${value}` : "key", "aria-label": isColour ? `Colour ${value}` : String(value),
        onclick: () => enter(() => entry.put(value)),
      }, isColour ? "" : value)),
      el("button",
        { type: "button", class: "key delete", "aria-label": "Delete", title: "Delete",
          onclick: () => enter(() => entry.clear()) },
        "⌫"));
  }

  /** @param {() => void} act */
  function enter(act) {
    if (!board.selection.size) board.select([board.cursor]);
    act();
  }

  entry.addEventListener("mode", () => history.hasState && draw());
  return {
    element: el("div", { class: "pad" },
      el("div", { class: "segments modes", role: "group", "aria-label": "What a digit is" }, ...modes), keys),
    draw,
  };
}
