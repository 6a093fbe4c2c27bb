/** Beside the deal, in the panel of a win and in the menu: the player's result and that of all. */
import { ask, readSettings } from "../keeping/store.ts";
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
  /** Whether the figures are of after the win that lies there, which is among them. */
  hasWin: boolean;
  timer: number;
}

/** Who goes from deal to deal asks for none of them. */
const A_WHILE = 1_500;
/** A win is written with what is to be sent of it. */
const UNTIL_SAVED = 500;

export function followFigures(app: App, send: () => Promise<void>): void {
  const nothing = { deal: null, figures: null, own: null, isWon: false, hasWin: false, timer: 0 };
  const end = lineAfter(app.chrome.find("end-par"), "par");
  const menu = lineAfter(document.querySelector("#menu .deal") as HTMLElement, "why");
  const beside: Beside = { app, end, menu, send, ...nothing };
  app.drawers.push(() => draw(beside));
  addEventListener("online", () => void loadWon(beside));
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
  if (!won) beside.hasWin = false;
  if (deal !== beside.deal) {
    Object.assign(beside, { deal, figures: null, own: null, hasWin: false });
    clearTimeout(beside.timer);
    if (deal !== null) beside.timer = window.setTimeout(() => void load(beside), A_WHILE);
  } else if (isWin && deal !== null) void loadWon(beside);
  beside.isWon = won;
  write(beside);
}

/** At a win the figures with the win are shown, as soon as it has been sent. */
async function loadWon(beside: Beside): Promise<void> {
  await new Promise((then) => setTimeout(then, UNTIL_SAVED));
  await beside.send();
  await load(beside);
}

async function load(beside: Beside): Promise<void> {
  const { deal, app } = beside;
  if (deal === null || !navigator.onLine || !(await isCounting(app))) return;
  const isWon = app.state.status.won;
  const told = isWon ? await toldOf(app) : "never";
  const [figures, own] = await Promise.all([fetchFigures(deal), ownFewest(app.store, deal)]);
  if (deal !== beside.deal) return;
  const hasWin = told === "counted" && figures !== null && app.state.status.won;
  Object.assign(beside, { figures: figures ?? beside.figures, own, hasWin });
  write(beside);
  if (told === "waits") waitForWin(beside);
}

/** A win that is still on its way is looked for as long as it lies there. */
function waitForWin(beside: Beside): void {
  clearTimeout(beside.timer);
  beside.timer = window.setTimeout(async () => {
    if (!beside.app.state.status.won) return;
    if ((await toldOf(beside.app)) === "waits") waitForWin(beside);
    else await load(beside);
  }, A_WHILE);
}

/** Whether the player still says so, here or on another page. */
async function isCounting({ store }: App): Promise<boolean> {
  return (await readSettings(store)).measure === "yes";
}

/** What has become of the letter of the win that lies there; one that was refused is never counted. */
async function toldOf({ store, state: { play } }: App): Promise<"waits" | "counted" | "never"> {
  if (play === "") return "never";
  if ([...store.letters.values()].some(({ uuid }) => uuid === play)) return "waits";
  const waiting = await ask(store, "outbox", (outbox) => outbox.getKey([play, "result"]));
  if (waiting !== null) return "waits";
  const aside: unknown[] = (await ask(store, "aside", (aside) => aside.getAll())) ?? [];
  const isRefused = aside.some((one) => Object(Object(one).letter).uuid === play);
  return isRefused ? "never" : "counted";
}

function write({ app, end, menu, figures, own, hasWin }: Beside): void {
  const { texts, status } = app.state;
  const isKnown = figures !== null && navigator.onLine;
  const best = Math.min(own ?? status.steps, status.steps);
  fill(end, isKnown && status.won && hasWin ? figuresText(texts, figures, best) : "");
  fill(menu, isKnown ? figuresText(texts, figures, own) : "");
}

function fill(line: HTMLElement, text: string): void {
  line.hidden = text === "";
  if (line.textContent !== text) line.textContent = text;
}
