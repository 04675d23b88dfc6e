// @ts-check
// The search tree of Algorithm X: a node is an option that was tried.

import { svgEl } from "./el.js";

/** @typedef {import("./cover-dance.js").Move} Move */
/** @typedef {{children: Node[], parent: Node | null, born: number, option: number, end: "solution" | "dead-end" | null, ended: number, x: number, depth: number}} Node */

const MOST_NODES = 400;
const [ACROSS, DOWN, RADIUS] = [22, 40, 7];

/**
 * @param {Move[]} moves
 * @returns {{root: Node, nodes: Node[]}}
 */
export function treeOf(moves) {
  const make = (/** @type {Node | null} */ parent, /** @type {number} */ born, /** @type {number} */ option) =>
    /** @type {Node} */ ({ children: [], parent, born, option, end: null, ended: 0, x: 0, depth: parent ? parent.depth + 1 : 0 });
  const root = make(null, 0, -1);
  const nodes = [root];
  let at = root;
  moves.forEach((move, number) => {
    if (move.move === "try") {
      const child = make(at, number + 1, move.option);
      at.children.push(child);
      nodes.push(child);
      at = child;
    } else if (move.move === "undo") at = at.parent ?? root;
    else if (move.move === "solution" || move.move === "dead-end") {
      at.end = move.move;
      at.ended = number + 1;
    }
  });
  let leaves = 0;
  const lay = (/** @type {Node} */ node) => {
    node.children.forEach(lay);
    const [first, last] = [node.children[0], node.children.at(-1)];
    node.x = first && last ? (first.x + last.x) / 2 : leaves++;
  };
  lay(root);
  return { root, nodes };
}

/**
 * Draws the part of the tree that has been visited.
 * @param {ReturnType<typeof treeOf>} tree
 * @param {number} count the number of moves that have happened
 * @param {number[]} path the options that are chosen
 * @param {(option: number) => string} name
 * @returns {SVGElement | null}
 */
export function drawTree({ root, nodes }, count, path, name) {
  if (nodes.length > MOST_NODES) return null;
  const leaves = Math.max(...nodes.map((node) => node.x)) + 1;
  const depth = Math.max(...nodes.map((node) => node.depth));
  const [width, height] = [Math.max(leaves * ACROSS, 60), (depth + 1) * DOWN];
  const at = (/** @type {Node} */ node) => [(node.x + 0.5) * (width / leaves), node.depth * DOWN + DOWN / 2];
  const onPath = new Set([root]);
  let node = root;
  for (const option of path) {
    const next = node.children.filter((child) => child.option === option && child.born <= count).at(-1);
    if (!next) break;
    onPath.add(next);
    node = next;
  }
  const born = nodes.filter((one) => one.born <= count);
  const lines = born.filter((one) => one.parent).map((one) => {
    const [[x1, y1], [x2, y2]] = [at(/** @type {Node} */ (one.parent)), at(one)];
    return svgEl("line", { x1, y1, x2, y2, class: onPath.has(one) ? "on-path" : "branch" });
  });
  const dots = born.map((one) => {
    const [x, y] = at(one);
    const end = one.end && one.ended <= count ? one.end : "open";
    const shape = end === "dead-end"
      ? svgEl("path", { d: `M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10` })
      : svgEl("circle", { cx: x, cy: y, r: RADIUS });
    const title = svgEl("title", {}, one.parent ? name(one.option) : "The whole problem");
    return svgEl("g", { class: `node ${end}${onPath.has(one) ? " on-path" : ""}` }, title, shape);
  });
  const found = born.filter((one) => one.end === "solution" && one.ended <= count).length;
  const dead = born.filter((one) => one.end === "dead-end" && one.ended <= count).length;
  return svgEl("svg", {
    class: "search-tree", viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": `Search tree: ${born.length - 1} options tried, ${found} solutions, ${dead} dead ends`,
  }, ...lines, ...dots);
}
