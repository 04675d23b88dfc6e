// @ts-check
// What is known about the puzzle while it is edited: its verdict, why, and what it could be.

import { button } from "./buttons.js";
import { el, grouped, show } from "./el.js";
import { isGiven, spoken, withValue } from "./puzzle.js";
import { Question } from "./question.js";
import { cellsOf } from "./tools.js";

/** @typedef {import("./board-room.js").Room} Room */

/** The time for questions that nobody asked for, in seconds. */
const SECONDS = { check: 10, count: 5, rate: 10, candidates: 20, explain: 20, differ: 5 };
/** How long the last verdict is shown while the next one is looked for, in milliseconds. */
const PATIENCE = 500;

/**
 * The verdicts: a class, a sign that does not need colours, and words.
 * @type {Record<string, [string, string, string]>}
 */
const VERDICTS = {
  unique: ["good", "✓", "One solution"],
  several: ["open", "≈", "Several solutions"],
  none: ["bad", "✕", "No solution"],
  unknown: ["open", "?", "Not known yet"],
  busy: ["busy", "…", "Looking"],
  bad: ["bad", "!", "The puzzle cannot be read"],
};

/** A button does not name more cells. */
const MOST_NAMED = 4;

/** A line of a command as a sentence. Names of cells stay as they are. @param {string} line */
const sentence = (line) => `${/^r\d/.test(line) ? line : line.charAt(0).toUpperCase() + line.slice(1)}.`;

