// @ts-check
/**
 * The page answers by itself: workers run the WebAssembly module.
 *
 * A worker answers one question at a time and does not listen meanwhile. So a question is cancelled
 * by ending its worker; another one, which is started in advance, takes the next question. The
 * module is compiled once.
 */

/** @typedef {import("./host.js").Listener} Listener */
/** @typedef {import("./host.js").Line} Line */
/** @typedef {import("./host.js").Message} Message */

/** The most questions at the same time. A long count must not delay the others. */
const MOST_BUSY = Math.min(4, Math.max(2, navigator.hardwareConcurrency || 2));

/** A worker whose module has more bytes is replaced: the memory of a module never shrinks. */
const MOST_MEMORY = 200_000_000;

/** The elements that hold the module and the worker if the page is a single file. */
const MODULE = "#wasm-source";
const WORKER = "#worker-source";

/**
 * @typedef {object} Member
 * @property {Worker} worker
 * @property {number} id The question it works on; 0: none.
 * @property {boolean} isReady Whether its module has started.
 */

class Workers {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    /** @type {WebAssembly.Module | null} */
    this.module = null;
    this.source = workerAddress();
    /** @type {Set<Member>} */
    this.members = new Set();
    /** Questions that wait for a worker.
     * @type {Message[]} */
    this.queue = [];
    this.isReady = false;
    /** Why there will be no answers; "" if there may be. */
    this.failure = "";
    this.load();
  }

  async load() {
    try {
      this.module = await WebAssembly.compile(await moduleBytes());
      this.proceed();
    } catch (error) {
      this.fail(`The solver could not be loaded: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** @param {string} text */
  fail(text) {
    this.failure = text;
    this.listener.state({ name: "failed", text });
    for (const question of this.queue.splice(0)) this.listener.lost(question.id, text);
  }

  /** Gives waiting questions to idle workers, and keeps one idle worker in reserve. */
  proceed() {
    if (!this.module || this.failure) return;
    for (;;) {
      const idle = [...this.members].filter((member) => member.id === 0);
      if (idle.length === 0) {
        this.start(this.module);
      } else if (this.queue.length > 0 && this.members.size - idle.length < MOST_BUSY) {
        const question = /** @type {Message} */ (this.queue.shift());
        idle[0].id = question.id;
        idle[0].worker.postMessage(JSON.stringify(question));
      } else {
        return;
      }
    }
  }

  /** @param {WebAssembly.Module} module */
  start(module) {
    const member = { worker: new Worker(this.source), id: 0, isReady: false };
    this.members.add(member);
    member.worker.onmessage = ({ data }) => this.receive(member, data);
    member.worker.onerror = (event) => this.lose(member, event.message);
    member.worker.postMessage(module);
  }

  /**
   * @param {Member} member
   * @param {any} data
   */
  receive(member, data) {
    if (typeof data === "string") {
      const message = JSON.parse(data);
      if (!message.host) {
        this.listener.message(message);
      } else if (!this.isReady) {
        this.isReady = true;
        this.listener.message(message);
        this.listener.state({ name: "ready", text: "" });
      }
    } else if (data.started) {
      member.isReady = true;
    } else if (data.failure) {
      this.lose(member, data.failure);
    } else {
      member.id = 0;
      if (data.memory > MOST_MEMORY) this.end(member);
      this.proceed();
    }
  }

  /** @param {Member} member */
  end(member) {
    member.worker.terminate();
    this.members.delete(member);
  }

  /**
   * A worker is of no more use.
   * @param {Member} member
   * @param {string} reason
   */
  lose(member, reason) {
    this.end(member);
    if (member.id) {
      this.listener.lost(
        member.id,
        `The solver failed: ${reason}`,
        "A page has at most 4 GB of memory. The program `quadrille` on this computer may use more.",
      );
    }
    if (member.isReady) {
      this.proceed();
    } else {
      // The next one would fail, too.
      this.fail(`The solver could not be started: ${reason}`);
    }
  }

  /** @param {Message} question */
  ask(question) {
    if (this.failure) {
      this.listener.lost(question.id, this.failure);
    } else {
      this.queue.push(question);
      this.proceed();
    }
  }

  /** @param {number} id */
  cancel(id) {
    this.queue = this.queue.filter((question) => question.id !== id);
    for (const member of this.members) {
      if (member.id === id) this.end(member);
    }
    this.proceed();
  }
}

/** The text of an element that only the single file has.
 * @param {string} selector */
function embedded(selector) {
  return document.querySelector(selector)?.textContent;
}

/** @returns {string} */
function workerAddress() {
  const source = embedded(WORKER);
  return source ? URL.createObjectURL(new Blob([source], { type: "text/javascript" })) : "worker.js";
}

/** @returns {Promise<ArrayBuffer>} */
async function moduleBytes() {
  const source = embedded(MODULE);
  if (source) {
    const compressed = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
    const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  }
  const response = await fetch("quadrille.wasm");
  if (!response.ok) throw new Error(`quadrille.wasm: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/**
 * @param {Listener} listener
 * @returns {Line}
 */
export function openWorkers(listener) {
  return new Workers(listener);
}
