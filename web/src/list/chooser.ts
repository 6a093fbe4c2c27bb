/** The list of games: each with its picture, its rules in a line and its options. */

import { isFirstTime, useLate } from "../keeping/belated.ts";
import { writeSettings } from "../keeping/changes.ts";
import { latestDeals, latestGame } from "../keeping/games.ts";
import { jottedTable } from "../keeping/jot.ts";
import { type OwnGame, readOwn, removeOwn, takeOver, writeOwn } from "../keeping/shelf.ts";
import {
  mergeSettings,
  openStore,
  readSettings,
  type Settings,
  type Store,
} from "../keeping/store.ts";
import { startWorker } from "../offline/worker.ts";
import { type Asked, choiceInAddress, pathOfGame, queryOf } from "../page/address.ts";
import { choicesText, differences, ruleLine, sizesText } from "../page/describe.ts";
import { isLanguage, type Key, type Language, say, type Texts } from "../page/i18n.ts";
import { fetchEngine, fetchJson, fetchTexts, find, languageOfPage } from "../page/page.ts";
import { pathOfLessons, pathOfList, pathOfStatistics } from "../page/paths.ts";
import { shortened } from "../page/shortened.ts";
import { writeTexts } from "../page/wording.ts";
import { choiceOfKey, keyOf } from "../rules/chosen.ts";
import { readRules } from "../rules/formats.ts";
import {
  type Choice,
  choose,
  findGame,
  type House,
  type HouseGame,
  isFault,
  type Options,
  recordOf,
  soundChoice,
} from "../rules/house.ts";
import { parseDeal } from "../rules/numbers.ts";
import { latestFirst, parseOwn, readOwnGames } from "../rules/own.ts";
import { openSettingsAside } from "../settings/aside.ts";
import { showLook } from "../settings/choices.ts";
import { isOpenGame } from "../table/saving.ts";
import { makeControls } from "./controls.ts";
import { faultText, fileFaultText } from "./faults.ts";
import type { KeyTable } from "./gamefile.ts";
import { drawGame } from "./picture.ts";

interface Chooser {
  readonly store: Store;
  readonly house: House;
  /** The unfinished deal under each key that was played last. */
  readonly deals: ReadonlyMap<string, number>;
  /** The table that the player comes from, or else the last unfinished game. */
  readonly left: (Asked & { readonly game: string }) | null;
  texts: Texts;
  settings: Settings;
  own: readonly HouseGame[];
  noteTimer: number;
  /** Counts the files that were asked for, so that only the last of them is answered. */
  opening: number;
  /** The games whose options were chosen since the list was opened. */
  readonly chosen: Set<string>;
  /** Whether what is wrong with the address has given way to another message. */
  moved: boolean;
}

/** A game in the list. */
interface Row {
  readonly game: HouseGame;
  readonly item: HTMLElement;
  /** The deal that the address asks for; null when it asks for none. */
  readonly deal: number | null;
}

const NOTE_TIME = 10_000;

boot().catch((error: unknown) => console.error(error));
void startWorker();

async function boot(): Promise<void> {
  const [store, house] = await Promise.all([openStore(), fetchJson<House>("house")]);
  const [settings, own] = await Promise.all([readSettings(store), readOwnGames(store)]);
  const language = isLanguage(settings.language) ? settings.language : languageOfPage();
  const texts = await fetchTexts(language);
  const today = Date.now();
  const deals = await latestDeals(store, (record) => isOpenGame(record, today, () => true));
  const isThere = (key: string) => choiceOfKey(house, [...house.games, ...own], key) !== null;
  const left =
    jottedTable() ?? (await latestGame(store, (record) => isOpenGame(record, today, isThere)));
  const first = { noteTimer: 0, opening: 0, chosen: new Set<string>(), moved: false };
  const chooser = { store, house, deals, left, texts, settings, own, ...first };
  if (language !== languageOfPage()) moveTo(chooser);
  showLook(settings, null);
  draw(chooser);
  answerAddress(chooser);
  listen(chooser);
  document.body.dataset.ready = "true";
  if ((await useLate(store)) && isFirstTime()) return location.reload();
  // Files that were dropped on a table.
  const files = await takeOver(store);
  if (files.length > 0) await openFiles(chooser, files);
}

