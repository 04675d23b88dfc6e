// @ts-check
// A question about the board with its row on the page: the answer, how far it is, and more time.

import { Asker, clock } from "./asker.js";
import { button } from "./buttons.js";
import { el, show } from "./el.js";
import { asked } from "./puzzle.js";

/**
 * @typedef {object} Wording
 * @property {string} doing such as "Counting"
 * @property {(answer: any) => any} says the answer as words, or as a node
 * @property {(answer: any) => boolean} [isPartial] whether a limit stopped the question
 * @property {(answer: any) => void} [done] what follows from the answer
 * @property {() => void} [failed] what follows if there is none
 */

export class Question extends Asker {
  /**
   * @param {import("./board-room.js").Room} room
   * @param {string} kind
   * @param {Wording} wording
   */
  constructor(room, kind, wording) {
    super(room.host);
    this.room = room;
    this.kind = kind;
    this.wording = wording;
    this.answer = el("span", { class: "answer", "aria-live": "polite" });
    this.goOnButton = button("Go on", () => this.goOn(), { class: "small" });
    this.atLimit = el("span", { class: "muted small-text" });
    /** What may follow an answer that a limit stopped. */
    this.more = el("span", { class: "more", hidden: true }, this.goOnButton, this.atLimit);
    this.element = el("span", { class: "question" }, this.answer, this.busy, this.more);
    /** What was asked last. @type {{fields: object, seconds: number} | null} */
    this.last = null;
    /** What was known before the question. */
    this.base = "";
  }

  /**
   * Asks; null if the question was cancelled or failed, which the row says.
   * @param {object} [fields]
   * @param {number} [seconds]
   * @param {string} [known] what is known already
   * @returns {Promise<any>}
   */
  async ask(fields = {}, seconds = 10, known = "") {
    this.last = { fields, seconds };
    this.base = known;
    const about = { puzzle: asked(this.room.history.state), ...fields, limits: { seconds } };
    const answer = await this.run(this.kind, about, this.wording.doing, known);
    if (!answer) return null;
    this.say(this.wording.says(answer));
    this.more.hidden = !this.wording.isPartial?.(answer);
    this.#offerMore(seconds);
    this.wording.done?.(answer);
    return answer;
  }

  /** Offers more time, as far as the host allows it. @param {number} seconds what was allowed so far */
  #offerMore(seconds) {
    const { kind, seconds: most = Infinity } = this.host.about ?? {};
    this.goOnButton.hidden = seconds >= most;
    const help = kind === "native" ? "`quadrille serve --time 10m` allows more" : "the program `quadrille` may take longer";
    show(this.atLimit, seconds >= most && `stopped after ${clock(most)}; ${help}`);
  }

  /** Asks again, with ten times the time. */
  goOn() {
    if (this.last) this.ask(this.last.fields, this.last.seconds * 10, this.answer.textContent ?? "");
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

  begin() {
    this.more.hidden = true;
    this.answer.classList.add("old");
  }

  beginWaiting() {
    // The last answer may be wrong by now.
    this.say("");
  }

  /** @param {string} text */
  factOf(text) {
    // Of several facts, the number of solutions is the one that lasts.
    const facts = text.split(", ");
    const solutions = facts.find((fact) => / solutions?$/.test(fact));
    return solutions ? `at least ${solutions}` : this.base || facts[0];
  }

  rest() {
    super.rest();
    this.answer.classList.remove("old");
  }

  /** @param {any} error */
  fail(error) {
    this.say(el("span", { class: "wrong-text" }, error.message));
    this.wording.failed?.();
  }

  sayCancelled() {
    this.say(this.known.startsWith("at least") ? `${this.known} (cancelled)` : "cancelled");
  }
}
