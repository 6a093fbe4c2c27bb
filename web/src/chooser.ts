/** The list of games: each with its picture, its rules in a line and its options. */
import { choiceInAddress, pathOfGame, pathOfList, queryOf } from "./address.ts";
import { writeTexts } from "./chrome.ts";
import { makeControls } from "./controls.ts";
import { ruleLine } from "./describe.ts";
import { type Engine, startEngine } from "./engine.ts";
import { faultText, fileFaultText, shortened } from "./faults.ts";
import { readRules } from "./formats.ts";
import type { KeyTable } from "./gamefile.ts";
import {
  type Choice,
  choose,
  findGame,
  type House,
  type HouseGame,
  isFault,
  keyOf,
  type Options,
  recordOf,
} from "./house.ts";
import {
  isLanguage,
  type Language,
  makeTexts,
  preferredLanguage,
  say,
  type Texts,
} from "./i18n.ts";
import { parseDeal } from "./numbers.ts";
import { parseOwn, readOwnGames } from "./own.ts";
import { drawGame } from "./picture.ts";
import { isOpenGame } from "./play.ts";
import {
  latestDeals,
  type OwnGame,
  openStore,
  readOwn,
  readSettings,
  removeOwn,
  type Settings,
  type Store,
  writeOwn,
  writeSettings,
} from "./store.ts";

interface Chooser {
  readonly store: Store;
  readonly house: House;
  /** The unfinished deal under each key that was played last. */
  readonly deals: ReadonlyMap<string, number>;
  texts: Texts;
  settings: Settings;
  own: readonly HouseGame[];
  noteTimer: number;
}

/** A game in the list. */
interface Row {
  readonly game: HouseGame;
  readonly item: HTMLElement;
}

const NOTE_TIME = 10_000;

boot().catch((error: unknown) => console.error(error));

async function boot(): Promise<void> {
  const [store, house] = await Promise.all([openStore(), fetchJson<House>("house")]);
  const [settings, own] = await Promise.all([readSettings(store), readOwnGames(store)]);
  const language = isLanguage(settings.language) ? settings.language : languageOfPage();
  const texts = makeTexts(language, await fetchJson(language));
  const today = Date.now();
  const deals = await latestDeals(store, (record) => isOpenGame(record, today, () => true));
  const chooser = { store, house, deals, texts, settings, own, noteTimer: 0 };
  draw(chooser);
  answerAddress(chooser);
  listen(chooser);
  document.body.dataset.ready = "true";
}

async function fetchJson<T>(name: string): Promise<T> {
  return (await fetch(document.body.dataset[name] ?? "")).json();
}

function languageOfPage(): Language {
  const { page } = document.documentElement.dataset;
  return isLanguage(page) ? page : preferredLanguage(navigator.languages);
}

function find(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element;
}

function draw(chooser: Chooser): void {
  const { texts, house, own } = chooser;
  writeTexts(texts);
  document.title = say(texts, "games.title");
  (find("language") as HTMLSelectElement).value = texts.language;
  find("games").replaceChildren(...house.games.map((game) => makeRow(chooser, game)));
  find("own-games").replaceChildren(...own.map((game) => makeRow(chooser, game)));
  find("own").hidden = false;
}

function makeRow(chooser: Chooser, game: HouseGame): HTMLElement {
  const template = find("game") as HTMLTemplateElement;
  const item = template.content.firstElementChild?.cloneNode(true) as HTMLElement;
  const name = game.names[chooser.texts.language];
  item.dataset.game = game.id;
  writeTexts(chooser.texts, item);
  part(item, "h2").textContent = name;
  const remove = part(item, ".remove");
  remove.hidden = game.pages !== null;
  remove.ariaLabel = say(chooser.texts, "own.remove.name", { game: name });
  remove.addEventListener("click", () => void removeGame(chooser, game));
  const row = { game, item };
  part(item, ".reset").addEventListener("click", () => {
    remember(chooser, game, {});
    fillControls(chooser, row, { game, options: {} });
    part(item, ".choose").focus();
  });
  const toggle = part(item, ".choose");
  toggle.ariaLabel = say(chooser.texts, "games.options.name", { game: name });
  toggle.addEventListener("click", () => showOptions(item, part(item, ".options").hidden === true));
  part(item, ".options").ariaLabel = toggle.ariaLabel;
  fillControls(chooser, row, lastChoice(chooser, game));
  return item;
}

function showOptions(item: HTMLElement, shown: boolean): void {
  part(item, ".options").hidden = !shown;
  part(item, ".choose").ariaExpanded = `${shown}`;
}

