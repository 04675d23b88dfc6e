// @ts-check
// What outlives a reload: the address, and the storage of the browser.

const PREFIX = "quadrille.";

export const store = {
  /** The part of the address after `#`. */
  read() {
    return location.hash.replace(/^#/, "");
  },

  /**
   * Puts a text after `#`. Back leads to the text before, unless that is replaced.
   * @param {string} text
   * @param {{replace?: boolean}} [options]
   */
  write(text, { replace = false } = {}) {
    if (text === store.read()) return;
    const address = `${location.pathname}${location.search}${text ? `#${text}` : ""}`;
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  },

  /**
   * Calls back when Back, Forward or a person changes the address.
   * @param {(text: string) => void} callback
   */
  onChange(callback) {
    let last = store.read();
    const look = () => {
      // Browsers may report one change twice, as `popstate` and as `hashchange`.
      const text = store.read();
      if (text !== last) callback(text);
      last = text;
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
