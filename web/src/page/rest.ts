/** What comes when the deal lies on the table already: the keys, the dialogs, the guide. */

import { followDaily } from "../daily/daily.ts";
import { drawDeal } from "../daily/lot.ts";
import { writeSettings } from "../keeping/changes.ts";
import { save } from "../keeping/keeping.ts";
import { followBase } from "../keeping/late.ts";
import { followLeaving } from "../keeping/leaving.ts";
import { handOver } from "../keeping/shelf.ts";
import { bringMotion } from "../motion/motion.ts";
import { untilIdle } from "../offline/worker.ts";
import { LAST_DEAL } from "../rules/numbers.ts";
import { catchUp, followSettings } from "../settings/preferences.ts";
import { bringSharing, openTextFile } from "../sharing/pasting.ts";
import { finish } from "../table/hands.ts";
import { listenToKeyboard } from "../table/keyboard.ts";
import { peekingOn } from "../table/peek.ts";
import { refusingOn } from "../table/refusing.ts";
import { focusTable } from "../table/render.ts";
import { tip } from "../table/requests.ts";
import { sendingOn } from "../table/sending.ts";
import { dealOf } from "../table/state.ts";
import { tell } from "../table/table.ts";
import type { App, Found } from "./acts.ts";
import { isLink, queryOf } from "./address.ts";
import { ask } from "./asking.ts";
import { closeDialogs } from "./chrome.ts";
import {
  dealAnew,
  followHistory,
  keepFound,
  openLinked,
  restartDeal,
  warnImpossible,
} from "./deals.ts";
import { drawHelp, drawMenu, openDialog } from "./dialogs.ts";
import { openEar } from "./ear.ts";
import { followEnd } from "./ends.ts";
import { badNumber, drawFields, listenToFields, resetFields } from "./fields.ts";
import { drawGuide, makeGuide } from "./guide.ts";
import { say } from "./i18n.ts";
import { answerOffer, followOffer } from "./offer.ts";
import { bringOffline } from "./offline.ts";
import { fetchAllTexts } from "./page.ts";
import { followPar } from "./par.ts";
import { pathOfLessons, pathOfList, pathOfStatistics } from "./paths.ts";
import { followQuickTaps } from "./quicktaps.ts";
import type { Tour } from "./tour.ts";
import { writeTexts } from "./wording.ts";

const NOTE_TIME = 12_000;

/** Ties to the table what it can be played without. */
export async function bringRest(app: App, found: Found): Promise<void> {
  const { state, store, settings } = app;
  const { saved, bad } = found;
  const isNewcomer = settings.tour === true;
  if (store.base !== null) void writeSettings(store, { visited: true, tour: settings.tour });
  app.sending = sendingOn(app);
  app.refusing = refusingOn(app);
  app.peeking = peekingOn(app);
  followQuickTaps();
  followLeaving(app);
  followHistory(app);
  followEnd(app);
  followPar(app);
  followDaily(app);
  followOffer(app);
  app.drawers.push(() => drawFields(state));
  app.changed = () => save(app);
  save(app);
  void keepFound(app, saved);
  state.texts = await fetchAllTexts(state.texts.language).catch(() => state.texts);
  writeTexts(state.texts);
  if (isLink(location.search)) await openLinked(app);
  linkPages(app);
  listenToKeyboard(app, { tip: () => tip(app), help: () => openHelp(app) });
  addActs(app);
  bringSharing(app);
  bringMotion(app);
  void bringLast(app, isNewcomer);
  followFields(app);
  const relink = () => {
    linkList(app);
    linkPages(app);
  };
  followSettings(app, relink);
  void followBase(app, found, () => catchUp(app, relink));
  listenToDrops(app);
  followGuide(app);
  if (bad === null) warnImpossible(app);
  else tell(app, { text: badNumber(state.texts, bad) }, NOTE_TIME);
}

/** A number that is asked for is dealt, and the focus goes back to the table. */
function followFields(app: App): void {
  const { state, view } = app;
  resetFields(state);
  listenToFields(state, (deal) => {
    closeDialogs();
    resetFields(state);
    focusTable(view, state);
    void dealAnew(app, deal);
  });
}

function addActs(app: App): void {
  const acts: Readonly<Record<string, () => unknown>> = {
    tip: () => tip(app),
    verdict: () => askVerdict(app),
    finish: () => finish(app),
    tour: () => showTour(app),
    restart: () => restartDeal(app),
    new: () => dealByLot(app),
    next: () => dealBeside(app, 1),
    previous: () => dealBeside(app, -1),
    menu: () => openMenu(app),
    help: () => openHelp(app),
    listen: () => openEar(app),
  };
  for (const [name, act] of Object.entries(acts)) app.acts.set(name, act);
}

