// Boards: formats, answers, steps, keys, the address.

import assert from "node:assert/strict";

export const CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/** A puzzle with rules of its own and several solutions. */
const VARIANT = ".Cage~15~R1C1~R1C2~R2C1.Thermo~R5C5~R5C6~R5C7~R5C8.~R1C5_6~R3C3_2~R7C7_4";

const cells = (line) => Object.fromEntries([...line].flatMap((sign, at) =>
  (sign === "." ? [] : [[`r${Math.floor(at / 9) + 1}c${at % 9 + 1}`, Number(sign)]])));

const showsBoard = (visit, digits) => visit.until((wanted) => {
  const shown = {};
  for (const cell of document.querySelectorAll('[role="gridcell"]')) {
    const digit = /, (\d+)(?:,|$)/.exec(cell.getAttribute("aria-label") ?? "");
    if (digit) shown[cell.getAttribute("data-cell")] = Number(digit[1]);
  }
  return Object.keys(wanted).length === Object.keys(shown).length && Object.entries(wanted).every(([name, value]) => shown[name] === value);
}, digits);

/** Waits until the address holds a puzzle other than a given address. */
const addressAfter = async (visit, old) => {
  await visit.until((old) => location.hash.startsWith("#puzzle=") && location.hash !== old, old);
  return new URL(visit.page.url()).hash;
};

