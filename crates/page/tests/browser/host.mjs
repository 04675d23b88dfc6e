// The program behind the page goes away, and comes back.

import { startServer, startServerAtFixedPort } from "./server.mjs";

/** A tiling whose count takes far longer than any test. */
export const ENDLESS = `tile=${encodeURIComponent(JSON.stringify({ board: "20x20", grid: "squares", pieces: ["tetrominoes*"] }))}`;

export const tests = {
  async "host: without the program the page says so, and goes on when it is back"(visit) {
    const server = await visit.startServer(startServerAtFixedPort);
    const page = await visit.open("tile=");
    await visit.says(".area-words", "60 cells");
    visit.mayFail = true;
    await server.stop();
    await visit.says("#host-state", /\w/);
    await visit.accessible();
    visit.mayFail = true;
    await visit.startServer(startServer, Number(new URL(server.address).port));
    await page.locator("#host-state").waitFor({ state: "hidden" });
    await visit.button("Fill").click();
    await visit.says(".answer-words", "Tiling 1");
  },

  async "host: a closed page leaves no work behind"(visit) {
    const server = await visit.startServer();
    const page = await visit.open(ENDLESS);
    await visit.says(".area-words", "400 cells");
    await visit.button("Count").click();
    await visit.says(".asking", /Counting … \d/);
    await page.close();
    await server.idle();
  },
};
