// Exact covers.

import assert from "node:assert/strict";

export const tests = {
  async "cover: Algorithm X solves Knuth's toy problem step by step"(visit) {
    const page = await visit.open("cover=");
    await visit.says(".cover-problem .area-words", "7 items, 6 options, 16 uses");
    assert.equal(await page.locator(".matrix tbody tr").count(), 6);
    const words = page.locator(".dance-words");
    const stage = page.locator(".dance");
    const step = async (text) => {
      await stage.getByRole("button", { name: "Step", exact: true }).click();
      await visit.says(words, text);
    };
    await step("Item A has the fewest options: 2. Try option A D G.");
    await step("Option A D G covers A, D and G. 3 options that share an item with it disappear.");
    assert.equal(await page.locator(".matrix tr.row-gone").count(), 3);
    assert.equal(await page.locator(".matrix thead th.covered").count(), 3);
    await step("Item B has only one option left. Try option B C F.");
    await stage.getByRole("button", { name: "Step back" }).click();
    await visit.says(words, "Option A D G covers");
    await stage.getByRole("button", { name: "Next solution" }).click();
    await visit.says(words, /A solution: every item is covered\. .*A D.*/);
    assert.deepEqual((await page.locator(".matrix tr.row-chosen th").allInnerTexts()).sort(), ["A D", "B G", "C E F"]);
    await stage.getByRole("button", { name: "End" }).click();
    await visit.says(words, "this is the only solution");
    await page.getByLabel("Show the links").check();
    assert.ok(await page.locator(".links path").count() > 8);
    await visit.accessible();
  },

  async "cover: play, pause and keys"(visit) {
    const page = await visit.open("cover=");
    await visit.says(".cover-problem .area-words", "7 items");
    await page.locator(".dance").getByRole("button", { name: "Next solution" }).click();
    await visit.says(".dance-words", "A solution: every item is covered");
    await page.locator(".dance").getByRole("button", { name: "Start" }).click();
    await page.getByLabel("Speed").fill("10");
    await visit.button("Play").click();
    await visit.button("Pause").waitFor();
    await visit.says(".dance-words", "this is the only solution");
    await visit.button("Play").waitFor();
    await visit.button("Step back").focus();
    await page.keyboard.press("ArrowLeft");
    await visit.until(() => /^1[0-9] of/.test(document.querySelector(".dance-sliders output").textContent));
  },

  async "cover: answers, and a fault at its line and column"(visit) {
    const page = await visit.open("cover=");
    await visit.says(".cover-problem .area-words", "7 items");
    await visit.button("Solve").click();
    await visit.says(".answer-words", "Solution 1");
    await visit.button("Count").click();
    await visit.says(".answer-words", "1 solution");
    const text = page.getByLabel("The problem as text");
    await text.fill("monday tuesday\nmonday\nmonday mondey\n");
    await visit.says(".text-fault", 'Line 3, column 8: there is no item "mondey"');
    await visit.says(".text-fault", 'did you mean "monday"?');
    await visit.button("Go to it").click();
    assert.equal(await text.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), "mondey");
    await page.getByLabel("Examples").selectOption({ label: "A timetable without a solution" });
    await visit.button("Why none?").click();
    await visit.says(".answer-words", "There is no solution.");
    await page.goBack();
    await visit.until(() => document.querySelector("#cover-text").value.includes("mondey"));
    await page.reload();
    await visit.says(".text-fault", "Line 3, column 8");
  },

  async "cover: every example is read and danced"(visit) {
    const page = await visit.open("cover=");
    const names = await page.locator("#cover-example option").allInnerTexts();
    for (const name of names.slice(1)) {
      await page.getByLabel("Examples").selectOption({ label: name });
      await visit.says(".cover-problem .area-words", /\d+ items, \d+ options/);
      await page.locator(".dance").getByRole("button", { name: "End" }).click();
      await visit.says(".dance-words", /Everything was tried|first \d+ moves/);
    }
  },

  async "cover: Back leads from an example to the problem of a link"(visit) {
    const link = `cover=${encodeURIComponent(JSON.stringify({ text: "a b\na\nb\na b\n" }))}`;
    const page = await visit.open(link);
    await visit.says(".cover-problem .area-words", "2 items, 3 options");
    await page.getByLabel("Examples").selectOption({ index: 1 });
    await visit.says(".cover-problem .area-words", "7 items");
    await page.goBack();
    await visit.says(".cover-problem .area-words", "2 items, 3 options");
    // An edit takes the place of the text before.
    await page.getByLabel("The problem as text").fill("a b\na b\n");
    await visit.says(".cover-problem .area-words", "2 items, 1 option");
    await page.getByLabel("Examples").selectOption({ index: 1 });
    await visit.says(".cover-problem .area-words", "7 items");
    await page.goBack();
    await visit.says(".cover-problem .area-words", "2 items, 1 option");
  },

  async "cover: a text that is too long is refused, and the next one is read"(visit) {
    const page = await visit.open("cover=");
    await visit.says(".cover-problem .area-words", "7 items");
    // A page that answers by itself has no such limit.
    if (await page.locator('meta[name="quadrille-host"][content="native"]').count() === 0) return;
    const text = page.getByLabel("The problem as text");
    await text.evaluate((area) => {
      area.value = `a b\n${`${"x".repeat(1200)}\n`.repeat(1000)}`;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await visit.says(".text-fault", "The text is too long: at most 1 MB.");
    assert.ok(await page.locator("#host-state").isHidden());
    await text.fill("a b\na b\n");
    await visit.says(".cover-problem .area-words", "2 items, 1 option");
  },
};
