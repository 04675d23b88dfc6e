// The server that is tested.

import { spawn } from "node:child_process";

/** How long it may take to start, in milliseconds. */
const MOST = 20_000;

/**
 * Starts `PROGRAM serve`, and waits for its address.
 * @param {string} program
 * @param {number} port 0 is any free one
 */
export async function startServer(program, port = 0) {
  const child = spawn(program, ["serve", "--no-open", "--no-bridge", "--port", String(port)], { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const address = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no address after ${MOST} ms: ${text}`)), MOST);
    const read = (data) => {
      text += data;
      const found = /https?:\/\/[^\s/]+/.exec(text);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`serve ended with code ${code}: ${text}`)));
    child.on("error", reject);
  });
  return {
    address,
    stop() {
      child.removeAllListeners("exit");
      const ended = new Promise((resolve) => child.on("exit", resolve));
      child.kill();
      return ended;
    },
  };
}