/** Any deal; one that takes long to come is not laid over what was asked for since. */
async function dealByLot(app: App): Promise<void> {
  const turn = ++app.opening;
  const deal = await drawDeal(app.house, app.state.choice, app.settings);
  if (turn === app.opening) await dealAnew(app, deal);
}

/** That the solver was asked is kept with the game at once. */
async function askVerdict(app: App): Promise<void> {
  await ask(app);
  save(app);
}

/** The next deal, or the one before; beside a position lies any. */
function dealBeside(app: App, by: number): Promise<void> {
  const deal = dealOf(app.state);
  if (deal === null) return dealByLot(app);
  return dealAnew(app, Math.min(LAST_DEAL, Math.max(1, deal + by)));
}

function openMenu(app: App): void {
  resetFields(app.state);
  linkList(app);
  drawMenu(app.chrome, app.state);
  openDialog(app.chrome, "menu");
}

function openHelp({ chrome, state }: App): void {
  drawHelp(chrome, state);
  openDialog(chrome, "help");
}

/**
 * Where there is a service beside the page, it comes after all else. Its scripts are fetched before a
 * new version can take over, and it is asked when none does: what is fetched meanwhile holds that up.
 */
async function bringLast(app: App, isNewcomer: boolean): Promise<void> {
  const service = untilIdle().then(fetchService);
  await bringOffline(app, service);
  await bringService(app, isNewcomer, await service);
}

const fetchService = () => import("../service/service.ts").catch(() => null);

type Service = Awaited<ReturnType<typeof fetchService>>;

/** Without a network it may be there only with one. */
async function bringService(app: App, isNewcomer: boolean, service: Service): Promise<void> {
  if (service !== null) return service.bringService(app, isNewcomer);
  const again = async () => bringService(app, isNewcomer, await fetchService());
  addEventListener("online", () => void again(), { once: true });
}

/** The tour of the table comes when it is wanted. */
async function showTour(app: App): Promise<void> {
  const tours = await import("./tour.ts");
  app.tour ??= beginTour(app, tours);
  await tours.startTour(app.tour);
}

function beginTour(app: App, { makeTour, drawTour }: typeof import("./tour.ts")): Tour {
  const tour = makeTour(app, () => answerOffer(app));
  app.drawers.push(() => drawTour(tour));
  return tour;
}

async function followGuide({ state, view, drawers }: App): Promise<void> {
  // The guide comes after the table, in the same file.
  if (document.readyState === "loading")
    await new Promise((then) => document.addEventListener("DOMContentLoaded", then));
  const guide = makeGuide(() => focusTable(view, state));
  drawers.push(() => drawGuide(guide, state));
  drawGuide(guide, state);
}

function linkList(app: App): void {
  (app.chrome.find("games") as HTMLAnchorElement).href = addressOfList(app);
}

/** Lessons and statistics lead back by what the page notes when it is left. */
function linkPages({ house, state }: App): void {
  const { language } = state.texts;
  const paths = {
    ".to-lessons": pathOfLessons(location.pathname, house, language),
    ".to-statistics": pathOfStatistics(location.pathname, house, language),
  };
  for (const [links, path] of Object.entries(paths))
    for (const link of document.querySelectorAll<HTMLAnchorElement>(links)) link.href = path;
}

/** The list of games is opened where this game is, and leads back to this deal. */
function addressOfList({ house, state }: App): string {
  const { choice, start, texts } = state;
  const query = new URLSearchParams(queryOf(choice, start));
  if (choice.game.pages !== null) query.set("game", choice.game.id);
  return `${pathOfList(location.pathname, house, texts.language)}?${query}`;
}

/** The browser would leave the table for what is dropped on it. */
function listenToDrops(app: App): void {
  const keep = (event: DragEvent) => {
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
  };
  document.addEventListener("dragover", keep);
  document.addEventListener("drop", (event) => {
    keep(event);
    const files = [...(event.dataTransfer?.files ?? [])];
    const [first] = files;
    if (first === undefined || (files.length === 1 && openTextFile(app, first))) return;
    void openInList(app, files);
  });
}

async function openInList(app: App, files: readonly File[]): Promise<void> {
  if (await handOver(app.store, files)) location.assign(addressOfList(app));
  else tell(app, { text: say(app.state.texts, "own.there") }, NOTE_TIME);
}
