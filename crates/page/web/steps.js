// @ts-check
// How a person would go on: a hint in three stages, all steps, and a player for them.

import { el, show } from "./el.js";
import { button, icon, iconButton } from "./buttons.js";
import { valueOf } from "./puzzle.js";
import { Question } from "./question.js";

/**
 * @typedef {{text: string, technique: string, placed: Record<string, number>, removed: Record<string, number[]>, svg: string}} Step
 */

/** What the button of a hint says, by the stage that it shows. */
const STAGES = ["Give me a hint", "Which technique?", "Show the whole step"];
const PLAY = "M7 4.5v11l8-5.5z";
/** How long the player shows each step, in milliseconds. */
const PACE = 1800;

/** @param {import("./board-room.js").Room} room */
export function stepsPanel(room) {
  const { history, store } = room;
  let stage = 0;
  /** The step of a hint that is shown whole. @type {Step | null} */
  let whole = null;
  /** @type {Step[]} */
  let steps = [];
  let current = -1;
  let timer = /** @type {any} */ (0);
  /** Candidates by cell before any mark of the solver. @type {Record<string, number[]>} */
  let possible = {};

  const hint = new Question(room, "board.hint", { doing: "Looking for a step", says: () => "" });
  const path = new Question(room, "board.steps", { doing: "Solving step by step", says: () => "" });
  const unique = el("input",
    { type: "checkbox", checked: store.get("steps.unique", false),
      onchange: () => store.set("steps.unique", unique.checked) });
  const hintButton = button(STAGES[0], nextStage, { class: "primary" });
  const fill = button("Fill in candidates", fillIn, {
    title: "Write the values that no row, column, box or line of the cell has as centre marks",
  });
  const applyHint = button("Do this step", () => whole && apply([whole]), { class: "primary", hidden: true });
  const hintText = el("div", { class: "hint-text", "aria-live": "polite" });
  const close = button("Back to the board", backToBoard, { hidden: true });
  const list = el("ol", { class: "step-list" });
  const end = el("p", { class: "muted" });
  const position = el("span", { class: "position" });
  const playButton = iconButton("Play", PLAY, play);
  const player = el("div", { class: "player row", role: "toolbar", "aria-label": "Steps", hidden: true },
    iconButton("First step", "M5 5v10M15 5l-6 5 6 5z", () => go(0)),
    iconButton("Previous step", "M12.5 5l-5 5 5 5", () => go(current - 1)),
    playButton,
    iconButton("Next step", "M7.5 5l5 5-5 5", () => go(current + 1)),
    iconButton("Last step", "M15 5v10M5 5l6 5-6 5z", () => go(steps.length - 1)),
    position,
    button("Do the steps up to here", () => apply(steps.slice(0, current + 1)), { class: "small" }));
  const element = el("div", { class: "steps" },
    el("div", { class: "row" }, hintButton, applyHint, button("List all steps", listSteps), fill, close),
    el("label", { class: "check" }, unique, el("span", {}, "Steps may assume that there is one solution")),
    hint.element, path.element, hintText, player, list, end);

  /** What the questions take: digits, and centre marks as the candidates that are left. */
  function asked() {
    const { digits, centre } = history.state;
    // Where a cell has marks, a cell without any would have all values.
    const marks = Object.keys(centre).length ? { ...possible, ...centre } : {};
    return { values: digits, marks, unique: unique.checked };
  }

  /** Cells that have centre marks keep them. */
  function fillIn() {
    const { state } = history;
    const blank = Object.entries(possible).filter(([name]) => valueOf(state, name) === undefined && !state.centre[name]);
    history.set({ ...state, centre: { ...state.centre, ...Object.fromEntries(blank) } });
  }

  async function nextStage() {
    const wanted = stage % 3 + 1;
    const answer = await hint.ask({ ...asked(), stage: wanted }, 30);
    if (!answer) return;
    forgetPath();
    stage = wanted;
    show(hintText, ...String(answer.text || answer.remark).split("\n").filter(Boolean).map((line) => el("p", {}, line)));
    if (!answer.svg) {
      showWrong(answer);
      stage = 0;
      return;
    }
    room.showPicture(answer.svg, answer.text);
    close.hidden = false;
    const { text, technique, placed = {}, removed = {}, svg } = answer;
    whole = stage === 3 ? { text, technique, placed, removed, svg } : null;
    applyHint.hidden = !whole;
    hintButton.textContent = STAGES[stage % 3];
    hintButton.hidden = stage === 3;
  }

  /** Tints what was entered wrongly. @param {any} answer */
  function showWrong({ wrong }) {
    if (wrong?.length) room.board.tint("wrong", wrong);
  }

  async function listSteps() {
    const answer = await path.ask(asked(), 60);
    if (!answer) return;
    backToBoard();
    showWrong(answer);
    steps = answer.steps ?? [];
    show(end, answer.end || (steps.length ? "" : answer.text || answer.remark));
    show(list, ...steps.map(({ text, technique }, at) => el("li", {},
      el("button", { type: "button", class: "step", onclick: () => go(at) }, el("strong", {}, technique),
        el("span", {}, text.replace(`${technique}: `, ""))))));
    player.hidden = !steps.length;
    if (steps.length) go(0);
  }

  /** Shows a step. @param {number} at */
  function go(at) {
    if (at < 0 || at >= steps.length) {
      stop();
      return;
    }
    current = at;
    room.showPicture(steps[at].svg, steps[at].text);
    close.hidden = false;
    position.textContent = `${at + 1} of ${steps.length}`;
    [...list.children].forEach((item, other) => {
      item.classList.toggle("current", other === at);
      item.firstElementChild?.setAttribute("aria-current", other === at ? "step" : "false");
    });
    const item = /** @type {HTMLElement} */ (list.children[at]);
    list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 3;
  }

  function play() {
    if (timer) {
      stop();
      return;
    }
    if (current >= steps.length - 1) go(0);
    timer = setInterval(() => go(current + 1), PACE);
    showPlay("Pause", "M7 5v10M13 5v10");
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    showPlay("Play", PLAY);
  }

  /** @param {string} label @param {string} path */
  function showPlay(label, path) {
    show(playButton, icon(path));
    playButton.setAttribute("aria-label", label);
    playButton.title = label;
  }

  function backToBoard() {
    stop();
    room.showPicture(null);
    close.hidden = true;
    stage = 0;
    whole = null;
    applyHint.hidden = true;
    hintButton.hidden = false;
    hintButton.textContent = STAGES[0];
    show(hintText);
  }

  function forgetPath() {
    stop();
    steps = [];
    current = -1;
    show(list);
    show(end);
    player.hidden = true;
  }

  /** Enters what steps place, and removes candidates. @param {Step[]} done */
  function apply(done) {
    const { state } = history;
    const digits = { ...state.digits }, centre = { ...state.centre };
    for (const { placed, removed } of done) {
      for (const [name, value] of Object.entries(placed)) {
        if (valueOf(state, name) === undefined) digits[name] = value;
        delete centre[name];
      }
      for (const [name, values] of Object.entries(removed)) {
        if (digits[name] !== undefined) continue;
        const before = centre[name] ?? possible[name] ?? [];
        centre[name] = before.filter((value) => !values.includes(value));
      }
    }
    backToBoard();
    forgetPath();
    room.entry.useSetting(false);
    history.set({ ...state, digits, centre });
  }

  return {
    element,
    /** The puzzle or the digits were changed: steps do not hold any more. */
    changed() {
      hint.drop();
      path.drop();
      if (!close.hidden) backToBoard();
      forgetPath();
      show(hintText);
      stage = 0;
      hintButton.textContent = STAGES[0];
    },
    /** @param {boolean} isShown */
    show(isShown) {
      if (!isShown && !close.hidden) backToBoard();
    },
    /** @param {any} answer */
    drawn(answer) {
      possible = answer.candidates ?? {};
    },
  };
}
