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
import { stopFinish, takeBack, takeForward } from "../table/hands.ts";
import { listenToHands, measure } from "../table/listening.ts";
import { changeAutoplay, firstDeal, isOpenGame, newState } from "../table/play.ts";
import { makeView, printRanks, rescueFocus } from "../table/render.ts";
import { USUAL_WAYS } from "../table/ways.ts";
import { type App, type Found, listenToButtons } from "./acts.ts";
import { choiceInAddress, dealInAddress, isPageOf, queryOf } from "./address.ts";
import { drawChrome, isAutoplayLevel, makeChrome, takeNoteAction, writeTexts } from "./chrome.ts";
import { isLanguage } from "./i18n.ts";
import { drawDeal, layDeal, moveTo, save } from "./keeping.ts";
import { fetchEngine, fetchJson, fetchTexts, languageOfPage } from "./page.ts";
import {
  latestGame,
  openStore,
  readGame,
  readOwn,
  readSettings,
  type Store,
  writeSettings,
} from "./store.ts";

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
  const [settings, own] = await Promise.all([readSettings(store), ownGames(store)]);
  const language = isLanguage(settings.language) ? settings.language : languageOfPage();
  const texts = await fetchTexts(language);
  const choice = await choiceToOpen(store, house, own);
  if (isFault(choice)) return (await import("./astray.ts")).leadToList(house, language);
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
    sayChange: (sentence) => sentence,
    changed: () => save(app),
    stop: () => stopFinish(app),
  };
  printRanks(texts);
  writeTexts(texts);
  measure(app);
  if (!isPageOf(choice.game, location.pathname, language)) moveTo(app);
  history.replaceState(null, "", `${queryOf(choice, deal)}${location.hash}`);
  const saved = await readGame(store, keyOf(choice), deal);
  layDeal(app, deal, saved);
  const bad = asked !== null && "bad" in asked ? asked.bad : null;
  listen(app, { saved, bad });
  document.body.dataset.laid = "true";
  void writeSettings(store, app.settings);
  await app.rest;
  document.body.dataset.ready = "true";
}

function listen(app: App, found: Found): void {
  app.acts.set("undo", () => takeBack(app)).set("redo", () => takeForward(app));
  listenToHands(app);
  listenToButtons(app);
  listenToNote(app);
  app.rest = import("./rest.ts").then(({ bringRest }) => bringRest(app, found));
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

/** The games that the player has opened; most have none. */
async function ownGames(store: Store): Promise<HouseGame[]> {
  const kept = await readOwn(store);
  return kept.length === 0 ? [] : (await import("../rules/own.ts")).sortOwn(kept);
}
