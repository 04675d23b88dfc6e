// @ts-check
// The matrix of a problem: items are columns, options are rows. It can show the links of Knuth's dancing links.

import { el, show, svgEl } from "./el.js";
import { optionName } from "./cover-dance.js";

/** @typedef {import("./cover-dance.js").Problem} Problem */
/** @typedef {import("./cover-dance.js").Scene} Scene */

/** @param {Problem} problem */
export function matrix(problem) {
  const heads = problem.items.map(({ name, primary }) =>
    el("th", { scope: "col", class: primary ? "" : "secondary", title: primary ? name : `${name}: may stay uncovered` },
      el("span", { class: name.length > 2 ? "tall" : "" }, name)));
  /** @type {Map<number, HTMLElement>[]} the nodes of each option, by item */
  const nodes = [];
  const rows = problem.options.map((option, number) => {
    const uses = new Map(option.map(({ item, colour }) => [item, colour]));
    const own = new Map();
    nodes.push(own);
    const cells = problem.items.map((_, item) => {
      if (!uses.has(item)) return el("td", {});
      const colour = uses.get(item);
      const dot = el("span", { class: colour ? "one coloured" : "one" }, colour ? String(colour).slice(0, 2) : "");
      own.set(item, dot);
      return el("td", { "aria-label": colour ? `1, colour ${colour}` : "1" }, dot);
    });
    return el("tr", {}, el("th", { scope: "row", title: `Option ${number}` }, optionName(option, problem)), ...cells);
  });
  const links = svgEl("svg", { class: "links", "aria-hidden": "true" });
  const table = el("table", { class: problem.items.length > 16 ? "matrix dense" : "matrix" },
    el("caption", { class: "visually-hidden" }, "Items are columns, options are rows."),
    el("thead", {}, el("tr", {}, el("td", {}), ...heads)), el("tbody", {}, ...rows));
  table.style.setProperty("--rows", String(rows.length + 1));
  const element = el("div", { class: "matrix-frame" }, el("div", { class: "matrix-sheet" }, table, links));
  let withLinks = false;
  /** @type {Scene | null} */
  let scene = null;

  /** @param {Scene} next */
  function set(next) {
    scene = next;
    const chosen = new Set(scene.path);
    heads.forEach((head, item) => {
      head.classList.toggle("covered", scene?.covered.has(item));
      head.classList.toggle("branched", scene?.item === item);
    });
    rows.forEach((row, number) => {
      const state = chosen.has(number) ? "chosen" : scene?.gone.has(number) ? "gone" : "left";
      row.className = `row-${state}${scene?.tried.has(number) ? " tried" : ""}`;
      [...row.cells].slice(1).forEach((cell, item) => {
        cell.classList.toggle("covered", scene?.covered.has(item) && state !== "chosen");
        cell.classList.toggle("branched", scene?.item === item);
      });
    });
    drawLinks();
  }

  /** The lines between nodes: a node that has disappeared is passed by. */
  function drawLinks() {
    show(links);
    if (!withLinks || !scene) return;
    const sheet = /** @type {HTMLElement} */ (element.firstChild);
    const origin = sheet.getBoundingClientRect();
    const at = (/** @type {Element} */ node) => {
      const box = node.getBoundingClientRect();
      return [box.left + box.width / 2 - origin.left, box.top + box.height / 2 - origin.top];
    };
    const feet = heads.map((head) => {
      const box = head.getBoundingClientRect();
      return [box.left + box.width / 2 - origin.left, box.bottom - 4 - origin.top];
    });
    /** @param {number[][]} points @param {boolean[]} isLive @param {boolean} isDown @param {string} kind */
    const chain = (points, isLive, isDown, kind) => {
      let path = "";
      /** @type {number[] | null} */
      let last = null;
      let passed = false;
      points.forEach((point, number) => {
        if (!isLive[number]) {
          passed = true;
          return;
        }
        if (last) {
          const [x, y] = [(last[0] + point[0]) / 2, (last[1] + point[1]) / 2];
          const far = Math.max(24, 0.13 * Math.hypot(point[0] - last[0], point[1] - last[1]));
          const bend = isDown ? [x + far, y] : [x, y - 20];
          path += passed
            ? `M${last[0]} ${last[1]}Q${bend[0]} ${bend[1]} ${point[0]} ${point[1]}`
            : `M${last[0]} ${last[1]}L${point[0]} ${point[1]}`;
        }
        last = point;
        passed = false;
      });
      if (path) links.append(svgEl("path", { d: path, class: kind }));
    };
    const { covered, gone, path } = scene;
    const off = new Set([...gone, ...path]);
    // Only primary items stand in the list from which an item is chosen.
    const isListed = problem.items.map(({ primary }, item) => primary && !covered.has(item));
    chain(feet.slice(0, problem.items.filter(({ primary }) => primary).length), isListed, false, "heads");
    problem.items.forEach((_, item) => {
      const own = nodes.flatMap((uses, number) => (uses.has(item) ? [[number, uses.get(item)]] : []));
      const points = [feet[item], ...own.map(([, node]) => at(/** @type {Element} */ (node)))];
      const isCovered = covered.has(item);
      chain(points, [true, ...own.map(([number]) => isCovered || !off.has(Number(number)))], true, isCovered ? "faint" : "");
    });
    nodes.forEach((uses, number) => {
      const points = [...uses.values()].map(at).sort((a, b) => a[0] - b[0]);
      const kind = path.includes(number) ? "chosen" : gone.has(number) ? "faint" : "";
      chain(points, points.map(() => true), false, kind);
    });
  }

  return {
    element,
    set,
    /** @param {boolean} shown */
    links(shown) {
      withLinks = shown;
      drawLinks();
    },
    redraw: drawLinks,
  };
}
