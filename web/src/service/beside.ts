/** Beside the deal, in the panel of a win and in the menu: the player's result and that of all. */
import type { App } from "../page/acts.ts";
import { type DealFigures, fetchFigures, figuredDeal, figuresText, ownFewest } from "./figures.ts";

interface Beside {
  readonly app: App;
  readonly end: HTMLElement;
  readonly menu: HTMLElement;
  /** Sends what waits, so that it is counted. */
  readonly send: () => Promise<void>;
  /** The deal whose figures are shown or asked for; null where there are none to show. */
  deal: string | null;
  figures: DealFigures | null;
  own: number | null;
  isWon: boolean;
  timer: number;
}

/** Who goes from deal to deal asks for none of them. */
const A_WHILE = 1_500;

export function followFigures(app: App, send: () => Promise<void>): void {
  const nothing = { deal: null, figures: null, own: null, isWon: false, timer: 0 };
  const end = lineAfter(app.chrome.find("end-par"), "par");
  const menu = lineAfter(app.chrome.find("menu-game"), "why");
  const beside: Beside = { app, end, menu, send, ...nothing };
  app.drawers.push(() => draw(beside));
  draw(beside);
}

function lineAfter(before: HTMLElement, name: string): HTMLElement {
  const line = document.createElement("p");
  line.className = `${name} counted`;
  line.hidden = true;
  before.after(line);
  return line;
}

function draw(beside: Beside): void {
  const { app } = beside;
  const { settings, ways, guest, state } = app;
  const isShown = settings.measure === "yes" && !ways.quiet && guest === null;
  const deal = isShown ? figuredDeal(state) : null;
  const { won } = state.status;
  const isWin = won && !beside.isWon;
  if (deal !== beside.deal) {
    Object.assign(beside, { deal, figures: null, own: null });
    clearTimeout(beside.timer);
    if (deal !== null) beside.timer = window.setTimeout(() => void load(beside), A_WHILE);
  } else if (isWin && deal !== null) void loadWon(beside);
  beside.isWon = won;
  write(beside);
}

/** At a win the figures that are known are shown, and then those with the win. */
async function loadWon(beside: Beside): Promise<void> {
  await beside.send();
  await load(beside);
}

async function load(beside: Beside): Promise<void> {
  const { deal, app } = beside;
  if (deal === null || !navigator.onLine) return;
  const [figures, own] = await Promise.all([fetchFigures(deal), ownFewest(app.store, deal)]);
  if (deal !== beside.deal) return;
  Object.assign(beside, { figures: figures ?? beside.figures, own });
  write(beside);
}

function write({ app, end, menu, figures, own }: Beside): void {
  const { texts, status } = app.state;
  const isKnown = figures !== null && navigator.onLine;
  fill(end, isKnown && status.won ? figuresText(texts, figures, status.steps) : "");
  fill(menu, isKnown ? figuresText(texts, figures, own) : "");
}

function fill(line: HTMLElement, text: string): void {
  line.hidden = text === "";
  if (line.textContent !== text) line.textContent = text;
}
