// Asks the WebAssembly module and the native library the same questions. The answers must be the same
// byte for byte, but for times.
//
//     cargo run -p xtask -- page
//     node wasm/tests/same.mjs page-dist/quadrille.wasm

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const root = new URL("../..", import.meta.url);
const wasm = await loadModule(process.argv[2] ?? "page-dist/quadrille.wasm");
const native = startNative();

/** The time of all questions of a kind, in seconds. */
const spent = new Map();
let asked = 0;
let different = 0;
let unfinished = 0;

for (const [kind, fields] of fixedQuestions()) await compare(kind, fields);
for (const puzzle of lines("examples/boards/hard.txt")) await boardQuestions({ puzzle });
await boardQuestions({ puzzle: lines("examples/boards/six.txt").join("\n"), shape: "6x6" });
await boardQuestions({ puzzle: lines("examples/boards/letters.txt").join("\n"), shape: "16x16" });
for (let seed = 0; seed < 20; seed += 1) {
  const made = await compare("board.generate", { seed, minimal: true });
  for (const kind of ["check", "solve", "count", "candidates"]) {
    await compare(`board.${kind}`, { puzzle: made.answer.puzzle });
  }
}
for (const wishes of [
  {}, { shape: "6x6" }, { symmetry: "rotation", minimal: true }, { rules: "killer", seed: 3 },
  { rules: "thermo,arrow" }, { rules: "x-v,kropki" }, { rules: "whispers", shape: "8x8" },
]) {
  const made = await compare("board.generate", wishes);
  if (made.answer?.puzzle) await boardQuestions({ puzzle: made.answer.puzzle });
}

native.stdin.end();
for (const [kind, [here, there, count]] of spent) {
  console.log(`${kind.padEnd(18)} ${String(count).padStart(4)} questions: ${here.toFixed(2)} s, native ${there.toFixed(2)} s, ${(here / there).toFixed(1)} times`);
}
console.log(`${asked} questions: ${different} with different answers, ${unfinished} stopped by the time limit`);
process.exitCode = different ? 1 : 0;

/** All questions about one board that has one solution. */
async function boardQuestions(fields) {
  for (const kind of ["show", "check", "solve", "count", "candidates", "rate", "explain", "steps", "minimize"]) {
    await compare(`board.${kind}`, fields);
  }
  for (const stage of [1, 2, 3]) await compare("board.hint", { ...fields, stage });
  for (const format of ["line", "iss", "puzzle", "f-puzzles", "link", "penpa", "opensudoku", "sudokupad", "address", "svg", "html", "pretty"]) {
    const written = await compare("board.write", { ...fields, format });
    if (written.answer) await compare("board.read", { text: written.answer.text });
  }
}

function* fixedQuestions() {
  const tilings = [
    { board: "6x10", pieces: ["pentominoes"] },
    { board: "3x20", pieces: ["pentominoes"] },
    { board: "8x8", pieces: ["pentominoes"], gaps: "4" },
    { board: "8x8", pieces: ["L4"], turning: "one-sided" },
    { board: "5x5", pieces: ["2x1"] },
  ];
  for (const tiling of tilings) {
    for (const kind of ["show", "fill", "count", "explain", "sheet"]) yield [`tile.${kind}`, tiling];
    yield ["tile.steps", { ...tiling, most: 3 }];
    yield ["tile.fill", { ...tiling, n: 3, skip: 5, seed: 4 }];
    yield ["tile.count", { ...tiling, symmetry: "all" }];
  }
  for (const name of ["crews", "dominoes", "jobs", "pentominoes", "queens", "timetable"]) {
    const problem = { text: text(`examples/problems/${name}.dlx`) };
    for (const kind of ["read", "solve", "count", "explain", "dance"]) yield [`cover.${kind}`, problem];
    yield ["cover.solve", { ...problem, n: 20, skip: 3 }];
  }
  yield ["cover.count", { text: "a b\nc d\n" }];
  yield ["board.nothing", {}];
  yield ["board.check", { puzzle: "12" }];
}

/** Asks both, and reports a difference. Returns the native reply. */
async function compare(kind, fields) {
  asked += 1;
  const question = JSON.stringify({ id: asked, ask: kind, ...fields, limits: { seconds: 5 } });
  const [there, here] = [await native.ask(question), wasm.ask(question)];
  const time = spent.get(kind) ?? [0, 0, 0];
  spent.set(kind, [time[0] + (here.seconds ?? 0), time[1] + (there.seconds ?? 0), time[2] + 1]);
  if ([here, there].some((reply) => reply.answer?.stop === "time limit")) {
    unfinished += 1;
    return there;
  }
  const isLong = Math.max(here.seconds ?? 0, there.seconds ?? 0) > 0.2;
  const [one, other] = [here, there].map((reply) => comparable(reply, isLong));
  if (one !== other) {
    different += 1;
    let at = 0;
    while (one[at] === other[at]) at += 1;
    const part = (reply) => reply.slice(Math.max(0, at - 60), at + 60);
    console.log(`different: ${question.slice(0, 300)}\n  here   …${part(one)}…\n  native …${part(other)}…`);
  }
  return there;
}

/** The text of a reply without what is never the same twice.
 * @param {any} reply
 * @param {boolean} isLong */
function comparable(reply, isLong) {
  // The methods of a long count take turns by the clock.
  const left = ["seconds", "microseconds", ...(isLong ? ["nodes"] : [])];
  return JSON.stringify(reply, (key, value) => (left.includes(key) ? undefined : value));
}

/** The lines of a file that are no comments.
 * @param {string} path */
function lines(path) {
  return text(path).split("\n").filter((line) => line && !line.startsWith("#"));
}

function text(path) {
  return readFileSync(new URL(path, root), "utf8");
}

function startNative() {
  const child = spawn("cargo", ["run", "--quiet", "--release", "-p", "quadrille-wasm", "--example", "native"], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    stdin: child.stdin,
    async ask(question) {
      child.stdin.write(`${question}\n`);
      return JSON.parse((await lines.next()).value);
    },
  };
}

async function loadModule(path) {
  let module;
  let reply;
  const read = (at, length) => new TextDecoder().decode(new Uint8Array(module.memory.buffer, at >>> 0, length));
  const host = {
    now: () => performance.now(),
    send: (at, length) => (reply = JSON.parse(read(at, length))),
    fail: (at, length) => console.log(`failed: ${read(at, length)}`),
  };
  module = (await WebAssembly.instantiate(readFileSync(path), { host })).instance.exports;
  module.start();
  return {
    ask(question) {
      const bytes = new TextEncoder().encode(question);
      const at = module.alloc(bytes.length);
      new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
      module.ask(at, bytes.length);
      return reply;
    },
  };
}
