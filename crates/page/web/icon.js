// @ts-check
// Small pictures for buttons.

import { el } from "./el.js";

/** A picture of strokes in a square of 20 units. @param {string} path */
export function icon(path) {
  const holder = el("span", { class: "glyph", "aria-hidden": "true" });
  holder.innerHTML = `<svg viewBox="0 0 20 20"><path d="${path}" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  return holder;
}