function draw(chooser: Chooser): void {
  const { texts, house } = chooser;
  writeTexts(texts);
  document.title = say(texts, "games.title");
  (find("language") as HTMLSelectElement).value = texts.language;
  const { pathname } = location;
  (find("lessons") as HTMLAnchorElement).href = pathOfLessons(pathname, house, texts.language);
  const statistics = find("statistics") as HTMLAnchorElement;
  statistics.href = pathOfStatistics(pathname, house, texts.language);
  find("games").replaceChildren(...house.games.map((game) => makeRow(chooser, game)));
  find("own").hidden = false;
  drawOwn(chooser);
}

function drawOwn(chooser: Chooser): void {
  const { own } = chooser;
  find("own-games").replaceChildren(...own.map((game) => makeRow(chooser, game)));
  for (const game of own) tellApart(chooser, game);
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
  const toggle = part(item, ".choose");
  toggle.ariaLabel = say(chooser.texts, "games.options.name", { game: name });
  toggle.addEventListener("click", () => showOptions(item, part(item, ".options").hidden === true));
  part(item, ".options").ariaLabel = toggle.ariaLabel;
  fillControls(chooser, { game, item, deal: null }, lastChoice(chooser, game));
  return item;
}

/** Says of an own game when it was opened, and how it differs from those of the same name. */
function tellApart({ texts, house, own }: Chooser, game: HouseGame): void {
  const item = rowOf(game);
  const name = game.names[texts.language];
  const others = own.filter((one) => one !== game && one.names[texts.language] === name);
  const place = part(item, ".apart");
  place.id = `apart-${game.id}`;
  place.textContent = [whenText(texts, game, others), apartText(texts, house, game, others)]
    .join(" ")
    .trim();
  place.hidden = place.textContent === "";
  for (const control of item.querySelectorAll(".ways > *"))
    if (others.length > 0) control.setAttribute("aria-describedby", place.id);
    else control.removeAttribute("aria-describedby");
}

function whenText(texts: Texts, { opened = 0 }: HouseGame, others: readonly HouseGame[]): string {
  if (opened === 0) return "";
  const form = new Intl.DateTimeFormat(texts.language, { dateStyle: "medium", timeStyle: "short" });
  const isLatest = others.length > 0 && others.every((other) => (other.opened ?? 0) < opened);
  const values = { time: form.format(opened), n: others.length + 1 };
  return say(texts, isLatest ? "own.latest" : "own.when", values);
}

function apartText(
  texts: Texts,
  house: House,
  game: HouseGame,
  others: readonly HouseGame[],
): string {
  const rulesOf = (one: HouseGame) => readRules(one.record);
  const compared = differences(texts, rulesOf(game), others.map(rulesOf));
  const choices = choicesText(texts, house, game);
  const isOther = others.some((other) => choicesText(texts, house, other) !== choices);
  const traits = [compared, isOther ? choices : ""].filter(Boolean).join(", ");
  return traits === "" ? "" : say(texts, "own.differs", { traits });
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
  return soundChoice(house, game, kept[game.id] ?? {});
}

function remember(chooser: Chooser, game: HouseGame, options: Options): void {
  const changes = { options: { [game.id]: options } };
  chooser.settings = mergeSettings(chooser.settings, changes);
  void writeSettings(chooser.store, changes);
}

function fillControls(chooser: Chooser, row: Row, choice: Choice): void {
  const { texts, house } = chooser;
  const controls = makeControls(texts, house, choice, (options) => {
    const chosen = choose(house, row.game, options);
    if (isFault(chosen)) return;
    chooser.chosen.add(row.game.id);
    remember(chooser, row.game, chosen.options);
    drawChoice(chooser, row, chosen);
    find("live").textContent = part(row.item, ".rule").textContent;
  });
  part(row.item, ".controls").replaceChildren(...controls);
  part(row.item, ".choose").hidden = controls.length === 0;
  part(row.item, ".reset").onclick = () => {
    chooser.chosen.add(row.game.id);
    remember(chooser, row.game, {});
    fillControls(chooser, row, { game: row.game, options: {} });
    part(row.item, ".choose").focus();
    find("live").textContent = part(row.item, ".rule").textContent;
  };
  drawChoice(chooser, row, choice);
}

/** Draws a game as it is with the options that are chosen. */
function drawChoice(chooser: Chooser, row: Row, choice: Choice): void {
  const { texts, house } = chooser;
  const { item } = row;
  const rules = readRules(recordOf(house, choice));
  part(item, ".view").innerHTML = drawGame(rules);
  const sizes = sizesText(texts, house, choice);
  part(item, ".rule").textContent = `${sizes} ${ruleLine(texts, rules)}`.trim();
  part(item, ".reset").hidden = Object.keys(choice.options).length === 0;
  drawPlay(chooser, row, choice);
}

