// @ts-check
/**
 * The host: who answers questions. It is the program that served the page, over a WebSocket
 * (`socket.js`), or a WebAssembly module in workers of the page (`wasm.js`).
 *
 *     const answer = await host.ask("board.check", { puzzle }, { onProgress: show });
 *
 * At most one question of each kind is open: a new one cancels the one before.
 */

import { openSocket } from "./socket.js";
import { openWorkers } from "./wasm.js";

/**
 * @typedef {object} State How the host is.
 * @property {"starting" | "ready" | "waiting" | "failed"} name `waiting`: the program has gone, and
 *   the page tries to reach it again. `failed`: there will be no answers.
 * @property {string} text What to show; "" if the host is ready.
 */

/**
 * @typedef {object} About What a host says of itself.
 * @property {"native" | "page"} kind
 * @property {number} threads The threads of one question.
 * @property {string} version
 * @property {number} [seconds] The longest time of a question.
 * @property {string} [remark] A sentence to show.
 */

/** @typedef {{id: number, [field: string]: any}} Message */

/**
 * What a line says: messages of the host, its state, and questions that got no reply.
 * @typedef {object} Listener
 * @property {(message: any) => void} message
 * @property {(state: State) => void} state
 * @property {(id: number, reason: string, help?: string) => void} lost
 */

/**
 * The way to a host.
 * @typedef {object} Line
 * @property {(question: Message) => void} ask
 * @property {(id: number) => void} cancel
 */

/** Why a question has no answer. */
export class HostError extends Error {
  /** @param {{message: string, help?: string, line?: number, column?: number, length?: number}} fault */
  constructor(fault) {
    super(fault.message);
    this.name = "HostError";
    this.help = fault.help;
    /** The place in the text of the question, from 1. */
    this.line = fault.line;
    this.column = fault.column;
    this.length = fault.length;
    this.cancelled = false;
  }
}

/** @returns {HostError} */
function cancelled() {
  const error = new HostError({ message: "cancelled" });
  error.cancelled = true;
  return error;
}

/**
 * @typedef {object} Open A question without an answer.
 * @property {string} kind
 * @property {(answer: any) => void} resolve
 * @property {(error: HostError) => void} reject
 * @property {(progress: any) => void} onProgress
 */

class Host {
  constructor() {
    /** @type {Map<number, Open>} */
    this.open = new Map();
    this.last = 0;
    /** @type {State} */
    this.state = { name: "starting", text: "Starting …" };
    /** @type {About | null} */
    this.about = null;
    /** @type {((state: State) => void)[]} */
    this.stateListeners = [];
    /** @type {((about: About) => void)[]} */
    this.hostListeners = [];
    const isNative = document.querySelector('meta[name="quadrille-host"][content="native"]');
    /** @type {Line} */
    this.line = (isNative ? openSocket : openWorkers)({
      message: (message) => this.receive(message),
      state: (state) => this.enter(state),
      lost: (id, reason, help) => this.take(id)?.reject(new HostError({ message: reason, help })),
    });
  }

  /**
   * Asks a question. The promise gets the answer with the `seconds` that it took, or a `HostError`.
   * @param {string} kind The field `ask` of the question.
   * @param {object} [fields] Its other fields.
   * @param {{onProgress?: (progress: any) => void}} [options]
   * @returns {Promise<any>}
   */
  ask(kind, fields = {}, { onProgress = () => {} } = {}) {
    this.cancel(kind);
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      this.open.set(id, { kind, resolve, reject, onProgress });
      this.line.ask({ ...fields, id, ask: kind });
    });
  }

  /**
   * Cancels the open question of a kind, if there is one. Its promise gets an error with `cancelled`.
   * @param {string} kind
   */
  cancel(kind) {
    for (const [id, question] of this.open) {
      if (question.kind === kind) {
        this.open.delete(id);
        this.line.cancel(id);
        question.reject(cancelled());
      }
    }
  }

  /**
   * Calls back with what the host says of itself, now or when it is there.
   * @param {(about: About) => void} listener
   */
  onHost(listener) {
    this.hostListeners.push(listener);
    if (this.about) listener(this.about);
  }

  /**
   * Calls back with the state of the host, now and at each change.
   * @param {(state: State) => void} listener
   */
  onState(listener) {
    this.stateListeners.push(listener);
    listener(this.state);
  }

  /** @param {State} state */
  enter(state) {
    this.state = state;
    for (const listener of this.stateListeners) listener(state);
  }

  /**
   * The open question with this number, which is not open any more.
   * @param {number} id
   */
  take(id) {
    const question = this.open.get(id);
    this.open.delete(id);
    return question;
  }

  /** @param {any} message */
  receive(message) {
    if (message.host) {
      this.about = message.host;
      for (const listener of this.hostListeners) listener(message.host);
    } else if (message.progress) {
      this.open.get(message.id)?.onProgress(message.progress);
    } else if (message.answer) {
      this.take(message.id)?.resolve({ ...message.answer, seconds: message.seconds });
    } else if (message.cancelled) {
      this.take(message.id)?.reject(cancelled());
    } else if (message.error) {
      this.take(message.id)?.reject(new HostError(message.error));
    }
  }
}

export const host = new Host();
