// @ts-check
// A text with line numbers that shows a fault at its line and column.

import { el, show } from "./el.js";

/**
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.label
 * @param {() => void} options.onchange
 */
export function textEditor({ id, label, onchange }) {
  const gutter = el("div", { class: "gutter", "aria-hidden": "true" });
  const area = el("textarea", {
    id, spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", rows: 10, "aria-label": label, "aria-describedby": `${id}-fault`,
    oninput: () => {
      number();
      onchange();
    },
    onscroll: () => (gutter.scrollTop = area.scrollTop),
  });
  const fault = el("div", { id: `${id}-fault`, class: "fault text-fault", role: "alert" });
  const element = el("div", { class: "text-editor" }, el("div", { class: "editor-box" }, gutter, area), fault);
  let wrongLine = 0;

  function number() {
    const count = area.value.split("\n").length;
    const shown = Array.from({ length: Math.min(count, 5000) }, (_, at) => el("span", { class: at + 1 === wrongLine ? "wrong" : "" }, at + 1));
    show(gutter, ...shown);
    area.rows = Math.max(8, Math.min(18, count + 1));
  }

  return {
    element,
    get text() {
      return area.value;
    },
    /** @param {string} text */
    set(text) {
      if (area.value !== text) area.value = text;
      number();
    },
    /** Shows what is wrong, or that nothing is. @param {any} error */
    fault(error) {
      wrongLine = error?.line ?? 0;
      number();
      area.setAttribute("aria-invalid", String(Boolean(error)));
      if (!error) return show(fault);
      const line = area.value.split("\n")[wrongLine - 1];
      const column = (error.column ?? 1) - 1;
      const length = Math.max(1, error.length ?? 1);
      // Columns count characters, not units of UTF-16.
      const signs = [...(line ?? "")];
      const before = signs.slice(0, column).join("");
      const marked = signs.slice(column, column + length).join("");
      const where = error.line ? `Line ${error.line}${error.column ? `, column ${error.column}` : ""}: ` : "";
      const select = () => {
        const start = area.value.split("\n").slice(0, wrongLine - 1).join("\n").length + (wrongLine > 1 ? 1 : 0) + before.length;
        area.focus();
        area.setSelectionRange(start, start + marked.length);
      };
      show(fault,
        el("p", {}, el("strong", {}, where), error.message),
        line !== undefined && error.line ? el("p", { class: "excerpt" }, before.slice(-40), el("mark", {}, marked || " "), signs.slice(column + length).join("").slice(0, 40)) : null,
        error.help ? el("p", { class: "help" }, error.help) : null,
        line !== undefined && error.line ? el("button", { type: "button", onclick: select }, "Go to it") : null);
    },
  };
}
