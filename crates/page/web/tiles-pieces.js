// @ts-check
// The pieces: a set to choose from, words, own shapes, and the pieces that are chosen.

import { el, faultWords, picture, show } from "./el.js";
import { drawing } from "./tiles-draw.js";
import { drawingOf } from "./tiles-grid.js";
import { solidThumbnail } from "./tiles-solid.js";
import { SETS, readCopies, readWord, writeWord } from "./tiles-words.js";

/** @typedef {import("./tiles-grid.js").Grid} Grid */
/** @typedef {{name: string, cells: number, copies: string, svg: string | null}} Piece a piece in an answer */
/** @typedef {{pieces: Piece[], error?: string}} Known */

/** Sets with more pieces are shown as a word. */
const MOST_SHOWN = 60;

/**
 * @param {object} options
 * @param {(words: string[]) => void} options.onchange
 * @param {(word: string, grid: Grid) => Promise<Known>} options.look the pieces that a word names
 */
export function piecesPanel({ onchange, look }) {
  /** @type {Grid} */
  let grid = "squares";
  /** @type {string[]} */
  let words = [];
  let opened = "";
  /** What a word names, by grid and word. @type {Map<string, Known>} */
  const known = new Map();
  /** Pieces with the colours that they have on the board. @type {Map<string, Piece>} */
  let coloured = new Map();

  const sets = el("div", { class: "chips", role: "group", "aria-label": "Sets of pieces" });
  const palette = el("div", { class: "piece-palette" });
  const wordInput = el("input", {
    type: "text", id: "tile-word", placeholder: "2x3, L4*2, xx.|.xx", autocapitalize: "off", autocomplete: "off", spellcheck: "false",
  });
  const wordFault = el("p", { class: "fault", role: "alert" });
  const wordForm = el("form", {
    class: "inline-form",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      addTyped();
    },
  }, el("label", { for: "tile-word" }, "Other pieces"), wordInput, el("button", { type: "submit" }, "Add"));

  const own = drawing({ label: "Your piece", least: [1, 4, 5], onchange: () => ownButton.toggleAttribute("disabled", own.cells.size === 0) });
  const ownName = el("input", { type: "text", id: "tile-own-name", size: 8, placeholder: "name", autocomplete: "off" });
  const ownButton = el("button", { type: "button", disabled: true, onclick: addOwn }, "Add this piece");
  const ownPanel = el("details", { class: "own-piece" },
    el("summary", {}, "Draw a piece of your own"),
    own.element,
    el("div", { class: "inline-form" }, el("label", { for: "tile-own-name" }, "Name"), ownName, ownButton));

  const chosen = el("ul", { class: "chosen-pieces", "aria-label": "Chosen pieces" });
  const fault = el("div", { class: "fault", role: "alert" });
  const element = el("div", { class: "pieces-panel" }, sets, palette, wordForm, wordFault, ownPanel,
    el("h3", {}, "Chosen pieces"), fault, chosen);

  async function addTyped() {
    const typed = wordInput.value.split(/[\s,]+/).filter(Boolean);
    wordFault.textContent = "";
    if (!typed.length) return;
    const found = await look(typed.join(" "), grid);
    if (found.error) {
      wordFault.textContent = found.error;
      return;
    }
    wordInput.value = "";
    change([...words, ...typed]);
  }

  function addOwn() {
    const name = ownName.value.trim().replace(/[\s,=|*]+/g, "-");
    const word = `${name ? `${name}=` : ""}${drawingOf(grid, own.cells)}`;
    ownName.value = "";
    own.set(grid, new Map());
    change([...words, word]);
  }

  /** @param {string} body a word for one piece, without copies */
  function addOne(body) {
    const at = words.findIndex((text) => readWord(text).body === body && !readWord(text).without.length);
    if (at < 0) return change([...words, body]);
    const word = readWord(words[at]);
    const copies = /^\d+$/.test(word.copies) ? String(Number(word.copies) + 1) : word.copies;
    replace(at, { ...word, copies });
  }

  /** @param {number} at @param {import("./tiles-words.js").Word | null} word */
  function replace(at, word) {
    change(words.flatMap((text, number) => (number === at ? (word ? [writeWord(word)] : []) : [text])));
  }

  /** @param {string[]} next */
  function change(next) {
    words = next;
    renderChosen();
    onchange(words);
  }

  /** @param {string} word */
  async function knownOf(word) {
    const key = `${grid} ${word}`;
    let found = known.get(key);
    if (!found) {
      found = await look(word, grid);
      // A host that was away may answer the next time.
      if (!found.error) known.set(key, found);
    }
    return found;
  }

  function renderSets() {
    show(sets, ...SETS[grid].map((name) => el("button", {
      type: "button",
      class: "small",
      "aria-pressed": String(name === opened),
      onclick: () => {
        opened = name;
        renderSets();
      },
    }, name.replaceAll("-", " "))));
    renderPalette();
  }

  async function renderPalette() {
    const name = opened;
    const { pieces, error } = await knownOf(name);
    if (name !== opened) return;
    const cells = pieces.reduce((sum, piece) => sum + piece.cells, 0);
    const all = el("button", { type: "button", class: "add-all", onclick: () => change([...words, name]) },
      pieces.length === 1 ? "Add it" : `Add all ${pieces.length}`, el("small", {}, ` ${cells} cells`));
    const thumbnails = pieces.length <= MOST_SHOWN ? pieces.map((piece) =>
      el("button", {
        type: "button", class: "thumbnail", "aria-label": `Add ${piece.name}`, title: `Add ${piece.name}`,
        onclick: () => addOne(`${name}:${piece.name}`),
      }, drawn(piece), el("span", { "aria-hidden": "true" }, piece.name))) : [];
    show(palette, error ? el("p", { class: "fault" }, error) : all, ...thumbnails);
  }

  async function renderChosen() {
    const shown = words;
    const items = await Promise.all(words.map(async (text, at) => card(text, at, await knownOf(readWord(text).body))));
    if (shown !== words) return;
    const focus = chosen.contains(document.activeElement) ? document.activeElement?.getAttribute("data-focus") : null;
    show(chosen, ...items);
    if (!words.length) show(chosen, el("li", { class: "muted" }, "None yet: click a piece above, or add a whole set."));
    if (focus) chosen.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
  }

  /** @param {string} text @param {number} at @param {Known} found */
  function card(text, at, { pieces, error }) {
    const word = readWord(text);
    const isSet = pieces.length > 1;
    const title = word.name || (isSet ? word.body : pieces[0]?.name || word.body);
    const left = pieces.filter((piece) => !word.without.includes(piece.name));
    const about = isSet
      ? el("small", { class: "muted" }, `${left.length} of ${pieces.length} pieces`)
      : el("small", { class: "muted" }, pieces[0] ? cellsOf(pieces[0].cells) : "");
    const remove = el("button", {
      type: "button", class: "remove", "aria-label": `Remove ${title}`, title: "Remove", onclick: () => replace(at, null),
    }, "×");
    const head = el("div", { class: "card-head" },
      !isSet && pieces[0] ? drawn(coloured.get(title) ?? pieces[0]) : null,
      el("span", { class: "card-title" }, el("span", { class: "card-name" }, title), about), stepper(word, at, title), remove);
    const members = isSet && pieces.length <= MOST_SHOWN ? el("div", { class: "members" }, ...pieces.map((piece) => {
      const isIn = !word.without.includes(piece.name);
      return el("button", {
        type: "button", class: "thumbnail", "aria-pressed": String(isIn), "data-focus": `${at} ${piece.name}`,
        "aria-label": `${piece.name}`, title: isIn ? `Leave out ${piece.name}` : `Use ${piece.name}`,
        onclick: () => replace(at, {
          ...word,
          without: isIn ? [...word.without, piece.name] : word.without.filter((name) => name !== piece.name),
        }),
      }, drawn((isIn && coloured.get(piece.name)) || piece), el("span", { "aria-hidden": "true" }, piece.name));
    })) : null;
    return el("li", { class: isSet ? "card set-card" : "card" }, head, error ? el("p", { class: "fault" }, error) : members);
  }

  /** @param {import("./tiles-words.js").Word} word @param {number} at @param {string} title */
  function stepper(word, at, title) {
    const number = /^\d+$/.test(word.copies) ? Number(word.copies) : null;
    const to = (/** @type {number} */ copies) => replace(at, { ...word, copies: String(copies) });
    const input = el("input", {
      type: "text", size: 4, value: word.copies, "aria-label": `Copies of ${title}`, "data-focus": `${at} copies`,
      title: "A number, a range such as 1..3, or any",
      onchange: () => {
        const copies = readCopies(input.value);
        input.setAttribute("aria-invalid", String(copies === null));
        if (copies !== null) replace(at, copies === "0" ? null : { ...word, copies });
      },
    });
    return el("span", { class: "stepper" },
      el("button", {
        type: "button", "aria-label": `One ${title} less`, "data-focus": `${at} less`, disabled: number !== null && number <= 1,
        onclick: () => to(number === null ? 1 : number - 1),
      }, "−"),
      input,
      el("button", {
        type: "button", "aria-label": `One ${title} more`, "data-focus": `${at} more`, onclick: () => to(number === null ? 1 : number + 1),
      }, "+"));
  }

  return {
    element,
    /** Says what is wrong with the words, or nothing. @param {any} error */
    fault(error) {
      show(fault, ...(error ? faultWords(error) : []));
    },
    /** @param {Grid} newGrid @param {string[]} newWords */
    set(newGrid, newWords) {
      const isOther = newGrid !== grid || !opened;
      const used = newWords.map((text) => readWord(text).body);
      const usedSet = SETS[newGrid].find((name) => used.includes(name));
      // An example opens the set that it uses.
      const isFromElsewhere = newWords !== words && usedSet !== undefined;
      if (isOther) own.set(newGrid, new Map());
      grid = newGrid;
      words = newWords;
      if (isOther || isFromElsewhere) {
        opened = usedSet ?? SETS[grid][0];
        renderSets();
      }
      renderChosen();
    },
    /** Shows the pieces in the colours that they have on the board. @param {Piece[]} pieces */
    colour(pieces) {
      coloured = new Map(pieces.map((piece) => [piece.name, piece]));
      renderChosen();
    },
  };
}

/** @param {number} cells */
const cellsOf = (cells) => (cells === 1 ? "1 cell" : `${cells} cells`);

/** A small picture of a piece. @param {Piece} piece */
function drawn(piece) {
  if (!piece.svg) return null;
  const cells = [...piece.svg.matchAll(/class="cell" data-cell="([^"]+)"/g)].map((match) => match[1]);
  if (cells[0]?.includes(",")) return solidThumbnail(cells, colourOf(piece) ?? "#87afaf");
  const made = picture(piece.svg, piece.name);
  made.setAttribute("aria-hidden", "true");
  made.removeAttribute("role");
  made.removeAttribute("aria-label");
  return made;
}

/** The colour of a piece: the first one in its picture. @param {Piece} piece */
export function colourOf(piece) {
  const colours = [...(piece.svg ?? "").matchAll(/(?:fill|stroke)="(#[0-9a-f]{6})"/g)].map((match) => match[1]);
  return colours.find((text) => text !== "#ffffff" && text !== "#000000");
}
