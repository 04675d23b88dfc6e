// @ts-check
// Starts the page: the three rooms, which of them is shown, and the theme.

import { el } from "./el.js";
import { host } from "./host.js";
import { store } from "./store.js";

/** @typedef {{open: (address: string) => void}} Room */

/** The rooms, with what addresses of each begin with. The first one takes all other addresses. */
const ROOMS = [
  { name: "board", begins: "puzzle=", load: () => import("./board-room.js"), css: "" },
  { name: "tiles", begins: "tile=", load: () => import("./tiles.js"), css: "tiles.css" },
  { name: "cover", begins: "cover=", load: () => import("./cover.js"), css: "cover.css" },
];

/** @type {Map<string, Promise<Room>>} */
const open = new Map();

/** The address that each room had last. @type {Map<string, string>} */
const addresses = new Map();
let current = "";

/** @param {string} name */
const section = (name) => /** @type {HTMLElement} */ (document.getElementById(`room-${name}`));

/**
 * The store of a room. Only the address of the room that is shown stands in the browser.
 * @param {string} name
 */
const storeOf = (name) => ({
  ...store,
  /** @type {typeof store.write} */
  write(text, options) {
    addresses.set(name, text);
    if (name === current) store.write(text, options);
  },
});

/**
 * The room, which is loaded when it is first needed.
 * @param {typeof ROOMS[number]} room
 */
function loaded(room) {
  let found = open.get(room.name);
  if (!found) {
    // The single file holds all styles from the start.
    const hasStyle = document.querySelector(`style[data-file="${room.css}"]`);
    if (room.css && !hasStyle) document.head.append(el("link", { rel: "stylesheet", href: room.css }));
    found = room.load().then((module) => module.mount(section(room.name), host, storeOf(room.name)));
    found.catch((error) => {
      open.delete(room.name);
      section(room.name).append(el("p", { class: "fault", role: "alert" }, `This room could not be loaded: ${error.message}`));
    });
    open.set(room.name, found);
  }
  return found;
}

/**
 * Shows a room and what an address says.
 * @param {string} name
 * @param {string} address
 */
async function enter(name, address) {
  const room = ROOMS.find((room) => room.name === name) ?? ROOMS[0];
  current = room.name;
  addresses.set(current, address);
  for (const { name } of ROOMS) section(name).hidden = name !== room.name;
  for (const link of document.querySelectorAll("[data-room]")) {
    const isCurrent = /** @type {HTMLElement} */ (link).dataset.room === room.name;
    if (isCurrent) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const mounted = await loaded(room);
  if (current === room.name) mounted.open(address);
}

/** The room that an address belongs to. @param {string} address */
const roomOf = (address) => (ROOMS.find(({ begins }) => address.startsWith(begins)) ?? ROOMS[0]).name;

for (const link of document.querySelectorAll("[data-room]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const name = /** @type {HTMLElement} */ (link).dataset.room ?? "board";
    if (name === current) return;
    const address = addresses.get(name) ?? "";
    if (address) store.write(address);
    enter(name, address);
  });
}

store.onChange((address) => enter(roomOf(address), address));

// The theme: that of the system, until a person chooses.
const themeButton = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme ?? (systemIsDark.matches ? "dark" : "light")) === "dark";
const showTheme = () => themeButton.setAttribute("aria-label", isDark() ? "Use light colours" : "Use dark colours");
themeButton.addEventListener("click", () => {
  const theme = isDark() ? "light" : "dark";
  // Who chooses what the system has, follows the system from now on.
  const isSystem = (theme === "dark") === systemIsDark.matches;
  if (isSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  store.set("theme", isSystem ? null : theme);
  showTheme();
});
systemIsDark.addEventListener("change", showTheme);
showTheme();

host.onHost(({ kind, threads, version, remark }) => {
  const cores = threads === 1 ? "1 thread" : `${threads} threads`;
  const place = kind === "native" ? `on this computer, ${cores}` : "in this browser";
  const badge = document.getElementById("host");
  if (badge) {
    badge.textContent = kind === "native" ? "Native" : "Browser, about 3 times slower";
    badge.title = `Quadrille ${version} computes ${place}. Nothing leaves this computer. ${remark ?? ""}`;
  }
});

host.onState(({ name, text }) => {
  const notice = /** @type {HTMLElement} */ (document.getElementById("host-state"));
  notice.textContent = text;
  notice.hidden = name === "ready" || name === "starting";
});

// For questions in the console of the browser.
Object.assign(globalThis, { quadrille: host });

enter(roomOf(store.read()), store.read());
