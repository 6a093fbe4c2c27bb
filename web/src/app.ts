/** The page: starts the engine, lays the table, and ties hands, keys and buttons to the game. */

import {
  choiceInAddress,
  dealInAddress,
  isPageOf,
  pathOfGame,
  pathOfLessons,
  pathOfList,
  queryOf,
} from "./address.ts";
import { type Asker, ask, retell } from "./asking.ts";
import {
  badNumber,
  closeDialogs,
  drawChrome,
  drawClock,
  drawHelp,
  drawMenu,
  isAutoplayLevel,
  listenToPanel,
  makeChrome,
  openDialog,
  takeNoteAction,
  writeTexts,
} from "./chrome.ts";
import { elapsed } from "./clock.ts";
import { listenToFields, resetFields } from "./fields.ts";
import { readRules } from "./formats.ts";
import { finish, press, stopFinish, takeBack, takeForward, tip } from "./hands.ts";
import {
  type Choice,
  choiceOfKey,
  firstChoice,
  type House,
  type HouseGame,
  impossibleDeals,
  isFault,
  keyOf,
  recordOf,
} from "./house.ts";
import { isLanguage, type Language, say } from "./i18n.ts";
import { jotTable, jotTime, jottedTime, type Place } from "./jot.ts";
import {
  catchUp,
  chooseAutoplay,
  dealNote,
  type Keeper,
  leave,
  openNumber,
  restartDeal,
  save,
  saveTime,
  stay,
  warnImpossible,
  withEnd,
} from "./keeping.ts";
import { listenToTable, measure } from "./listening.ts";
import { LAST_DEAL, randomDeal } from "./numbers.ts";
import { readOwnGames } from "./own.ts";
import { fetchEngine, fetchJson, fetchTexts, languageOfPage } from "./page.ts";
import { changeAutoplay, firstDeal, isOpenGame, newState } from "./play.ts";
import { focusTable, makeView, printRanks, rescueFocus } from "./render.ts";
import type { State } from "./state.ts";
import {
  handOver,
  latestGame,
  openStore,
  readSettings,
  type Store,
  writeSettings,
} from "./store.ts";
import { offerBack, redraw, tell } from "./table.ts";
import type { Tour } from "./tour.ts";

/** Everything that lives as long as the page. */
interface App extends Keeper, Asker {
  readonly house: House;
  /** Draws what stands under the table; nothing until its script has come. */
  drawGuide(state: State): void;
  /** The tour of the table, and what draws it; none until its script has come. */
  tour: Tour | null;
  drawTour(): void;
}

const NOTE_TIME = 12_000;
const CLOCK_STEP = 250;

boot().catch((error: unknown) => {
  const failed = document.getElementById("failed");
  if (failed !== null) failed.hidden = false;
  console.error(error);
});

async function boot(): Promise<void> {
  const { dataset } = document.body;
  const [store, engine, house] = await Promise.all([
    openStore(),
    fetchEngine(),
    fetchJson<House>("house"),
  ]);
  const [settings, own] = await Promise.all([readSettings(store), readOwnGames(store)]);
  const language = isLanguage(settings.language) ? settings.language : languageOfPage();
  const texts = await fetchTexts(language);
  const choice = await choiceToOpen(store, house, own);
  if (isFault(choice)) return leadToList(house, language);
  const asked = dealInAddress(location.search);
  const deal =
    asked !== null && "deal" in asked
      ? asked.deal
      : await dealToOpen(store, choice, () =>
          settings.visited === true
            ? drawDeal(choice)
            : firstDeal(engine, readRules(recordOf(house, choice))),
        );
  const state = newState(engine, house, choice, texts, deal);
  const level = `${settings.autoplay}`;
  if (isAutoplayLevel(level)) changeAutoplay(state, level);
  const view = makeView(document.getElementById("felt") ?? document.body, state.layout);
  const [worker, wasm] = [dataset.worker ?? "", dataset.solverWasm ?? ""];
  const home = { worker, wasm, engine, rules: state.rules };
  const app: App = {
    state,
    house,
    view,
    chrome: makeChrome(),
    store,
    settings: {
      ...settings,
      visited: true,
      tour: settings.visited !== true || settings.tour === true,
    },
    home,
    calm: matchMedia("(prefers-reduced-motion: reduce)"),
    verdicts: new Map(),
    search: null,
    finishTimer: 0,
    finishStart: 0,
    lastTap: null,
    opening: 0,
    saving: true,
    known: null,
    warned: false,
    drawGuide: () => {},
    tour: null,
    drawTour: () => {},
    finishes: true,
    drawRound: () => {
      drawChrome(app.chrome, state, performance.now());
      app.drawGuide(state);
      app.drawTour();
    },
    sayChange: (sentence) => withEnd(app, sentence),
    changed: () => save(app),
    stop: () => stopFinish(app),
  };
  printRanks(texts);
  writeTexts(texts);
  linkLessons(app);
  measure(app);
  if (!isPageOf(choice.game, location.pathname, language)) moveTo(app);
  await openNumber(app, deal, null);
  document.body.dataset.ready = "true";
  if (asked !== null && "bad" in asked) tellBadNumber(app, asked.bad);
  else warnImpossible(app);
  void writeSettings(store, app.settings);
  listen(app);
  await followGuide(app);
  if (app.settings.tour === true) await showTour(app, "offerTour");
}

