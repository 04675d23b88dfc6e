// @ts-check
// What outlives a reload: the address, and the storage of the browser.

const PREFIX = "quadrille.";
/** Edits of one kind within this time are one step of Back, in milliseconds. */
const ONE_STEP = 1000;
/** Browsers refuse many changes of the address in a short time: when to try again. */
const RETRY = 5000;

/** The address that the page shows. */
let last = location.hash.replace(/^#/, "");
/** The edit that made it, and when. */
let edited = { kind: "", at: 0 };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;

export const store = {
  /** The part of the address after `#`. */
  read() {
    return location.hash.replace(/^#/, "");
  },

  /**
   * Puts a text after `#`. Back leads to the text before, unless that is replaced.
   * @param {string} text
   * @param {{replace?: boolean, edit?: string}} [options] `edit`: what is edited, such as "board"
   */
  write(text, { replace = false, edit = "" } = {}) {
    clearTimeout(retry);
    if (text === store.read()) return;
    const now = performance.now();
    const isSameStep = edit !== "" && edit === edited.kind && now - edited.at < ONE_STEP;
    const address = `${location.pathname}${location.search}${text ? `#${text}` : ""}`;
    try {
      if (replace || isSameStep) history.replaceState(null, "", address);
      else history.pushState(null, "", address);
      last = store.read();
      edited = { kind: edit, at: now };
    } catch {
      retry = setTimeout(() => store.write(text, { replace, edit }), RETRY);
    }
  },

  /**
   * Calls back when Back, Forward or a person changes the address.
   * @param {(text: string) => void} callback
   */
  onChange(callback) {
    const look = () => {
      // Browsers may report one change twice, as `popstate` and as `hashchange`.
      const text = store.read();
      if (text === last) return;
      clearTimeout(retry);
      last = text;
      edited = { kind: "", at: 0 };
      callback(text);
    };
    addEventListener("popstate", look);
    addEventListener("hashchange", look);
  },

  /**
   * A kept value; `otherwise` if there is none.
   * @template T
   * @param {string} key
   * @param {T} otherwise
   * @returns {T}
   */
  get(key, otherwise) {
    try {
      const text = localStorage.getItem(PREFIX + key);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
    }
  },

  /**
   * Keeps a value; null forgets it. A browser may refuse to keep anything.
   * @param {string} key
   * @param {any} value
   */
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem(PREFIX + key);
      else localStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      // The page works without.
    }
  },
};
