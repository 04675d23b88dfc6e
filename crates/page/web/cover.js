// @ts-check
// The room of exact covers: the text of a problem, answers about it, and Algorithm X to watch.

import { Asker } from "./asker.js";
import { button } from "./buttons.js";
import { EXAMPLES, FORMATS } from "./cover-examples.js";
import { danceStage } from "./cover-show.js";
import { optionName } from "./cover-dance.js";
import { el, grouped, show } from "./el.js";
import { textEditor } from "./editor.js";

/** Larger matrices are not shown. */
const [MOST_ITEMS, MOST_OPTIONS] = [60, 120];
/** How long the text must rest before it is read. */
const REST = 250;
/** Longer texts do not fit in an address. */
const LONGEST_ADDRESS = 30_000;

/**
 * @param {HTMLElement} section
 * @param {import("./asker.js").Host} host
 * @param {any} store
 */
export function mount(section, host, store) {
  let from = "";
  /** The answer to cover.read, if the matrix is small enough. @type {import("./cover-dance.js").Problem | null} */
  let problem = null;
  /** @type {{solutions: number[][], at: number, isAll: boolean} | null} */
  let solutions = null;
  let readNumber = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** The reading of the text that was asked for last. @type {Promise<void>} */
  let reading = Promise.resolve();
  let isOpen = false;

  const asking = new Asker(host);
  const editor = textEditor({ id: "cover-text", label: "The problem as text", onchange: typed });
  const examples = el("select", {
    id: "cover-example",
    onchange: () => {
      const example = EXAMPLES[Number(examples.value)];
      if (!example || examples.value === "") return;
      examples.value = "";
      use(example.text, example.from ?? "", "push");
    },
  }, el("option", { value: "" }, "Choose…"), ...EXAMPLES.map(({ title }, number) => el("option", { value: number }, title)));
  const formats = el("select", {
    id: "cover-format", onchange: () => use(editor.text, formats.value, "push"),
  }, ...FORMATS.map(([word, title]) => el("option", { value: word }, title)));
  const size = el("p", { class: "area-words", "aria-live": "polite" });
  const notes = el("div", {});
  const words = el("div", { class: "answer-words", "aria-live": "polite" });
  const browse = el("div", { class: "browse" });
  const watching = new Asker(host);
  const stage = danceStage({
    ask: async () => {
      await settled();
      return watching.run("cover.dance", fields({ most: 2000 }), "Running Algorithm X");
    },
  });
  const tooLarge = el("p", { class: "muted" });

  show(section,
    el("div", { class: "cover-room" },
      el("section", { class: "box cover-problem", "aria-labelledby": "cover-h-problem" },
        el("h2", { id: "cover-h-problem" }, "The problem"),
        el("div", { class: "inline-form" },
          el("span", { class: "pair" }, el("label", { for: "cover-example" }, "Examples"), examples),
          el("span", { class: "pair" }, el("label", { for: "cover-format" }, "Format"), formats)),
        editor.element, size, notes),
      el("section", { class: "box cover-answers", "aria-labelledby": "cover-h-answers" },
        el("h2", { id: "cover-h-answers" }, "Answers"),
        el("div", { class: "actions", role: "group", "aria-label": "Ask" },
          button("Solve", () => solve(), { class: "primary" }),
          button("Next solution", () => go(1)),
          button("Count", count),
          button("Why none?", explain),
          button("Steps", steps)),
        asking.element, words, browse),
      el("section", { class: "box cover-stage", "aria-labelledby": "cover-h-stage" },
        el("h2", { id: "cover-h-stage" }, "Watch Algorithm X"),
        tooLarge, watching.element, stage.element)));

  /** @param {object} [more] */
  function fields(more = {}) {
    return { text: editor.text, ...(from ? { from } : {}), ...more };
  }

  function typed() {
    clearTimeout(timer);
    clear();
    timer = setTimeout(readTyped, REST);
  }

  function readTyped() {
    clearTimeout(timer);
    timer = undefined;
    write(true);
    reading = read();
  }

  /** Answers name options of the text that was read, so that it must be read first. */
  async function settled() {
    if (timer !== undefined) readTyped();
    await reading;
  }

  /** @param {string} text @param {string} newFrom @param {"push" | "none"} address */
  function use(text, newFrom, address) {
    clearTimeout(timer);
    timer = undefined;
    isOpen = true;
    from = newFrom;
    formats.value = newFrom;
    editor.set(text);
    clear();
    if (address === "push") write(false);
    reading = read();
  }

  /** @param {boolean} replace */
  function write(replace) {
    const kept = JSON.stringify({ text: editor.text, ...(from ? { from } : {}) });
    if (kept.length <= LONGEST_ADDRESS) store.write(`cover=${encodeURIComponent(kept)}`, { replace });
  }

  function clear() {
    asking.drop();
    asking.clear();
    watching.drop();
    watching.clear();
    solutions = null;
    stage.pause();
    show(words);
    show(browse);
  }

  async function read() {
    readNumber += 1;
    const own = readNumber;
    try {
      const answer = await host.ask("cover.read", fields());
      if (own !== readNumber) return;
      editor.fault(null);
      const { items, options, uses } = answer.sizes;
      size.textContent = `${many(items, "item")}, ${many(options, "option")}, ${many(uses, "use")}`;
      show(notes, ...(answer.notes ?? []).map((/** @type {string} */ note) => el("p", { class: "note" }, note)));
      const isSmall = answer.items && answer.options && items <= MOST_ITEMS && options <= MOST_OPTIONS;
      problem = isSmall ? { items: answer.items, options: answer.options } : null;
      tooLarge.textContent = problem ? "" : `The matrix is too large to show: at most ${MOST_ITEMS} items and ${MOST_OPTIONS} options.`;
      stage.element.hidden = !problem;
      if (problem) stage.set(problem);
    } catch (/** @type {any} */ error) {
      if (own !== readNumber || error.cancelled) return;
      problem = null;
      size.textContent = "";
      show(notes);
      stage.element.hidden = true;
      tooLarge.textContent = "The matrix appears here when the text is right.";
      editor.fault(error);
    }
  }

  async function solve() {
    clear();
    await settled();
    const answer = await asking.run("cover.solve", fields({ n: 1 }), "Solving");
    if (!answer) return;
    solutions = { solutions: answer.solutions, at: 0, isAll: answer.solutions.length < 1 };
    if (answer.solutions.length) return showSolution();
    const isProved = answer.stop === "exhausted";
    show(words, el("p", { class: "outcome" }, isProved ? "There is no solution." : "No solution was found before the search stopped."), remark(answer));
  }

  /** @param {number} by */
  async function go(by) {
    if (!solutions) return solve();
    const own = solutions;
    const next = own.at + by;
    if (next >= own.solutions.length && !own.isAll) {
      const answer = await asking.run("cover.solve", fields({ n: 20, skip: own.solutions.length }), "Solving");
      if (!answer || own !== solutions) return;
      own.solutions.push(...answer.solutions);
      own.isAll = answer.solutions.length < 20 && answer.stop === "exhausted";
    }
    if (!own.solutions.length) return;
    own.at = Math.max(0, Math.min(next, own.solutions.length - 1));
    showSolution();
  }

  function showSolution() {
    if (!solutions) return;
    const { at, isAll } = solutions;
    const options = solutions.solutions[at];
    const of = isAll ? ` of ${solutions.solutions.length}` : "";
    const known = problem;
    const names = options.map((number) => (known ? optionName(known.options[number], known) : `option ${number}`));
    show(words,
      el("p", { class: "outcome good" }, `Solution ${at + 1}${of}`),
      names.length ? el("ul", { class: "solution" }, ...names.map((name) => el("li", {}, name))) : el("p", {}, "No option is needed: the empty solution."));
    show(browse, button("Previous", () => go(-1)), button("Next", () => go(1)));
    browse.children[0].toggleAttribute("disabled", at === 0);
    browse.children[1].toggleAttribute("disabled", isAll && at === solutions.solutions.length - 1);
    if (problem) stage.solution(options);
  }

  async function count() {
    clear();
    await settled();
    const answer = await asking.run("cover.count", fields(), "Counting");
    if (!answer) return;
    const noun = String(answer.count) === "1" ? "solution" : "solutions";
    show(words,
      el("p", { class: "outcome" }, answer.exact ? "" : "At least ", el("strong", { class: "count" }, grouped(answer.count)), ` ${noun}`),
      remark({ remark: answer.remark }));
  }

  async function explain() {
    clear();
    await settled();
    const answer = await asking.run("cover.explain", fields(), "Looking for a reason");
    if (!answer) return;
    if (answer.stop === "enough solutions")
      return show(words, el("p", { class: "outcome good" }, "There is a solution, so there is nothing to explain."));
    const isNone = answer.stop === "exhausted";
    const text = (answer.remark || answer.text || "").trim();
    show(words,
      el("p", { class: "outcome" }, isNone ? "There is no solution." : "The search stopped before it found a reason."),
      el("p", { class: "proof" }, text));
  }

  async function steps() {
    clear();
    await settled();
    const answer = await asking.run("cover.steps", fields(), "Looking for steps");
    if (!answer) return;
    const lines = `${answer.text ?? ""}\n${answer.remark ?? ""}`.split("\n").filter((line) => line.trim());
    show(words, el("p", { class: "outcome" }, "How a person would solve it"), ...lines.map((line) => el("p", {}, line)));
  }

  /** @param {any} answer */
  function remark(answer) {
    const text = (answer.remark || "").trim();
    return text ? el("p", { class: "remark" }, text) : null;
  }

  // What could not be asked while the host was away.
  host.onState?.(({ name }) => {
    if (name === "ready" && isOpen && !size.textContent) reading = read();
  });

  return {
    /** Shows the problem that an address has; without one, the first example. @param {string} text the part after `#` */
    open(text) {
      /** @type {any} */
      let kept = {};
      try {
        kept = text.startsWith("cover=") ? JSON.parse(decodeURIComponent(text.slice("cover=".length))) : {};
      } catch {
        kept = {};
      }
      const isFormat = FORMATS.some(([word]) => word === kept.from);
      use(typeof kept.text === "string" ? kept.text : EXAMPLES[0].text, isFormat ? kept.from : "", text.startsWith("cover=") ? "none" : "push");
    },
  };
}

/** @param {number} number @param {string} noun */
function many(number, noun) {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}
