// @ts-check
// Answers about a tiling: the tilings, their number, why there is none, the steps to one.

import { asker } from "./asker.js";
import { el, picture, save, show } from "./el.js";
import { solidView } from "./tiles-solid.js";

/** Tilings are asked for in parts: the first one comes at once. */
const PARTS = [1, 9, 30];

/**
 * @param {object} options
 * @param {import("./asker.js").Host} options.host
 * @param {() => object} options.fields what is asked about
 * @param {() => Map<string, string>} options.colours the colour of each piece
 */
export function answersPanel({ host, fields, colours }) {
  const asking = asker(host);
  const words = el("div", { class: "answer-words", "aria-live": "polite" });
  const stage = el("div", { class: "answer-picture" });
  const turning = el("div", { class: "answer-solid" });
  const browse = el("div", { class: "browse" });

  /** @type {{svgs: string[], tilings: any[], at: number, isAll: boolean, seed: number | null} | null} */
  let tilings = null;
  /** @type {{text: string, svg: string}[]} */
  let steps = [];
  let step = 0;
  let svg = "";

  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, kind = "") =>
    el("button", { type: "button", class: kind, onclick }, text);
  const nextButton = button("Next tiling", () => go(1));
  const buttons = el("div", { class: "actions", role: "group", "aria-label": "Ask" },
    button("Fill", () => fill(null), "primary"),
    nextButton,
    button("Random tiling", () => fill(Math.floor(Math.random() * 1e6))),
    button("Count", () => count("none")),
    button("Count up to symmetry", () => count("all")),
    button("Why none?", explain),
    button("Steps", askSteps));
  const saveButton = button("Save the picture", () => save(svg, "tiling.svg", "image/svg+xml"));
  saveButton.hidden = true;
  const element = el("div", { class: "answers" }, buttons, asking.element, words, browse,
    el("div", { class: "answer-stage" }, stage, turning), saveButton);

  /** @param {...(Node | string | null)} parts */
  const say = (...parts) => show(words, ...parts);

  /** @param {string} text @param {string} label */
  function draw(text, label) {
    svg = text;
    show(stage, ...(text ? [picture(text, label)] : []));
    saveButton.hidden = !text;
  }

  function clear() {
    tilings = null;
    steps = [];
    say();
    draw("", "");
    show(turning);
    show(browse);
    asking.clear();
  }

  /** @param {number | null} seed */
  async function fill(seed) {
    clear();
    const answer = await asking.ask("tile.fill", { ...fields(), n: PARTS[0], ...(seed === null ? {} : { seed }) }, "Searching for a tiling");
    if (!answer) return;
    tilings = { svgs: answer.svgs, tilings: answer.tilings, at: 0, isAll: answer.svgs.length < PARTS[0], seed };
    if (!answer.svgs.length) return sayNone(answer);
    showTiling();
  }

  /** @param {any} answer */
  function sayNone(answer) {
    const isProved = answer.stop === "exhausted" || answer.stop === "enough solutions";
    say(el("p", { class: isProved ? "verdict none" : "verdict" },
      isProved ? "There is no tiling." : "No tiling found so far: the search was stopped."),
    remark(answer));
  }

  /** @param {any} answer */
  function remark(answer) {
    const text = [answer.text, answer.remark].map((part) => (part ?? "").trim()).filter(Boolean)[0] ?? "";
    return text ? el("p", { class: "remark" }, text) : null;
  }

  /** @param {number} by */
  async function go(by) {
    if (!tilings) return fill(null);
    const next = tilings.at + by;
    if (next < 0) return;
    if (next >= tilings.svgs.length && !tilings.isAll) {
      const skip = tilings.svgs.length;
      const n = skip < 10 ? PARTS[1] : PARTS[2];
      const own = tilings;
      const seed = own.seed === null ? {} : { seed: own.seed };
      const answer = await asking.ask("tile.fill", { ...fields(), n, skip, ...seed }, "Searching for more tilings");
      if (!answer || own !== tilings) return;
      own.svgs.push(...answer.svgs);
      own.tilings.push(...answer.tilings);
      own.isAll = answer.svgs.length < n && !/limit|cancel/.test(answer.stop ?? "");
    }
    tilings.at = Math.min(next, tilings.svgs.length - 1);
    showTiling(next > tilings.at);
  }

  function showTiling(isEnd = false) {
    if (!tilings) return;
    const { at, svgs, isAll } = tilings;
    const of = isAll ? ` of ${svgs.length}` : "";
    say(el("p", { class: "verdict good" }, `Tiling ${at + 1}${of}`, isEnd && isAll ? ": the last one" : ""));
    draw(svgs[at], `Tiling ${at + 1}`);
    show(browse, button("Previous", () => go(-1)), button("Next", () => go(1)));
    browse.firstChild.disabled = at === 0;
    browse.lastChild.disabled = isAll && at === svgs.length - 1;
    const pieces = tilings.tilings[at]?.pieces ?? [];
    const isSolid = pieces.some((/** @type {any} */ piece) => piece.cells.some((/** @type {string} */ name) => name.includes(",")));
    if (isSolid) solid.show(pieces, colours());
    show(turning, isSolid ? solid.element : null);
  }
  const solid = solidView();

  /** @param {"none" | "all"} symmetry */
  async function count(symmetry) {
    clear();
    const answer = await asking.ask("tile.count", { ...fields(), symmetry }, "Counting");
    if (!answer) return;
    const number = grouped(answer.count);
    const noun = String(answer.count) === "1" ? "tiling" : "tilings";
    const least = answer.exact ? "" : "At least ";
    say(
      el("p", { class: "verdict" }, least, el("strong", { class: "count" }, number), ` ${noun}${symmetry === "all" ? " up to symmetry" : ""}`),
      answer.remark ? el("p", { class: "remark" }, answer.remark.trim()) : null);
  }

  async function explain() {
    clear();
    const answer = await asking.ask("tile.explain", fields(), "Looking for a reason");
    if (!answer) return;
    const text = (answer.text || answer.remark || "").trim();
    say(el("p", { class: "verdict" }, plain(text)));
    draw(answer.svg ?? "", "The board with the reason");
  }

  async function askSteps() {
    clear();
    const answer = await asking.ask("tile.steps", { ...fields(), most: 500 }, "Looking for steps");
    if (!answer) return;
    steps = answer.steps;
    step = 0;
    if (!steps.length) return say(el("p", {}, plain((answer.text || answer.remark || "No step was found.").trim())));
    showStep();
  }

  function showStep() {
    const { text, svg } = steps[step];
    say(el("p", { class: "verdict" }, `Step ${step + 1} of ${steps.length}`), el("p", {}, text));
    draw(svg, `Step ${step + 1}`);
    const to = (/** @type {number} */ at) => () => {
      step = Math.max(0, Math.min(steps.length - 1, at));
      showStep();
    };
    show(browse, button("First", to(0)), button("Back", to(step - 1)), button("Next step", to(step + 1)), button("Last", to(steps.length)));
    const [first, back, next, last] = browse.children;
    first.disabled = back.disabled = step === 0;
    next.disabled = last.disabled = step === steps.length - 1;
  }

  return { element, clear, cancel: asking.cancel };
}

/** Only the first line of a text of several: the picture shows the rest. @param {string} text */
function plain(text) {
  const [first] = text.split("\n");
  return first.charAt(0).toUpperCase() + first.slice(1);
}

/** @param {string | number} digits */
export function grouped(digits) {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