export const tests = {
  async "board: each format is pasted"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    const grid = CLASSIC.match(/.{9}/g).join("\n");
    const show = (format) => visit.command(["sudoku", "show", "--format", format], `${CLASSIC}\n`).trim();
    const empty = async () => {
      await visit.paste(".".repeat(81));
      await showsBoard(visit, {});
    };
    for (const text of [CLASSIC, grid, show("iss"), show("link"), show("page"), show("puzzle"), show("penpa")]) {
      await empty();
      await visit.paste(text);
      await showsBoard(visit, cells(CLASSIC)).catch(() => assert.fail(`not shown: ${text.slice(0, 80)}`));
    }
    await visit.says(".verdict", "One solution");
    // The dialog takes the same texts, and says what is wrong.
    await visit.button("Open").click();
    await page.getByLabel("Text or link of a puzzle").fill("nothing that is a puzzle");
    await page.getByRole("dialog", { name: "Open a puzzle" }).getByRole("button", { name: "Open" }).click();
    await page.getByRole("alert").filter({ hasText: /\w/, visible: true }).first().waitFor();
    await showsBoard(visit, cells(CLASSIC));
  },

  async "board: true candidates are those of the command"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    await visit.paste(VARIANT);
    await visit.says(".verdict", "Several solutions");
    await page.getByLabel("True candidates").check();
    await visit.says(".live-row", "shown on the board");
    const shown = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('[role="gridcell"]')].flatMap((cell) => {
      const found = /possible ([\d ]+)/.exec(cell.getAttribute("aria-label"));
      return found ? [[cell.getAttribute("data-cell"), found[1].split(" ").map(Number)]] : [];
    })));
    const [report] = visit.command(["sudoku", "candidates", "--format", "json"], VARIANT);
    const expected = Object.fromEntries(Object.entries(report.candidates).filter(([name]) => shown[name]));
    assert.deepEqual(shown, expected);
    assert.equal(Object.keys(shown).length, 81 - 3);
  },

  async "board: the steps lead to the end"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    await visit.paste(CLASSIC);
    await showsBoard(visit, cells(CLASSIC));
    await page.getByRole("tab", { name: "Steps" }).click();
    await visit.button("Give me a hint").click();
    await visit.button("Which technique?").click();
    await visit.button("Show the whole step").click();
    await visit.button("Do this step").click();
    await visit.until((count) => document.querySelectorAll('[role="gridcell"][aria-label*="given"]').length === count, 30);
    await visit.button("List all steps").click();
    await page.locator(".step-list li").first().waitFor();
    await page.getByRole("toolbar", { name: "Steps" }).getByRole("button", { name: "Last step" }).click();
    await visit.button("Do the steps up to here").click();
    await showsBoard(visit, cells(SOLVED));
    await page.getByRole("tab", { name: "Answers" }).click();
    await visit.button("Check my digits").click();
    await visit.says(".answers", "solved: every digit is right");
  },

  async "board: a count is cancelled"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    await visit.paste(`.Shape~16x16.~R1C1_1`);
    const row = page.locator(".live-row").filter({ hasText: "Number of solutions" });
    await row.getByRole("button", { name: "Cancel" }).click();
    await visit.says(row, "cancelled");
  },

  async "board: more time is offered up to that of the host"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    await page.evaluate(() => {
      quadrille.about = { ...quadrille.about, kind: "native", seconds: 50 };
      const ask = quadrille.ask;
      const asked = { "board.check": { verdict: "several" }, "board.count": { count: "7", exact: false, stop: "time limit" } };
      quadrille.ask = function (kind, ...rest) {
        return asked[kind] ? Promise.resolve(asked[kind]) : ask.call(this, kind, ...rest);
      };
    });
    await visit.paste(VARIANT);
    const row = page.locator(".live-row").filter({ hasText: "Number of solutions" });
    await visit.says(row, "at least 7");
    await row.getByRole("button", { name: "Go on" }).click();
    await visit.says(row, "stopped after 50 s; `quadrille serve --time 10m` allows more");
    assert.ok(await row.getByRole("button", { name: "Go on" }).isHidden());
  },

  async "board: Back, reload and a link"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    const start = await addressAfter(visit, "");
    await visit.paste(CLASSIC);
    await showsBoard(visit, cells(CLASSIC));
    const first = await addressAfter(visit, start);
    await visit.paste(SOLVED);
    await showsBoard(visit, cells(SOLVED));
    await addressAfter(visit, first);
    await page.goBack();
    await showsBoard(visit, cells(CLASSIC));
    assert.equal(new URL(page.url()).hash, first);
    // What a solver enters stays with the puzzle.
    await visit.cell("r1c3").click();
    await page.keyboard.press("4");
    await showsBoard(visit, { ...cells(CLASSIC), r1c3: 4 });
    await page.reload();
    await showsBoard(visit, { ...cells(CLASSIC), r1c3: 4 });
    // A link that the command writes, for somebody else.
    const link = visit.command(["sudoku", "show", "--format", "page"], `${CLASSIC}\n`).trim();
    await visit.open(link.slice(link.indexOf("#") + 1));
    await showsBoard(visit, cells(CLASSIC));
  },

  async "board: Back leads from a second puzzle to the link that was opened"(visit) {
    const link = visit.command(["sudoku", "show", "--format", "page"], `${CLASSIC}\n`).trim();
    const page = await visit.open(link.slice(link.indexOf("#") + 1));
    await showsBoard(visit, cells(CLASSIC));
    const first = new URL(page.url()).hash;
    await visit.paste(SOLVED);
    await showsBoard(visit, cells(SOLVED));
    await addressAfter(visit, first);
    await page.goBack();
    await showsBoard(visit, cells(CLASSIC));
    assert.equal(new URL(page.url()).hash, first);
  },

  async "board: of two quick addresses at the start, the second one is shown"(visit) {
    const links = [CLASSIC, SOLVED].map((line) => {
      const link = visit.command(["sudoku", "show", "--format", "page"], `${line}\n`).trim();
      return link.slice(link.indexOf("#"));
    });
    const page = await visit.open("cover=");
    await visit.says(".cover-problem .area-words", "7 items");
    await page.evaluate(async ([first, second]) => {
      location.hash = first;
      // The room is loaded, and asks what the first address is.
      const ask = quadrille.ask;
      await new Promise((resolve) => {
        quadrille.ask = function (kind, ...rest) {
          if (kind === "board.read") resolve();
          return ask.call(this, kind, ...rest);
        };
      });
      location.hash = second;
    }, links);
    await showsBoard(visit, cells(SOLVED));
    await page.waitForTimeout(300);
    await showsBoard(visit, cells(SOLVED));
    assert.equal(new URL(page.url()).hash, links[1]);
  },

  async "board: 36 values are read and asked as the same values"(visit) {
    await visit.open();
    await visit.says(".verdict", "One solution");
    const signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const sign = (row, column) => signs[(6 * row + Math.floor(row / 6) + column) % 36];
    const line = Array.from({ length: 36 * 36 }, (_, at) => sign(Math.floor(at / 36), at % 36)).join("");
    // One solution: a full board without its first cells, which are `0` and `1`.
    await visit.paste(`..${line.slice(2)}`);
    await visit.until(() => document.querySelector('[data-cell="r1c36"]')?.getAttribute("aria-label").includes(", 36"));
    const digits = await visit.digits();
    assert.equal(digits.r1c3, 3);
    assert.equal(digits.r2c30, 36);
    assert.equal(digits.r2c31, 1);
    await visit.says(".verdict", "One solution");
    await visit.button("Show the solution", false).or(visit.button("Show a solution")).first().click();
    await visit.until(() => document.querySelector('[data-cell="r1c1"]').getAttribute("aria-label").includes(", 1"));
    assert.equal((await visit.digits()).r1c2, 2);
  },

  async "board: keys alone set and solve"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    await visit.paste(".".repeat(81));
    await showsBoard(visit, {});
    // From the top of the page to the button for givens, and from there to the board.
    await page.evaluate(() => document.activeElement?.blur());
    const tabTo = async (isThere) => {
      for (let steps = 0; !(await page.evaluate(isThere)); steps += 1) {
        assert.ok(steps < 30, "Tab reaches it");
        await page.keyboard.press("Tab");
      }
    };
    await tabTo(() => document.activeElement?.textContent === "Set");
    await page.keyboard.press("Enter");
    await tabTo(() => document.activeElement?.getAttribute("role") === "gridcell");
    for (const key of ["1", "ArrowRight", "2", "ArrowDown", "3"]) await page.keyboard.press(key);
    await showsBoard(visit, { r1c1: 1, r1c2: 2, r2c2: 3 });
    await page.keyboard.press("Delete");
    await showsBoard(visit, { r1c1: 1, r1c2: 2 });
    await page.keyboard.press("Control+z");
    await showsBoard(visit, { r1c1: 1, r1c2: 2, r2c2: 3 });
    await page.keyboard.press("Control+y");
    await showsBoard(visit, { r1c1: 1, r1c2: 2 });
    await visit.says(".verdict", "Several solutions");
    // Two cells, then a digit in both: they are in one column, so they clash.
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("5");
    await showsBoard(visit, { r1c1: 1, r1c2: 2, r2c2: 5, r3c2: 5 });
    await visit.says(".verdict", "No solution");
    await visit.says(".why", "Why there is none");
  },

  async "board: an edit repairs what is wrong"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    await visit.paste(`55${CLASSIC.slice(2)}`);
    await visit.says(".verdict", "No solution");
    await page.locator(".why button").first().click();
    await visit.says(".verdict", /One solution|Several solutions/);
  },
};
