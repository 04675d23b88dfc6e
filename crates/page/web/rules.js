// @ts-check
// The rules of the puzzle: tools that draw them, a list, words for the whole board, and their text.

import { Drawing } from "./draw.js";
import { button } from "./buttons.js";
import { el, show } from "./el.js";
import { rulesText } from "./iss.js";
import { GROUPS, WHOLE, cellsOf, describe, edgesOf, readNumber, ruleOf, toolOf } from "./tools.js";

/** @typedef {import("./tools.js").Tool} Tool */
/** @typedef {import("./puzzle.js").Rule} Rule */
/** @typedef {import("./puzzle.js").RuleEntry} RuleEntry */
/** @typedef {import("./puzzle.js").State} State */

/** How many cells each way to draw needs. */
const COUNTS = {
  set: { least: 1, most: Infinity, needs: "at least one cell" },
  line: { least: 2, most: Infinity, needs: "at least 2 cells" },
  pair: { least: 2, most: 2, needs: "two cells side by side" },
  square: { least: 4, most: 4, needs: "four cells around a corner" },
  edge: { least: 2, most: Infinity, needs: "a line of cells" },
  diagonal: { least: 2, most: Infinity, needs: "a line of cells" },
  each: { least: 1, most: Infinity, needs: "at least one cell" },
};

/**
 * Draws a list anew. The focus stays at its row and its part of the row.
 * @param {HTMLElement} list
 * @param {() => void} draw
 */
function withFocus(list, draw) {
  const active = document.activeElement;
  const rows = [...list.children];
  const row = rows.findIndex((row) => row.contains(active));
  const part = row < 0 ? -1 : [...rows[row].children].findIndex((part) => part === active);
  draw();
  if (row < 0) return;
  const after = list.children[Math.min(row, list.children.length - 1)];
  /** @type {HTMLElement | undefined} */ (after?.children[part])?.focus();
}

/**
 * With another rule. One with the same cells and kind is replaced.
 * @param {State} state
 * @param {Rule} rule
 * @returns {State}
 */
function withRule(state, rule) {
  const name = (/** @type {Rule} */ rule) => `${rule.type} ${cellsOf(rule).join(" ")}`;
  const others = state.rules.filter((entry) => name(entry.rule) !== name(rule));
  return { ...state, rules: [...others, { rule, on: true }] };
}

/**
 * With more cells in the one rule of a kind. If it has all of them already, they are removed.
 * @param {State} state
 * @param {Tool} tool
 * @param {string[]} cells
 * @returns {State}
 */
function withCells(state, tool, cells) {
  const at = state.rules.findIndex(({ rule }) => rule.type === tool.type);
  const before = state.rules[at]?.rule.cells ?? [];
  const isRemoved = cells.every((name) => before.includes(name));
  const others = before.filter((name) => !cells.includes(name));
  const after = isRemoved ? others : [...others, ...cells];
  const rules = state.rules.filter((_, other) => other !== at);
  if (after.length) rules.splice(at < 0 ? rules.length : at, 0, { rule: ruleOf(tool, after, undefined, state), on: true });
  return { ...state, rules };
}

/**
 * With a rule for the whole board, or without.
 * @param {State} state
 * @param {string} word
 * @param {boolean} isOn
 * @returns {State}
 */
function withWhole(state, word, isOn) {
  const others = state.rules.filter(({ rule }) => rule.type !== word);
  return { ...state, rules: isOn ? [...others, { rule: { type: word }, on: true }] : others };
}

/**
 * @param {State} state
 * @param {"title" | "author" | "ruleset"} key
 * @param {string} value
 * @returns {State}
 */
function withWords(state, key, value) {
  if (!state.puzzle) return state;
  const { [key]: _, ...puzzle } = state.puzzle;
  return { ...state, puzzle: value ? { ...puzzle, [key]: value } : puzzle };
}

/**
 * With a change of one entry; null removes it.
 * @param {State} state
 * @param {number} at
 * @param {Partial<RuleEntry> | null} change
 * @returns {State}
 */
function withChange(state, at, change) {
  const rules = state.rules.flatMap((entry, other) => (other !== at ? [entry] : change ? [{ ...entry, ...change }] : []));
  return { ...state, rules };
}

const narrow = matchMedia("(max-width: 960px)");

