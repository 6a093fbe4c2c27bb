/**
 * A tour of the table in under a minute, made from the rules of the game that lies there. It is
 * offered on a first visit and stands in the help; its script comes when it is wanted.
 */
import da from "../locales/tour.da.json";
import en from "../locales/tour.en.json";
import sv from "../locales/tour.sv.json";
import { isColumn } from "./cards.ts";
import { speak } from "./chrome.ts";
import { type RulePart, ruleParts } from "./describe.ts";
import { type Language, makeTexts, say, type Texts } from "./i18n.ts";
import { focusTable } from "./render.ts";
import type { State } from "./state.ts";
import type { Table } from "./table.ts";

/** A stop of the tour: what it says, and what it rings. */
export interface Stop {
  readonly part: RulePart | "hands" | "undo" | "menu";
  readonly text: string;
}

interface Tour {
  readonly table: Table;
  readonly panel: HTMLElement;
  readonly ring: HTMLElement;
  /** Ends what listens for as long as the tour is there. */
  readonly control: AbortController;
  at: number;
}

type TourKey = keyof typeof sv;

const LINES: Readonly<Record<Language, Readonly<Record<TourKey, string>>>> = { sv, da, en };

const tourTexts = ({ language }: Pick<Texts, "language">): Texts<TourKey> =>
  makeTexts(language, LINES[language]);

/** The stops of a tour of a game. */
export function tourStops({
  texts,
  rules,
  choice,
}: Pick<State, "texts" | "rules" | "choice">): Stop[] {
  const own = tourTexts(texts);
  const { foundations, columns, empty, cells, reserve, stock } = ruleParts(texts, rules);
  const hands = say(texts, rules.cells === 0 ? "help.hands" : "help.hands.cells");
  const menu = say(own, choice.game.pages === null ? "tour.menu.own" : "tour.menu");
  const parts = {
    foundations,
    columns,
    empty,
    cells,
    reserve,
    stock,
    hands: [hands],
    undo: [say(own, "tour.undo")],
    menu: [menu],
  };
  return Object.entries(parts).flatMap(([part, sentences]) =>
    sentences.length === 0 ? [] : [{ part: part as Stop["part"], text: sentences.join(" ") }],
  );
}

/** Offers the tour where notes lie, until it is answered or a first move is made. */
export async function offerTour(table: Table, answered: () => void): Promise<void> {
  await fetchStyle();
  const { state, chrome } = table;
  const own = tourTexts(state.texts);
  if (state.status.steps > 0 || document.querySelector(".tour") !== null) return;
  const offer = element("section", "note tour-offer");
  const watch = new MutationObserver(() => {
    if (state.status.steps > 0) answer();
  });
  const answer = () => {
    const hadFocus = offer.contains(document.activeElement);
    watch.disconnect();
    offer.remove();
    if (hadFocus) focusTable(table.view, state);
    answered();
  };
  const text = element("span");
  text.textContent = say(own, "tour.offer");
  const show = button(say(own, "tour.show"), () => {
    answer();
    void startTour(table, answered);
  });
  offer.append(text, show, button(say(own, "tour.no"), answer));
  offer.ariaLabel = say(own, "tour.name");
  chrome.find("note").before(offer);
  // Every move is told there.
  watch.observe(chrome.find("live"), { childList: true });
}

/** Shows the tour from its first stop. */
export async function startTour(table: Table, answered: () => void): Promise<void> {
  await fetchStyle();
  answered();
  for (const offer of document.querySelectorAll(".tour-offer, .tour, .tour-ring")) offer.remove();
  const { chrome } = table;
  const control = new AbortController();
  const [panel, ring] = [element("section", "note tour"), element("div", "tour-ring")];
  const tour = { table, panel, ring, control, at: 0 };
  scrollTo(0, 0);
  chrome.find("note").before(panel);
  chrome.find("page").append(ring);
  listen(tour);
  draw(tour);
  panel.querySelector<HTMLElement>(".next")?.focus();
}

function listen(tour: Tour): void {
  const { signal } = tour.control;
  document.addEventListener("keydown", (event) => press(tour, event), { signal, capture: true });
  addEventListener("resize", () => ringPart(tour), { signal });
  addEventListener("scroll", () => ringPart(tour), { signal });
}

