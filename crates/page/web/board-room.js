// @ts-check
// The room of boards: joins the puzzle, the board, the keys and the panels beside it.

import { answersPanel } from "./answers.js";
import { Board, limitSize } from "./board.js";
import { button, iconButton } from "./buttons.js";
import { el, picture, show } from "./el.js";
import { Entry, selectByPointer } from "./keys.js";
import { makePanel } from "./make.js";
import { newBoardDialog } from "./new-board.js";
import { receiveTexts } from "./open.js";
import { keyHelp } from "./key-help.js";
import { padOf } from "./pad.js";
import { History, asked, isSamePuzzle, restarted, stateOf, valueOf } from "./puzzle.js";
import { rulesPanel } from "./rules.js";
import { stepsPanel } from "./steps.js";
import { tabs } from "./tabs.js";
import { meaningsOf } from "./tools.js";
import { Work } from "./work.js";

/** @typedef {import("./puzzle.js").State} State */
/** What the panels use. @typedef {ReturnType<typeof makeRoom>} Room */

/**
 * How long the page waits after a change: before it draws, before it asks, before it writes the
 * address.
 */
const WAIT = { draw: 40, ask: 60, address: 500 };
/** What an address with a text begins with. */
const TEXT = "text=";
/** The puzzle of a first visit. */
const FIRST = ".Thermo~R3C2~R2C1~R1C2.Thermo~R4C4~R3C5~R2C5.Thermo~R4C9~R5C9~R5C8~R6C7.Arrow~R8C7~R9C6~R9C7"
  + ".Arrow~R8C1~R7C2~R7C3.Arrow~R3C9~R2C9~R3C8.Cage~3~R1C3~R1C4.Cage~4~R1C8~R2C8.Cage~12~R2C2~R2C3"
  + ".~R1C5_6~R1C9_9~R2C2_4~R3C4_4~R3C6_3~R4C2_2~R4C3_3~R5C1_1~R5C8_7~R6C2_5~R9C3_6~R9C5_1";

/**
 * Calls a function once, some time after the last request.
 * @param {() => void} act
 * @param {number} wait
 */
function later(act, wait) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  };
}

/** A part of an address as text. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * @param {any} host
 * @param {any} store
 * @param {HTMLElement} section
 */
function makeRoom(host, store, section) {
  const history = new History();
  const frame = el("div", { class: "board-frame" });
  const board = new Board(frame);
  const entry = new Entry(history, board);
  const stage = el("div", { class: "stage-picture", hidden: true });
  const message = el("div", { class: "message", role: "status" });
  /** What a drawing tool says, where the panels are far from the board. */
  const under = el("div", { class: "under" });
  const fault = el("div", { class: "fault", role: "alert" });

  const room = Object.assign(new EventTarget(), {
    section, history, board, entry, host, store, frame, stage, message, fault, under,

    /**
     * Asks about the puzzle on the board.
     * @param {string} kind
     * @param {object} [fields]
     * @param {object} [options]
     */
    ask: (kind, fields = {}, options = {}) => host.ask(kind, { puzzle: asked(history.state), ...fields }, options),

    /**
     * Shows a picture in place of the board, such as a step; null shows the board.
     * @param {string | null} svg
     * @param {string} [label]
     */
    showPicture(svg, label = "") {
      const shown = svg && picture(svg, label);
      if (shown) limitSize(shown, Number(shown.getAttribute("width")));
      show(stage, shown);
      stage.hidden = !svg;
      frame.hidden = svg !== null;
    },

    /** Says something for a moment. @param {string} text */
    say(text) {
      show(message, text);
      clearTimeout(room.sayTimer);
      room.sayTimer = setTimeout(() => show(message), 6000);
    },
    sayTimer: /** @type {any} */ (0),

    /** Says why something failed; nothing if it was cancelled. @param {any} error */
    fail(error) {
      if (error.cancelled) return;
      const help = error.help ? el("p", { class: "help" }, error.help) : null;
      const where = error.line ? `Line ${error.line}${error.column ? `, column ${error.column}` : ""}: ` : "";
      const close = el("button", { type: "button", class: "icon", "aria-label": "Close", onclick: () => show(fault) }, "×");
      show(fault, el("div", {}, el("p", {}, where + error.message), help), close);
    },

    /**
     * Puts another puzzle on the board: an answer that holds one.
     * @param {any} answer
     * @param {{keepsPlace?: boolean, undoes?: boolean}} [options]
     */
    open(answer, { keepsPlace = false, undoes = false } = {}) {
      show(fault);
      const state = stateOf(answer);
      if (!answer.puzzle) state.givens = Board.givens(answer.svg);
      room.showPicture(null);
      board.show(answer.svg);
      if (undoes) history.set(state);
      else history.begin(state);
      board.tint("wrong", answer.wrong ?? []);
      room.isNew = !keepsPlace;
      const notes = [...(answer.notes ?? [])];
      if (answer.more) notes.push(`The text has ${answer.more} more ${answer.more === 1 ? "board" : "boards"}; the first one is shown.`);
      if (notes.length) room.say(notes.join(" "));
      room.dispatchEvent(new Event("open"));
    },
    isNew: false,

    /**
     * Takes the rules of an answer; digits stay.
     * @param {any} answer
     * @param {Record<string, number>} givens
     */
    takeRules(answer, givens) {
      const { digits, corner, centre, colour } = history.state;
      const isSameSize = answer.rows === history.state.rows && answer.columns === history.state.columns;
      const { title, author, ruleset } = history.state.puzzle ?? {};
      const state = stateOf(answer);
      if (state.puzzle) state.puzzle = { ...state.puzzle, ...(title && { title }), ...(author && { author }),
        ...(ruleset && { ruleset }) };
      history.set(isSameSize ? { ...state, givens: { ...givens, ...state.givens }, digits, corner, centre, colour } : state);
    },

    /**
     * Reads a text or a link. Returns whether it holds a puzzle; null if another text came first.
     * @param {string} text
     * @param {object} [options]
     */
    async read(text, options = {}) {
      try {
        room.open(await host.ask("board.read", { text }), options);
        return true;
      } catch (/** @type {any} */ error) {
        room.fail(error);
        return error.cancelled ? null : false;
      }
    },
  });
  return room;
}

