// @ts-check
// The rules as text: names are completed, and an error is shown at its place.

import { el, show } from "./el.js";

/** The names of ISS text, with what follows a name. @type {[string, string][]} */
const NAMES = [
  ["AllDifferent", "~R1C1~R1C2"], ["And", ""], ["AntiConsecutive", ""], ["AntiKing", ""], ["AntiKnight", ""],
  ["AntiTaxicab", ""], ["Arrow", "~R1C1~R1C2~R1C3"], ["Between", "~R1C1~R1C2~R1C3"], ["BlackDot", "~R1C1~R1C2"],
  ["Cage", "~10~R1C1~R1C2"], ["ContainAtLeast", "~1_2~R1C1~R1C2"], ["ContainExact", "~1_2~R1C1~R1C2"],
  ["CountDistinct", "~R1C1~R1C2"], ["CountingCircles", "~R1C1~R1C2"], ["Diagonal", "~1"], ["DisjointSets", ""],
  ["Doppelganger", ""], ["DoubleArrow", "~R1C1~R1C2~R1C3"], ["DutchFlatmates", ""], ["End", ""],
  ["Entropic", "~R1C1~R1C2~R1C3"], ["EqualSum", "~R1C1~-~R2C1"], ["EqualityCage", "~R1C1~R1C2"],
  ["FullRank", "~R1~1~"], ["FullRankTies", "~any"], ["GlobalEntropy", ""], ["GlobalMod", ""],
  ["GreaterThan", "~R1C1~R1C2"], ["HiddenSkyscraper", "~R1~2~"], ["Indexing", "~R~R1C1"], ["Jigsaw", "~"],
  ["LittleKiller", "~10~R1C2"], ["Lockout", "~4~R1C1~R1C2~R1C3"], ["LookAndSay", "~11~R1C1"],
  ["Lunchbox", "~5~R1C1~R1C2~R1C3"], ["Modular", "~3~R1C1~R1C2~R1C3"], ["NFA", "~"], ["NoBoxes", ""],
  ["NumberedRoom", "~R1~4~"], ["Or", ""], ["Pair", "~"], ["PairX", "~"], ["Palindrome", "~R1C1~R1C2~R1C3"],
  ["PillArrow", "~2~R1C1~R1C2~R1C3"], ["Quad", "~R1C1~1~2"], ["Regex", "~"], ["RegionSameValues", ""],
  ["RegionSize", "~9"], ["RegionSumLine", "~R1C1~R1C2"], ["RellikCage", "~10~R1C1~R1C2"],
  ["Renban", "~R1C1~R1C2~R1C3"], ["SameValues", "~2~R1C1~R1C2"], ["Sandwich", "~10~R1"], ["Shape", "~9x9"],
  ["Skyscraper", "~R1~3~"], ["StrictKropki", ""], ["StrictXV", ""], ["Sum", "~10~R1C1~R1C2"],
  ["SumLine", "~10~R1C1~R1C2"], ["Thermo", "~R1C1~R1C2~R1C3"], ["V", "~R1C1~R1C2"],
  ["ValueIndexing", "~R1C1~R1C2~R1C3"], ["Whisper", "~5~R1C1~R1C2"], ["WhiteDot", "~R1C1~R1C2"], ["Windoku", ""],
  ["X", "~R1C1~R1C2"], ["XSum", "~R1~10~"], ["Zipper", "~R1C1~R1C2~R1C3"],
];
/** How many names are offered. */
const MOST = 7;
/** How long the page waits after the last key. */
const WAIT = 350;

/** One rule on a line, which is easier to read. @param {string} text */
const inLines = (text) => text.trim().replace(/(?<=.)\.(?=[A-Za-z~])/g, "\n.");

/**
 * @param {import("./board-room.js").Room} room
 */