/** The tour of the table comes when it is wanted; its offer, until it is answered. */
async function showTour(app: App, how: "offerTour" | "startTour"): Promise<void> {
  const script = document.body.dataset.tourScript ?? "";
  const { makeTour, drawTour, ...ways }: typeof import("./tour.ts") = await import(
    new URL(script, document.baseURI).href
  );
  app.tour ??= makeTour(app, () => {
    app.settings = { ...app.settings, tour: false };
    void writeSettings(app.store, app.settings);
  });
  const { tour } = app;
  app.drawTour = () => drawTour(tour);
  await ways[how](tour);
}

/** The guide comes after the table, and its script after that. */
async function followGuide(app: App): Promise<void> {
  if (document.readyState === "loading")
    await new Promise((then) => document.addEventListener("DOMContentLoaded", then));
  const { state, view } = app;
  const { makeGuide, drawGuide } = await fetchGuideScript();
  const guide = makeGuide(() => focusTable(view, state));
  app.drawGuide = () => drawGuide(guide, state);
  app.drawGuide(state);
}

function fetchGuideScript(): Promise<typeof import("./guide.ts")> {
  return import(new URL(document.body.dataset.guideScript ?? "", document.baseURI).href);
}

/** The game of the address, or on the front page the one that was left, else the first there is. */
async function choiceToOpen(store: Store, house: House, own: readonly HouseGame[]) {
  const asked = choiceInAddress(house, own, document.body.dataset.game || null, location.search);
  if (asked !== null) return asked;
  const games = [...house.games, ...own];
  const choiceOf = (key: string) => choiceOfKey(house, games, key);
  const today = Date.now();
  const left = await latestGame(store, (record) =>
    isOpenGame(record, today, (key) => choiceOf(key) !== null),
  );
  return (left && choiceOf(left.game)) ?? firstChoice(house);
}

/** Without a number: the game that was left, else a fresh one. */
async function dealToOpen(store: Store, choice: Choice, fresh: () => number): Promise<number> {
  const [today, wanted] = [Date.now(), keyOf(choice)];
  const left = await latestGame(store, (record) =>
    isOpenGame(record, today, (key) => key === wanted),
  );
  return left?.deal ?? fresh();
}

function drawDeal(choice: Choice): number {
  const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return randomDeal(impossibleDeals(choice), draw);
}

/** The list of games says what is wrong with the address, and what there is instead. */
function leadToList(house: House, language: Language): void {
  const query = new URLSearchParams(location.search);
  const { game } = document.body.dataset;
  if (game !== undefined && game !== "" && !query.has("own")) query.set("game", game);
  location.replace(`${pathOfList(location.pathname, house, language)}?${query}`);
}

/** The address is that of the game's page in the player's language. */
function moveTo({ state }: App): void {
  const { choice, deal, texts } = state;
  const path = pathOfGame(location.pathname, choice.game, texts.language);
  history.replaceState(null, "", `${path}${queryOf(choice, deal)}${location.hash}`);
}

function linkList(app: App): void {
  (app.chrome.find("games") as HTMLAnchorElement).href = addressOfList(app);
}

/** The lessons lead back by what the page notes when it is left. */
function linkLessons({ house, state }: App): void {
  const path = pathOfLessons(location.pathname, house, state.texts.language);
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".to-lessons")) link.href = path;
}

/** The list of games is opened where this game is, and leads back to this deal. */
function addressOfList({ house, state }: App): string {
  const { choice, deal, texts } = state;
  const query = new URLSearchParams(queryOf(choice, deal));
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
    if (files.length > 0) void openInList(app, files);
  });
}

async function openInList(app: App, files: readonly File[]): Promise<void> {
  if (await handOver(app.store, files)) location.assign(addressOfList(app));
  else tell(app, { text: say(app.state.texts, "own.there") }, NOTE_TIME);
}

function tellBadNumber(app: App, text: string): void {
  tell(app, { text: badNumber(app.state.texts, text) }, NOTE_TIME);
}

function listen(app: App): void {
  const { state, view } = app;
  listenToPanel(app.chrome);
  listenToTable(app, { tip: () => tip(app), help: () => openHelp(app) });
  document.addEventListener("click", (event) => clickButton(app, event));
  listenToFields(state, (deal) => {
    closeDialogs();
    resetFields(state);
    focusTable(view, state);
    void dealAnew(app, deal);
  });
  app.chrome.find("note-do").addEventListener("click", () => {
    const act = takeNoteAction(app.chrome);
    rescueFocus(view, state);
    act?.();
  });
  listenToSettings(app);
  listenToDrops(app);
  listenToPage(app);
}

