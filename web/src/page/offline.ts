/**
 * The page without a network, and a new version of it: that is offered between games, and taken at
 * the player's word.
 */
import { startWorker } from "../offline/worker.ts";
import { note, OFFER_TIME, tell } from "../table/table.ts";
import type { App } from "./acts.ts";
import { say } from "./i18n.ts";

/** What is known of a new version. */
interface Update {
  readonly app: App;
  readonly line: HTMLElement;
  readonly version: HTMLElement;
  /** Whether all of the page is kept. */
  isKept: boolean;
  /** Whether there is a newer version, and the worker that waits to serve it, if it does. */
  isThere: boolean;
  waiting: ServiceWorker | null;
  /** Whether it is being taken: at the player's word, or because nothing is played. */
  taken: "asked" | "idle" | null;
  /** The moment at which it was offered last. */
  offered: string;
  timer: number;
}

/** After a win or a deal, before more is said. */
const A_MOMENT = 600;
/** How long a page is open before it asks by itself whether there is a newer one. */
const OFTEN = 3_600_000;

/**
 * The worker is started when what is *first* has settled; settles when no version is taking over.
 */
export async function bringOffline(app: App, first: Promise<unknown>): Promise<void> {
  const update = makeUpdate(app);
  app.acts.set("switch", () => take(update));
  app.drawers.push(() => draw(update));
  tellOfMissing(app);
  draw(update);
  followSwitch(update);
  await first;
  const worker = await startWorker();
  if (worker === null) return;
  followWorker(update, worker);
  if (worker.waiting === null || !isUntouched(app)) return;
  update.taken = "idle";
  const taken = new Promise((then) =>
    navigator.serviceWorker.addEventListener("controllerchange", then, { once: true }),
  );
  worker.waiting.postMessage("take over");
  await taken;
}

function makeUpdate(app: App): Update {
  const line = document.createElement("p");
  line.className = "update";
  line.hidden = true;
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.do = "switch";
  line.append(document.createElement("span"), button);
  const version = document.createElement("p");
  version.className = "why version";
  app.chrome.find("menu").querySelector(".close")?.before(line, version);
  const known = { isKept: false, isThere: false, waiting: null, taken: null };
  return { app, line, version, ...known, offered: "", timer: 0 };
}

/** Another window may have taken the new version; this one then needs only to be loaded anew. */
function followSwitch(update: Update): void {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  let before = serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => {
    const { taken, app } = update;
    if (taken === "asked" || (taken === "idle" && isUntouched(app))) return location.reload();
    if (before !== null) found(update, null);
    before = serviceWorker.controller;
  });
}

function followWorker(update: Update, worker: ServiceWorkerRegistration): void {
  const lookAt = (fresh: ServiceWorker | null) => {
    if (fresh?.state === "installed" && navigator.serviceWorker.controller) found(update, fresh);
    if (fresh?.state === "activated") keptAll(update);
  };
  const follow = (fresh: ServiceWorker | null) =>
    fresh?.addEventListener("statechange", () => lookAt(fresh));
  for (const known of [worker.active, worker.waiting, worker.installing]) {
    lookAt(known);
    follow(known);
  }
  worker.addEventListener("updatefound", () => follow(worker.installing));
  askOften(worker);
}

/** An app on a home screen may stay open for days. */
function askOften(worker: ServiceWorkerRegistration): void {
  let asked = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || performance.now() - asked < OFTEN) return;
    asked = performance.now();
    worker.update().catch(() => {});
  });
}

function keptAll(update: Update): void {
  update.isKept = true;
  draw(update);
}

function found(update: Update, waiting: ServiceWorker | null): void {
  update.isThere = true;
  update.waiting = waiting;
  draw(update);
}

/** Loads the new version, which lays the game as it is now, with all its steps. */
function take(update: Update): void {
  update.taken = "asked";
  if (update.waiting === null) location.reload();
  else update.waiting.postMessage("take over");
}

function draw(update: Update): void {
  const { app, line, version } = update;
  const { texts } = app.state;
  const offer = isOffered(update);
  const built = document.querySelector<HTMLMetaElement>("meta[name=version]")?.content ?? "";
  const kept = update.isKept ? ` ${say(texts, "offline.kept")}` : "";
  version.textContent = `${say(texts, "offline.version", { version: built })}${kept}`;
  line.hidden = !offer;
  const [words, button] = line.children;
  if (words !== undefined) words.textContent = `${say(texts, "offline.update")} `;
  if (button !== undefined) button.textContent = say(texts, "offline.switch");
  if (offer && isBetween(app)) offerSoon(update);
}

/** A game that cannot be saved would not be there afterwards. */
function isOffered({ app, isThere }: Update): boolean {
  const isSaved = app.store.base !== null && app.saving && !app.warned;
  return isThere && (isSaved || isBetween(app));
}

/** Nothing was played of this deal yet, or it is won. */
function isBetween({ state }: App): boolean {
  const { won, canUndo, canRedo } = state.status;
  return won || !(canUndo || canRedo);
}

/** Whether nobody would miss the table as it lies. */
export const isUntouched = (app: App): boolean =>
  isBetween(app) &&
  !app.state.status.won &&
  app.state.held === null &&
  document.querySelector("dialog[open]") === null;

/** Offers it once in each such moment, when what is told of that has been read. */
function offerSoon(update: Update, wait = A_MOMENT): void {
  clearTimeout(update.timer);
  update.timer = window.setTimeout(() => {
    if (!isOffered(update) || !isBetween(update.app)) return;
    if (update.app.chrome.note === null) offerNow(update);
    else offerSoon(update, OFFER_TIME);
  }, wait);
}

function offerNow(update: Update): void {
  const { app } = update;
  const { texts, start, status } = app.state;
  const moment = JSON.stringify([start, status.won]);
  if (moment === update.offered) return;
  update.offered = moment;
  const action = { name: say(texts, "offline.switch"), run: () => take(update) };
  const shown = { text: say(texts, "offline.update"), action };
  // Of a win it is heard that it is one.
  if (status.won) note(app, shown, null);
  else tell(app, shown, null);
}

/** What is fetched only when it is wanted may be out of reach. */
function tellOfMissing(app: App): void {
  addEventListener("unhandledrejection", (event) => {
    if (!isUnreached(event.reason)) return;
    event.preventDefault();
    tell(app, { text: say(app.state.texts, "offline.missing") }, OFFER_TIME);
  });
}

/** Each browser says in words of its own that a script or a file could not be fetched. */
const isUnreached = (reason: unknown): boolean =>
  reason instanceof TypeError && /import|module|fetch|network|load failed/i.test(reason.message);
