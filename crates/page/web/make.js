// @ts-check
// Makes puzzles and what leaves the page: generated puzzles, minimal ones, files, links and paper.

import { button } from "./buttons.js";
import { el, save, show } from "./el.js";
import { asked } from "./puzzle.js";
import { Question } from "./question.js";
import { WHOLE } from "./tools.js";

const SYMMETRIES = [["none", "None"], ["180", "Half turn"], ["90", "Quarter turn"], ["mirror", "Left and right"],
  ["diagonal", "Diagonal"]];
const DIFFICULTIES = ["easy", "medium", "hard", "expert", "extreme"];
/** Rules that the generator places. */
const PLACED = [["cage", "Killer cages"], ["thermometer", "Thermometers"], ["arrow", "Arrows"], ["kropki", "Dots"],
  ["whispers", "Whispers"], ["renban", "Renbans"], ["palindrome", "Palindromes"], ["between", "Between lines"],
  ["sandwich", "Sandwiches"], ["little-killer", "Little killers"], ["x-sum", "X-sums"], ["skyscraper", "Skyscrapers"]];
/** @type {[string, string, string][]} */
const FORMATS = [
  ["line", "One line", "txt"], ["pretty", "Grid of text", "txt"], ["iss", "Interactive Sudoku Solver text", "txt"],
  ["puzzle", "Quadrille JSON", "json"], ["f-puzzles", "f-puzzles JSON", "json"], ["link", "f-puzzles link", "txt"],
  ["penpa", "penpa-edit link", "txt"], ["opensudoku", "OpenSudoku", "opensudoku"], ["hodoku", "HoDoKu", "txt"],
  ["tatham", "Simon Tatham's Solo", "txt"], ["csv", "CSV", "csv"], ["svg", "SVG picture", "svg"],
  ["html", "Page to print", "html"],
];
/** The number of pixels of a unit of a picture, in PNG. */
const SCALE = 4;

