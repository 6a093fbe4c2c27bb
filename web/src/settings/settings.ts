/** The dialog of the settings, made when it is wanted: each change is seen behind it at once. */

import type { Winnable } from "../daily/winnable.ts";
import type { Settings, Store } from "../keeping/store.ts";
import { type Key, say, type Texts } from "../page/i18n.ts";
import { writeTexts } from "../page/wording.ts";
import { CHOICES, type Choices, choicesOf, lookOf } from "./choices.ts";

/** The page that opens the dialog. */
export interface SettingsHost {
  readonly texts: Texts;
  readonly store: Store;
  /** The game whose deck is chosen; null on pages of no game, where it is that of all. */
  readonly game: { readonly id: string; readonly name: string } | null;
  /** The winnable deals of the game; null where none are known, undefined where none are dealt. */
  readonly winnable: Winnable | null | undefined;
  settings(): Settings;
  change(changes: Settings): void;
}

type Name = keyof Choices;
type Value = Choices[Name];

/** How a choice is offered: with a picture of each, in a list, or as a box that is ticked. */
type Kind = "picks" | "list" | "check";

/** The groups, and what is chosen in each in this order. */
const GROUPS: Readonly<Record<string, Partial<Readonly<Record<Name, Kind>>>>> = {
  cards: { deck: "picks", print: "check", letters: "list", back: "picks" },
  table: { mirror: "check", theme: "list", felt: "picks", merge: "check", quiet: "check" },
  play: { winnable: "check", tap: "list", order: "list", autoplay: "list", tips: "list" },
  senses: { pace: "list", hold: "list", sound: "check", keys: "check" },
};

/** A ten and a jack are the widest, and one of each suit. */
const SAMPLE = [
  [10, 2],
  [11, 3],
  [1, 1],
  [13, 0],
] as const;

/** Opens the dialog; it is made anew each time, and gone when it is closed. */
export async function openSettings(host: SettingsHost): Promise<void> {
  const { drawnBack } = await import("./backs.ts");
  const { texts } = host;
  const dialog = document.createElement("dialog");
  dialog.id = "settings";
  dialog.setAttribute("aria-labelledby", "settings-head");
  dialog.innerHTML = `<div class="top"><h2 id="settings-head" tabindex="-1" autofocus data-text="do.settings"></h2>
<button type="button" class="cross" data-do="close" data-name="do.close" data-title="do.close"><svg aria-hidden="true" viewBox="0 0 24 24"><path d="m6 6 12 12M18 6 6 18"/></svg></button>
<div class="sample" aria-hidden="true">${SAMPLE.map(sampleCard).join("")}<div class="card down"><div class="face"><svg viewBox="0 0 100 140"><use href="#card-back"/></svg></div></div></div></div>`;
  for (const [group, kinds] of Object.entries(GROUPS))
    dialog.append(makeGroup(host, group, Object.entries(kinds) as [Name, Kind][], drawnBack));
  const { makeCounting } = await import("../service/about.ts");
  dialog.append(makeCounting(host));
  dialog.insertAdjacentHTML(
    "beforeend",
    '<button type="button" class="close" data-do="close" data-text="do.close"></button>',
  );
  writeTexts(texts, dialog);
  listenToClosing(dialog);
  document.body.append(dialog);
  dialog.showModal();
}

function sampleCard([rank, suit]: readonly [number, number]): string {
  const royal = rank > 10 ? " royal" : "";
  const colour = suit === 1 || suit === 2 ? "red" : "black";
  return `<div class="card"><div class="face ${colour} of-${suit}${royal}"><svg viewBox="0 0 100 140"><rect class="court" x="19" y="70" width="62" height="62" rx="9"/><g class="index"><use class="rank" href="#rank-${rank}" x="2" y="8" width="48" height="48"/><use class="small" href="#suit-${suit}" x="57" y="11" width="33" height="33"/></g><use class="large" href="#suit-${suit}" x="23" y="74" width="54" height="54"/></svg></div></div>`;
}

