/** The page: starts the engine, lays the table, and ties hands, keys and buttons to the game. */

import { readRules } from "../rules/formats.ts";
import {
  type Choice,
  choiceOfKey,
  firstChoice,
  type House,
  type HouseGame,
  isFault,
  keyOf,
  recordOf,
} from "../rules/house.ts";
import { readOwnGames } from "../rules/own.ts";
import { elapsed } from "../table/clock.ts";
import { stopFinish, takeBack, takeForward } from "../table/hands.ts";
import { listenToHands, measure } from "../table/listening.ts";
import { changeAutoplay, firstDeal, isOpenGame, newState } from "../table/play.ts";
import { makeView, printRanks, rescueFocus } from "../table/render.ts";
import { tell } from "../table/table.ts";
import { USUAL_WAYS } from "../table/ways.ts";
import { type App, listenToButtons } from "./acts.ts";
import { choiceInAddress, dealInAddress, isPageOf, pathOfList } from "./address.ts";
import {
  badNumber,
  drawChrome,
  drawClock,
  isAutoplayLevel,
  listenToPanel,
  makeChrome,
  takeNoteAction,
  writeTexts,
} from "./chrome.ts";
import { isLanguage, type Language } from "./i18n.ts";
import { jotTable, jotTime, jottedTime, type Place } from "./jot.ts";
import {
  catchUp,
  drawDeal,
  leave,
  moveTo,
  openNumber,
  save,
  saveTime,
  stay,
  warnImpossible,
  withEnd,
} from "./keeping.ts";
import { fetchEngine, fetchJson, fetchTexts, languageOfPage } from "./page.ts";
import { latestGame, openStore, readSettings, type Store, writeSettings } from "./store.ts";

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
    ways: USUAL_WAYS,
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
    acts: new Map(),
    drawers: [],
    tour: null,
    rest: Promise.resolve(),
    finishes: true,
    drawRound: () => {
      drawChrome(app.chrome, state, performance.now());
      for (const draw of app.drawers) draw();
    },
    sayChange: (sentence) => withEnd(app, sentence),
    changed: () => save(app),
    stop: () => stopFinish(app),
  };
  printRanks(texts);
  writeTexts(texts);
  measure(app);
  if (!isPageOf(choice.game, location.pathname, language)) moveTo(app);
  await openNumber(app, deal, null);
  listen(app);
  document.body.dataset.laid = "true";
  if (asked !== null && "bad" in asked) tellBadNumber(app, asked.bad);
  else warnImpossible(app);
  void writeSettings(store, app.settings);
  await app.rest;
  document.body.dataset.ready = "true";
}

function listen(app: App): void {
  app.acts.set("undo", () => takeBack(app)).set("redo", () => takeForward(app));
  listenToPanel(app.chrome);
  listenToHands(app);
  listenToButtons(app);
  listenToNote(app);
  listenToPage(app);
  app.rest = import("./rest.ts").then(({ bringRest }) => bringRest(app));
}

function listenToNote({ chrome, view, state }: App): void {
  chrome.find("note-do").addEventListener("click", () => {
    const act = takeNoteAction(chrome);
    rescueFocus(view, state);
    act?.();
  });
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

/** The list of games says what is wrong with the address, and what there is instead. */
function leadToList(house: House, language: Language): void {
  const query = new URLSearchParams(location.search);
  const { game } = document.body.dataset;
  if (game !== undefined && game !== "" && !query.has("own")) query.set("game", game);
  location.replace(`${pathOfList(location.pathname, house, language)}?${query}`);
}

function tellBadNumber(app: App, text: string): void {
  tell(app, { text: badNumber(app.state.texts, text) }, NOTE_TIME);
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
  });
  leave(app, document.hidden);
  addEventListener("focus", () => void catchUp(app));
  addEventListener("pagehide", () => {
    saveTime(app);
    jotTable(placeOf(app));
  });
  setInterval(() => tick(app), CLOCK_STEP);
}
