/** Beside the deal, in the panel of a win and in the menu: the player's result and that of all. */
import { ask, readSettings } from "../keeping/store.ts";
import type { App } from "../page/acts.ts";
import {
  type DealFigures,
  fetchFigures,
  figuredDeal,
  figuresText,
  type OwnWin,
  ownWins,
  uncountedText,
} from "./figures.ts";
import { readLetters } from "./outbox.ts";

interface Beside {
  readonly app: App;
  readonly end: HTMLElement;
  readonly menu: HTMLElement;
  /** Sends what waits, so that it is counted. */
  readonly send: () => Promise<void>;
  /** The deal whose figures are shown or asked for; null where there are none to show. */
  deal: string | null;
  figures: DealFigures | null;
  own: readonly OwnWin[];
  isWon: boolean;
  /** Whether the figures are of after the win that lies there, which is among them. */
  hasWin: boolean;
  /** Whether a win of the deal is on its way, which the figures would contradict. */
  isWaiting: boolean;
  timer: number;
}

/** Who goes from deal to deal asks for none of them. */
const A_WHILE = 1_500;
/** A win is written with what is to be sent of it. */
const UNTIL_SAVED = 500;

/** What is known of a deal before it is asked for. */
const UNKNOWN = { figures: null, own: [], hasWin: false, isWaiting: false };

export function followFigures(app: App, send: () => Promise<void>): void {
  const nothing = { deal: null, ...UNKNOWN, isWon: false, timer: 0 };
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
    Object.assign(beside, { deal, ...UNKNOWN });
    clearTimeout(beside.timer);
    if (deal !== null) beside.timer = window.setTimeout(() => void load(beside), A_WHILE);
  } else if (isWin && deal !== null) {
    beside.isWaiting = true;
    void loadWon(beside);
  }
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
  const isWaiting = await waits(app, deal);
  const isCounted = app.state.status.won && !isWaiting && (await isAmong(app));
  const [figures, own] = await Promise.all([fetchFigures(deal), ownWins(app.store, deal)]);
  if (deal !== beside.deal) return;
  const hasWin = isCounted && figures !== null && app.state.status.won;
  Object.assign(beside, { figures: figures ?? beside.figures, own, hasWin, isWaiting });
  write(beside);
  if (isWaiting) waitForWin(beside, deal);
}

/** A win that is still on its way is looked for as long as its deal lies there. */
function waitForWin(beside: Beside, deal: string): void {
  clearTimeout(beside.timer);
  beside.timer = window.setTimeout(async () => {
    const isWaiting = await waits(beside.app, deal);
    if (deal !== beside.deal) return;
    if (isWaiting) waitForWin(beside, deal);
    else await load(beside);
  }, A_WHILE);
}

/** Whether the player still says so, here or on another page. */
async function isCounting({ store }: App): Promise<boolean> {
  return (await readSettings(store)).measure === "yes";
}

/** Whether a win of the deal, from this play of it or an earlier one, is not with the service yet. */
async function waits({ store }: App, deal: string): Promise<boolean> {
  const letters = [...store.letters.values(), ...(await readLetters(store))];
  return letters.some(
    (letter) => letter.kind === "result" && `${letter.begun.game}/${letter.begun.deal}` === deal,
  );
}

/** Whether the win that lies there was told and taken; one that was refused is never counted. */
async function isAmong({ store, state: { play } }: App): Promise<boolean> {
  if (play === "") return false;
  const aside: unknown[] = (await ask(store, "aside", (aside) => aside.getAll())) ?? [];
  return !aside.some((one) => Object(Object(one).letter).uuid === play);
}

function write(beside: Beside): void {
  const { app, end, menu, figures, own, isWaiting } = beside;
  const isKnown = figures !== null && navigator.onLine && !isWaiting;
  const fewest = own.length === 0 ? null : Math.min(...own.map(({ moves }) => moves));
  fill(end, isKnown && app.state.status.won ? wonText(beside, figures, fewest) : "");
  fill(menu, isKnown ? figuresText(app.state.texts, figures, fewest) : "");
}

/** Of a win that is not counted nothing is told, unless the deal was won before. */
function wonText({ app, own, hasWin }: Beside, figures: DealFigures, fewest: number | null) {
  const { texts, status, began } = app.state;
  const best = Math.min(fewest ?? status.steps, status.steps);
  if (hasWin) return figuresText(texts, figures, best);
  const isAgain = own.some((win) => win.began !== began);
  return isAgain ? uncountedText(texts, figures, best) : "";
}

function fill(line: HTMLElement, text: string): void {
  line.hidden = text === "";
  if (line.textContent !== text) line.textContent = text;
}