/** @param {import("./board-room.js").Room} room */
export function rulesPanel(room) {
  const { history, board } = room;
  const drawing = new Drawing(board, () => history.state, drawn);
  const text = rulesText(room);
  /** @type {Map<Tool, HTMLElement>} */
  const buttons = new Map();
  /** A rule that still needs its number. @type {{tool: Tool, cells: string[]} | null} */
  let draft = null;

  // The tools.
  const palette = el("div", { class: "palette" }, ...GROUPS.map(({ name, tools }) =>
    el("div", { class: "tool-group", role: "group", "aria-label": name }, el("h2", {}, name),
      el("div", { class: "tools" }, ...tools.map((tool) => {
        const button = el("button",
          { type: "button", class: "tool", title: `${tool.name}: ${tool.says}`, "aria-label": tool.name,
            "aria-pressed": "false", onclick: () => use(drawing.tool === tool ? null : tool) });
        button.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true">${tool.icon}</svg>`;
        buttons.set(tool, button);
        return button;
      })))));
  const help = el("div", { class: "tool-help", "aria-live": "polite" });
  const list = el("ul", { class: "rule-list", "aria-label": "Rules about cells" });
  const whole = el("div", { class: "whole" }, ...WHOLE.map(([word, name, says]) => {
    const input = el("input", { type: "checkbox", "data-word": word, onchange: () => history.set(withWhole(history.state, word, input.checked)) });
    return el("label", { title: says }, input, el("span", {}, name));
  }));
  /** Texts that solvers read. @type {["title" | "author" | "ruleset", string, string][]} */
  const texts = [["title", "Title", "input"], ["author", "Author", "input"], ["ruleset", "Rules in words", "textarea"]];
  const words = el("div", { class: "fields" }, ...texts.flatMap(([key, name, tag]) => [
    el("label", { for: `words-${key}` }, name),
    el(tag, { id: `words-${key}`, rows: 3, onchange: (/** @type {any} */ event) => history.set(withWords(history.state, key, event.target.value.trim())) }),
  ]));
  const fixed = el("p", { class: "muted", hidden: true },
    "The rules of boards that overlap cannot be changed here. Change the text, and open it again.");
  const editable = el("div", { class: "rules" },
    el("div", {}, palette, help), list,
    el("details", { open: false }, el("summary", {}, "Rules for the whole board"), whole),
    el("details", { open: true }, el("summary", {}, "Rules as text"), text.element),
    el("details", {}, el("summary", {}, "Title and words"), words));
  const element = el("div", {}, fixed, editable);

  /** @param {Tool | null} tool */
  function use(tool) {
    keep();
    draft = null;
    // Where the panels stand below the board, the words of a tool stand at the board.
    const isNear = tool !== null && narrow.matches;
    if (isNear) room.under.append(help);
    else palette.after(help);
    if (isNear) room.frame.scrollIntoView({ block: "center" });
    drawing.use(tool);
    for (const [other, button] of buttons) button.setAttribute("aria-pressed", String(other === tool));
    explain();
  }

  /** Says what the tool does, and asks for its number. @param {string} [wrong] */
  function explain(wrong) {
    const { tool } = drawing;
    if (!tool) {
      show(help, el("p", { class: "muted" }, "Choose a rule, then draw it on the board."));
      return;
    }
    const isOutside = tool.way === "edge" || tool.way === "diagonal";
    const how = {
      set: "Drag over its cells.",
      line: "Drag along its cells, from the first to the last.",
      pair: "Click the border of two cells, or drag from one to the other.",
      square: "Click where four cells meet.",
      edge: "Click an arrow at the edge.",
      diagonal: "Click an arrow at the edge.",
      each: "Click or drag over cells; once more removes them.",
    }[tool.way];
    const parts = [el("p", {}, el("strong", {}, tool.name), `: ${tool.says} `, el("span", { class: "muted" }, how))];
    const stop = button("Done", () => use(null), { class: "small" });
    if (draft && tool.key) parts.push(numberForm(tool, draft.cells));
    else if (isOutside) parts.push(el("div", { class: "row" }, ...edgeForm(tool), stop));
    else {
      const title = "Enter, while the board has the focus";
      const take = button("Use the selected cells", () => drawing.take([...board.selection]), { class: "small", title });
      parts.push(el("div", { class: "row" }, take, stop));
    }
    if (wrong) parts.push(el("p", { class: "wrong-text", role: "alert" }, wrong));
    show(help, ...parts);
  }

  /** @param {Tool} tool @param {string[]} cells */
  function numberForm(tool, cells) {
    const input = el("input", { type: "text", inputmode: "numeric", size: 6, id: "tool-number", autocomplete: "off" });
    const form = el("form", {
      class: "inline-form", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        finish(tool, cells, input.value);
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape") return;
        draft = null;
        board.tint("rule", []);
        explain();
        board.focus();
      },
    }, el("label", { for: "tool-number" }, `${tool.number}${tool.needed ? "" : " (if any)"}`), input,
      el("button", { type: "submit", class: "primary small" }, "Add"));
    queueMicrotask(() => input.focus({ preventScroll: true }));
    return form;
  }

  /** Numbers at the edge, by keyboard. @param {Tool} tool */
  function edgeForm(tool) {
    const edges = edgesOf(tool, history.state);
    const select = el("select", { "aria-label": "Line" }, ...edges.map(({ name }, at) => el("option", { value: at }, name)));
    return [select, button("Use this line", () => drawn(edges[Number(select.value)].cells), { class: "small" })];
  }

  /** Adds the rule that waits for a number, if it can do without. */
  function keep() {
    const input = /** @type {HTMLInputElement | null} */ (help.querySelector("#tool-number"));
    if (draft && input && (input.value.trim() || !draft.tool.needed)) finish(draft.tool, draft.cells, input.value);
    board.tint("rule", []);
  }

  /** Cells were drawn. @param {string[]} cells */
  function drawn(cells) {
    const { tool } = drawing;
    if (!tool) return;
    keep();
    draft = null;
    const { least, most, needs } = COUNTS[tool.way];
    if (cells.length < least || cells.length > most) return explain(`${tool.name} needs ${needs}.`);
    if (tool.way === "each") {
      history.set(withCells(history.state, tool, cells));
      return explain();
    }
    if (tool.key) {
      draft = { tool, cells };
      board.tint("rule", cells);
      return explain();
    }
    add(ruleOf(tool, cells, undefined, history.state));
    explain();
  }

  /** @param {Tool} tool @param {string[]} cells @param {string} number */
  function finish(tool, cells, number) {
    const { value, wrong } = readNumber(tool, number);
    if (wrong) return explain(wrong);
    draft = null;
    board.tint("rule", []);
    add(ruleOf(tool, cells, value, history.state));
    explain();
    board.focus();
  }

  /** @param {Rule} rule */
  function add(rule) {
    history.set(withRule(history.state, rule));
  }

  /** @param {number} at @param {Partial<RuleEntry> | null} change */
  function change(at, change) {
    board.tint("rule", []);
    history.set(withChange(history.state, at, change));
  }

  /** What the list shows. @type {RuleEntry[] | null} */
  let listed = null;

  function showList() {
    const { state } = history;
    if (state.rules !== listed) withFocus(list, () => showRules(state));
    listed = state.rules;
    for (const [key] of texts) words.querySelector(`#words-${key}`).value = state.puzzle?.[key] ?? "";
    const isFixed = state.puzzle === null;
    fixed.hidden = !isFixed;
    editable.hidden = isFixed;
  }

  /** @param {State} state */
  function showRules(state) {
    const isWhole = (/** @type {Rule} */ { type }) => WHOLE.some(([word]) => word === type);
    show(list, ...state.rules.flatMap(({ rule, on }, at) => (isWhole(rule) ? [] : [row(rule, on, at)])));
    for (const input of whole.querySelectorAll("input")) {
      input.checked = state.rules.some(({ rule, on }) => on && rule.type === input.dataset.word);
    }
  }

  /** @param {Rule} rule @param {boolean} on @param {number} at */
  function row(rule, on, at) {
    const { name, number, place } = describe(rule);
    const tool = toolOf(rule);
    const mark = el("span", { class: "rule-icon" });
    mark.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true">${tool?.icon ?? ""}</svg>`;
    const label = `${name}${number === "" ? "" : ` ${number}`}, ${place}`;
    const input = tool?.key && el("input", {
      type: "text", class: "rule-number", inputmode: "numeric", size: 3, value: String(number), "aria-label": `${tool.number} of ${name}, ${place}`,
      onchange: (/** @type {Event} */ event) => {
        const read = readNumber(tool, /** @type {HTMLInputElement} */ (event.target).value);
        if (read.wrong) room.say(read.wrong);
        // Tab moves the focus first: the list, which is drawn anew, then keeps it.
        else setTimeout(() => change(at, { rule: ruleOf(tool, rule.cells ?? [], read.value, history.state) }));
      },
    });
    const tint = () => board.tint("rule", cellsOf(rule));
    const untint = () => board.tint("rule", []);
    const hints = { onpointerenter: tint, onpointerleave: untint, onfocusin: tint, onfocusout: untint };
    return el("li", { class: on ? "rule" : "rule off", ...hints },
      el("input", {
        type: "checkbox", role: "switch", checked: on, title: "Switch this rule on or off", "aria-label": `${label}: on`,
        onchange: () => change(at, { on: !on }),
      }),
      mark, el("span", { class: "rule-name" }, name), input || el("span", { class: "rule-number" }, number),
      el("span", { class: "rule-place", title: cellsOf(rule).join(" ") }, place),
      el("button",
        { type: "button", class: "icon", title: "Remove", "aria-label": `Remove ${label}`,
          onclick: () => change(at, null) },
        "×"));
  }

  explain();
  return {
    element,
    isDrawing: () => drawing.tool !== null,
    /** Keys on the board that mean a rule. @param {KeyboardEvent} event */
    key(event) {
      if (!drawing.tool || (event.key !== "Enter" && event.key !== "Escape")) return false;
      if (event.key === "Enter") drawing.take([...board.selection]);
      else use(null);
      return true;
    },
    changed: showList,
    /**
     * The panel is shown or hidden: without it, no tool has the pointer.
     * @param {boolean} isShown
     */
    show(isShown) {
      if (!isShown && drawing.tool) use(null);
    },
    /** @param {any} answer */
    drawn(answer) {
      text.show(history.state.puzzle ? answer.rules : null);
      if (drawing.tool) drawing.drawEdges();
    },
    /** The host refused the puzzle. @param {any} error */
    failed(error) {
      if (drawing.tool) explain(error.message);
    },
  };
}