const part = (item: Element, selector: string): HTMLElement => {
  const found = item.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`the list has no ${selector}`);
  return found;
};

/** A game with the options that the player chose last, if they are still options of it. */
function lastChoice({ house, settings }: Chooser, game: HouseGame): Choice {
  const kept = (settings.options ?? {}) as Readonly<Record<string, Options>>;
  const choice = choose(house, game, kept[game.id] ?? {});
  return isFault(choice) ? { game, options: {} } : choice;
}

function remember(chooser: Chooser, game: HouseGame, options: Options): void {
  const kept = { ...(chooser.settings.options ?? {}), [game.id]: options };
  chooser.settings = { ...chooser.settings, options: kept };
  void writeSettings(chooser.store, chooser.settings);
}

function fillControls(chooser: Chooser, row: Row, choice: Choice): void {
  const { texts, house } = chooser;
  const controls = makeControls(texts, house, choice, (options) => {
    const chosen = choose(house, row.game, options);
    if (isFault(chosen)) return;
    remember(chooser, row.game, chosen.options);
    drawChoice(chooser, row, chosen);
    find("live").textContent = part(row.item, ".rule").textContent;
  });
  part(row.item, ".controls").replaceChildren(...controls);
  part(row.item, ".choose").hidden = controls.length === 0;
  drawChoice(chooser, row, choice);
}

/** Draws a game as it is with the options that are chosen. */
function drawChoice({ texts, house, deals }: Chooser, { game, item }: Row, choice: Choice): void {
  const rules = readRules(recordOf(house, choice));
  part(item, ".view").innerHTML = drawGame(rules);
  part(item, ".rule").textContent = ruleLine(texts, rules);
  part(item, ".reset").hidden = Object.keys(choice.options).length === 0;
  const play = part(item, ".play") as HTMLAnchorElement;
  const deal = deals.get(keyOf(choice));
  const name = game.names[texts.language];
  play.href = addressOf(choice, texts.language);
  play.textContent = say(texts, deal === undefined ? "games.play" : "games.go-on");
  play.ariaLabel =
    deal === undefined
      ? say(texts, "games.play.name", { game: name })
      : say(texts, "games.go-on.name", { game: name, deal });
}

function addressOf(choice: Choice, language: Language, deal: number | null = null): string {
  return pathOfGame(location.pathname, choice.game, language) + queryOf(choice, deal);
}

/** Shows the game that the address names, or says what is wrong with it. */
function answerAddress(chooser: Chooser): void {
  const { texts, house, own } = chooser;
  if (document.body.dataset.missing === "true") return tellMissing(texts);
  const { game: page = null, ...query } = Object.fromEntries(new URLSearchParams(location.search));
  const asked = choiceInAddress(house, own, page, `${new URLSearchParams(query)}`);
  if (asked === null) return;
  if (isFault(asked)) tell("fault", faultText(texts, house, asked));
  if (!("game" in asked)) return;
  const item = rowOf(asked.game);
  item.ariaCurrent = "true";
  if (isFault(asked)) putFirst(item);
  else arrive(chooser, { game: asked.game, item }, asked, query.deal);
}

/** The game that cannot be so comes right after the sentence that says it, with its options. */
function putFirst(item: HTMLElement): void {
  item.parentElement?.prepend(item);
  showOptions(item, true);
}

/** The player comes from a table: its options are those that were chosen last, and it is near. */
function arrive(chooser: Chooser, row: Row, choice: Choice, deal = ""): void {
  remember(chooser, row.game, choice.options);
  fillControls(chooser, row, choice);
  const asked = parseDeal(deal);
  const back = find("back") as HTMLAnchorElement;
  const { language } = chooser.texts;
  back.href = addressOf(choice, language, "deal" in asked ? asked.deal : null);
  row.item.scrollIntoView({ block: "center" });
}

function tellMissing(texts: Texts): void {
  const name = location.pathname.split("/").filter(Boolean).at(-1) ?? "";
  tell("fault", say(texts, "fault.page", { text: shortened(readable(name)) }));
}

/** A part of an address as people read it. */
function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function rowOf({ id }: HouseGame): HTMLElement {
  return part(document.body, `.game[data-game="${CSS.escape(id)}"]`);
}

/** Shows a sentence at its place, which is read aloud there. */
function tell(id: "fault" | "file-fault", sentence: string): void {
  const place = find(id);
  place.textContent = sentence;
  place.hidden = sentence === "";
  if (sentence !== "") place.scrollIntoView({ block: "nearest" });
}

