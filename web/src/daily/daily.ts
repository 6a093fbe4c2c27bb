/** The daily deal at the table: its button, and what is told of it at a win. */

import type { App } from "../page/acts.ts";
import type { State } from "../table/state.ts";
import { hasWinnable } from "./winnable.ts";

/** Offers it in the games that have it. */
export function followDaily(app: App): void {
  const { house, state, chrome, acts, drawers } = app;
  if (!hasWinnable(house, state.choice)) return;
  for (const button of document.querySelectorAll<HTMLElement>("[data-do=daily]"))
    button.hidden = false;
  acts.set("daily", () => openDaily(app));
  const line = chrome.find("end-daily");
  drawers.push(() => drawWin(app, line));
  drawWin(app, line);
}

async function openDaily(app: App): Promise<void> {
  const { openCalendar } = await import("./calendar.ts");
  await openCalendar(app);
}

/** Tells of a win once, and writes it anew when it is to be told in other words. */
function drawWin(app: App, line: HTMLElement): void {
  const win = app.guest === null ? winOf(app.state) : "";
  const telling = win && `${win} ${app.state.texts.language} ${app.ways.quiet}`;
  if (line.dataset.telling === telling) return;
  line.dataset.telling = telling;
  line.hidden = true;
  if (win !== "") void tellWin(app, line, win);
}

/** The deal that was won, and when; "" where none was. */
const winOf = ({ status, start, ended }: State): string =>
  status.won && "deal" in start ? `${start.deal} ${ended}` : "";

async function tellWin(app: App, line: HTMLElement, win: string): Promise<void> {
  const { telling } = line.dataset;
  const { winText } = await import("./today.ts");
  const text = await winText(app);
  if (text === null || line.dataset.telling !== telling) return;
  line.textContent = text;
  line.hidden = false;
  if (line.dataset.said === win) return;
  line.dataset.said = win;
  // It is heard after what was said of the win, which stays.
  app.chrome.find("live").append(` ${text}`);
}
