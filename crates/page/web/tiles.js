// @ts-check
// The room of tilings: a board, pieces, and answers about them.
//
// The state is what `quadrille tile` takes: a board and pieces as words, and how pieces may be used.
// It stands in the address, so that links, Back and reload work.

import { el, faultWords, grouped, printPicture, show, svgEl } from "./el.js";
import { answersPanel } from "./tiles-answers.js";
import { drawing } from "./tiles-draw.js";
import { GRIDS, keyOf, placeOfName, wordOf } from "./tiles-grid.js";
import { colourOf, piecesPanel } from "./tiles-pieces.js";
import { BOARDS, EXAMPLES, SETS, copiesRange } from "./tiles-words.js";

/** @typedef {import("./tiles-grid.js").Grid} Grid */
/** @typedef {import("./tiles-grid.js").Cells} Cells */
/**
 * @typedef {object} State
 * @property {string} board
 * @property {Grid} grid
 * @property {string[]} pieces
 * @property {"free" | "one-sided" | "fixed" | "mirror"} turning
 * @property {boolean} optional
 * @property {string} gaps
 */

/** @type {State} */
const FIRST = { board: "10x6", grid: "squares", pieces: ["pentominoes"], turning: "free", optional: false, gaps: "" };

const GRID_WORDS = { squares: "Squares", cubes: "Cubes", triangles: "Triangles", hexagons: "Hexagons", sticks: "Sticks" };

/**
 * How pieces may be turned: the words, and how many shapes the sample has.
 * @typedef {{turning: State["turning"], title: string, help: string, shapes: number}} Turning
 */
/** @type {Turning[]} */
const FLAT_TURNINGS = [
  { turning: "free", title: "Rotate and flip", help: "Pieces may be turned over: mirror images are allowed.", shapes: 4 },
  { turning: "one-sided", title: "Rotate only", help: "Pieces stay on the side that is drawn: no mirror images.", shapes: 2 },
  { turning: "fixed", title: "As drawn", help: "Pieces are neither rotated nor turned over.", shapes: 1 },
];
/** @type {Turning[]} */
const SOLID_TURNINGS = [
  { turning: "free", title: "Rotate", help: "Pieces may be rotated in space, as in your hands.", shapes: 2 },
  { turning: "mirror", title: "Rotate and reflect", help: "Mirror images are allowed, too. No hand can do that.", shapes: 4 },
  { turning: "fixed", title: "As drawn", help: "Pieces are neither rotated nor reflected.", shapes: 1 },
];

/** A piece in some of the ways to turn it: as drawn, rotated, reflected, both. @param {number} shapes */
function turningSample(shapes) {
  const drawn = ["M0 0h4v12h4v4h-8z", "M0 4h16v4h-12v4h-4z", "M8 0h-4v12h-4v4h8z", "M16 4h-16v4h12v4h4z"].slice(0, shapes);
  let x = 1;
  const parts = drawn.map((path, number) => {
    const part = svgEl("path", { d: path, transform: `translate(${x} 1)`, class: number > 1 ? "reflected" : "" });
    x += number % 2 ? 22 : 14;
    return part;
  });
  return svgEl("svg", { viewBox: `0 0 ${x - 4} 18`, width: x - 4, height: 18, "aria-hidden": "true" }, ...parts);
}

/**
 * The ways to turn pieces, with samples.
 * @param {State} state
 * @param {(turning: State["turning"]) => void} choose
 */
function turningChoices(state, choose) {
  const usable = state.grid === "cubes" ? SOLID_TURNINGS : FLAT_TURNINGS;
  return usable.map(({ turning, title, help, shapes }) => {
    const id = `tile-turning-${turning}`;
    const input = el("input", { type: "radio", name: "tile-turning", id, checked: state.turning === turning, onchange: () => choose(turning) });
    return el("label", { for: id, title: help }, input, title, turningSample(shapes));
  });
}

/** No scissors cut cubes. @param {Grid} grid */
const sheetTitle = (grid) => (grid === "cubes"
  ? { print: "Print the pieces in layers", title: "Pieces in layers" }
  : { print: "Print the pieces to cut out", title: "Pieces to cut out" });

