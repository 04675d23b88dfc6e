// @ts-check
// Makes elements: the page has no framework.

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} made
 * @param {Record<string, any>} properties
 * @param {Child[]} children
 */
function fill(made, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {any} */ (made).value = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...shown(children));
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function shown(children) {
  return children.flatMap((child) =>
    child === null || child === undefined || child === false ? [] : [typeof child === "number" ? String(child) : child],
  );
}

/**
 * An element. `onclick` and the like are listeners, other properties are attributes; those that are
 * null or false are left out.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {any}
 */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  fill(made, properties, children);
  return made;
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {any}
 */
export function svgEl(tag, properties = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  fill(made, properties, children);
  return made;
}

/**
 * Replaces all children of an element.
 * @param {Element} parent
 * @param {...Child} children
 */
export function show(parent, ...children) {
  parent.replaceChildren(...shown(children));
}

/** A number with thin spaces. @param {string | number} digits */
export const grouped = (digits) => String(digits).replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * Why something failed, and what helps.
 * @param {{message: string, help?: string}} error
 */
export const faultWords = ({ message, help }) => [el("p", {}, message), help ? el("p", { class: "help" }, help) : null];

/** The elements of a picture of an answer. @param {string} text @returns {any} */
export const parsedPicture = (text) =>
  document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);

/**
 * A picture of an answer, as an element with a label for screen readers.
 * @param {string} text
 * @param {string} label
 * @returns {SVGElement}
 */
export function picture(text, label) {
  const made = parsedPicture(text);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", label);
  // The width of a picture is its natural one; the page may make it smaller.
  const [width, height] = ["width", "height"].map((name) => Number(made.getAttribute(name)));
  if (!made.hasAttribute("viewBox") && width && height) made.setAttribute("viewBox", `0 0 ${width} ${height}`);
  return made;
}

/**
 * Prints one picture on a page of its own.
 * @param {string} text
 * @param {string} title
 */
export function printPicture(text, title) {
  const sheet = el("div", { class: "print-sheet" }, el("h1", {}, title), picture(text, title));
  document.body.append(sheet);
  document.body.classList.add("prints-sheet");
  const done = () => {
    sheet.remove();
    document.body.classList.remove("prints-sheet");
  };
  addEventListener("afterprint", done, { once: true });
  print();
}

/**
 * Offers a text as a file.
 * @param {string} text
 * @param {string} name
 * @param {string} kind
 */
export function save(text, name, kind) {
  const url = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
