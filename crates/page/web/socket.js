// @ts-check
/** The program that served the page answers, over a WebSocket. */

/** @typedef {import("./host.js").Listener} Listener */
/** @typedef {import("./host.js").Line} Line */
/** @typedef {import("./host.js").Message} Message */

/** The first and the longest pause before the page tries to connect again, in milliseconds. */
const SHORTEST = 250;
const LONGEST = 15_000;

/** The most bytes of a question. The server closes the connection at a longer one. */
export const MOST_BYTES = 1_000_000;

/** A question that may have ended the program is asked twice at most. */
const MOST_TRIES = 2;

class Socket {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.pause = SHORTEST;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Questions without a reply, and how often each was sent.
     * @type {Map<number, {text: string, tries: number}>} */
    this.open = new Map();
    // Nobody wants to wait for the end of a pause after the computer slept.
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
    this.connect();
  }

  connect() {
    this.timer = undefined;
    const address = new URL("ask", document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = SHORTEST;
      // Whoever hears that the host is ready may ask at once: that question is sent already.
      const waiting = [...this.open.keys()];
      this.listener.state({ name: "ready", text: "" });
      for (const id of waiting) this.send(id);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (!message.progress) this.open.delete(message.id);
      this.listener.message(message);
    };
    socket.onclose = () => this.wait();
  }

  /** Connects again after a pause, which is longer each time. */
  wait() {
    this.socket = null;
    this.listener.state({
      name: "waiting",
      text: "No connection to Quadrille. Is `quadrille serve` still running?",
    });
    this.timer = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST);
  }

  hurry() {
    if (this.timer !== undefined && !document.hidden) {
      clearTimeout(this.timer);
      this.connect();
    }
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** @param {number} id */
  send(id) {
    const entry = this.open.get(id);
    if (!entry) return;
    if (entry.tries === MOST_TRIES) {
      this.open.delete(id);
      this.listener.lost(id, "The connection to Quadrille was lost before the answer.");
      return;
    }
    entry.tries += 1;
    this.socket?.send(entry.text);
  }

  /** @param {Message} question */
  ask(question) {
    const text = JSON.stringify(question);
    if (new Blob([text]).size > MOST_BYTES) {
      this.listener.lost(question.id, "The text is too long: at most 1 MB.");
      return;
    }
    this.open.set(question.id, { text, tries: 0 });
    if (this.isOpen) this.send(question.id);
  }

  /** @param {number} id */
  cancel(id) {
    this.open.delete(id);
    if (this.isOpen) this.socket?.send(JSON.stringify({ id, cancel: true }));
  }
}

/**
 * @param {Listener} listener
 * @returns {Line}
 */
export function openSocket(listener) {
  return new Socket(listener);
}