/**
 * @param {HTMLElement} section
 * @param {any} host
 * @param {any} store
 */
export function mount(section, host, store) {
  const room = makeRoom(host, store, section);
  const { history, board, entry } = room;
  const work = new Work(store);

  // The words above the board.
  const title = el("p", { class: "puzzle-title" });
  const undo = iconButton("Undo", "M8 5L4 9l4 4M4 9h8a4 4 0 010 8h-2", () => history.undo(), "Undo (Ctrl+Z)");
  const redo = iconButton("Redo", "M12 5l4 4-4 4M16 9H8a4 4 0 000 8h2", () => history.redo(), "Redo (Ctrl+Y)");
  const setting = button("Set", () => entry.useSetting(true), { title: "Digits are givens" });
  const solving = button("Solve", () => entry.useSetting(false), { title: "Digits are yours" });
  const restart = iconButton(
    "Restart", "M5 8a6 6 0 112 7M5 4v4h4", () => history.set(restarted(history.state)), "Restart: remove your digits and marks",
  );
  const newBoard = newBoardDialog(room);
  const bar = el("div", { class: "bar", role: "toolbar", "aria-label": "Puzzle" },
    el("div", { class: "segments", role: "group", "aria-label": "What digits are" }, setting, solving),
    undo, redo, restart, keyHelp(section), el("span", { class: "spring" }),
    button("New", newBoard.open),
    receiveTexts(room));
  const pad = padOf(entry, history, board);
  /** The rules in words, for who solves. */
  const meanings = el("dl");
  const isWide = matchMedia("(min-width: 961px)").matches;
  const meaningsPart = el("details", { class: "meanings", open: isWide }, el("summary", {}, "Rules of this puzzle"), meanings);

  // The panels.
  const answers = answersPanel(room);
  const rules = rulesPanel(room);
  const steps = stepsPanel(room);
  const make = makePanel(room);
  const panels = tabs("Panels", [
    { name: "Answers", panel: answers.element },
    { name: "Rules", panel: rules.element },
    { name: "Steps", panel: steps.element },
    { name: "Make", panel: make.element },
  ], store);
  panels.onChange((name) => {
    rules.show(name === "Rules");
    steps.show(name === "Steps");
  });

  section.replaceChildren(el("div", { class: "board-room" },
    el("div", { class: "stage" }, bar, room.fault, title, room.frame, room.stage, room.under, room.message, meaningsPart),
    el("div", { class: "side" }, pad.element, answers.verdict, panels.element)), newBoard.element);

  /** What the solver has entered, as questions take it. */
  const entered = () => ({ values: history.state.digits });

  /** Whether the message above the board is about the puzzle on it. */
  let isRefused = false;

  async function draw() {
    const { state } = history;
    try {
      const answer = await room.ask("board.show", entered());
      if (history.state !== state) return;
      if (isRefused) show(room.fault);
      isRefused = false;
      board.show(answer.svg);
      board.tint("wrong", answer.wrong ?? []);
      board.render(state);
      rules.drawn(answer);
      answers.drawn(answer);
      steps.drawn(answer);
    } catch (/** @type {any} */ error) {
      if (error.cancelled) return;
      isRefused = true;
      room.fail(error);
      rules.failed(error);
    }
  }
  const drawLater = later(draw, WAIT.draw);
  const askLater = later(() => answers.puzzleChanged(), WAIT.ask);
  const addressLater = later(writeAddress, WAIT.address);

  /** The address of the puzzle on the board, as soon as it is known. */
  let address = "";
  room.addEventListener("open", () => {
    address = "";
  });

  async function writeAddress() {
    const { state } = history;
    try {
      // A board that our own form cannot hold has its text as its address.
      const { text } = state.puzzle ? await room.ask("board.write", { format: "address" }) : { text: TEXT + encodeURIComponent(state.source) };
      if (history.state !== state) return;
      address = text.replace(/^#/, "");
      store.write(address, { replace: !room.isNew });
      room.isNew = false;
      store.set("last", address);
      work.save(address, state);
    } catch (/** @type {any} */ error) {
      // A puzzle that no address can hold is not shared. Another question about its text comes
      // first.
      if (error.cancelled) addressLater();
    }
  }

  history.addEventListener("change", (event) => {
    const { state } = history;
    const { old } = /** @type {CustomEvent} */ (event).detail;
    const isSame = old && isSamePuzzle(old, state);
    show(title, state.puzzle?.title && el("strong", {}, state.puzzle.title), state.puzzle?.author && ` by ${state.puzzle.author}`,
      state.puzzle?.ruleset && el("span", { class: "ruleset" }, state.puzzle.ruleset));
    document.title = state.puzzle?.title ? `${state.puzzle.title} – Quadrille` : "Quadrille";
    undo.disabled = !history.canUndo;
    redo.disabled = !history.canRedo;
    board.render(state);
    pad.draw();
    drawLater();
    steps.changed();
    if (isSame) {
      if (address) work.save(address, state);
      if (state.cells.every((name) => valueOf(state, name) !== undefined)) answers.full();
      return;
    }
    const kinds = meaningsOf(state.rules.filter(({ on }) => on).map(({ rule }) => rule));
    show(meanings, ...[...kinds].map(([name, says]) => el("div", {}, el("dt", {}, name), el("dd", {}, says))));
    meaningsPart.hidden = kinds.size === 0;
    rules.changed();
    make.changed();
    // What was refused before is history.
    show(room.fault);
    answers.puzzleIsOld();
    askLater();
    addressLater();
  });

  function showMode() {
    setting.setAttribute("aria-pressed", String(entry.isSetting));
    solving.setAttribute("aria-pressed", String(!entry.isSetting));
    store.set("setting", entry.isSetting);
  }
  entry.addEventListener("mode", showMode);
  entry.useSetting(store.get("setting", false));

  // Keys and the pointer.
  room.frame.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (rules.key(event) || entry.key(event)) event.preventDefault();
  });
  room.frame.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
    const name = /** @type {Element} */ (event.target).getAttribute("data-cell");
    if (name && !board.selection.size) board.select([name], name);
  });
  addEventListener("keydown", (event) => {
    const isText = /** @type {Element} */ (event.target).matches?.("input, textarea, select");
    if (section.hidden || isText || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    const isRedo = key === "y" || (key === "z" && event.shiftKey);
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (isRedo) history.redo();
    else history.undo();
  });
  selectByPointer(board, () => !rules.isDrawing());
  room.frame.addEventListener("same", (/** @type {CustomEvent} */ event) => {
    const value = valueOf(history.state, event.detail);
    if (value === undefined) return;
    board.select([...board.cells.keys()].filter((name) => valueOf(history.state, name) === value), event.detail);
  });

  return {
    /** Shows the puzzle of an address; without one, the last puzzle. @param {string} text */
    async open(text) {
      // Only the newest address counts.
      host.cancel("board.read");
      if (text && text === address && history.hasState) return;
      if (!text && history.hasState) {
        store.write(address, { replace: true });
        return;
      }
      const wanted = text || store.get("last", "");
      const isRead = wanted && await room.read(wanted.startsWith(TEXT) ? decoded(wanted.slice(TEXT.length)) : `#${wanted}`,
        { keepsPlace: true });
      if (isRead !== null && !isRead && !history.hasState) {
        const words = [...room.fault.childNodes];
        if (await room.read(FIRST, { keepsPlace: true })) show(room.fault, ...words);
      }
      if (!isRead) return;
      address = wanted;
      const saved = work.load(address, history.state);
      if (saved) history.begin(saved);
    },
  };
}