function listenToClosing(dialog: HTMLDialogElement): void {
  dialog.addEventListener("click", ({ target }) => {
    const isButton = target instanceof Element && target.closest("[data-do=close]") !== null;
    if (target === dialog || isButton) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
}

type DrawBack = typeof import("./backs.ts").drawnBack;

function makeGroup(
  host: SettingsHost,
  group: string,
  kinds: readonly (readonly [Name, Kind])[],
  drawnBack: DrawBack,
): HTMLElement {
  const section = document.createElement("section");
  const head = document.createElement("h3");
  head.textContent = say(host.texts, `settings.${group}` as Key);
  const makers = { picks: makePicks, list: makeList, check: makeCheck };
  section.append(head);
  for (const [name, kind] of kinds) {
    section.append(makers[kind](host, name, drawnBack));
    if (name === "winnable") section.append(explain(host, section));
  }
  return section;
}

/** Chooses; the deck is that of the game, or on pages of none that of all games. */
function choose(host: SettingsHost, name: Name, value: Value): void {
  if (name !== "deck") return host.change({ [name]: value });
  if (host.game === null) return host.change({ deck: value, decks: null });
  host.change({ decks: { [host.game.id]: value } });
}

function chosen({ settings, game }: SettingsHost, name: Name): Value {
  if (name === "deck") return lookOf(settings(), game?.id ?? null).deck;
  const value = choicesOf(settings())[name];
  const isCoarse = matchMedia("(pointer: coarse)").matches;
  return value === "device" && name === "tap" ? (isCoarse ? "best" : "select") : value;
}

const valuesOf = (name: Name): readonly Value[] =>
  name === "tap" ? ["best", "select"] : CHOICES[name];

function titleOf({ texts, game }: SettingsHost, name: Name): string {
  if (name !== "deck") return say(texts, `settings.${name}` as Key);
  return game === null
    ? say(texts, "settings.deck.all")
    : say(texts, "settings.deck", { game: game.name });
}

function valueText(texts: Texts, name: Name, value: Value): string {
  if (typeof value === "number") return say(texts, "settings.seconds", { n: value / 1000 });
  return say(texts, `settings.${name}.${value}` as Key);
}

function makeCheck(host: SettingsHost, name: Name): HTMLElement {
  const [usual, other] = CHOICES[name];
  const [off, on] = usual === true ? [other, usual] : [usual, other];
  const label = document.createElement("label");
  label.className = "check";
  const box = document.createElement("input");
  box.type = "checkbox";
  box.name = name;
  box.checked = chosen(host, name) === on;
  box.addEventListener("change", () => choose(host, name, (box.checked ? on : off) as Value));
  label.append(box, titleOf(host, name));
  return label;
}

/** Says under the switch of the winnable deals what it means for this game. */
function explain({ texts, winnable }: SettingsHost, section: HTMLElement): HTMLElement {
  const why = document.createElement("p");
  why.className = "why";
  why.id = "settings-winnable";
  why.textContent = winnableText(texts, winnable);
  section.querySelector("[name=winnable]")?.setAttribute("aria-describedby", why.id);
  return why;
}

function winnableText(texts: Texts, winnable: SettingsHost["winnable"]): string {
  if (winnable === undefined) return say(texts, "settings.winnable.some");
  if (winnable === null) return say(texts, "settings.winnable.none");
  const { first, last, count: n } = winnable;
  return say(texts, "settings.winnable.all", { n, first, last });
}

function makeList(host: SettingsHost, name: Name): HTMLElement {
  const label = document.createElement("label");
  label.className = "setting";
  const title = document.createElement("span");
  title.textContent = titleOf(host, name);
  const select = document.createElement("select");
  select.name = name;
  const values = valuesOf(name);
  for (const [at, value] of values.entries())
    select.add(new Option(valueText(host.texts, name, value), `${at}`));
  select.value = `${values.indexOf(chosen(host, name))}`;
  select.addEventListener("change", () => {
    const value = values[Number(select.value)];
    if (value !== undefined) choose(host, name, value);
  });
  label.append(title, select);
  return label;
}

function makePicks(host: SettingsHost, name: Name, drawnBack: DrawBack): HTMLElement {
  const field = document.createElement("fieldset");
  field.className = `picks ${name}-picks`;
  const legend = document.createElement("legend");
  legend.textContent = titleOf(host, name);
  const picks = valuesOf(name).map((value) => makePick(host, name, value, drawnBack));
  field.append(legend, ...picks);
  return field;
}

function makePick(host: SettingsHost, name: Name, value: Value, drawnBack: DrawBack): HTMLElement {
  const label = document.createElement("label");
  const radio = document.createElement("input");
  radio.type = "radio";
  radio.name = name;
  radio.value = `${value}`;
  radio.checked = chosen(host, name) === value;
  radio.addEventListener("change", () => choose(host, name, value));
  const picture = document.createElement("span");
  picture.className = "pick";
  picture.dataset[name] = `${value}`;
  if (name === "deck")
    picture.innerHTML = `<svg viewBox="0 0 140 32" aria-hidden="true">${[3, 2, 1, 0].map(pip).join("")}</svg>`;
  if (name === "back")
    picture.innerHTML = `<svg viewBox="0 0 100 140" aria-hidden="true">${drawnBack(`${value}`)}</svg>`;
  label.append(radio, picture, valueText(host.texts, name, value));
  return label;
}

const pip = (suit: number, at: number): string =>
  `<use class="of-${suit}" href="#suit-${suit}" x="${2 + 35 * at}" width="32" height="32"/>`;
