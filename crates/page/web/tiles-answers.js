// @ts-check
// Answers about a tiling: the tilings, their number, why there is none, the steps to one.

import { Asker } from "./asker.js";
import { button } from "./buttons.js";
import { el, grouped, picture, save, show } from "./el.js";
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
  const asking = new Asker(host);
  const words = el("div", { class: "answer-words", "aria-live": "polite" });
  const stage = el("div", { class: "answer-picture" });
  const turning = el("div", { class: "answer-solid" });
  const browse = el("div", { class: "browse" });

  /** @type {{svgs: string[], tilings: any[], at: number, isAll: boolean, seed: number | null} | null} */
  let tilings = null;
  /** @type {{text: string, svg: string | null}[]} */
  let steps = [];
  let end = "";
  let step = 0;
  let svg = "";

  const nextButton = button("Next tiling", () => go(1));
  const buttons = el("div", { class: "actions", role: "group", "aria-label": "Ask" },
    button("Fill", () => fill(null), { class: "primary" }),
    nextButton,
    button("Random tiling", () => fill(Math.floor(Math.random() * 1e6))),
    button("Count", () => count("none")),
    button("Count up to symmetry", () => count("all")),
    button("Why none?", explain),
    button("Steps", askSteps));
  const saveButton = button("Save the picture", () => save(svg, "tiling.svg", "image/svg+xml"));
  saveButton.hidden = true;
  const element = el("div", { class: "tile-answers" }, buttons, asking.element, words, browse,
    el("div", { class: "answer-stage" }, stage, turning), saveButton);

  /** @param {...(Node | string | null | undefined)} parts */
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
    const answer = await asking.run("tile.fill", { ...fields(), n: PARTS[0], ...(seed === null ? {} : { seed }) }, "Searching for a tiling");
    if (!answer) return;
    tilings = { svgs: answer.svgs, tilings: answer.tilings, at: 0, isAll: answer.tilings.length < PARTS[0], seed };
    if (!answer.tilings.length) return sayNone(answer);
    showTiling();
  }

  /** @param {any} answer */
  function sayNone(answer) {
    const isProved = answer.stop === "exhausted";
    const reason = plain((answer.remark ?? "").replace(/^no tiling:? ?/, ""));
    say(el("p", { class: "outcome" }, isProved ? "There is no tiling." : "No tiling was found before the search stopped."),
      reason && el("p", { class: "remark" }, reason));
    draw(answer.svg ?? "", "The board with the reason");
  }

  /** @param {number} by */
  async function go(by) {
    if (!tilings) return fill(null);
    const next = tilings.at + by;
    if (next < 0) return;
    if (next >= tilings.tilings.length && !tilings.isAll) {
      const skip = tilings.tilings.length;
      const n = skip < 10 ? PARTS[1] : PARTS[2];
      const own = tilings;
      const seed = own.seed === null ? {} : { seed: own.seed };
      const answer = await asking.run("tile.fill", { ...fields(), n, skip, ...seed }, "Searching for more tilings");
      if (!answer || own !== tilings) return;
      own.svgs.push(...answer.svgs);
      own.tilings.push(...answer.tilings);
      own.isAll = answer.tilings.length < n && answer.stop === "exhausted";
    }
    tilings.at = Math.min(next, tilings.tilings.length - 1);
    showTiling(next > tilings.at);
  }

  function showTiling(isEnd = false) {
    if (!tilings) return;
    const { at, svgs, isAll } = tilings;
    const of = isAll ? ` of ${tilings.tilings.length}` : "";
    say(el("p", { class: "outcome good" }, `Tiling ${at + 1}${of}`, isEnd && isAll ? ": the last one" : ""));
    draw(svgs[at] ?? "", `Tiling ${at + 1}`);
    show(browse, button("Previous", () => go(-1)), button("Next", () => go(1)));
    browse.firstChild.disabled = at === 0;
    browse.lastChild.disabled = isAll && at === tilings.tilings.length - 1;
    const pieces = tilings.tilings[at]?.pieces ?? [];
    const isSolid = pieces.some((/** @type {any} */ piece) => piece.cells.some((/** @type {string} */ name) => name.includes(",")));
    if (isSolid) solid.show(pieces, colours());
    show(turning, isSolid ? solid.element : null);
  }
  const solid = solidView();

  /** @param {"none" | "all"} symmetry */
  async function count(symmetry) {
    clear();
    const answer = await asking.run("tile.count", { ...fields(), symmetry }, "Counting");
    if (!answer) return;
    const number = grouped(answer.count);
    const noun = String(answer.count) === "1" ? "tiling" : "tilings";
    const least = answer.exact ? "" : "At least ";
    say(
      el("p", { class: "outcome" }, least, el("strong", { class: "count" }, number), ` ${noun}${symmetry === "all" ? " up to symmetry" : ""}`),
      answer.remark ? el("p", { class: "remark" }, answer.remark.trim()) : null);
  }

  async function explain() {
    clear();
    const answer = await asking.run("tile.explain", fields(), "Looking for a reason");
    if (!answer) return;
    draw(answer.svg ?? "", "The board with the reason");
    if (answer.stop === "enough solutions")
      return say(el("p", { class: "outcome good" }, "There is a tiling, so there is nothing to explain."));
    const isNone = answer.stop === "exhausted";
    const remark = (answer.remark ?? "").trim();
    say(el("p", { class: "outcome" }, isNone ? "There is no tiling." : "The search stopped before it found a reason."),
      // A simple reason has a sentence of its own. Else there are cells that conflict, and a proof.
      remark ? null : el("p", { class: "reason" }, plain(answer.text)),
      remark && answer.svg ? el("p", { class: "reason" }, "No choice of pieces covers all red cells.") : null,
      remark ? el("details", {}, el("summary", {}, "The proof"), el("p", { class: "proof" }, remark)) : null);
  }

  async function askSteps() {
    clear();
    const answer = await asking.run("tile.steps", { ...fields(), most: 500 }, "Looking for steps");
    if (!answer) return;
    steps = answer.steps;
    end = answer.end ?? "";
    step = 0;
    if (!steps.length) return say(el("p", {}, plain(answer.remark || end || "No step was found.")));
    showStep();
  }

  function showStep() {
    const { text, svg } = steps[step];
    const isLast = step === steps.length - 1;
    say(el("p", { class: "outcome" }, `Step ${step + 1} of ${steps.length}`), el("p", {}, text), isLast && end ? el("p", {}, end) : null);
    draw(svg ?? "", `Step ${step + 1}`);
    const to = (/** @type {number} */ at) => () => {
      step = Math.max(0, Math.min(steps.length - 1, at));
      showStep();
    };
    show(browse, button("First", to(0)), button("Back", to(step - 1)), button("Next step", to(step + 1)), button("Last", to(steps.length)));
    const [first, back, next, last] = browse.children;
    first.disabled = back.disabled = step === 0;
    next.disabled = last.disabled = step === steps.length - 1;
  }

  return { element, clear, drop: () => asking.drop() };
}

/** Only the first line of a text of several: the picture shows the rest. @param {string} text */
function plain(text) {
  const [first] = text.trim().split("\n");
  return first.charAt(0).toUpperCase() + first.slice(1);
}
