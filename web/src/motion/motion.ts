/** What of motion and sound the first move does without: journeys, holds, the win, playing back. */

import type { App } from "../page/acts.ts";
import { travel } from "../table/journey.ts";
import { makeMost } from "../table/most.ts";
import { listenToHolds } from "./rewind.ts";
import { watchWin } from "./win.ts";

export function bringMotion(app: App): void {
  app.travel = travel;
  listenToHolds(app);
  watchWin(app);
  app.drawers.push(makeMost(app), () => followSound(app));
  app.acts.set("history", async () => (await import("./history.ts")).showHistory(app));
}

/** The sounds come when they are wanted. */
function followSound(app: App): void {
  if (!app.ways.sound || app.sound !== undefined) return;
  app.sound = () => {};
  void import("./sound.ts").then(({ makeSounds }) => {
    app.sound = makeSounds(() => app.ways.sound);
  });
}