/** Leads to the deal that was asked for, or else to the one that was left, or to any. */
function drawPlay({ texts, deals }: Chooser, { game, item, deal: asked }: Row, choice: Choice) {
  const play = part(item, ".play") as HTMLAnchorElement;
  const left = deals.get(keyOf(choice));
  const deal = asked ?? left ?? 0;
  const isLeft = left !== undefined && deal === left;
  const [text, name] = playKeys(isLeft, asked !== null);
  play.href = addressOf(choice, texts.language, asked === null ? null : { deal: asked });
  play.textContent = say(texts, text, { deal });
  play.ariaLabel = say(texts, name, { game: game.names[texts.language], deal });
}

function playKeys(isLeft: boolean, isAsked: boolean): readonly [Key, Key] {
  if (isLeft) return ["games.go-on", "games.go-on.name"];
  return isAsked ? ["games.play.deal", "games.play.deal.name"] : ["games.play", "games.play.name"];
}

function addressOf(choice: Choice, language: Language, asked: Asked | null = null): string {
  return pathOfGame(location.pathname, choice.game, language) + queryOf(choice, asked);
}

/** Shows the game that the address names, or says what is wrong with it. */
function answerAddress(chooser: Chooser): void {
  const { texts, house, own, moved } = chooser;
  leadBack(chooser);
  if (document.body.dataset.missing === "true") return tellMissing(chooser);
  const { game: page = null, ...query } = Object.fromEntries(new URLSearchParams(location.search));
  const asked = choiceInAddress(house, own, page, `${new URLSearchParams(query)}`);
  if (asked === null) return;
  const found = parseDeal(query.deal ?? "");
  const deal = "deal" in found ? found.deal : null;
  const { board } = query;
  const start = board === undefined ? (deal === null ? null : { deal }) : { board };
  if (!isFault(asked)) return arrive(chooser, asked, start);
  if (asked.kind === "options") putFirst(chooser, asked.choice, deal);
  if (moved) return;
  // What is said of own games is said where they are.
  const isOwn = asked.kind === "own" || (asked.kind === "options" && !asked.choice.game.pages);
  tell(chooser, isOwn ? "file-fault" : "fault", faultText(texts, house, asked));
}

/** The way to the table leads to where the player was. */
function leadBack({ house, own, left, texts }: Chooser): void {
  const choice = left && choiceOfKey(house, [...house.games, ...own], left.game);
  if (choice !== null)
    (find("back") as HTMLAnchorElement).href = addressOf(choice, texts.language, left);
}

/**
 * The game that cannot be as it was asked for comes right after the sentence that says it, with
 * its options as far as they can be.
 */
function putFirst(chooser: Chooser, asked: Choice, deal: number | null): void {
  const choice = presentChoice(chooser, asked);
  const item = rowOf(choice.game);
  item.ariaCurrent = "true";
  item.parentElement?.prepend(item);
  fillControls(chooser, { game: choice.game, item, deal }, choice);
  showOptions(item, true);
  if (chooser.left !== null) return;
  const start = deal === null ? null : { deal };
  (find("back") as HTMLAnchorElement).href = addressOf(choice, chooser.texts.language, start);
}

/** The player comes from a table: its options are those that were chosen last, and it is near. */
function arrive(chooser: Chooser, asked: Choice, start: Asked | null): void {
  const choice = presentChoice(chooser, asked);
  const item = rowOf(choice.game);
  item.ariaCurrent = "true";
  remember(chooser, choice.game, choice.options);
  fillControls(chooser, { game: choice.game, item, deal: null }, choice);
  (find("back") as HTMLAnchorElement).href = addressOf(asked, chooser.texts.language, start);
  item.scrollIntoView({ block: "center" });
}

/** The options that the address asks for, until others are chosen. */
function presentChoice(chooser: Chooser, asked: Choice): Choice {
  return chooser.chosen.has(asked.game.id) ? lastChoice(chooser, asked.game) : asked;
}