/** The state that an address has; the first one otherwise. @param {string} text @returns {State} */
function stateOf(text) {
  /** @type {any} */
  let read = {};
  try {
    read = text.startsWith("tile=") ? JSON.parse(decodeURIComponent(text.slice("tile=".length))) : {};
  } catch {
    read = {};
  }
  const grid = GRIDS.includes(read.grid) ? read.grid : "squares";
  // An argument of the command may hold several words, and a size may have spaces.
  const texts = Array.isArray(read.pieces) ? read.pieces.map(String) : FIRST.pieces;
  const words = texts.flatMap((/** @type {string} */ text) =>
    text.replace(/(\d)\s*[xX×]\s*(?=\d)/g, "$1x").split(/[\s,]+/).filter(Boolean));
  // Flat pieces are reflected anyway, and those of cubes never without a word.
  const usable = grid === "cubes" ? SOLID_TURNINGS : FLAT_TURNINGS;
  const turning = usable.some((own) => own.turning === read.turning) ? read.turning : "free";
  return {
    ...FIRST,
    grid,
    board: typeof read.board === "string" ? read.board : FIRST.board,
    pieces: words,
    turning,
    optional: read.optional === true,
    gaps: typeof read.gaps === "string" ? read.gaps : "",
  };
}

/** The address of a state. @param {State} state */
function addressOf(state) {
  const { board, grid, pieces, ...rest } = state;
  /** @type {Record<string, any>} */
  const kept = { board, grid, pieces };
  if (rest.turning !== "free") kept.turning = rest.turning;
  if (rest.optional) kept.optional = true;
  if (rest.gaps) kept.gaps = rest.gaps;
  return `tile=${encodeURIComponent(JSON.stringify(kept))}`;
}

/** How to make a board. @param {Grid} grid */
function boardHint(grid) {
  const words = BOARDS[grid].map(([word]) => word);
  const name = words.find((word) => word.includes(":") || word.includes("-")) ?? words[1];
  return "Click or drag on the grid: an empty place becomes a cell, a cell disappears. "
    + `Or choose a board, or type one, such as ${words[0]} or ${name}.`;
}

/** @param {any} answer @returns {Cells} */
function cellsOf(answer) {
  /** @type {Cells} */
  const cells = new Map();
  for (const name of answer.cells) cells.set(keyOf(placeOfName(name)), "cell");
  for (const name of answer.optional) cells.set(keyOf(placeOfName(name)), "optional");
  return cells;
}

/** The least and the largest number of cells of the pieces. @param {State} state @param {any} shown */
function cellsOfPieces(state, shown) {
  const range = state.optional ? (/** @type {any} */ copies) => ({ least: 0, most: copiesRange(copies).most }) : copiesRange;
  let [least, most] = [0, 0];
  for (const piece of shown.pieces) {
    const copies = range(String(piece.copies ?? "1"));
    least += piece.cells * copies.least;
    most += piece.cells * copies.most;
  }
  return { least, most };
}

/**
 * How many cells the board and the pieces have, and what follows.
 * @param {State} state
 * @param {any} shown the answer to tile.show; null if there is none
 */
function areaWords(state, shown) {
  if (!state.board) return [el("p", { class: "area-words" }, "The board has no cells: draw some.")];
  if (!shown) return [];
  const marks = [...cellsOf(shown).values()];
  const cells = marks.filter((mark) => mark === "cell").length;
  const free = marks.length - cells;
  const { least, most } = cellsOfPieces(state, shown);
  const have = most === Infinity ? (least ? `${grouped(least)} or more` : "any number") : least === most ? grouped(most) : `${grouped(least)} to ${grouped(most)}`;
  const withFree = free ? `, and ${grouped(free)} that may stay free` : "";
  const isExact = !state.gaps && !free && least === most;
  const fits = least <= cells + free && (most >= cells || Boolean(state.gaps));
  const mark = isExact ? (least === cells ? "good" : "wrong") : fits ? "good" : "wrong";
  const noun = cells === 1 ? "cell" : "cells";
  const words = `${grouped(cells)} ${noun}${withFree}`;
  if (!shown.pieces.length) return [el("p", { class: "area-words" }, state.pieces.length ? words : `${words}: choose pieces`)];
  return [
    el("p", { class: `area-words ${mark}` }, `${words}, the pieces have ${have}`),
    shown.obstacle ? el("p", { class: "obstacle" }, obstacleWords(shown.obstacle)) : null,
    ...(shown.notes ?? []).map((/** @type {string} */ note) => el("p", { class: "note" }, note)),
  ];
}

/** @param {string} text */
function obstacleWords(text) {
  const [first] = text.split("\n");
  return first.includes("below")
    ? "There is no tiling: a colouring of the board shows it. “Why none?” draws it."
    : `There is no tiling: ${first}.`;
}

/**
 * @param {HTMLElement} section
 * @param {import("./asker.js").Host} host
 * @param {any} store
 */
