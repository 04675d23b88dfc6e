// One visit to the page by a new visitor: helpers, and what no visit may do.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { startServer } from "./server.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Answers come within this time, in milliseconds. */
export const SOON = 60_000;

export class Visit {
  /** What the console said, and requests to other hosts. */
  said = [];
  contexts = [];
  /** The servers of this visit alone. */
  servers = [];
  /** Whether the console may speak: axe styles what it measures, and a server may be away on purpose. */
  mayFail = false;

  constructor(browser, address, program) {
    this.browser = browser;
    this.address = address;
    this.program = program;
  }

  /** Starts a server for this visit alone, so that all its work is of this test. It stops with the visit. */
  async startServer(start = startServer, ...rest) {
    const server = await start(this.program, ...rest);
    this.servers.push(server);
    this.address = server.address;
    return server;
  }

  /** Opens the page at what follows `#`. */
  async open(hash = "", options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    this.contexts.push(context);
    this.page = await context.newPage();
    this.page.setDefaultTimeout(SOON);
    this.page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !this.mayFail) this.said.push(`${message.type()}: ${message.text()}`);
    });
    this.page.on("pageerror", (error) => this.said.push(`error: ${error.stack}`));
    this.page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.address) && !/^(data|blob):/.test(url)) this.said.push(`request to another host: ${url}`);
    });
    this.page.on("websocket", (socket) => {
      if (new URL(socket.url()).host !== new URL(this.address).host) this.said.push(`socket to another host: ${socket.url()}`);
    });
    await this.page.goto(`${this.address}/${hash && `#${hash}`}`);
    return this.page;
  }

  button(name, exact = true) {
    return this.page.getByRole("button", { name, exact });
  }

  /** Waits until a condition holds in the page. */
  async until(condition, argument) {
    await this.page.waitForFunction(condition, argument, { timeout: SOON });
  }

  /** Waits for a text that the locator shows. */
  async says(locator, text) {
    const found = typeof locator === "string" ? this.page.locator(locator) : locator;
    const wanted = typeof text === "string" ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : text;
    try {
      await found.filter({ hasText: wanted, visible: true }).first().waitFor({ timeout: SOON });
    } catch {
      const is = await found.allInnerTexts();
      throw new Error(`expected ${wanted}, found ${JSON.stringify(is).slice(0, 800)}`);
    }
  }

  /** Puts a text in the clipboard of the page, and pastes it. */
  async paste(text) {
    await this.page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  /** The digits on the board by cell, without marks. */
  async digits() {
    return this.page.evaluate(() => Object.fromEntries([...document.querySelectorAll('[role="gridcell"]')].flatMap((cell) => {
      const digit = /, (\d+)(?:,|$)/.exec(cell.getAttribute("aria-label") ?? "");
      return digit ? [[cell.getAttribute("data-cell"), Number(digit[1])]] : [];
    })));
  }

  cell(name) {
    return this.page.locator(`[role="gridcell"][data-cell="${name}"]`);
  }

  /** What a command of the program prints; JSON is read. */
  command(args, input = "") {
    const text = execFileSync(this.program, args, { input, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
    return args.includes("json") ? text.split("\n").filter(Boolean).map((line) => JSON.parse(line)) : text;
  }

  /** No part of the page is wider than the window. */
  async fits() {
    const over = await this.page.evaluate(() => {
      const wide = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= wide) return [];
      return [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > wide + 1)
        .slice(0, 5).map((one) => `${one.tagName.toLowerCase()}.${one.className?.baseVal ?? one.className}`);
    });
    assert.deepEqual(over, [], "wider than the window");
  }

  /** No serious fault for people who use a screen reader, or cannot tell pale colours apart. */
  async accessible() {
    // What moves would be measured half-way.
    await this.page.evaluate(() => Promise.all(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {}))));
    if (!(await this.page.evaluate(() => "axe" in globalThis))) await this.page.evaluate(AXE);
    this.mayFail = true;
    const faults = await this.page.evaluate(async () => {
      // Icons of tools are drawn with letters, which are not names.
      const rules = { "label-content-name-mismatch": { enabled: false } };
      const { violations } = await axe.run(document, { resultTypes: ["violations"], preload: false, rules });
      return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`).join("\n  ")}`);
    });
    this.mayFail = false;
    assert.deepEqual(faults, []);
  }

  /** What holds at the end of each visit. */
  check() {
    assert.deepEqual(this.said, [], "the console is silent, and no other host is asked");
  }

  async picture(file) {
    await this.page?.screenshot({ path: file, fullPage: true });
  }

  async close() {
    for (const context of this.contexts) await context.close();
    for (const server of this.servers) await server.stop();
  }
}