function tellMissing(chooser: Chooser): void {
  const name = location.pathname.split("/").filter(Boolean).at(-1) ?? "";
  const { texts, moved } = chooser;
  if (!moved) tell(chooser, "fault", say(texts, "fault.page", { text: shortened(readable(name)) }));
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

/** Shows a sentence at its place, which is read aloud there, instead of any other message. */
function tell(chooser: Chooser, id: "fault" | "file-fault", sentence: string): void {
  hush(chooser);
  const place = find(id);
  place.textContent = sentence;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

/** Says that a file is no game, or was not opened. */
function refuse(chooser: Chooser, sentence: string): void {
  chooser.moved = true;
  tell(chooser, "file-fault", sentence);
}

/** Takes every message away. */
function hush(chooser: Chooser): void {
  hideNote(chooser);
  find("live").textContent = "";
  for (const id of ["fault", "file-fault"]) {
    find(id).textContent = "";
    find(id).hidden = true;
  }
}

function listen(chooser: Chooser): void {
  const language = find("language") as HTMLSelectElement;
  language.addEventListener("change", () => {
    if (isLanguage(language.value)) void chooseLanguage(chooser, language.value);
  });
  find("settings-open").addEventListener("click", () => void openSettingsAside(chooser));
  const file = find("file") as HTMLInputElement;
  file.addEventListener("change", () => {
    const files = [...(file.files ?? [])];
    file.value = "";
    if (files.length > 0) void openFiles(chooser, files);
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
  chooser.texts = await fetchTexts(language);
  chooser.settings = { ...chooser.settings, language };
  void writeSettings(chooser.store, { language });
  moveTo(chooser);
  hush(chooser);
  draw(chooser);
  answerAddress(chooser);
}

async function openFiles(chooser: Chooser, files: readonly File[]): Promise<void> {
  const [file] = files;
  const { texts } = chooser;
  const turn = ++chooser.opening;
  if (file === undefined) return refuse(chooser, say(texts, "own.none"));
  if (files.length > 1) return refuse(chooser, say(texts, "own.several"));
  const opened = await openFile(chooser, file).catch(() => say(texts, "own.failed"));
  if (turn !== chooser.opening) return;
  if (typeof opened === "string") return refuse(chooser, opened);
  const isKnown = findGame(chooser.own, opened.id) !== null;
  await addGame(chooser, { ...opened, opened: Date.now() }, isKnown ? "own.again" : "own.opened");
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

/** What reads files comes only when a file is opened. */
const fetchScript = (): Promise<typeof import("./gamefile.ts")> => import("./gamefile.ts");

/** The text of a file in UTF-8, without a byte order mark; null when it is none. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function addGame(
  chooser: Chooser,
  kept: OwnGame,
  key: "own.again" | "own.opened" | "own.back",
): Promise<void> {
  const { texts, store } = chooser;
  const game = parseOwn(kept);
  const name = { game: kept.names[texts.language] ?? "" };
  if (game === null || !(await writeOwn(store, kept)))
    return refuse(chooser, say(texts, "own.unsaved", name));
  chooser.own = latestFirst([...chooser.own.filter(({ id }) => id !== game.id), game]);
  drawOwn(chooser);
  showNote(chooser, say(texts, key, name), null);
  const isAsked = new URLSearchParams(location.search).get("own") === game.id;
  if (isAsked) answerAddress(chooser);
  const row = rowOf(game);
  part(row, ".play").focus();
  row.scrollIntoView({ block: "center" });
}

async function removeGame(chooser: Chooser, game: HouseGame): Promise<void> {
  const { texts, store } = chooser;
  const kept = (await readOwn(store)).find((one) => parseOwn(one)?.id === game.id);
  // The second of two quick presses finds nothing.
  if (kept === undefined) return;
  await removeOwn(store, game.id);
  chooser.own = chooser.own.filter(({ id }) => id !== game.id);
  drawOwn(chooser);
  leaveRemoved(game);
  const sentence = say(texts, "own.removed", { game: game.names[texts.language] });
  showNote(chooser, sentence, () => void addGame(chooser, kept as OwnGame, "own.back"));
  find("note-do").focus();
}

/** The way to the table does not lead to a game that is gone, but to the one played before. */
function leaveRemoved({ id }: HouseGame): void {
  const back = find("back") as HTMLAnchorElement;
  if (new URL(back.href).searchParams.get("own") === id) back.href = "index.html";
}

/** Shows and says a sentence for some seconds, with a way back where there is one. */
function showNote(chooser: Chooser, sentence: string, undo: (() => void) | null): void {
  chooser.moved = true;
  hush(chooser);
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

/** The address is that of the list in the player's language; a page that is not there keeps its own. */
function moveTo({ house, texts }: Chooser): void {
  if (document.body.dataset.missing === "true") return;
  const path = pathOfList(location.pathname, house, texts.language);
  history.replaceState(null, "", path + location.search + location.hash);
}