function clickButton(app: App, { target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-do]") : null;
  if (button === null || button.ariaDisabled === "true") return;
  const acts: Readonly<Record<string, () => unknown>> = {
    undo: () => takeBack(app),
    redo: () => takeForward(app),
    tip: () => tip(app),
    verdict: () => ask(app),
    finish: () => finish(app),
    tour: () => showTour(app, "startTour"),
    restart: () => restartDeal(app),
    new: () => dealAnew(app, drawDeal(app.state.choice)),
    next: () => dealAnew(app, Math.min(LAST_DEAL, app.state.deal + 1)),
    previous: () => dealAnew(app, Math.max(1, app.state.deal - 1)),
  };
  const panels: Readonly<Record<string, () => void>> = {
    menu: () => {
      resetFields(app.state);
      linkList(app);
      drawMenu(app.chrome, app.state);
      openDialog(app.chrome, "menu");
    },
    help: () => openHelp(app),
  };
  const name = button.dataset.do ?? "";
  closeDialogs();
  press(app);
  (acts[name] ?? panels[name])?.();
}

function openHelp({ chrome, state }: App): void {
  drawHelp(chrome, state);
  openDialog(chrome, "help");
}

/** Deals a number that the player asked for, as a new place in the browser's history. */
async function dealAnew(app: App, deal: number): Promise<void> {
  if (deal === app.state.deal) return stay(app);
  if (await openNumber(app, deal, "push"))
    offerBack(app, dealNote(app.state), () => history.back());
}

function listenToSettings(app: App): void {
  const autoplay = app.chrome.find("autoplay") as HTMLSelectElement;
  const language = app.chrome.find("language") as HTMLSelectElement;
  autoplay.addEventListener("change", () => {
    if (isAutoplayLevel(autoplay.value)) chooseAutoplay(app, autoplay.value);
  });
  language.addEventListener("change", () => {
    if (isLanguage(language.value)) void chooseLanguage(app, language.value, language);
  });
}

async function chooseLanguage(
  app: App,
  language: Language,
  select: HTMLSelectElement,
): Promise<void> {
  const texts = await fetchTexts(language).catch(() => null);
  if (select.value !== language) return;
  if (texts === null) {
    select.value = app.state.texts.language;
    closeDialogs();
    return tell(app, { text: say(app.state.texts, "language.failed") });
  }
  app.state.texts = texts;
  app.settings = { ...app.settings, language };
  void writeSettings(app.store, app.settings);
  moveTo(app);
  writeTexts(app.state.texts);
  linkList(app);
  linkLessons(app);
  drawMenu(app.chrome, app.state);
  drawHelp(app.chrome, app.state);
  printRanks(app.state.texts);
  retell(app);
  resetFields(app.state);
  redraw(app);
}

/** Takes up what the player has chosen on another page; what was chosen here meanwhile stands. */
async function catchUpSettings(app: App): Promise<void> {
  const { settings } = app;
  const read = await readSettings(app.store);
  if (app.settings !== settings) return;
  app.settings = { ...settings, ...read, visited: true };
  const { language } = app.settings;
  const select = app.chrome.find("language") as HTMLSelectElement;
  if (!isLanguage(language) || language === app.state.texts.language) return;
  select.value = language;
  await chooseLanguage(app, language, select);
}

/** Shows the time, and notes it whenever another second is seen: the page may end without a word. */
function tick(app: App): void {
  const { state, chrome } = app;
  const [now, place] = [performance.now(), placeOf(app)];
  const time = elapsed(state.clock, now);
  drawClock(chrome, state, now);
  const isSeen = secondsIn(time) !== secondsIn(jottedTime(place));
  if (state.clock.since !== null && isSeen) jotTime(place, time);
}

const secondsIn = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const placeOf = ({ state }: App): Place => ({ game: keyOf(state.choice), deal: state.deal });

function listenToPage(app: App): void {
  const { state } = app;
  addEventListener("popstate", () => {
    const asked = dealInAddress(location.search);
    const deal = asked !== null && "deal" in asked ? asked.deal : state.deal;
    if (deal === state.deal) return stay(app);
    void openNumber(app, deal, null).then((laid) => laid && warnImpossible(app));
  });
  document.addEventListener("visibilitychange", () => {
    leave(app, document.hidden);
    if (!document.hidden) void catchUpSettings(app);
  });
  leave(app, document.hidden);
  addEventListener("focus", () => void catchUp(app));
  addEventListener("pagehide", () => {
    saveTime(app);
    jotTable(placeOf(app));
  });
  // A page that the browser kept has not seen what the player chose meanwhile.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void catchUpSettings(app);
  });
  setInterval(() => tick(app), CLOCK_STEP);
}