export function mount(section, host, store) {
  /** @type {State} */
  let state = { ...FIRST };
  /** The answer to tile.show. @type {any} */
  let shown = null;
  let lookNumber = 0;

  // 1. The board.
  const grids = el("div", { class: "segments", role: "group", "aria-label": "Grid" }, ...GRIDS.map((grid) =>
    el("button", { type: "button", "data-grid": grid, onclick: () => useGrid(grid) }, GRID_WORDS[grid])));
  const boards = el("div", { class: "chips", role: "group", "aria-label": "Boards to begin with" });
  const boardInput = el("input", {
    type: "text", id: "tile-board", size: 14, autocapitalize: "off", autocomplete: "off", spellcheck: "false",
    "aria-describedby": "tile-board-help",
  });
  const boardForm = el("form", {
    class: "inline-form",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (boardInput.value.trim()) change({ board: boardInput.value.trim() });
    },
  }, el("label", { for: "tile-board" }, "Size or name"), boardInput, el("button", { type: "submit" }, "Use"));
  const hint = el("p", { class: "hint", id: "tile-board-help" });
  const boardFault = el("div", { class: "fault", role: "alert" });
  const board = drawing({ label: "The board", least: [1, 6, 10], withOptional: true, onchange: drawn });

  // 2. The pieces.
  const pieces = piecesPanel({ onchange: (words) => change({ pieces: words }), look });
  const turnings = el("fieldset", { class: "turnings" });
  const optionalInput = el("input", {
    type: "checkbox", id: "tile-optional", onchange: () => change({ optional: optionalInput.checked }),
  });
  const gapsKind = el("select", { id: "tile-gaps", onchange: gapsChanged },
    el("option", { value: "none" }, "None"), el("option", { value: "any" }, "Any number"), el("option", { value: "some" }, "This many:"));
  const gapsInput = el("input", {
    type: "text", id: "tile-gaps-number", size: 5, value: "1", "aria-label": "Number of free cells, such as 3 or 1..3", onchange: gapsChanged,
  });

  const printButton = el("button", { type: "button", onclick: printPieces });

  // 3. Answers.
  const area = el("div", { class: "area", "aria-live": "polite" });
  const answers = answersPanel({ host, fields: () => question(), colours: () => colours() });
  const examples = el("select", {
    id: "tile-example",
    onchange: () => {
      const example = EXAMPLES[Number(examples.value)];
      examples.value = "";
      if (example) change({ ...FIRST, ...example.state, turning: /** @type {any} */ (example.state.turning ?? "free") });
    },
  }, el("option", { value: "" }, "Choose…"), ...EXAMPLES.map(({ title }, number) => el("option", { value: number }, title)));

  show(section,
    el("div", { class: "tiles-room" },
      el("div", { class: "tiles-inputs" },
        el("div", { class: "inline-form example-form" }, el("label", { for: "tile-example" }, "Examples"), examples),
        el("section", { class: "box", "aria-labelledby": "tile-h-board" },
          el("h2", { id: "tile-h-board" }, el("span", { class: "step-number", "aria-hidden": "true" }, "1"), "Draw the board"),
          grids,
          boards,
          boardForm,
          boardFault,
          hint,
          board.element,
          el("div", { class: "actions" },
            el("button", { type: "button", onclick: printBoard }, "Print the empty board"))),
        el("section", { class: "box", "aria-labelledby": "tile-h-pieces" },
          el("h2", { id: "tile-h-pieces" }, el("span", { class: "step-number", "aria-hidden": "true" }, "2"), "Choose the pieces"),
          pieces.element,
          turnings,
          el("div", { class: "free-cells" },
            el("label", { for: "tile-optional", class: "check" }, optionalInput, "Pieces may be left out"),
            el("span", { class: "inline-form" }, el("label", { for: "tile-gaps" }, "Cells that stay free"), gapsKind, gapsInput)),
          el("div", { class: "actions" },
            printButton))),
      el("section", { class: "box tiles-answers", "aria-labelledby": "tile-h-answers" },
        el("h2", { id: "tile-h-answers" }, el("span", { class: "step-number", "aria-hidden": "true" }, "3"), "Fill it"),
        area,
        answers.element)));

  function question() {
    const { board, pieces, turning, optional, gaps, grid } = state;
    return { board, pieces, turning, optional, grid, ...(gaps ? { gaps } : {}) };
  }

  /** The colour of each piece. */
  function colours() {
    const pairs = (shown?.pieces ?? []).map((/** @type {any} */ piece) => [piece.name, colourOf(piece) ?? ""]);
    return /** @type {Map<string, string>} */ (new Map(pairs));
  }

  /**
   * The pieces that words name. Waits for its turn, because a question cancels another one of its kind.
   * @param {string} words
   * @param {Grid} grid
   */
  function look(words, grid) {
    const asked = queue.then(async () => {
      try {
        const board = grid === "cubes" ? "1x1x1" : "1x1";
        const answer = await host.ask("tile.show", { board, pieces: words.split(" "), grid, turning: "free" });
        return { pieces: answer.pieces };
      } catch (/** @type {any} */ error) {
        return { pieces: [], error: [error.message, error.help].filter(Boolean).join(": ") };
      }
    });
    queue = asked;
    return asked;
  }
  /** @type {Promise<any>} */
  let queue = Promise.resolve();

  /** Whether the board is one that was drawn by hand: then the drawing is ahead of the answers. */
  let isDrawn = false;
  let isOpen = false;

  /** @param {Partial<State>} changes @param {boolean} [isWritten] whether the address gets them */
  function change(changes, isWritten = true) {
    state = { ...state, ...changes };
    isOpen = true;
    if ("board" in changes) isDrawn = false;
    const keys = Object.keys(changes);
    if (isWritten) store.write(addressOf(state), { edit: keys.length === 1 ? keys[0] : "" });
    answers.drop();
    answers.clear();
    render();
  }

  /** @param {Cells} cells */
  function drawn(cells) {
    change({ board: wordOf(state.grid, cells) });
    isDrawn = true;
  }

  /** @param {Grid} grid */
  function useGrid(grid) {
    if (grid === state.grid) return;
    change({ ...FIRST, grid, board: BOARDS[grid][0][0], pieces: [SETS[grid][0] === "tetrasticks" ? "tetrasticks-H" : SETS[grid][0]] });
  }

  function gapsChanged() {
    const kind = gapsKind.value;
    change({ gaps: kind === "none" ? "" : kind === "any" ? ".." : gapsInput.value.trim() || "1" });
  }

  /** Shows the state, and asks what the board and the pieces are. */
  async function render() {
    for (const button of grids.children) button.setAttribute("aria-pressed", String(button.dataset.grid === state.grid));
    show(boards, ...BOARDS[state.grid].map(([word, title]) => el("button", {
      type: "button", class: "small", "aria-pressed": String(word === state.board), onclick: () => change({ board: word }),
    }, title)));
    hint.textContent = boardHint(state.grid);
    if (document.activeElement !== boardInput || !state.board) boardInput.value = state.board;
    pieces.set(state.grid, state.pieces);
    renderTurnings();
    printButton.textContent = sheetTitle(state.grid).print;
    optionalInput.checked = state.optional;
    const kind = state.gaps === "" || state.gaps === "0" ? "none" : state.gaps === ".." ? "any" : "some";
    gapsKind.value = kind;
    gapsInput.hidden = kind !== "some";
    if (kind === "some") gapsInput.value = state.gaps;

    lookNumber += 1;
    const own = lookNumber;
    show(boardFault);
    if (!state.board) {
      shown = null;
      if (!isDrawn) board.set(state.grid, new Map());
      showArea();
      return;
    }
    const ask = (/** @type {object} */ fields) => {
      const asked = queue.then(() => (own === lookNumber ? host.ask("tile.show", fields) : null));
      queue = asked.catch(() => null);
      return asked;
    };
    /** @param {any} answer */
    const take = (answer) => {
      if (!answer || own !== lookNumber) return;
      if (!isDrawn) board.set(state.grid, cellsOf(answer));
      shown = answer;
      showArea();
    };
    pieces.fault(null);
    try {
      const answer = await ask(question());
      take(answer);
      if (answer && own === lookNumber) pieces.colour(answer.pieces);
    } catch (/** @type {any} */ error) {
      if (own !== lookNumber || error.cancelled) return;
      shown = null;
      try {
        // The board is drawn, even if a piece is wrong.
        take(await ask({ board: state.board, grid: state.grid }));
        pieces.fault(error);
      } catch (/** @type {any} */ boardError) {
        if (own !== lookNumber || boardError.cancelled) return;
        show(boardFault, ...faultWords(boardError));
        showArea();
      }
    }
  }

  function renderTurnings() {
    const isFocused = turnings.contains(document.activeElement);
    show(turnings, el("legend", {}, "How may pieces be turned?"), ...turningChoices(state, (turning) => change({ turning })));
    if (isFocused) turnings.querySelector("input:checked")?.focus();
  }

  function showArea() {
    show(area, ...areaWords(state, shown));
  }

  function printBoard() {
    if (shown) printPicture(shown.svg, "The board");
  }

  async function printPieces() {
    try {
      const { svg } = await host.ask("tile.sheet", question());
      printPicture(svg, sheetTitle(state.grid).title);
    } catch (/** @type {any} */ error) {
      if (!error.cancelled) show(boardFault, ...faultWords(error));
    }
  }

  // What could not be asked while the host was away.
  host.onState?.(({ name }) => {
    if (name === "ready" && isOpen && !shown) render();
  });

  return {
    /** Shows the state that an address has; without one, the first board. @param {string} text the part after `#` */
    open(text) {
      change(stateOf(text), !text.startsWith("tile="));
    },
  };
}
