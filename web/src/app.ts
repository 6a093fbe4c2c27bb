/** The page: starts the engine, lays the table, and ties hands, keys and buttons to the game. */

import {
  type App,
  ask,
  catchUp,
  choose,
  chooseAutoplay,
  dealNote,
  drop,
  finish,
  leave,
  lengthen,
  lift,
  moveFocus,
  offerBack,
  openNumber,
  press,
  quick,
  redraw,
  refuseDrag,
  release,
  restartDeal,
  retell,
  stay,
  takeBack,
  takeForward,
  tap,
  tell,
  tip,
  touch,
  warnImpossible,
} from "./acts.ts";
import { addressOfDeal, dealInAddress, pathInLanguage } from "./address.ts";
import {
  badNumber,
  closeDialogs,
  drawClock,
  isAutoplayLevel,
  makeChrome,
  openDialog,
  takeNoteAction,
  writeTexts,
} from "./chrome.ts";
import { elapsed } from "./clock.ts";
import { listenToPointers } from "./drag.ts";
import { type Engine, startEngine } from "./engine.ts";
import { listenToFields, resetFields } from "./fields.ts";
import { readRules } from "./formats.ts";
import {
  isLanguage,
  type Language,
  makeTexts,
  preferredLanguage,
  say,
  type Texts,
} from "./i18n.ts";
import { listenToKeys } from "./keys.ts";
import type { Form } from "./layout.ts";
import { LAST_DEAL, randomDeal } from "./numbers.ts";
import { changeAutoplay, isOpenGame, newState } from "./play.ts";
import {
  drawFocus,
  focusTable,
  makeView,
  printRanks,
  rescueFocus,
  resize,
  type View,
} from "./render.ts";
import { latestDeal, openStore, readSettings, type Store, writeSettings } from "./store.ts";

const NOTE_TIME = 12_000;
const CLOCK_STEP = 250;
/** A phone on its side; page.css lays its bars by the same question. */
const RAILS = "(orientation: landscape) and (max-height: 500px)";

boot().catch((error: unknown) => {
  const failed = document.getElementById("failed");
  if (failed !== null) failed.hidden = false;
  console.error(error);
});

async function boot(): Promise<void> {
  const { dataset } = document.body;
  const [store, engine] = await Promise.all([openStore(), fetchEngine(dataset.rulesWasm ?? "")]);
  const settings = await readSettings(store);
  const language = isLanguage(settings.language) ? settings.language : languageOfPage();
  const texts = await fetchTexts(language);
  const asked = dealInAddress(location.search);
  const deal =
    asked !== null && "deal" in asked
      ? asked.deal
      : await dealToOpen(store, settings.visited === true);
  const rules = readRules(dataset.rules ?? "");
  const state = newState(engine, rules, texts, deal);
  const level = `${settings.autoplay}`;
  if (isAutoplayLevel(level)) changeAutoplay(state, level);
  const view = makeView(document.getElementById("felt") ?? document.body, state.layout);
  const [worker, wasm] = [dataset.worker ?? "", dataset.solverWasm ?? ""];
  const home = { worker, wasm, engine, rules };
  const app: App = {
    state,
    view,
    chrome: makeChrome(),
    store,
    settings: { ...settings, visited: true },
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
  };
  printRanks(texts);
  writeTexts(texts);
  measure(app);
  await openNumber(app, deal, null);
  document.body.dataset.ready = "true";
  if (asked !== null && "bad" in asked) tellBadNumber(app, asked.bad);
  else warnImpossible(app);
  void writeSettings(store, app.settings);
  listen(app);
}

async function fetchEngine(address: string): Promise<Engine> {
  const response = await fetch(address);
  return startEngine(await response.arrayBuffer());
}

async function fetchTexts(language: Language): Promise<Texts> {
  const response = await fetch(document.body.dataset[language] ?? "");
  return makeTexts(language, await response.json());
}

function languageOfPage(): Language {
  const { page } = document.documentElement.dataset;
  return isLanguage(page) ? page : preferredLanguage(navigator.languages);
}

