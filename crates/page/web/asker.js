// @ts-check
// Asks one question at a time: shows how long it takes and what is known so far, and can cancel it.

import { button } from "./buttons.js";
import { el, faultWords, show } from "./el.js";

/** @typedef {{ask: (kind: string, fields: object, options?: {onProgress?: (progress: any) => void}) => Promise<any>, cancel: (kind: string) => void, onState?: (listener: (state: {name: string}) => void) => void, about?: import("./host.js").About | null}} Host */

/** Quick answers show no clock, so that the page does not flicker. In milliseconds. */
const PATIENCE = 300;

/** @param {number} seconds */
export const clock = (seconds) => (seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`);

export class Asker {
  #kind = "";
  #number = 0;
  #timer = 0;
  #since = 0;
  /** What is known while the question is under way. */
  known = "";

  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.progress = el("span", { class: "progress" });
    this.busy = el("span", { class: "asking", hidden: true }, el("span", { class: "spinner", "aria-hidden": "true" }),
      this.progress, button("Cancel", () => this.cancel(), { class: "small" }));
    this.fault = el("div", { class: "fault", role: "alert" });
    this.element = el("div", { class: "asker" }, this.busy, this.fault);
  }

  /**
   * Asks, and returns null if the question was cancelled or has no answer: then the page says why.
   * @param {string} kind
   * @param {object} fields
   * @param {string} doing such as "Counting"
   * @param {string} [known] what is known already
   */
  async run(kind, fields, doing, known = "") {
    if (this.#timer && this.#kind !== kind) this.host.cancel(this.#kind);
    clearInterval(this.#timer);
    const number = ++this.#number;
    this.#kind = kind;
    this.#since = performance.now();
    this.known = known;
    this.begin();
    this.#timer = setInterval(() => {
      const passed = performance.now() - this.#since;
      if (passed < PATIENCE) return;
      if (this.busy.hidden) this.beginWaiting();
      this.busy.hidden = false;
      this.progress.textContent = `${doing} … ${clock(passed / 1000)}${this.known ? `, ${this.known}` : ""}`;
    }, 100);
    const onProgress = (/** @type {any} */ progress) => {
      if (number === this.#number) this.known = this.factOf(String(progress.text ?? ""));
    };
    try {
      const answer = await this.host.ask(kind, fields, { onProgress });
      if (number !== this.#number) return null;
      this.rest();
      return answer;
    } catch (/** @type {any} */ error) {
      if (number !== this.#number) return null;
      this.rest();
      if (!error.cancelled) this.fail(error);
      return null;
    }
  }

  /** Cancels the question, and says so. */
  cancel() {
    const since = this.#since;
    if (this.drop()) this.sayCancelled((performance.now() - since) / 1000);
  }

  /** Stops without a word: another question follows. Returns whether it was under way. */
  drop() {
    const isBusy = this.#timer !== 0;
    this.#number += 1;
    if (isBusy) this.host.cancel(this.#kind);
    this.rest();
    return isBusy;
  }

  /** The question is over. */
  rest() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.busy.hidden = true;
  }

  // What is shown, and where.

  /** A question was asked. */
  begin() {
    this.clear();
  }

  /** The answer does not come at once. */
  beginWaiting() {}

  /** What to show of the progress. @param {string} text */
  factOf(text) {
    return text;
  }

  /** @param {any} error */
  fail(error) {
    show(this.fault, ...faultWords(error));
  }

  /** @param {number} seconds */
  sayCancelled(seconds) {
    show(this.fault, `Cancelled after ${clock(seconds)}.`);
  }

  clear() {
    show(this.fault);
  }
}