export function rulesText(room) {
  const area = el("textarea", {
    id: "rules-text", class: "code", rows: 7, spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    "aria-label": "Rules as text", "aria-describedby": "rules-text-message", "aria-autocomplete": "list", "aria-controls": "rules-text-names",
    oninput: typed, onkeydown: key, onscroll: follow, onblur: () => setTimeout(left, 150), onclick: complete,
  });
  const behind = el("div", { class: "code behind", "aria-hidden": "true" });
  const names = el("ul",
    { id: "rules-text-names", class: "names", role: "listbox", "aria-label": "Names of rules", hidden: true });
  const message = el("div", { id: "rules-text-message", class: "text-message", "aria-live": "polite" });
  /** The names on offer, and which is chosen. @type {[string, string][]} */
  let offered = [];
  let chosen = 0;
  /** The text that the page wrote last: it is not read again. */
  let written = "";
  /** The rules of the puzzle. @type {string | null} */
  let latest = "";
  let number = 0;
  let timer = /** @type {any} */ (0);

  function left() {
    offer([]);
    if (area.getAttribute("aria-invalid") !== "true") showText(latest);
  }

  function typed() {
    mark(null);
    complete();
    clearTimeout(timer);
    timer = setTimeout(read, WAIT);
  }

  async function read() {
    const text = area.value.trim();
    const own = ++number;
    if (text === written) return;
    try {
      const { rows, columns } = room.history.state;
      // The lines are parts of one puzzle.
      const answer = await room.host.ask("board.read", { text: joined(text) || `.Shape~${rows}x${columns}` });
      if (own !== number) return;
      mark(null);
      written = text;
      const givens = room.history.state.givens;
      const isSameSize = answer.rows === room.history.state.rows && answer.columns === room.history.state.columns;
      room.takeRules(answer, isSameSize ? givens : {});
    } catch (/** @type {any} */ error) {
      if (own === number && !error.cancelled) mark(error);
    }
  }

  /**
   * The text without line breaks, so that places of errors are places in it.
   * @param {string} text
   */
  const joined = (text) => text.replace(/\s*\n\s*/g, "");

  /** Underlines the place of an error. @param {any} error */
  function mark(error) {
    show(message, error && el("p", { class: "wrong-text" }, error.message),
      error?.help && el("p", { class: "muted" }, error.help));
    area.setAttribute("aria-invalid", String(error !== null));
    const text = area.value;
    if (!error?.column) {
      show(behind, text);
      return;
    }
    const [start, end] = placeIn(text, error.column - 1, error.length ?? 1);
    show(behind, text.slice(0, start), el("mark", {}, text.slice(start, end) || " "), text.slice(end));
    follow();
  }

  function follow() {
    behind.scrollTop = area.scrollTop;
  }

  /** The beginning of the name before the caret. */
  const begun = () => /\.([A-Za-z]*)$/.exec(area.value.slice(0, area.selectionStart))?.[1];

  function complete() {
    const start = begun();
    const isIt = (/** @type {[string, string]} */ [name]) => name.toLowerCase().startsWith((start ?? "").toLowerCase()) && name !== start;
    offer(start === undefined ? [] : NAMES.filter(isIt).slice(0, MOST));
  }

  /** @param {[string, string][]} list */
  function offer(list) {
    offered = list;
    chosen = 0;
    names.hidden = !list.length;
    draw();
  }

  function draw() {
    show(names, ...offered.map(([name, rest], at) => el("li", {
      role: "option", id: `rules-name-${at}`, "aria-selected": String(at === chosen),
      onpointerdown: (/** @type {Event} */ event) => {
        event.preventDefault();
        take(at);
      },
    }, el("strong", {}, name), el("span", { class: "muted" }, rest))));
    if (offered.length) area.setAttribute("aria-activedescendant", `rules-name-${chosen}`);
    else area.removeAttribute("aria-activedescendant");
  }

  /** @param {number} at */
  function take(at) {
    const start = begun() ?? "";
    const [name, rest] = offered[at];
    const caret = area.selectionStart;
    area.setRangeText(name + (rest ? "~" : ""), caret - start.length, caret, "end");
    offer([]);
    typed();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (!offered.length) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      chosen = (chosen + (event.key === "ArrowDown" ? 1 : offered.length - 1)) % offered.length;
      draw();
    } else if (event.key === "Enter" || event.key === "Tab") take(chosen);
    else if (event.key === "Escape") offer([]);
    else return;
    event.preventDefault();
  }

  const element = el("div", { class: "rules-text" },
    el("div", { class: "editor" }, behind, area, names), message);

  /** Shows rules, unless a person writes some. @param {string | null} text */
  function showText(text) {
    latest = text;
    area.disabled = text === null;
    if (text === null) {
      area.value = "";
      show(message, el("p", { class: "muted" }, "This text cannot hold all rules of the puzzle. Use the list above."));
      return;
    }
    if (document.activeElement === area) return;
    area.value = inLines(text);
    written = area.value.trim();
    mark(null);
  }

  return { element, show: showText };
}

/**
 * The places in a text with line breaks of a part of the text without them.
 * @param {string} text
 * @param {number} start
 * @param {number} length
 * @returns {[number, number]}
 */
function placeIn(text, start, length) {
  const isKept = [...text].map((_, at) => !isBreak(text, at));
  let seen = 0, from = text.length, to = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if (!isKept[at]) continue;
    if (seen === start) from = at;
    if (seen === start + length - 1) {
      to = at + 1;
      break;
    }
    seen += 1;
  }
  return [Math.min(from, text.length), Math.max(from, to)];
}

/**
 * Whether a character is a line break or a space beside one.
 * @param {string} text
 * @param {number} at
 */
function isBreak(text, at) {
  if (!/\s/.test(text[at])) return false;
  const [before] = /\s*$/.exec(text.slice(0, at)) ?? [""];
  const [after] = /^\s*/.exec(text.slice(at)) ?? [""];
  return (before + after).includes("\n") || text.slice(0, at).trim() === "";
}
