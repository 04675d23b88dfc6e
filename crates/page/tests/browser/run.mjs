// Drives the page in Chromium: `node run.mjs PROGRAM [WORD]` starts `PROGRAM serve` and runs the tests
// whose names have the word. An address, such as http://127.0.0.1:7878, may stand for the program.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

import { startServer } from "./server.mjs";
import { Visit } from "./visit.mjs";
import { tests as board } from "./board.mjs";
import { tests as cover } from "./cover.mjs";
import { tests as host } from "./host.mjs";
import { tests as look } from "./look.mjs";
import { tests as make } from "./make.mjs";
import { tests as rules } from "./rules.mjs";
import { tests as tiles } from "./tiles.mjs";

/** No test takes longer, in milliseconds. */
const MOST = 120_000;
/** Tests at a time. */
const AT_ONCE = 2;

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

const [program, word = ""] = process.argv.slice(2);
if (!program) {
  console.error("usage: node run.mjs PROGRAM [WORD]");
  process.exit(2);
}

const chosen = Object.entries({ ...look, ...board, ...rules, ...make, ...tiles, ...cover, ...host }).filter(([name]) => name.includes(word));
const server = program.startsWith("http") ? null : await startServer(program);
const address = server ? server.address : program;
const pictures = mkdtempSync(join(tmpdir(), "quadrille-page-"));
const start = Date.now();
let failed = 0;

async function run([name, test]) {
  const since = Date.now();
  const visit = new Visit(browser, address, program);
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${MOST / 1000} s`)), MOST);
  });
  try {
    await Promise.race([test(visit), late]);
    visit.check();
    console.log(`ok   ${seconds(since)} ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${seconds(since)} ${name}\n${error.stack}`);
    for (const line of visit.said) console.log(`     ${line}`);
    const file = join(pictures, `${name.replace(/[^a-z0-9]+/gi, "-")}.png`);
    await visit.picture(file).then(() => console.log(`     ${file}`), () => {});
  } finally {
    clearTimeout(timer);
    await visit.close();
  }
}

let browser;
try {
  // Playwright gives each browser a new folder for its data.
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const waiting = [...chosen];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
  }));
} finally {
  await browser?.close();
  await server?.stop();
}
console.log(`${chosen.length} tests, ${failed} failed, ${seconds(start)}`);
process.exitCode = failed || chosen.length === 0 ? 1 : 0;

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`.padStart(7);
}