/** Without a number: the game that was left, the first deal on a first visit, else any. */
async function dealToOpen(store: Store, visited: boolean): Promise<number> {
  const today = Date.now();
  const left = await latestDeal(store, (record) => isOpenGame(record, today));
  return left ?? (visited ? drawDeal() : 1);
}

function drawDeal(): number {
  return randomDeal(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
}

function tellBadNumber(app: App, text: string): void {
  tell(app, { text: badNumber(app.state.texts, text) }, NOTE_TIME);
}

function measure(app: App): void {
  const form: Form = matchMedia(RAILS).matches ? "rails" : "stack";
  resize(app.view, form);
}

const sizeOf = ({ size }: View): string => `${size.width} ${size.height} ${size.form}`;

function listen(app: App): void {
  const { state, view } = app;
  const endDrag = listenToPointers(view, state, {
    press: () => touch(app),
    tap: (spot) => tap(app, spot),
    choose: (spot) => choose(app, spot),
    lift: (run) => lift(app, run),
    drop: (target, nearest) => drop(app, target, nearest),
    cancel: () => release(app),
    refuse: (spot) => refuseDrag(app, spot),
    settle: () => drawFocus(view, state),
  });
  new ResizeObserver(() => {
    const before = sizeOf(view);
    measure(app);
    // A card in the hand would hang where the table was.
    if (sizeOf(view) !== before) endDrag();
    redraw(app);
  }).observe(view.felt);
  listenToKeys(view.table, state, {
    focus: (place) => moveFocus(app, place),
    lengthen: (place) => lengthen(app, place),
    release: () => {
      if (press(app)) release(app);
    },
    quick: () => quick(app),
    undo: () => takeBack(app),
    redo: () => takeForward(app),
    tip: () => tip(app),
    help: () => {
      press(app);
      openDialog(app.chrome, "help", state);
    },
    stop: () => press(app),
    enter: () => focusTable(view, state),
  });
  document.addEventListener("click", (event) => clickButton(app, event));
  // Some browsers take the focus from a button as soon as it is hidden.
  document.addEventListener("focusout", ({ target }) => {
    if (!(target instanceof Element) || target.checkVisibility({ visibilityProperty: true }))
      return;
    queueMicrotask(() => {
      if (document.activeElement === document.body) focusTable(view, state);
    });
  });
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
    restart: () => restartDeal(app),
    new: () => dealAnew(app, drawDeal()),
    next: () => dealAnew(app, Math.min(LAST_DEAL, app.state.deal + 1)),
    previous: () => dealAnew(app, Math.max(1, app.state.deal - 1)),
  };
  const panels: Readonly<Record<string, () => void>> = {
    menu: () => {
      resetFields(app.state);
      openDialog(app.chrome, "menu", app.state);
    },
    help: () => openDialog(app.chrome, "help", app.state),
  };
  const name = button.dataset.do ?? "";
  closeDialogs();
  press(app);
  (acts[name] ?? panels[name])?.();
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
  const path = pathInLanguage(location.pathname, language);
  history.replaceState(null, "", `${path}${addressOfDeal(app.state.deal)}`);
  writeTexts(app.state.texts);
  printRanks(app.state.texts);
  retell(app);
  resetFields(app.state);
  redraw(app);
}

function listenToPage(app: App): void {
  const { state } = app;
  addEventListener("popstate", () => {
    const asked = dealInAddress(location.search);
    const deal = asked !== null && "deal" in asked ? asked.deal : state.deal;
    if (deal === state.deal) return stay(app);
    void openNumber(app, deal, null).then((laid) => laid && warnImpossible(app));
  });
  document.addEventListener("visibilitychange", () => leave(app, document.hidden));
  leave(app, document.hidden);
  addEventListener("focus", () => void catchUp(app));
  setInterval(() => {
    if (elapsed(state.clock, 0) !== 0 || state.clock.since !== null)
      drawClock(app.chrome, state, performance.now());
  }, CLOCK_STEP);
}
