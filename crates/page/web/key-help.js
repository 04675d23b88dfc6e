// @ts-check
// The keys of the board, in a dialog.

import { el } from "./el.js";
import { icon } from "./buttons.js";

/** @type {[string, string][]} */
const KEYS = [
  ["Arrows, Home, End", "Move"],
  ["Shift+arrows, drag", "Select several cells"],
  ["Ctrl+click", "Add a cell, or remove it"],
  ["Double click", "Select all cells with the same value"],
  ["Ctrl+A, Esc", "Select all cells, no cell"],
  ["1 to 9, A to Z", "Enter a value; above 9, two digits quickly, or letters from A for 10"],
  ["Shift+digit", "Corner mark"],
  ["Ctrl+digit", "Centre mark"],
  ["Alt+digit", "Colour"],
  ["Space, Shift+space", "Next mode, mode before"],
  ["Z, X, C, V", "Digit, corner, centre, colour, where no value is a letter"],
  ["Delete, Backspace", "Remove"],
  ["Ctrl+Z, Ctrl+Y", "Undo, redo"],
  ["Ctrl+V", "Open a puzzle or a link, anywhere on the page"],
  ["Enter, Esc", "With a drawing tool: take the selected cells, put the tool away"],
];

/** The button that shows the keys. @param {HTMLElement} section */
export function keyHelp(section) {
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": "keys-title" },
    el("form", { method: "dialog" },
      el("h2", { id: "keys-title" }, "Keys"),
      el("table", { class: "keys" },
        el("tbody", {},
          ...KEYS.map(([keys, says]) => el("tr", {}, el("th", { scope: "row" }, keys), el("td", {}, says))))),
      el("div", { class: "row" }, el("span", { class: "spring" }), el("button", { type: "submit", class: "primary" }, "Close"))));
  const button = el("button", { type: "button", class: "icon for-keys", "aria-label": "Keys", title: "Keys", onclick: () => {
    if (!dialog.isConnected) section.append(dialog);
    dialog.showModal();
  } }, icon("M3 6h14v8H3zM6 9h.01M9 9h.01M12 9h.01M14.5 9h.01M7 11.7h6"));
  return button;
}
