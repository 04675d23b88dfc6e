// @ts-check
// Buttons, with words or with a small picture.

import { el } from "./el.js";

/**
 * @param {string} words
 * @param {() => void} onclick
 * @param {Record<string, any>} [more] further attributes
 */
export const button = (words, onclick, more = {}) => el("button", { type: "button", onclick, ...more }, words);

/** A picture of strokes in a square of 20 units. @param {string} path */
export function icon(path) {
  const holder = el("span", { class: "glyph", "aria-hidden": "true" });
  holder.innerHTML = `<svg viewBox="0 0 20 20"><path d="${path}" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  return holder;
}

/**
 * A button with a picture, which has a name for screen readers.
 * @param {string} name
 * @param {string} path
 * @param {() => void} onclick
 * @param {string} [title] what a mouse shows
 */
export const iconButton = (name, path, onclick, title = name) =>
  el("button", { type: "button", class: "icon", "aria-label": name, title, onclick }, icon(path));
