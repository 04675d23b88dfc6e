// @ts-check
// Takes puzzles from anywhere: pasted on the page, dropped as a file, chosen, or typed.

import { button } from "./buttons.js";
import { el } from "./el.js";
import { MOST_BYTES } from "./socket.js";

/**
 * Returns the button that opens a puzzle.
 * @param {import("./board-room.js").Room} room
 */
export function receiveTexts(room) {
  const area = el("textarea",
    { rows: 10, spellcheck: "false", autocapitalize: "off", "aria-label": "Text or link of a puzzle",
      placeholder: "53..7....6..195…\nhttps://f-puzzles.com/?load=…\n.Cage~7~R1C1~R1C2" });
  const fileInput = el("input", { type: "file", hidden: true, onchange: () => take(fileInput.files?.[0]) });
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": "open-title" },
    el("form", { method: "dialog", onsubmit: submit },
      el("h2", { id: "open-title" }, "Open a puzzle"),
      el("p", {}, "Paste a board or a link in any format. You can also paste anywhere on the page, or drop a file."),
      area, fileInput,
      el("div", { class: "row" },
        button("Choose a file", () => fileInput.click()),
        el("span", { class: "spring" }),
        button("Cancel", () => dialog.close()),
        el("button", { type: "submit", class: "primary" }, "Open"))));

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const text = area.value.trim();
    if (!text) return;
    dialog.close();
    read(text);
  }

  /** @param {string} text */
  async function read(text) {
    if (await room.read(text)) {
      area.value = "";
      room.entry.useSetting(false);
    }
  }

  /** @param {File | undefined} file */
  async function take(file) {
    if (!file) return;
    dialog.close();
    if (file.size > MOST_BYTES) room.fail(new Error(`${file.name} is too large for the page: ${file.size} bytes, at most ${MOST_BYTES}`));
    else read(await file.text());
    fileInput.value = "";
  }

  const isOther = (/** @type {Event} */ event) =>
    room.section.hidden || /** @type {Element} */ (event.target).closest?.("input, textarea, dialog") !== null;
  addEventListener("paste", (event) => {
    if (isOther(event)) return;
    const text = event.clipboardData?.getData("text/plain").trim();
    const [file] = event.clipboardData?.files ?? [];
    if (text) read(text);
    else if (file) take(file);
    else return;
    event.preventDefault();
  });
  addEventListener("dragover", (event) => {
    if (room.section.hidden) return;
    event.preventDefault();
    room.section.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) room.section.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    room.section.classList.remove("dropping");
    if (room.section.hidden || !event.dataTransfer) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text/plain").trim();
    if (file) take(file);
    else if (text) read(text);
  });

  document.body.append(dialog);
  return el("button", {
    type: "button", title: "Open a text, a link or a file", onclick: () => {
      dialog.showModal();
      area.focus();
    },
  }, "Open");
}
