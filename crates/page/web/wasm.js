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

/** Questions that every edit asks. They have a worker of their own, and never wait for long ones. */
const QUICK = ["board.show", "board.read", "board.write", "tile.show", "cover.read"];

/** How often a worker is started in vain, while there is none, before its questions fail. */
const MOST_STARTS = 3;
/** The pause before a worker is started again, in milliseconds. */
const PAUSE = 500;

/** A worker whose module has more bytes is replaced: the memory of a module never shrinks. */
const MOST_MEMORY = 200_000_000;

/** The elements that hold the module and the worker if the page is a single file. */
const MODULE = "#wasm-source";
const WORKER = "#worker-source";

/**
 * @typedef {object} Member
 * @property {Worker} worker
 * @property {Message | null} question The question it works on.
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
    /** Whether another worker may be started: not after one that failed, until memory is free. */
    this.mayStart = true;
    this.failedStarts = 0;
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

  /** The members without a question, those that are ready first. */
  get idle() {
    const idle = [...this.members].filter(({ question }) => question === null);
    return idle.sort((a, b) => Number(b.isReady) - Number(a.isReady));
  }

  /** Gives waiting questions to idle workers, and keeps one idle worker in reserve. */
  proceed() {
    if (!this.module || this.failure) return;
    for (;;) {
      const { idle } = this;
      if (idle.length === 0) {
        if (!this.mayStart) return;
        this.start(this.module);
        continue;
      }
      const question = this.next(this.members.size - idle.length);
      if (!question) break;
      idle[0].question = question;
      idle[0].worker.postMessage(JSON.stringify(question));
    }
    // One more waits for the next question while the page rests, so that not every question starts
    // a worker.
    const { idle } = this;
    const most = idle.length === this.members.size ? 2 : 1;
    for (const member of idle.slice(most)) this.end(member);
  }

  /**
   * Takes the next question from the queue, if a worker may take it.
   * @param {number} busy the number of workers at work
   */
  next(busy) {
    const at = Math.max(0, this.queue.findIndex(({ ask }) => QUICK.includes(ask)));
    const isQuick = QUICK.includes(this.queue[at]?.ask);
    return busy < MOST_BUSY + Number(isQuick) ? this.queue.splice(at, 1)[0] : undefined;
  }

  /** @param {WebAssembly.Module} module */
  start(module) {
    /** @type {Member} */
    const member = { worker: new Worker(this.source), question: null, isReady: false };
    this.members.add(member);
    member.worker.onmessage = ({ data }) => this.receive(member, data);
    member.worker.onerror = (event) => this.lose(member, event.message || "its worker could not be loaded");
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
      this.failedStarts = 0;
    } else if (data.failure) {
      this.lose(member, data.failure);
    } else {
      member.question = null;
      this.mayStart = true;
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
    // What an ended worker has said before is of no interest.
    if (!this.members.has(member)) return;
    this.end(member);
    const { question } = member;
    if (member.isReady) {
      if (question) this.listener.lost(question.id, `The solver failed: ${reason}`, helpFor(reason));
      this.mayStart = true;
      this.proceed();
    } else if (this.isReady) {
      if (question) this.queue.unshift(question);
      this.wait(reason);
    } else {
      // The next one would fail, too.
      if (question) this.queue.unshift(question);
      this.fail(`The solver could not be started: ${reason}`);
    }
  }

  /**
   * A worker could not be started, but others could: the memory may suffice later.
   * @param {string} reason
   */
  wait(reason) {
    this.mayStart = false;
    this.failedStarts += 1;
    if (this.members.size > 0) {
      this.proceed();
    } else if (this.failedStarts < MOST_STARTS) {
      setTimeout(() => this.startAgain(), PAUSE);
    } else {
      this.failedStarts = 0;
      this.mayStart = true;
      const text = `The solver could not be started: ${reason}`;
      for (const { id } of this.queue.splice(0)) this.listener.lost(id, text, "Close other pages, or ask again later.");
    }
  }

  startAgain() {
    this.mayStart = true;
    this.proceed();
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
      if (member.question?.id === id) this.end(member);
    }
    this.startAgain();
  }
}

/**
 * What a person can do about a failure.
 * @param {string} reason
 */
function helpFor(reason) {
  // Without memory, the module stops without a word.
  if (/unreachable|out of memory|memory allocation/i.test(reason))
    return "A page has at most 4 GB of memory. The program `quadrille` on this computer may use more.";
  return "The program `quadrille` on this computer may be able to answer.";
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
