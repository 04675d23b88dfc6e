// The server that is tested.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** How long it may take to start, in milliseconds. */
const MOST = 60_000;

/** The servers that run. */
const running = new Set();

// However the tests end, no server stays behind.
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]]) process.once(signal, () => process.exit(code));

/**
 * Starts `PROGRAM serve`, and waits for its address.
 * @param {string} program
 * @param {number} port 0 is any free one
 */
export async function startServer(program, port = 0) {
  const child = spawn(program, ["serve", "--no-open", "--no-bridge", "--port", String(port)], { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let text = "";
  let timer;
  const ended = new Promise((resolve) => child.on("close", resolve)).then(() => running.delete(child));
  const stop = () => {
    child.kill();
    return ended;
  };
  try {
    const address = await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no address after ${MOST} ms: ${text}`)), MOST);
      const read = (data) => {
        text += data;
        const found = /https?:\/\/[^\s/]+/.exec(text);
        if (found) resolve(found[0]);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.on("exit", (code) => reject(new Error(`serve ended with code ${code}: ${text}`)));
      child.on("error", reject);
    });
    return { address, stop, idle: () => idle(child.pid) };
  } catch (error) {
    child.kill();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Starts the server at a port that it can have again after it stops: one below those that systems give
 * to connections and to programs that ask for any port.
 */
export async function startServerAtFixedPort(program) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startServer(program, 15_000 + Math.floor(Math.random() * 15_000));
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
}

/** Waits until a process has used hardly any processor time for two seconds. Without /proc it cannot know. */
async function idle(pid) {
  const ticks = () => {
    try {
      // The name of the program, in brackets, may have spaces.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim().split(" ");
      return Number(fields[11]) + Number(fields[12]);
    } catch (error) {
      if (error.code === "ENOENT" && process.platform !== "linux") return 0;
      throw error;
    }
  };
  const start = Date.now();
  for (let before = ticks(); ; ) {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const now = ticks();
    // A tick is 10 ms. A search that goes on would use far more, even on a busy machine.
    if (now - before <= 5) return;
    if (Date.now() - start > 30_000) throw new Error(`the server still works: ${now - before} ticks in 2 s`);
    before = now;
  }
}
