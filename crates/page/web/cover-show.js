// @ts-check
// The stage on which Algorithm X runs: the matrix, a sentence, the search tree and the controls.

import { button } from "./buttons.js";
import { el, show } from "./el.js";
import { optionName, sceneAfter, sentence } from "./cover-dance.js";
import { matrix } from "./cover-matrix.js";
import { drawTree, treeOf } from "./cover-tree.js";

/** @typedef {import("./cover-dance.js").Problem} Problem */
/** @typedef {import("./cover-dance.js").Move} Move */

/**
 * @param {object} options
 * @param {() => Promise<{moves: Move[], more: boolean} | null>} options.ask the moves of the problem
 */
export function danceStage({ ask }) {
  /** @type {Problem | null} */
  let problem = null;
  /** @type {ReturnType<typeof matrix> | null} */
  let sheet = null;
  /** @type {Move[] | null} */
  let moves = null;
  let more = false;
  /** @type {ReturnType<typeof treeOf> | null} */
  let tree = null;
  let at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const words = el("p", { class: "dance-words", "aria-live": "polite" });
  const matrixBox = el("div", { class: "dance-matrix" });
  const treeBox = el("div", { class: "dance-tree" });
  const found = el("ol", { class: "dance-solutions" });
  const foundBox = el("div", { class: "dance-found" }, el("h3", {}, "Solutions found"), found);

  const first = button("Start", () => go(0));
  const back = button("Step back", () => go(at - 1));
  const playButton = button("Play", togglePlay, { class: "primary" });
  const next = button("Step", () => go(at + 1));
  const nextSolution = button("Next solution", async () => {
    // The moves must be known before the place of the solution is.
    if (await load()) go(afterNextSolution());
  });
  const last = button("End", () => go(Infinity));
  const place = el("input", {
    type: "range", id: "dance-place", min: 0, max: 0, value: 0, "aria-label": "Move", oninput: () => go(Number(place.value)),
  });
  const placeWords = el("output", { class: "muted", for: "dance-place" });
  const speed = el("input", { type: "range", id: "dance-speed", min: 0, max: 10, value: 4 });
  const linksInput = el("input", { type: "checkbox", id: "dance-links", onchange: () => sheet?.links(linksInput.checked) });
  const wide = el("button", {
    type: "button", "aria-pressed": "false", title: "Fills the window; the key Escape leaves it",
    onclick: () => enlarge(wide.getAttribute("aria-pressed") !== "true"),
  }, "Large, for a projector");

  /** @param {boolean} isLarge */
  function enlarge(isLarge) {
    wide.setAttribute("aria-pressed", String(isLarge));
    element.classList.toggle("projector", isLarge);
    sheet?.redraw();
  }

  const controls = el("div", { class: "dance-controls", role: "group", "aria-label": "Controls of Algorithm X" },
    first, back, playButton, next, nextSolution, last);
  const sliders = el("div", { class: "dance-sliders" }, place, placeWords,
    el("label", { for: "dance-speed" }, "Speed"), speed,
    el("label", { for: "dance-links", class: "check" }, linksInput, "Show the links"), wide);
  const element = el("div", {
    class: "dance", tabindex: -1,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.key === "Escape") enlarge(false);
      if (target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      go(at + by);
    },
  }, words, controls, sliders, el("div", { class: "dance-body" }, matrixBox, el("div", { class: "dance-side" }, treeBox, foundBox)));
  addEventListener("resize", () => sheet?.redraw());

  /** @returns {Promise<boolean>} */
  async function load() {
    if (moves) return true;
    const own = problem;
    const answer = await ask();
    if (!answer || own !== problem) return false;
    moves = answer.moves;
    more = answer.more;
    tree = treeOf(moves);
    place.max = String(moves.length);
    return true;
  }

  /** @param {number} to */
  async function go(to, keepsPlaying = false) {
    if (!keepsPlaying) pause();
    if (!(await load()) || !moves) return;
    at = Math.max(0, Math.min(moves.length, to));
    render();
  }

  /** The number of moves after the next solution, or after all moves. */
  function afterNextSolution() {
    if (!moves) return Infinity;
    const next = moves.findIndex((move, number) => number >= at && move.move === "solution");
    return next < 0 ? moves.length : next + 1;
  }

  async function togglePlay() {
    if (timer !== undefined) return pause();
    if (!(await load()) || !moves) return;
    if (at >= moves.length) at = 0;
    playButton.textContent = "Pause";
    const tick = () => {
      if (!moves || at >= moves.length) return pause();
      go(at + 1, true);
      timer = setTimeout(tick, 2400 * 0.62 ** Number(speed.value));
    };
    timer = setTimeout(tick, 0);
  }

  function pause() {
    clearTimeout(timer);
    timer = undefined;
    playButton.textContent = "Play";
  }

  function render() {
    if (!problem || !sheet) return;
    const scene = sceneAfter(moves ?? [], at);
    const last = moves?.[at - 1];
    sheet.set(scene);
    words.textContent = sentence(moves ?? [], at, problem, more);
    words.className = `dance-words ${last?.move === "solution" ? "good" : last?.move === "dead-end" ? "wrong" : ""}`;
    const isEnd = moves !== null && at >= moves.length;
    if (isEnd && more) words.textContent += ` Only the first ${moves?.length} moves are shown.`;
    first.disabled = back.disabled = at === 0;
    next.disabled = nextSolution.disabled = isEnd;
    place.value = String(at);
    placeWords.textContent = moves ? `${at} of ${moves.length}` : "";
    const name = (/** @type {number} */ option) => optionName(/** @type {Problem} */ (problem).options[option], /** @type {Problem} */ (problem));
    const drawn = tree && at > 0 ? drawTree(tree, at, scene.path, name) : null;
    show(treeBox, drawn && el("h3", {}, "Search tree"), drawn);
    foundBox.hidden = scene.solutions.length === 0;
    show(found, ...scene.solutions.map((options) => el("li", {}, options.map(name).join(" · "))));
  }

  return {
    element,
    pause,
    /** Shows another problem. @param {Problem} newProblem */
    set(newProblem) {
      pause();
      problem = newProblem;
      moves = null;
      tree = null;
      at = 0;
      place.max = "0";
      sheet = matrix(problem);
      show(matrixBox, sheet.element);
      sheet.links(linksInput.checked);
      render();
      last.disabled = next.disabled = nextSolution.disabled = false;
    },
    /** Shows a solution in the matrix. @param {number[]} options */
    solution(options) {
      if (!problem || !sheet) return;
      pause();
      const chosen = new Set(options);
      const covered = new Set(options.flatMap((number) => /** @type {Problem} */ (problem).options[number].map((use) => use.item)));
      const gone = new Set(problem.options.flatMap((_, number) => (chosen.has(number) ? [] : [number])));
      sheet.set({ covered, gone, path: options, item: null, tried: new Set(), solutions: [] });
      words.textContent = "The rows of the solution stand out.";
    },
  };
}