function listen(chooser: Chooser): void {
  const language = find("language") as HTMLSelectElement;
  language.addEventListener("change", () => {
    if (isLanguage(language.value)) void chooseLanguage(chooser, language.value);
  });
  const file = find("file") as HTMLInputElement;
  file.addEventListener("change", () => {
    void openFiles(chooser, [...(file.files ?? [])]);
    file.value = "";
  });
  const dropping = (isHeld: boolean) => document.body.classList.toggle("dropping", isHeld);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    dropping(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) dropping(false);
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    dropping(false);
    void openFiles(chooser, [...(event.dataTransfer?.files ?? [])]);
  });
  // A list that the browser kept does not know what was played meanwhile.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

async function chooseLanguage(chooser: Chooser, language: Language): Promise<void> {
  chooser.texts = makeTexts(language, await fetchJson(language));
  chooser.settings = { ...chooser.settings, language };
  void writeSettings(chooser.store, chooser.settings);
  const isMissing = document.body.dataset.missing === "true";
  const path = isMissing
    ? location.pathname
    : pathOfList(location.pathname, chooser.house, language);
  history.replaceState(null, "", path + location.search);
  tell("fault", "");
  tell("file-fault", "");
  hideNote(chooser);
  draw(chooser);
  answerAddress(chooser);
}

async function openFiles(chooser: Chooser, files: readonly File[]): Promise<void> {
  const [file] = files;
  const { texts } = chooser;
  if (file === undefined) return;
  if (files.length > 1) return tell("file-fault", say(texts, "own.several"));
  tell("file-fault", "");
  const opened = await openFile(chooser, file).catch(() => say(texts, "own.failed"));
  if (typeof opened === "string") tell("file-fault", opened);
  else await addGame(chooser, opened);
}

/** The game in a file, or a sentence that says what is wrong with it. */
async function openFile({ texts, house }: Chooser, file: File): Promise<OwnGame | string> {
  const [bytes, keys, engine, script] = await Promise.all([
    file.arrayBuffer(),
    fetchJson<KeyTable>("keys"),
    fetchEngine(),
    fetchScript(),
  ]);
  const text = decode(bytes);
  if (text === null) return say(texts, "file.text", { file: shortened(file.name) });
  const read = script.readGameFile(text, keys, house.options, engine);
  return "good" in read ? read.good : fileFaultText(texts, file.name, read.fault);
}

async function fetchEngine(): Promise<Engine> {
  const response = await fetch(document.body.dataset.rulesWasm ?? "");
  return startEngine(await response.arrayBuffer());
}

/** What reads files comes only when a file is opened. */
function fetchScript(): Promise<typeof import("./gamefile.ts")> {
  return import(new URL(document.body.dataset.fileScript ?? "", document.baseURI).href);
}

/** The text of a file in UTF-8, without a byte order mark; null when it is none. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function addGame(chooser: Chooser, kept: OwnGame): Promise<void> {
  const { texts, store } = chooser;
  const game = parseOwn(kept);
  const name = { game: kept.names[texts.language] ?? "" };
  if (game === null || !(await writeOwn(store, kept)))
    return tell("file-fault", say(texts, "own.unsaved", name));
  const isKnown = findGame(chooser.own, game.id) !== null;
  chooser.own = [...chooser.own.filter(({ id }) => id !== game.id), game];
  draw(chooser);
  showNote(chooser, say(texts, isKnown ? "own.again" : "own.opened", name), null);
  const row = rowOf(game);
  part(row, ".play").focus();
  row.scrollIntoView({ block: "center" });
}

async function removeGame(chooser: Chooser, game: HouseGame): Promise<void> {
  const { texts, store } = chooser;
  const kept = (await readOwn(store)).find((one) => parseOwn(one)?.id === game.id);
  await removeOwn(store, game.id);
  chooser.own = chooser.own.filter(({ id }) => id !== game.id);
  draw(chooser);
  const sentence = say(texts, "own.removed", { game: game.names[texts.language] });
  showNote(chooser, sentence, () => void addGame(chooser, kept as OwnGame));
  find("note-do").focus();
}

/** Shows and says a sentence for some seconds, with a way back where there is one. */
function showNote(chooser: Chooser, sentence: string, undo: (() => void) | null): void {
  hideNote(chooser);
  find("note").hidden = false;
  find("note-text").textContent = sentence;
  find("live").textContent = sentence;
  const button = find("note-do");
  button.hidden = undo === null;
  button.onclick = () => {
    hideNote(chooser);
    undo?.();
  };
  chooser.noteTimer = window.setTimeout(() => hideNote(chooser), NOTE_TIME);
}

function hideNote(chooser: Chooser): void {
  clearTimeout(chooser.noteTimer);
  find("note").hidden = true;
}