/** Escape ends the tour wherever the keys are; the arrows turn its pages where they are in it. */
function press(tour: Tour, event: KeyboardEvent): void {
  const { key, target } = event;
  const isInside = target instanceof Node && tour.panel.contains(target);
  const acts: Readonly<Record<string, () => void>> = {
    Escape: () => close(tour),
    ...(isInside ? { ArrowRight: () => go(tour, 1), ArrowLeft: () => go(tour, -1) } : {}),
  };
  const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
  if (act === undefined || document.querySelector("dialog[open]") !== null) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function go(tour: Tour, by: number): void {
  const last = tourStops(tour.table.state).length - 1;
  if (tour.at + by > last) return close(tour);
  tour.at = Math.max(0, tour.at + by);
  draw(tour);
}

function close({ table, panel, ring, control }: Tour): void {
  const hadFocus = panel.contains(document.activeElement);
  control.abort();
  panel.remove();
  ring.remove();
  if (hadFocus) focusTable(table.view, table.state);
}

/** Writes the stop where the tour is; the focus stays at the button that was pressed. */
function draw(tour: Tour): void {
  const { table, panel, at } = tour;
  const own = tourTexts(table.state.texts);
  const stops = tourStops(table.state);
  const isLast = at === stops.length - 1;
  if (panel.childElementCount === 0) fill(tour);
  const place = say(own, "tour.at", { n: at + 1, of: stops.length });
  const text = stops[at]?.text ?? "";
  const write = (part: string, words: string) => {
    const found = panel.querySelector(part);
    if (found !== null) found.textContent = words;
  };
  write(".place", place);
  write(".text", text);
  write(".earlier", say(own, "tour.back"));
  write(".next", say(own, isLast ? "tour.end" : "tour.next"));
  panel.ariaLabel = say(own, "tour.name");
  const back = panel.querySelector(".earlier");
  if (back !== null) back.ariaDisabled = at === 0 ? "true" : null;
  speak(table.chrome, `${place}. ${text}`);
  ringPart(tour);
}

function fill(tour: Tour): void {
  const { panel, table } = tour;
  const cross = button("", () => close(tour), "cross");
  cross.ariaLabel = cross.title = say(table.state.texts, "do.close");
  cross.innerHTML = '<svg aria-hidden="true"><use href="#icon-close"/></svg>';
  const ways = element("p", "tour-ways");
  ways.append(
    button("", () => go(tour, -1), "earlier"),
    element("span", "place"),
    button("", () => go(tour, 1), "next"),
  );
  panel.role = "group";
  panel.append(element("p", "text"), ways, cross);
}

/** Lays the ring round what the stop is about. */
function ringPart({ table, ring, at }: Tour): void {
  const part = tourStops(table.state)[at]?.part ?? "menu";
  const boxes = [...document.querySelectorAll(RINGED[part])]
    .filter((node) => node.checkVisibility())
    .map((node) => node.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left)) - ROOM;
  const top = Math.min(...boxes.map((box) => box.top)) - ROOM;
  const right = Math.max(...boxes.map((box) => box.right)) + ROOM;
  const bottom =
    Math.max(...boxes.map((box) => box.bottom), isOfColumns(part) ? foot(table) : 0) + ROOM;
  ring.hidden = boxes.length === 0;
  Object.assign(ring.style, {
    transform: `translate(${left}px, ${top}px)`,
    width: `${right - left}px`,
    height: `${bottom - top}px`,
  });
}

const isOfColumns = (part: Stop["part"]): boolean => ["columns", "empty", "hands"].includes(part);

/** Where the longest column ends. */
function foot({ view }: Table): number {
  const cards = view.cards.filter(({ pile }) => isColumn(pile));
  return Math.max(0, ...cards.map(({ node }) => node.getBoundingClientRect().bottom));
}

const ROOM = 4;

const RINGED: Readonly<Record<Stop["part"], string>> = {
  foundations: "#foundations .slot",
  columns: "#columns .slot",
  empty: "#columns .slot",
  cells: "#cells .slot",
  reserve: "#reserve .slot",
  stock: "#stock .slot",
  hands: "#columns .slot",
  undo: ".bar [data-do=undo], .bar [data-do=tip]",
  menu: ".bar [data-do=menu]",
};

function button(text: string, run: () => void, name = ""): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.textContent = text;
  made.addEventListener("click", () => {
    if (made.ariaDisabled !== "true") run();
  });
  return made;
}

function element(tag: string, name = ""): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

/** The tour has a style sheet of its own; without it nothing is shown. */
async function fetchStyle(): Promise<void> {
  const href = document.body.dataset.tourStyle ?? "";
  if (document.querySelector(`link[href="${href}"]`) !== null) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}
