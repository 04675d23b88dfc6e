// Tilings.

import assert from "node:assert/strict";

import { ENDLESS } from "./host.mjs";

const tileAddress = (state) => `tile=${encodeURIComponent(JSON.stringify(state))}`;

/** Draws cells of the board by a drag along each row. */
async function dragRows(page, rows, columns) {
  const at = async (row, column) => {
    const box = await page.locator(`.tiles-inputs > section:first-of-type [data-cell="0,${row},${column}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  for (let row = 0; row < rows; row += 1) {
    await page.mouse.move(...await at(row, 0));
    await page.mouse.down();
    await page.mouse.move(...await at(row, columns - 1), { steps: 2 * columns });
    await page.mouse.up();
    // The board moves when it grows.
    await page.locator("#tile-board").evaluate((_) => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}

const boardWord = (page) => page.locator("#tile-board").inputValue();

export const tests = {
  async "tilings: 6 x 10 is drawn with the pointer and counted"(visit) {
    const page = await visit.open("tile=");
    await visit.says(".area-words", "60 cells, the pieces have 60");
    await page.locator(".drawing").first().getByRole("button", { name: "Clear" }).click();
    await visit.says(".area-words", "The board has no cells");
    await dragRows(page, 6, 10);
    assert.equal(await boardWord(page), "10x6");
    await visit.says(".area-words", "60 cells, the pieces have 60");
    await visit.button("Count up to symmetry").click();
    await visit.says(".answer-words", /2,339 tilings up to symmetry/);
    await visit.says(".answer-words", "9356 in all");
    await visit.button("Fill").click();
    await visit.says(".answer-words", "Tiling 1");
    assert.equal(await page.locator(".answer-picture .cell").count(), 60);
    await visit.button("Next tiling").click();
    await visit.says(".answer-words", "Tiling 2");
    await visit.accessible();
  },

  async "tilings: keys draw a board and a piece"(visit) {
    const page = await visit.open(tileAddress({ board: "1x1", grid: "squares", pieces: ["dominoes*"] }));
    await visit.says(".area-words", "1 cell, the pieces have any number");
    const stage = page.locator(".drawing-stage").first();
    await stage.focus();
    for (const key of ["ArrowRight", "Space", "ArrowDown", "Space"]) await page.keyboard.press(key);
    await visit.until(() => document.querySelector("#tile-board").value === "xx|.x");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Space");
    await visit.until(() => document.querySelector("#tile-board").value === "2x2");
    await page.keyboard.press("Control+z");
    await visit.until(() => document.querySelector("#tile-board").value === "xx|.x");
    await visit.says(".area-words", "3 cells");
  },

  async "tilings: keys alone fill a board"(visit) {
    const page = await visit.open("tile=");
    await visit.says(".area-words", "60 cells");
    await page.evaluate(() => document.activeElement?.blur());
    const tabTo = async (name) => {
      for (let steps = 0; (await page.evaluate(() => document.activeElement?.textContent)) !== name; steps += 1) {
        if (steps > 90) throw new Error(`Tab does not reach ${name}`);
        await page.keyboard.press("Tab");
      }
    };
    await tabTo("Hexagons");
    await page.keyboard.press("Enter");
    await visit.says(".area-words", "28 cells, the pieces have 28");
    await tabTo("Fill");
    await page.keyboard.press("Enter");
    await visit.says(".answer-words", "Tiling 1");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await visit.says(".answer-words", "Tiling 2");
  },

  async "tilings: every grid is drawn, filled and kept in the address"(visit) {
    for (const [grid, word, cells] of [["cubes", "3x3x3", 27], ["triangles", "6x6", 72], ["hexagons", "4x7", 28], ["sticks", "5x5", 60]]) {
      const page = visit.page ?? await visit.open("tile=");
      await page.locator(`[data-grid="${grid}"]`).click();
      await visit.says(".area-words", `${cells} cells, the pieces have ${cells}`);
      await visit.button("Fill").click();
      await visit.says(".answer-words", "Tiling 1");
      assert.equal(await boardWord(page), word);
      assert.match(decodeURIComponent(new URL(page.url()).hash), new RegExp(`"grid":"${grid}"`));
      assert.equal(await page.locator(".solid-view").isVisible(), grid === "cubes");
      if (grid !== "cubes") continue;
      // The view turns by keys.
      const view = page.locator("canvas.solid");
      const pixels = () => view.evaluate((canvas) => canvas.toDataURL());
      await visit.until(() => document.querySelector("canvas.solid").width > 300);
      const before = await pixels();
      await view.focus();
      await page.keyboard.press("ArrowRight");
      assert.notEqual(await pixels(), before);
      await visit.accessible();
    }
    await visit.page.goBack();
    await visit.until(() => document.querySelector('[data-grid="hexagons"]').getAttribute("aria-pressed") === "true");
    await visit.page.reload();
    await visit.says(".area-words", "28 cells, the pieces have 28");
  },

  async "tilings: a colouring says why there is none"(visit) {
    await visit.open(tileAddress({ board: "4x5", grid: "squares", pieces: ["tetrominoes"] }));
    await visit.says(".area-words", "20 cells, the pieces have 20");
    await visit.button("Why none?").click();
    await visit.says(".answer-words", "There is no tiling.");
    await visit.says(".answer-words", /modulo 2/i);
    assert.ok(await visit.page.locator(".answer-picture svg").isVisible());
  },

  async "tilings: pieces are chosen, left out, copied and drawn"(visit) {
    const page = await visit.open(tileAddress({ board: "10x6", grid: "squares", pieces: ["pentominoes"] }));
    await visit.says(".area-words", "the pieces have 60");
    const chosen = page.getByRole("list", { name: "Chosen pieces" });
    await chosen.getByRole("button", { name: "X", exact: true }).click();
    await visit.says(".area-words", "the pieces have 55");
    await page.getByRole("button", { name: "Add F", exact: true }).click();
    await visit.says(".area-words", "the pieces have 60");
    await chosen.getByRole("button", { name: "One F more" }).click();
    await visit.says(".area-words", "the pieces have 65");
    await page.getByLabel("Other pieces").fill("2x3");
    await page.keyboard.press("Enter");
    await visit.says(".area-words", "the pieces have 71");
    await page.getByLabel("Other pieces").fill("Q");
    await page.keyboard.press("Enter");
    await visit.says(".pieces-panel .fault", /unknown piece/);
    await page.getByText("Draw a piece of your own").click();
    await page.locator(".own-piece .drawing-stage").focus();
    for (const key of ["Space", "ArrowRight", "Space"]) await page.keyboard.press(key);
    await page.getByLabel("Name", { exact: true }).fill("two");
    await visit.button("Add this piece").click();
    await visit.says(".area-words", "the pieces have 73");
    await page.getByLabel("Rotate only").check();
    assert.match(decodeURIComponent(new URL(page.url()).hash), /"turning":"one-sided"/);
  },

  async "tilings: words of the command are taken apart"(visit) {
    await visit.open(tileAddress({ board: "5x5x5", grid: "cubes", pieces: ["1 x 2 x 4*13 2x2x2,1x2x2", "1x1x3*3"], turning: "one-sided", optional: false, gaps: "" }));
    await visit.says(".area-words", "125 cells, the pieces have 125");
    assert.equal(await visit.page.getByRole("list", { name: "Chosen pieces" }).getByRole("listitem").count(), 4);
    assert.ok(await visit.page.getByLabel("Rotate", { exact: true }).isChecked());
  },

  async "tilings: a long count is cancelled"(visit) {
    const server = await visit.startServer();
    await visit.open(ENDLESS);
    await visit.says(".area-words", "400 cells");
    await visit.button("Count").click();
    await visit.says(".asking", /Counting … \d/);
    await visit.button("Cancel").click();
    await visit.says(".asker", "Cancelled after");
    await server.idle();
    // The page can ask the next question.
    await visit.page.locator("#tile-board").fill("4x4");
    await visit.page.keyboard.press("Enter");
    await visit.says(".area-words", "16 cells");
    await visit.button("Fill").click();
    await visit.says(".answer-words", "Tiling 1");
  },

  async "tilings: the board and the pieces are printed alone"(visit) {
    const page = await visit.open("tile=");
    await visit.says(".area-words", "60 cells");
    await page.evaluate(() => {
      globalThis.print = () => {};
    });
    for (const name of ["Print the empty board", "Print the pieces to cut out"]) {
      await page.emulateMedia({ media: "screen" });
      await visit.button(name).click();
      await page.locator(".print-sheet").waitFor({ state: "attached" });
      await page.emulateMedia({ media: "print" });
      assert.ok(await page.locator(".print-sheet svg").first().isVisible());
      assert.ok(!(await page.locator("header.top").isVisible()));
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
      assert.equal(await page.locator(".print-sheet").count(), 0);
    }
  },

  async "tilings: steps"(visit) {
    await visit.open(tileAddress({ board: "5x4", grid: "squares", pieces: ["L4*2", "I4", "O", "D*2"] }));
    await visit.says(".area-words", "20 cells, the pieces have 20");
    await visit.button("Steps").click();
    await visit.says(".answer-words", /Step 1 of \d+|No step/);
  },

  async "tilings: Back undoes an edit of a link"(visit) {
    const page = await visit.open(tileAddress({ board: "3x4", grid: "squares", pieces: ["dominoes*"] }));
    await visit.says(".area-words", "12 cells");
    const link = page.url();
    // Quick edits are one step.
    for (const cell of ["0,0,0", "0,1,1"]) await page.locator(`[data-cell="${cell}"]`).first().click();
    await visit.says(".area-words", "10 cells");
    await page.goBack();
    await visit.says(".area-words", "12 cells");
    assert.equal(page.url(), link);
    await page.goForward();
    await visit.says(".area-words", "10 cells");
  },
};
