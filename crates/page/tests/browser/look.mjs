// How the page looks: a first visit, a phone, light and dark.

import assert from "node:assert/strict";

const ROOMS = { "": ".board-room", "tile=": ".tiles-room .area-words", "cover=": ".cover-room .matrix" };
const PANELS = ["Answers", "Rules", "Steps", "Make"];

export const tests = {
  async "look: a first visit shows a puzzle and what is known about it"(visit) {
    const page = await visit.open();
    await page.locator('[role="gridcell"]').first().waitFor();
    assert.equal(await page.locator('[role="gridcell"]').count(), 81);
    await visit.says(".verdict", "One solution");
    assert.equal(await page.title(), "Quadrille");
    await visit.fits();
    for (const [room, part] of [["Tilings", ".tiles-room .area-words"], ["Exact cover", ".cover-room .matrix"], ["Board", ".board-room"]]) {
      await page.getByRole("link", { name: room, exact: true }).click();
      await page.locator(part).first().waitFor();
      await visit.fits();
    }
  },

  async "look: a phone has no horizontal scrolling"(visit) {
    const page = await visit.open("", { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    await page.locator('[role="gridcell"]').first().waitFor();
    await visit.says(".verdict", "One solution");
    for (const panel of PANELS) {
      await page.getByRole("tab", { name: panel }).click();
      await visit.fits();
    }
    for (const hash of ["tile=", "cover="]) {
      await page.goto(`${visit.address}/#${hash}`);
      await page.locator(ROOMS[hash]).first().waitFor();
      await visit.fits();
    }
    // A tap draws.
    await page.goto(`${visit.address}/#tile=`);
    await visit.says(".area-words", "60 cells");
    await page.locator('[data-cell="0,0,0"]').first().tap();
    await visit.says(".area-words", "59 cells");
  },

  ...Object.fromEntries(["light", "dark"].map((colorScheme) => [
    `look: ${colorScheme} colours can be read, and screen readers find names`,
    async (visit) => {
      const page = await visit.open("", { colorScheme });
      await visit.says(".verdict", "One solution");
      for (const panel of PANELS) {
        await page.getByRole("tab", { name: panel }).click();
        await visit.accessible();
      }
      for (const hash of ["tile=", "cover="]) {
        await page.goto(`${visit.address}/#${hash}`);
        await page.locator(ROOMS[hash]).first().waitFor();
        await visit.accessible();
      }
      const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const [red] = ground.match(/\d+/g).map(Number);
      assert.equal(red < 128, colorScheme === "dark", ground);
    },
  ])),

  async "look: a broken address still shows a room"(visit) {
    const page = await visit.open("tile=%7Bbroken");
    await visit.says(".area-words", "60 cells");
    await page.goto(`${visit.address}/#cover=%7B%22text%22%3A7%7D`);
    await visit.says(".cover-problem .area-words", "7 items");
    await page.goto(`${visit.address}/#puzzle=nothing`);
    await visit.says(".board-room .fault", /\w/);
    await page.locator('[role="gridcell"]').first().waitFor();
  },

  async "look: the theme is chosen and kept"(visit) {
    const page = await visit.open("cover=", { colorScheme: "light" });
    await page.locator(".matrix").waitFor();
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await visit.button("Use dark colours").click();
    await visit.until((light) => getComputedStyle(document.documentElement).backgroundColor !== light, light);
    const dark = await ground();
    await page.reload();
    await page.locator(".matrix").waitFor();
    assert.equal(await ground(), dark);
    await visit.button("Use light colours").click();
    await visit.until((dark) => getComputedStyle(document.documentElement).backgroundColor !== dark, dark);
  },

  async "look: each room keeps its state while another one is shown"(visit) {
    const page = await visit.open();
    await visit.says(".verdict", "One solution");
    const enter = (room) => page.getByRole("link", { name: room, exact: true }).click();
    await enter("Tilings");
    await visit.says(".area-words", "60 cells");
    await page.locator('[data-cell="0,0,0"]').first().click();
    await visit.says(".area-words", "59 cells");
    await enter("Exact cover");
    await visit.says(".cover-problem .area-words", "7 items");
    // The room is left before the text is read.
    await page.getByLabel("The problem as text").fill("a b\na b\n");
    await enter("Board");
    await page.waitForTimeout(600);
    assert.match(new URL(page.url()).hash, /^#puzzle=/);
    await enter("Tilings");
    await visit.says(".area-words", "59 cells");
    await enter("Exact cover");
    await visit.says(".cover-problem .area-words", "2 items, 1 option");
    await page.goBack();
    await visit.says(".area-words", "59 cells");
    await enter("Board");
    await visit.says(".verdict", "One solution");
    assert.match(new URL(page.url()).hash, /^#puzzle=/);
  },
};
