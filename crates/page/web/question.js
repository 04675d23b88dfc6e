// @ts-check
// One question with its row on the page: the answer, how far it is, and a button that cancels it.

import { button } from "./buttons.js";
import { el, show } from "./el.js";

/** Quick answers show no clock, so that the page does not flicker. */
const PATIENCE = 300;

/** @param {number} seconds */
const clock = (seconds) => (seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`);

/**
 * @typedef {object} Wording
 * @property {string} doing such as "Counting"
 * @property {(answer: any) => any} says the answer as words, or as a node
 * @property {(answer: any) => boolean} [isPartial] whether a limit stopped the question
 * @property {(answer: any) => void} [done] what follows from the answer
 * @property {() => void} [failed] what follows if there is none
 */

export class Question {
  #number = 0;
  #timer = 0;

  /**
   * @param {import("./board-room.js").Room} room
   * @param {string} kind
   * @param {Wording} wording
   */
  constructor(room, kind, wording) {
    this.room = room;
    this.kind = kind;
    this.wording = wording;
    this.answer = el("span", { class: "answer", "aria-live": "polite" });
    this.progress = el("span", { class: "progress" });
    this.stop = button("Cancel", () => this.cancel(), { class: "small" });
    this.goOnButton = button("Go on", () => this.goOn(), { class: "small" });
    this.atLimit = el("span", { class: "muted small-text" });
    /** What may follow an answer that a limit stopped. */
    this.more = el("span", { class: "more", hidden: true }, this.goOnButton, this.atLimit);
    this.busy = el("span", { class: "busy", hidden: true }, el("span", { class: "spinner", "aria-hidden": "true" }),
      this.progress, this.stop);
    this.element = el("span", { class: "question" }, this.answer, this.busy, this.more);
    /** What is known while the question is under way. */
    this.known = "";
    /** What was asked last. @type {{fields: object, seconds: number} | null} */
    this.asked = null;
  }

  /**
   * Asks; null if the question was cancelled or failed, which the row says.
   * @param {object} [fields]
   * @param {number} [seconds]
   * @param {string} [known] what is known already
   * @returns {Promise<any>}
   */
  async ask(fields = {}, seconds = 10, known = "") {
    const number = ++this.#number;
    const start = performance.now();
    this.asked = { fields, seconds };
    this.more.hidden = true;
    this.answer.classList.add("old");
    clearInterval(this.#timer);
    this.known = known;
    const tick = () => {
      const passed = performance.now() - start;
      if (passed < PATIENCE) return;
      // The last answer may be wrong by now.
      if (this.busy.hidden) this.say("");
      this.busy.hidden = false;
      this.progress.textContent = `${this.wording.doing} … ${clock(passed / 1000)}${this.known ? `, ${this.known}` : ""}`;
    };
    this.#timer = setInterval(tick, 100);
    const onProgress = (/** @type {any} */ progress) => {
      // Of several facts, the number of solutions is the one that lasts.
      const facts = String(progress.text ?? "").split(", ");
      const solutions = facts.find((fact) => / solutions?$/.test(fact));
      this.known = solutions ? `at least ${solutions}` : known || facts[0];
    };
    try {
      const answer = await this.room.ask(this.kind, { ...fields, limits: { seconds } }, { onProgress });
      if (number !== this.#number) return null;
      this.say(this.wording.says(answer));
      this.more.hidden = !this.wording.isPartial?.(answer);
      this.#offerMore(seconds);
      this.#rest();
      this.wording.done?.(answer);
      return answer;
    } catch (/** @type {any} */ error) {
      if (number !== this.#number) return null;
      this.#rest();
      if (error.cancelled) return null;
      this.say(el("span", { class: "wrong-text" }, error.message));
      this.wording.failed?.();
      return null;
    }
  }

  /** Offers more time, as far as the host allows it. @param {number} seconds what was allowed so far */
  #offerMore(seconds) {
    const { kind, seconds: most = Infinity } = this.room.host.about ?? {};
    this.goOnButton.hidden = seconds >= most;
    const help = kind === "native" ? "`quadrille serve --time 10m` allows more" : "the program `quadrille` may take longer";
    show(this.atLimit, seconds >= most && `stopped after ${clock(most)}; ${help}`);
  }

  /** Asks again, with ten times the time. */
  goOn() {
    if (this.asked) this.ask(this.asked.fields, this.asked.seconds * 10, this.answer.textContent ?? "");
  }

  cancel() {
    if (this.drop()) this.say(this.known.startsWith("at least") ? `${this.known} (cancelled)` : "cancelled");
  }

  /** Stops without a word: another question follows. Returns whether it was under way. */
  drop() {
    const isBusy = this.#timer !== 0;
    this.#number += 1;
    if (isBusy) this.room.host.cancel(this.kind);
    this.#rest();
    return isBusy;
  }

  /** The answer is about the puzzle before: it is pale until another one comes. */
  age() {
    this.drop();
    this.more.hidden = true;
    this.answer.classList.add("old");
  }

  /** @param {any} words */
  say(words) {
    this.answer.classList.remove("old");
    show(this.answer, words);
  }

  #rest() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.busy.hidden = true;
    this.answer.classList.remove("old");
  }
}