/** @param {import("./board-room.js").Room} room */
export function makePanel(room) {
  const { history } = room;

  // Generate.
  const option = (/** @type {string[]} */ [value, words]) => el("option", { value }, words);
  const shape = el("select", { id: "make-shape" },
    ...[["", "The board that is shown"], ["4x4", "4 × 4"], ["6x6", "6 × 6"], ["9x9", "9 × 9"],
      ["9x9+x", "9 × 9 with diagonals"], ["9x9+windoku", "9 × 9 windoku"], ["9x9+anti-knight", "9 × 9 anti-knight"],
      ["12x12", "12 × 12"], ["16x16", "16 × 16"]].map(option));
  const symmetry = el("select", { id: "make-symmetry" }, ...SYMMETRIES.map(option));
  const difficulty = el("select", { id: "make-difficulty" }, option(["", "Any"]),
    ...DIFFICULTIES.map((word) => option([word, word[0].toUpperCase() + word.slice(1)])));
  const clues = el("input", { id: "make-clues", type: "number", min: 0, max: 600, placeholder: "any" });
  const technique = el("input",
    { id: "make-technique", type: "text", autocapitalize: "off", autocomplete: "off", spellcheck: "false",
      placeholder: "any, such as x-wing" });
  const seed = el("input", { id: "make-seed", type: "number", min: 0, placeholder: "random" });
  const minimal = el("input", { type: "checkbox" });
  const placed = PLACED.map(([word, name]) => el("label", { class: "check" }, el("input", { type: "checkbox", value: word }), el("span", {}, name)));
  const generating = new Question(room, "board.generate", { doing: "Making a puzzle", says: made });
  const generateForm = el("form", { class: "make-form", onsubmit: generate },
    el("div", { class: "fields" },
      el("label", { for: "make-shape" }, "Board"), shape, el("label", { for: "make-difficulty" }, "Difficulty"), difficulty,
      el("label", { for: "make-symmetry" }, "Symmetry"), symmetry,
      el("label", { for: "make-clues" }, "Givens"), clues,
      el("label", { for: "make-technique" }, "Needs the step"), technique,
      el("label", { for: "make-seed" }, "Seed"), seed),
    el("details", {}, el("summary", {}, "Rules to place"), el("div", { class: "checks" }, ...placed)),
    el("label", { class: "check" }, minimal, el("span", {}, "Every given is needed")),
    el("div", { class: "row" }, el("button", { type: "submit", class: "primary" }, "Make a puzzle"), generating.element));

  /** @param {any} answer */
  function made({ puzzle, report, remark, stop }) {
    if (!puzzle) return remark || `no puzzle was found (${stop}); ask for less, or try another seed`;
    return `seed ${report?.seed ?? seed.value}${report?.difficulty ? `, ${report.difficulty}` : ""}`;
  }

  /** Whether this panel changes the puzzle: what it says then is about the new one. */
  let opens = false;

  /** @param {any} answer @param {object} [options] */
  function openMade(answer, options) {
    opens = true;
    room.open(answer, options);
    opens = false;
  }

  /** @param {Event} event */
  async function generate(event) {
    event.preventDefault();
    if (!shape.value && (!history.state.puzzle || history.state.lowest === 0)) {
      generating.say("no puzzle can be made for this board; choose another one");
      return;
    }
    const rules = placed.map((label) => label.querySelector("input")).filter((input) => input.checked).map((input) => input.value);
    const fields = {
      shape: shape.value || shapeText(),
      symmetry: symmetry.value,
      minimal: minimal.checked,
      seed: seed.value === "" ? Math.floor(Math.random() * 1_000_000) : Number(seed.value),
      ...(difficulty.value && { difficulty: difficulty.value }),
      ...(technique.value.trim() && { technique: technique.value.trim().toLowerCase().replaceAll(" ", "-") }),
      ...(clues.value !== "" && { clues: Number(clues.value) }),
      ...(rules.length && { rules: rules.join(",") }),
    };
    const answer = await plain(generating, fields, 60);
    if (answer?.puzzle) {
      openMade(answer);
      room.entry.useSetting(false);
    }
  }

  /**
   * Asks a question that is not about the puzzle on the board.
   * @param {Question} question
   * @param {object} fields
   * @param {number} seconds
   */
  const plain = (question, fields, seconds) => question.ask({ ...fields, puzzle: undefined }, seconds);

  /** The board that is shown, as the text of a shape. */
  function shapeText() {
    const { state } = history;
    const { boxes, regions } = state.puzzle ?? {};
    const words = state.rules.filter(({ rule, on }) => on && WHOLE.some(([word]) => word === rule.type)).map(({ rule }) => rule.type);
    const lines = [`${state.rows}x${state.columns}`, ...(boxes ? [`boxes:${boxes}`] : []), ...words];
    return regions ? `${lines.join("\n")}\nregions\n${regions.join("\n")}\n` : lines.join("+");
  }

  // Minimise.
  const minimizing = new Question(room, "board.minimize",
    { doing: "Removing what is not needed", says: ({ remark }) => remark ?? "" });

  /** @param {boolean} rules */
  async function minimize(rules) {
    const before = Object.keys(history.state.givens).length;
    const answer = await minimizing.ask({ rules }, 60);
    if (!answer) return;
    if (!answer.puzzle) {
      minimizing.say(answer.remark || answer.text || "the puzzle needs exactly one solution first");
      return;
    }
    const rulesBefore = history.state.rules.filter(({ on }) => on).length;
    openMade(answer, { undoes: true });
    const after = Object.keys(history.state.givens).length;
    const removed = `${before - after} givens${rules ? ` and ${rulesBefore - history.state.rules.length} rules` : ""} removed`;
    minimizing.say(answer.remark ? `${removed}; ${answer.remark}` : removed);
  }

  // Export.
  const format = el("select", { id: "make-format" }, ...FORMATS.map(([word, name]) => el("option", { value: word }, name)));
  const output = el("textarea",
    { rows: 4, readonly: true, class: "code", "aria-label": "The puzzle in this format", hidden: true });
  const exportFault = el("p", { class: "wrong-text", role: "alert" });

  /**
   * The puzzle in a format; null if it cannot be written, which the page says.
   * @param {string} word
   * @returns {Promise<string | null>}
   */
  async function written(word) {
    show(exportFault);
    try {
      const { text, remark } = await room.host.ask("board.write", { puzzle: asked(history.state), format: word });
      if (remark) show(exportFault, `Note: ${remark}.`);
      return text;
    } catch (/** @type {any} */ error) {
      // The page itself writes the address: it may have cancelled this question.
      if (error.cancelled) return written(word);
      show(exportFault, error.message, error.help ? ` ${error.help}` : "");
      return null;
    }
  }

  /** The text and what was said about it belong to another puzzle or format. */
  function forgetText() {
    output.hidden = true;
    output.value = "";
    show(exportFault);
  }
  format.addEventListener("change", forgetText);

  async function showText() {
    const text = await written(format.value);
    output.hidden = text === null;
    output.value = text ?? "";
  }

  async function copy() {
    await showText();
    if (!output.hidden) copyText(output.value, "The text is copied.");
  }

  async function download() {
    const [word, , extension] = FORMATS.find(([word]) => word === format.value) ?? FORMATS[0];
    const text = await written(word);
    if (text !== null) save(text, `puzzle.${extension}`,
      word === "svg" ? "image/svg+xml" : word === "html" ? "text/html" : "text/plain");
  }

  /** @param {string} text @param {string} says */
  async function copyText(text, says) {
    try {
      await navigator.clipboard.writeText(text);
      room.say(says);
    } catch {
      // The browser does not allow it: the text is selected, for Ctrl+C.
      output.hidden = false;
      output.value = text;
      output.select();
      room.say("The browser does not allow copying. The text is selected: press Ctrl+C.");
    }
  }

  async function copyLink() {
    const text = await written("address");
    if (text !== null) copyText(`${location.href.replace(/#.*/, "")}#${text.replace(/^#/, "")}`, "The link is copied.");
  }

  async function png() {
    const text = await written("svg");
    if (text === null) return;
    const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    try {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = el("canvas", { width: image.width * SCALE, height: image.height * SCALE });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
      save(blob, "puzzle.png", "image/png");
    } catch (/** @type {any} */ error) {
      show(exportFault, `The picture could not be made: ${error.message}. Save the SVG picture instead.`);
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  const element = el("div", { class: "make" },
    el("h2", {}, "A new puzzle"), generateForm,
    el("h2", {}, "This puzzle"),
    el("div", { class: "row" }, button("Remove givens that are not needed", () => minimize(false)),
      button("Remove rules, too", () => minimize(true)), minimizing.element),
    el("h2", {}, "Share and save"),
    el("div", { class: "row" }, button("Copy the link", copyLink), button("Print", () => print()), button("Save as PNG", png)),
    el("div", { class: "row" }, el("label", { for: "make-format" }, "Format"), format, button("Show", showText),
      button("Copy", copy), button("Save", download)),
    exportFault, output);
  return {
    element,
    /** The puzzle was changed. */
    changed() {
      forgetText();
      if (opens) return;
      generating.say("");
      minimizing.say("");
    },
  };
}
