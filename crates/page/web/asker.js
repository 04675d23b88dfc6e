// @ts-check
// Asks one question at a time: shows how long it takes and what is known so far, and can cancel it.

import { el, show } from "./el.js";

/** @typedef {{ask: (kind: string, fields: object, options?: {onProgress?: (progress: any) => void}) => Promise<any>, cancel: (kind: string) => void, onState?: (listener: (state: {name: string}) => void) => void}} Host */

/** Quick answers show no clock. */
const PATIENCE = 250;

/** @param {Host} host */
export function asker(host) {
  const words = el("span", { class: "busy-words" });
  const known = el("span", { class: "busy-known" });
  const cancelButton = el("button", { type: "button", class: "cancel", onclick: cancel }, "Cancel");
  const busy = el("div", { class: "asking", hidden: true },
    el("span", { class: "busy-bar", "aria-hidden": "true" }), words, known, cancelButton);
  const fault = el("div", { class: "fault", role: "alert" });
  const element = el("div", { class: "asker" }, busy, fault);

  /** @type {{kind: string, since: number, doing: string} | null} */
  let open = null;
  let number = 0;

  function cancel() {
    if (!open) return;
    const { kind, since } = open;
    stop();
    host.cancel(kind);
    show(fault, `Cancelled after ${seconds(performance.now() - since)}.`);
  }

  function stop() {
    open = null;
    number += 1;
    busy.hidden = true;
  }

  /**
   * Asks, and returns null if the question was cancelled or has no answer: then the panel says why.
   * @param {string} kind
   * @param {object} fields
   * @param {string} doing such as "Counting"
   */
  async function ask(kind, fields, doing) {
    if (open && open.kind !== kind) host.cancel(open.kind);
    number += 1;
    const own = number;
    const since = performance.now();
    open = { kind, since, doing };
    show(fault);
    const tick = () => {
      if (own !== number) return clearInterval(timer);
      if (performance.now() - since < PATIENCE) return;
      busy.hidden = false;
      words.textContent = `${doing} … ${seconds(performance.now() - since)}`;
    };
    known.textContent = "";
    const timer = setInterval(tick, 100);
    try {
      const onProgress = (/** @type {any} */ progress) => {
        if (own === number) known.textContent = progress.text ?? "";
      };
      const answer = await host.ask(kind, fields, { onProgress });
      return own === number ? answer : null;
    } catch (/** @type {any} */ error) {
      if (own === number && !error.cancelled) showFault(error);
      return null;
    } finally {
      clearInterval(timer);
      if (own === number) stop();
    }
  }

  /** @param {any} error */
  function showFault(error) {
    const help = error.help && el("p", { class: "help" }, error.help);
    show(fault, el("p", {}, error.message), help || null);
  }

  return { element, ask, cancel, clear: () => show(fault), showFault };
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
