// @ts-check
/**
 * A worker that answers questions by the WebAssembly module. The page sends it the compiled module,
 * and then one question at a time, as text. The worker sends back
 *
 * - `{ started }`: the module is ready;
 * - text: a message of the module, as JSON;
 * - `{ memory }`: the question is done, and the module has this many bytes;
 * - `{ failure }`: the module has failed, and the worker is of no more use.
 *
 * It is no ES module, so that the page can make it from a text.
 */

(() => {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();

  /** @type {any} */
  let module;
  let failure = "";

  /**
   * @param {number} at
   * @param {number} length
   */
  const text = (at, length) =>
    // Places above 2 GB arrive as negative numbers.
    decoder.decode(new Uint8Array(module.memory.buffer, at >>> 0, length >>> 0));

  const imports = {
    host: {
      now: () => performance.now(),
      /** @type {(at: number, length: number) => void} */
      send: (at, length) => postMessage(text(at, length)),
      /** @type {(at: number, length: number) => void} */
      fail: (at, length) => {
        failure = text(at, length);
      },
    },
  };

  /** @param {string} question */
  function ask(question) {
    const bytes = encoder.encode(question);
    const at = module.alloc(bytes.length) >>> 0;
    new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
    module.ask(at, bytes.length);
  }

  onmessage = ({ data }) => {
    try {
      if (data instanceof WebAssembly.Module) {
        module = new WebAssembly.Instance(data, imports).exports;
        module.start();
        postMessage({ started: true });
      } else {
        ask(data);
        postMessage({ memory: module.memory.buffer.byteLength });
      }
    } catch (error) {
      postMessage({ failure: failure || String(error) });
    }
  };
})();
