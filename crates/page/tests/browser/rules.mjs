// Rules that are drawn on the board.

import assert from "node:assert/strict";

/** Drags over cells. */
async function drag(visit, names) {
  const middle = async (name) => {
    const box = await visit.cell(name).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [first, ...rest] = names;
  await visit.page.mouse.move(...await middle(first));
  await visit.page.mouse.down();
  for (const name of rest) await visit.page.mouse.move(...await middle(name), { steps: 4 });
  await visit.page.mouse.up();
}

const tool = (visit, name) => visit.page.locator(".tools").getByRole("button", { name, exact: true });

/** Waits until the text of the rules has a part. */
const rulesHave = (visit, part) => visit.until((part) => document.querySelector("#rules-text").value.includes(part), part);

async function emptyBoard(visit) {
  const page = await visit.open();
  await visit.says(".verdict", "One solution");
  await visit.paste(".".repeat(81));
  await visit.says(".verdict", "Several solutions");
  await page.getByRole("tab", { name: "Rules" }).click();
  return page;
}

export const tests = {
  async "rules: a variant is drawn with the tools"(visit) {
    const page = await emptyBoard(visit);
    await tool(visit, "Cage").click();
    await drag(visit, ["r1c1", "r1c2", "r2c2"]);
    await page.getByRole("textbox", { name: /^Sum/ }).fill("23");
    await page.keyboard.press("Enter");
    await rulesHave(visit, "Cage~23~R1C1~R1C2~R2C2");
    await tool(visit, "Thermometer").click();
    await drag(visit, ["r5c1", "r5c2", "r5c3", "r6c4"]);
    await rulesHave(visit, "Thermo~R5C1~R5C2~R5C3~R6C4");
    await tool(visit, "Renban").click();
    await drag(visit, ["r9c1", "r9c2", "r9c3"]);
    await rulesHave(visit, "Renban~R9C1~R9C2~R9C3");
    await tool(visit, "X").click();
    await drag(visit, ["r3c8", "r3c9"]);
    await rulesHave(visit, "X~R3C8~R3C9");
    const list = page.getByRole("list", { name: "Rules about cells" });
    assert.equal(await list.getByRole("listitem").count(), 4);
    // A rule is switched off, and removed.
    await list.getByRole("switch", { name: /^Renban/ }).uncheck();
    await visit.until(() => !document.querySelector("#rules-text").value.includes("Renban"));
    await list.getByRole("button", { name: /^Remove Thermometer/ }).click();
    await visit.until(() => !document.querySelector("#rules-text").value.includes("Thermo"));
    assert.equal(await list.getByRole("listitem").count(), 3);
    await visit.accessible();
  },

  async "rules: keys alone draw a cage"(visit) {
    const page = await emptyBoard(visit);
    await tool(visit, "Cage").focus();
    await page.keyboard.press("Enter");
    await visit.cell("r1c1").focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: /^Sum/ }).waitFor();
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await rulesHave(visit, "Cage~3~R1C1~R1C2");
  },

  async "rules: the text is read, and a fault is shown"(visit) {
    const page = await emptyBoard(visit);
    const text = page.locator("#rules-text");
    await text.fill(".Whisper~5~R1C1~R1C2~R1C3");
    await page.getByRole("list", { name: "Rules about cells" }).getByRole("listitem").filter({ hasText: "Whispers" }).waitFor();
    await text.fill(".Whisper~5~R1C1~R1C2.Thermoo~R2C2~R2C3");
    await visit.says("#rules-text-message", /Thermoo/);
  },
};
