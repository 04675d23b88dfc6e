// Puzzles are made, and leave the page in every format.

import assert from "node:assert/strict";

export const tests = {
  async "make: a puzzle is generated, minimised and written in each format"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    await page.getByRole("tab", { name: "Make" }).click();
    await page.locator("#make-shape").selectOption("6x6");
    await page.locator("#make-seed").fill("7");
    await visit.button("Make a puzzle").click();
    await visit.until(() => document.querySelectorAll('[role="gridcell"]').length === 36);
    await visit.says(".verdict", "One solution");
    const givens = Object.keys(await visit.digits()).length;
    await visit.button("Remove givens that are not needed").click();
    await visit.says(".make", /\d+ givens removed/);
    await visit.says(".verdict", "One solution");
    assert.ok(Object.keys(await visit.digits()).length <= givens);
    const format = page.locator("#make-format");
    const output = page.getByLabel("The puzzle in this format");
    const written = async (word) => {
      await format.selectOption(word);
      await page.locator(".make .row").filter({ has: format }).getByRole("button", { name: "Show" }).click();
      await visit.until((word) => {
        const text = document.querySelector('[aria-label="The puzzle in this format"]').value;
        return word === "svg" ? text.startsWith("<svg") : text.length > 0;
      }, word);
      return output.inputValue();
    };
    const line = (await written("line")).trim();
    assert.equal(line.length, 36);
    // The program reads each form, and finds the same board.
    for (const word of ["iss", "puzzle", "penpa"]) {
      const text = await written(word);
      const read = visit.command(["sudoku", "show", "--format", "line", "--shape", "6x6"], `${text.trim()}\n`);
      assert.equal(read.trim(), line, word);
    }
    assert.match(await written("svg"), /<svg/);
    const saved = page.waitForEvent("download");
    await page.locator(".make .row").filter({ has: format }).getByRole("button", { name: "Save" }).click();
    assert.equal((await saved).suggestedFilename(), "puzzle.svg");
  },

  async "make: a file is dropped on the page"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["1......2....3..4"], "small.txt", { type: "text/plain" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await visit.until(() => document.querySelectorAll('[role="gridcell"]').length === 16);
    assert.deepEqual(await visit.digits(), { r1c1: 1, r2c4: 2, r4c1: 3, r4c4: 4 });
  },

  async "make: hundreds of edits leave no memory behind"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const measure = async () => {
      await session.send("HeapProfiler.collectGarbage");
      const { metrics } = await session.send("Performance.getMetrics");
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    };
    await visit.cell("r1c1").click();
    const edit = async (count) => {
      for (let number = 0; number < count; number += 1) {
        await page.keyboard.press(String(number % 9 + 1));
        if (number % 10 === 9) await page.keyboard.press("ArrowRight");
      }
      await visit.says(".verdict", /solution|solutions/);
    };
    await edit(50);
    const before = await measure();
    await edit(150);
    const after = await measure();
    // The history of edits may grow by a few kB each.
    assert.ok(after.JSHeapUsedSize - before.JSHeapUsedSize < 5e6, `${before.JSHeapUsedSize} to ${after.JSHeapUsedSize} bytes`);
    assert.ok(after.Nodes - before.Nodes < 2000, `${before.Nodes} to ${after.Nodes} nodes`);
  },
};