/** @param {Room} room */
export function answersPanel(room) {
  const { history, board, store } = room;
  const sign = el("span", { class: "verdict-sign", "aria-hidden": "true" });
  const words = el("span", { class: "verdict-words" });
  const check = new Question(room, "board.check",
    { doing: "Looking", says: () => "", isPartial: ({ verdict }) => verdict === "unknown", done: checked,
      failed: () => showVerdict("bad") });
  const verdict = el("div", { class: "verdict" }, sign, el("span", { role: "status", class: "verdict-text" }, words),
    check.element);
  const why = el("div", { class: "why", "aria-live": "polite" });
  let known = "unknown";
  let timer = /** @type {any} */ (0);
  /**
   * The candidates that no value of a row, column or box excludes.
   * @type {Record<string, number[]>}
   */
  let possible = {};

  const explain = new Question(room, "board.explain", { doing: "Looking for the reason", says: () => "", done: explained });
  const count = new Question(room, "board.count", {
    doing: "Counting",
    says: ({ count, exact }) => (exact ? grouped(count) : `at least ${grouped(count)}`),
    isPartial: ({ exact }) => !exact,
  });
  const rate = new Question(room, "board.rate", {
    doing: "Rating",
    says: ({ difficulty, number, remark }) => (difficulty ? el("span", {}, el("strong", {}, difficulty), number ? ` (${number})` : "") : remark || "not known"),
    isPartial: ({ difficulty, stop }) => !difficulty && stop !== "exhausted",
  });
  const candidates = new Question(room, "board.candidates", {
    doing: "Looking at each value",
    says: ({ verdict, open }) => {
      const left = Object.keys(open ?? {}).length;
      return verdict === "none" ? "none" : left ? `${left} ${left === 1 ? "cell is" : "cells are"} not known yet` : "shown on the board";
    },
    isPartial: ({ open, verdict }) => verdict !== "none" && Object.keys(open ?? {}).length > 0,
    done: ({ found, open }) => board.candidates({ found: found ?? {}, open: open ?? {}, all: possible }),
  });

  /**
   * A row that a switch turns on.
   * @param {string} key
   * @param {string} label
   * @param {string} says
   * @param {Question} question
   * @param {boolean} isOn
   */
  function row(key, label, says, question, isOn) {
    const input = el("input",
      { type: "checkbox", role: "switch", id: `live-${key}`, checked: store.get(`live.${key}`, isOn),
        onchange: changed });
    function changed() {
      store.set(`live.${key}`, input.checked);
      if (input.checked) askLive();
      else {
        question.drop();
        question.say("");
        question.more.hidden = true;
        if (key === "candidates") board.candidates(null);
      }
    }
    return { input,
      element: el("div", { class: "live-row" },
        el("label", { for: `live-${key}`, title: says }, input, el("span", {}, label)), question.element) };
  }
  const countRow = row("count", "Number of solutions", "Count after each change", count, true);
  const rateRow = row("rate", "Difficulty", "Rate after each change", rate, true);
  const candidatesRow = row("candidates", "True candidates",
    "Show the values that each cell has in some solution; others are grey", candidates, false);

  /** @param {string} word */
  function showVerdict(word) {
    clearTimeout(timer);
    const [kind, character, text] = VERDICTS[word] ?? VERDICTS.unknown;
    verdict.className = `verdict ${kind}`;
    show(sign, character);
    show(words, text);
  }

  /** Asks what the switches want, as far as it is not known from the verdict. */
  function askLive() {
    if (countRow.input.checked) {
      if (known === "unique" || known === "none") {
        count.drop();
        count.more.hidden = true;
        count.say(known === "unique" ? "1" : "0");
      } else count.ask({}, SECONDS.count);
    }
    if (rateRow.input.checked) {
      if (known === "unique") rate.ask({}, SECONDS.rate);
      else {
        rate.drop();
        rate.say(known === "unknown" ? "" : "needs exactly one solution");
      }
    }
    if (candidatesRow.input.checked) candidates.ask({}, SECONDS.candidates);
  }

  /** @param {any} answer */
  function checked(answer) {
    known = answer.verdict;
    showVerdict(known);
    board.tint("differ", known === "several" ? answer.differ ?? [] : []);
    askLive();
    if (known === "none" || known === "several") explain.ask({}, known === "none" ? SECONDS.explain : SECONDS.differ);
    else showWhy(null);
  }

  /** @param {any} answer */
  function explained(answer) {
    board.tint("blame", known === "none" ? answer.wrong ?? [] : []);
    showWhy(answer);
  }

  /** @param {any} answer */
  function showWhy(answer) {
    if (!answer) {
      show(why);
      return;
    }
    // The verdict says already that there is none.
    const all = String(answer.text ?? "").split("\n").filter((line) => line && line !== "no solution");
    // A line of the command may go on with the sentence of the line above.
    const lines = all.reduce((/** @type {string[]} */ lines, line) => {
      if (!/^(or|because) /.test(line) || !lines.length) return [...lines, line];
      const sign = line.startsWith("or ") ? ";" : "";
      return [...lines.slice(0, -1), `${lines[lines.length - 1]}${sign} ${line}`];
    }, []);
    const shown = lines.slice(0, known === "none" ? 8 : 3);
    const rest = lines.slice(shown.length);
    show(why,
      el("h2", {}, known === "none" ? "Why there is none" : "Where solutions differ"),
      ...shown.map((line) => el("p", {}, sentence(line))),
      el("div", { class: "row" }, ...repairs(answer.report ?? {})),
      rest.length > 0 && el("details", {}, el("summary", {}, `${rest.length} more lines`),
        ...rest.map((line) => el("p", {}, sentence(line)))),
      answer.remark && el("p", { class: "muted" }, answer.remark));
  }

  /** Buttons that make the changes that an explanation names. @param {any} report */
  function repairs(report) {
    const { state } = history;
    if (!state.puzzle) return [];
    /** @type {[string, import("./puzzle.js").State][]} */
    const changes = [];
    for (const change of report.changes ?? []) {
      for (const [name, { from, to }] of Object.entries(change)) {
        if (!isGiven(state, name)) continue;
        for (const value of to ?? []) changes.push([`Change ${name} from ${from} to ${value}`, withValue(state, [name], value, "givens")]);
        if (!to?.length) changes.push([`Remove the ${from} in ${name}`, withValue(state, [name], from, "givens")]);
      }
    }
    for (const { rule, cells, from, to, may_leave_out: mayGo } of report.repairs ?? []) {
      const at = state.rules.findIndex((entry) => entry.on && cellsOf(entry.rule).join() === cells?.join()
        && (from === null || Object.values(entry.rule).includes(from)));
      if (at < 0) continue;
      const entry = state.rules[at];
      const withEntry = (/** @type {import("./puzzle.js").RuleEntry} */ changed) => ({ ...state, rules: state.rules.with(at, changed) });
      const key = Object.keys(entry.rule).find((key) => entry.rule[key] === from);
      for (const value of key ? to.slice(0, 2) : []) {
        const changed = { ...entry, rule: { ...entry.rule, [key ?? ""]: value } };
        changes.push([`Change ${rule} to ${value}`, withEntry(changed)]);
      }
      if (mayGo) changes.push([`Switch off ${rule}`, withEntry({ ...entry, on: false })]);
    }
    const added = Object.entries(report.add ?? {});
    if (added.length) {
      const all = added.map(([name, value]) => `${name} = ${value}`).join(", ");
      const says = added.length > MOST_NAMED ? `these ${added.length} givens` : all;
      changes.push([`Add ${says}`, added.reduce((state, [name, value]) => withValue(state, [name], Number(value), "givens"), state)]);
    }
    return changes.slice(0, 6).map(([says, changed]) => button(says, () => history.set(changed)));
  }

  // Answers that a person asks for.
  const solved = new Question(room, "board.solve",
    { doing: "Solving", says: ({ solutions, remark }) => (solutions?.length ? "" : remark || "there is no solution") });
  let shownSolution = 0;

  /** Fills in a solution; the next one at the next press. */
  async function solve() {
    const answer = await solved.ask({ n: 1, skip: shownSolution }, 30);
    const solution = answer?.solutions?.[0];
    if (!solution) {
      if (answer && shownSolution) {
        solved.say("these were all solutions");
        shownSolution = 0;
      }
      return;
    }
    shownSolution += 1;
    solveButton.textContent = known === "unique" ? "Show the solution" : "Show the next solution";
    const { state } = history;
    const digits = Object.fromEntries(Object.entries(solution).filter(([name]) => !isGiven(state, name)));
    history.set({ ...state, digits });
    solved.say(known === "unique" ? "" : `solution ${shownSolution}`);
  }

  const checkOwn = new Question(room, "board.solve", { doing: "Checking", says: () => "" });

  /** Compares the digits of the solver with the solution. */
  async function checkDigits() {
    const { state } = history;
    const count = Object.keys(state.digits).length;
    const answer = await checkOwn.ask({ n: 2 }, 30);
    if (!answer) return;
    const [solution, other] = answer.solutions ?? [];
    if (!solution) return checkOwn.say("the puzzle has no solution");
    if (other) return checkOwn.say("the puzzle has several solutions, so no digit is surely wrong");
    const wrong = Object.entries(state.digits).filter(([name, value]) => solution[name] !== value).map(([name]) => name);
    board.tint("wrong", wrong);
    board.render(history.state);
    const isFull = board.cells.size === Object.keys(state.givens).length + count;
    if (wrong.length) checkOwn.say(`${wrong.length === 1 ? "one digit is" : `${wrong.length} digits are`} wrong: ${wrong.slice(0, 3).map(spoken).join("; ")}`);
    else checkOwn.say(isFull ? "solved: every digit is right" : count ? "all digits are right so far" : "you have no digits yet");
  }

  const solveButton = button("Show a solution", solve);
  const element = el("div", { class: "answers" },
    el("div", { class: "live" }, countRow.element, rateRow.element, candidatesRow.element),
    el("div", { class: "row" }, button("Check my digits", checkDigits), solveButton),
    checkOwn.element, solved.element, explain.element, why,
    el("p", { class: "muted small-text" },
      "These answers follow each change of the puzzle. Cells in which two solutions differ are tinted."));

  return {
    element, verdict,
    /** The puzzle was changed: what is shown does not hold any more. */
    puzzleIsOld() {
      shownSolution = 0;
      for (const question of [check, explain, count, rate, candidates]) question.age();
      board.tint("differ", []);
      board.tint("blame", []);
      board.candidates(null);
      verdict.classList.add("old");
      clearTimeout(timer);
      timer = setTimeout(() => showVerdict("busy"), PATIENCE);
      for (const question of [solved, checkOwn]) question.say("");
      show(why);
    },
    puzzleChanged: () => check.ask({}, SECONDS.check),
    /** The board is full. */
    full: checkDigits,
    /** The board was drawn. @param {any} answer */
    drawn({ candidates }) {
      possible = candidates ?? {};
    },
  };
}
