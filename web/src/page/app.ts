/** The page: starts the engine, lays the table, and ties hands, keys and buttons to the game. */

import { showDeal } from "../keeping/fresh.ts";
import {
  holdsGames,
  openStore,
  readSettings,
  type Settings,
  type Store,
} from "../keeping/store.ts";
import { readRules } from "../rules/formats.ts";
import { firstChoice, type House, isFault, recordOf } from "../rules/house.ts";
import { choicesOf, showLook, waysHere } from "../settings/choices.ts";
import { stopFinish, takeBack, takeForward } from "../table/hands.ts";
import { listenToHands, measure } from "../table/listening.ts";
import { changeAutoplay, firstDeal, newState } from "../table/play.ts";
import { makeView, rescueFocus } from "../table/render.ts";
import type { State } from "../table/state.ts";
import { type App, type Found, listenToButtons } from "./acts.ts";
import {
  asksAnew,
  choiceInAddress,
  dealInAddress,
  isLink,
  isPageOf,
  moveTo,
  queryOf,
} from "./address.ts";
import { drawChrome, makeChrome, takeNoteAction } from "./chrome.ts";
import { isLanguage } from "./i18n.ts";
import { fetchEngine, fetchJson, fetchTexts, languageOfPage } from "./page.ts";

boot().catch((error: unknown) => {
  const failed = document.getElementById("failed");
  if (failed !== null) failed.hidden = false;
  console.error(error);
});

async function boot(): Promise<void> {
  const [store, engine, house] = await Promise.all([
    openStore(),
    fetchEngine(),
    fetchJson<House>("house"),
  ]);
  const left = (await holdsGames(store)) ? await import("../keeping/left.ts") : null;
  await left?.writeDeparted(store);
  const [settings, own] = await Promise.all([readSettings(store), left?.readOwnGames(store) ?? []]);
  const language = isLanguage(settings.language) ? settings.language : languageOfPage();
  const texts = await fetchTexts(language);
  const { search } = location;
  const [asked, isNew] = [dealInAddress(search), asksAnew(search)];
  const choice =
    choiceInAddress(house, own, document.body.dataset.game || null, search) ??
    (await left?.choiceLeft(store, house, own)) ??
    firstChoice(house);
  if (isFault(choice)) return (await import("./astray.ts")).leadToList(house, language, store);
  const isOpen = asked === null && !isLink(search) && !isNew;
  // A position or a play of the address is read, and laid, by what comes later.
  const isLinked = isLink(search) || (isOpen && (await left?.leadToPosition(store, house, choice)));
  const deal =
    asked !== null && "deal" in asked
      ? asked.deal
      : ((isNew ? null : await left?.dealLeft(store, choice)) ??
        (settings.visited === true
          ? await (await import("../daily/lot.ts")).drawDeal(house, choice, settings)
          : firstDeal(engine, readRules(recordOf(house, choice)))));
  const state = newState(engine, house, choice, texts, deal);
  changeAutoplay(state, choicesOf(settings).autoplay);
  const app = makeApp(state, house, store, settings);
  showLook(settings, choice.game.id);
  await writeWords(app);
  measure(app);
  if (!isPageOf(choice.game, location.pathname, language)) moveTo(state);
  if (!isLinked) history.replaceState(null, "", `${queryOf(choice, state.start)}${location.hash}`);
  const saved = isLinked ? null : ((await left?.layLeft(app)) ?? null);
  if (left === null && !isLinked) showDeal(app);
  const bad = asked !== null && "bad" in asked ? asked.bad : null;
  listen(app, { saved, bad, isOpen });
  document.body.dataset.laid = "true";
  await app.rest;
  document.body.dataset.ready = "true";
}

/** All that the page of a table holds, before anything is tied to it. */
function makeApp(state: State, house: House, store: Store, settings: Settings): App {
  const view = makeView(document.getElementById("felt") ?? document.body, state.layout);
  const { worker = "", solverWasm: wasm = "" } = document.body.dataset;
  const home = { worker, wasm, engine: state.engine, rules: state.rules };
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
    ways: waysHere(settings),
    calm: matchMedia("(prefers-reduced-motion: reduce)"),
    verdicts: new Map(),
    search: null,
    finishTimer: 0,
    finishStart: 0,
    lastTap: null,
    opening: 0,
    saving: true,
    known: null,
    guest: null,
    warned: false,
    acts: new Map(),
    drawers: [],
    tour: null,
    pars: null,
    rest: Promise.resolve(),
    finishes: true,
    drawRound: () => {
      drawChrome(app.chrome, state, performance.now());
      for (const draw of app.drawers) draw();
    },
    sayChange: (sentence) => sentence,
    changed: () => {},
    stop: () => stopFinish(app),
  };
  return app;
}

/** Writes the page's words and its cards' letters, where they are not those of its file. */
async function writeWords({ state: { texts }, ways }: App): Promise<void> {
  const { letters, isLarge } = ways;
  if (texts.language !== document.documentElement.lang || letters !== "language" || isLarge) {
    const { printRanks, writeTexts } = await import("./wording.ts");
    printRanks(texts, ways);
    writeTexts(texts);
  }
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
