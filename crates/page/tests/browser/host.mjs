// The program behind the page goes away, and comes back.

import assert from "node:assert/strict";

import { startServer } from "./server.mjs";

export const tests = {
  async "host: without the program the page says so, and goes on when it is back"(visit) {
    const server = await startServer(visit.program);
    visit.address = server.address;
    const page = await visit.open("tile=");
    await visit.says(".area-words", "60 cells");
    visit.mayFail = true;
    await server.stop();
    await visit.says("#host-state", /\w/);
    await visit.accessible();
    visit.mayFail = true;
    const again = await startServer(visit.program, Number(new URL(server.address).port));
    await page.locator("#host-state").waitFor({ state: "hidden" });
    await visit.button("Fill").click();
    await visit.says(".answer-words", "Tiling 1");
    await again.stop();
  },

  async "host: a closed page leaves no work behind"(visit) {
    const page = await visit.open(`tile=${encodeURIComponent(JSON.stringify({ board: "24x24", grid: "squares", pieces: ["tetrominoes*"] }))}`);
    await visit.says(".area-words", "576 cells");
    await visit.button("Count").click();
    await visit.says(".asking", /Counting/);
    await page.close();
    // The next visitor is answered at once.
    const since = Date.now();
    await visit.open("cover=");
    await visit.button("Count").click();
    await visit.says(".answer-words", "1 solution");
    assert.ok(Date.now() - since < 5000);
  },
};
