// @ts-check
// Panels of which one is shown at a time.

import { el } from "./el.js";

/**
 * @param {string} label
 * @param {{name: string, panel: HTMLElement}[]} all
 * @param {any} store keeps which one was shown last
 */
export function tabs(label, all, store) {
  /** @type {((name: string) => void)[]} */
  const listeners = [];
  const id = label.toLowerCase();
  const buttons = all.map(({ name }, number) => el("button", {
    type: "button", role: "tab", id: `${id}-tab-${number}`, "aria-controls": `${id}-panel-${number}`, onclick: () => use(number),
  }, name));
  const panels = all.map(({ panel }, number) => el("div", {
    role: "tabpanel", id: `${id}-panel-${number}`, "aria-labelledby": `${id}-tab-${number}`, class: "panel",
  }, panel));
  const list = el("div", { role: "tablist", "aria-label": label, class: "tabs", onkeydown: key }, ...buttons);
  let current = 0;

  /** @param {number} number */
  function use(number) {
    current = number;
    buttons.forEach((button, other) => {
      button.setAttribute("aria-selected", String(other === number));
      button.tabIndex = other === number ? 0 : -1;
      panels[other].hidden = other !== number;
    });
    store.set(`${id}.tab`, number);
    for (const listener of listeners) listener(all[number].name);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? all.length - 1 : 0;
    if (!step) return;
    event.preventDefault();
    use((current + step) % all.length);
    buttons[current].focus();
  }

  return {
    element: el("div", { class: "panels" }, list, ...panels),
    /**
     * Calls back with the name of the panel that is shown, also at once.
     * @param {(name: string) => void} listener
     */
    onChange(listener) {
      listeners.push(listener);
      use(Math.min(store.get(`${id}.tab`, 0), all.length - 1));
    },
  };
}
