/**
 * A tour of the table in under a minute, made from the rules of the game that lies there; its
 * script comes when it is wanted.
 */
import da from "../../locales/tour.da.json";
import en from "../../locales/tour.en.json";
import sv from "../../locales/tour.sv.json";
import { cardPlace } from "../table/layout.ts";
import { focusTable, type View } from "../table/render.ts";
import type { State } from "../table/state.ts";
import type { Table } from "../table/table.ts";
import { speak } from "./chrome.ts";
import { type RulePart, ruleParts } from "./describe.ts";
import { closePanel } from "./ends.ts";
import { type Language, makeTexts, say, type Texts } from "./i18n.ts";

/** A stop of the tour: what it says, and what it rings. */
export interface Stop {
  readonly part: RulePart | "hands" | "undo" | "menu";
  readonly text: string;
}

/** The tour of a table, and what of it is seen. */
export interface Tour {
  readonly table: Table;
  /** Is told when a tour begins. */
  readonly begun: () => void;
  /** Null while nothing of the tour is seen. */
  round: Round | null;
}

/** A tour that is being taken. */
interface Round {
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

export function makeTour(table: Table, begun: () => void): Tour {
  const tour: Tour = { table, begun, round: null };
  const { chrome } = table;
  // The panel of an end can be closed without anything being drawn.
  const watch = new MutationObserver(() => drawTour(tour));
  watch.observe(chrome.find("end"), { attributeFilter: ["hidden"] });
  // After the table has fitted itself, in the same frame.
  new ResizeObserver(() => drawTour(tour)).observe(chrome.find("page"));
  return tour;
}

/** Shows the tour from its first stop. */
export async function startTour(tour: Tour): Promise<void> {
  // The page tells that what was wanted is out of reach.
  if (!(await fetchStyle())) throw new TypeError("the style sheet could not be fetched");
  tour.begun();
  if (tour.round !== null) close(tour, tour.round);
  const { chrome } = tour.table;
  closePanel(chrome);
  const [panel, ring] = [element("section", "note tour"), element("div", "tour-ring")];
  const round: Round = { panel, ring, control: new AbortController(), at: 0 };
  tour.round = round;
  fill(tour, round);
  scrollTo(0, 0);
  chrome.find("note").before(panel);
  chrome.find("page").append(ring);
  const { signal } = round.control;
  const listener = (event: KeyboardEvent) => press(tour, round, event);
  document.addEventListener("keydown", listener, { signal, capture: true });
  drawStop(tour, round);
  panel.querySelector<HTMLElement>(".next")?.focus();
}

/**
 * Draws what is seen of the tour anew, after the table or its language has changed. The end of a
 * game has the tour's place: then the tour is over.
 */
export function drawTour(tour: Tour): void {
  const { table, round } = tour;
  if (round === null) return;
  if (!table.chrome.find("end").hidden) return close(tour, round);
  writeStop(table, round);
  round.ring.classList.remove("moving");
  lay(table, round);
}

/** Escape ends the tour wherever the keys are; the arrows turn its pages where they are in it. */
function press(tour: Tour, round: Round, event: KeyboardEvent): void {
  const { key, target } = event;
  const isInside = target instanceof Node && round.panel.contains(target);
  const turns = {
    ArrowRight: () => go(tour, round, 1),
    ArrowLeft: () => go(tour, round, -1),
  };
  const acts: Readonly<Record<string, () => void>> = {
    Escape: () => close(tour, round),
    ...(isInside ? turns : {}),
  };
  const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
  if (act === undefined || document.querySelector("dialog[open]") !== null) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function go(tour: Tour, round: Round, by: number): void {
  const last = tourStops(tour.table.state).length - 1;
  if (round.at + by > last) return close(tour, round);
  round.at = Math.max(0, round.at + by);
  drawStop(tour, round);
}

function close(tour: Tour, { panel, ring, control }: Round): void {
  const { view, state } = tour.table;
  const hadFocus = panel.contains(document.activeElement);
  control.abort();
  panel.parentElement?.removeAttribute("data-tour");
  panel.remove();
  ring.remove();
  tour.round = null;
  if (hadFocus) focusTable(view, state);
}

/** Draws and says the stop where the tour has come; the focus stays at the button that was pressed. */
function drawStop({ table }: Tour, round: Round): void {
  speak(table.chrome, writeStop(table, round));
  round.panel.scrollTop = 0;
  round.ring.classList.add("moving");
  lay(table, round);
}

/** Writes the stop, and gives what is said of it. */
function writeStop({ state }: Table, { panel, at }: Round): string {
  const own = tourTexts(state.texts);
  const stops = tourStops(state);
  const isLast = at === stops.length - 1;
  const place = say(own, "tour.at", { n: at + 1, of: stops.length });
  const text = stops[at]?.text ?? "";
  write(panel, ".place", place);
  write(panel, ".text", text);
  write(panel, ".earlier", say(own, "tour.back"));
  write(panel, ".next", say(own, isLast ? "tour.end" : "tour.next"));
  panel.ariaLabel = say(state.texts, "tour.name");
  for (const cross of panel.querySelectorAll<HTMLElement>(".cross"))
    cross.ariaLabel = cross.title = say(state.texts, "do.close");
  for (const back of panel.querySelectorAll(".earlier"))
    back.ariaDisabled = at === 0 ? "true" : null;
  return `${place}. ${text}`;
}

function write(root: HTMLElement, part: string, words: string): void {
  const found = root.querySelector(part);
  if (found !== null && found.textContent !== words) found.textContent = words;
}

function fill(tour: Tour, round: Round): void {
  const { panel } = round;
  const cross = button("cross", () => close(tour, round));
  cross.innerHTML = '<svg aria-hidden="true"><use href="#icon-close"/></svg>';
  const ways = element("p", "tour-ways");
  ways.append(
    button("earlier", () => go(tour, round, -1)),
    element("span", "place"),
    button("next", () => go(tour, round, 1)),
  );
  panel.role = "group";
  panel.append(element("p", "text"), ways, cross);
}

/** A box in CSS pixels of the window. */
type Edges = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

/** Lays the ring round what the stop is about, and the panel beside it. */
function lay(table: Table, { panel, ring, at }: Round): void {
  const rung = rungBy(table, tourStops(table.state)[at]?.part ?? "menu");
  ring.hidden = rung === null;
  layPanel(table, panel, rung);
  if (rung === null) return;
  const { left, top, right, bottom } = rung;
  Object.assign(ring.style, {
    transform: `translate(${left + scrollX}px, ${top + scrollY}px)`,
    width: `${right - left}px`,
    height: `${bottom - top}px`,
  });
}

/** What is ringed, with some room and within the table's page; null when it is not seen. */
function rungBy({ view, state, chrome }: Table, part: Stop["part"]): Edges | null {
  const boxes = [...document.querySelectorAll(RINGED[part])]
    .filter((node) => node.checkVisibility())
    .map((node) => node.getBoundingClientRect());
  if (boxes.length === 0) return null;
  const foot = isOfColumns(part) ? footOf(view, state) : 0;
  const page = chrome.find("page").getBoundingClientRect();
  return {
    left: Math.max(page.left + EDGE, Math.min(...boxes.map(({ left }) => left)) - ROOM),
    top: Math.max(page.top + EDGE, Math.min(...boxes.map(({ top }) => top)) - ROOM),
    right: Math.min(page.right - EDGE, Math.max(...boxes.map(({ right }) => right)) + ROOM),
    bottom: Math.min(
      page.bottom - EDGE,
      Math.max(foot, ...boxes.map(({ bottom }) => bottom)) + ROOM,
    ),
  };
}

const isOfColumns = (part: Stop["part"]): boolean => ["columns", "empty", "hands"].includes(part);

/** Where the longest column ends, also while its cards are still in flight. */
function footOf({ plan, felt }: View, { layout }: State): number {
  if (plan === null) return 0;
  const ends = layout.columns.flatMap(({ length }, column) =>
    length === 0 ? [] : [cardPlace(plan, column, length - 1).y + plan.card.height],
  );
  return felt.getBoundingClientRect().top + Math.max(0, ...ends);
}

/** Lays the panel where it hides the least of what is ringed; the first place wins. */
function layPanel({ view }: Table, panel: HTMLElement, rung: Edges | null): void {
  const foot = panel.parentElement;
  if (foot === null) return;
  panel.style.maxHeight = `${view.felt.clientHeight - 2 * MARGIN}px`;
  const isLarge = document.body.classList.contains("large-text");
  const tried = (isLarge ? WIDE_PLACES : PLACES).map((place) => {
    foot.dataset.tour = place;
    return { place, hidden: rung === null ? 0 : shared(panel.getBoundingClientRect(), rung) };
  });
  const least = Math.min(...tried.map(({ hidden }) => hidden));
  foot.dataset.tour = tried.find(({ hidden }) => hidden === least)?.place;
}

/** The area that two boxes share. */
function shared(one: Edges, other: Edges): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** At the table's foot or head, or narrow at one of its sides, where large words have no room. */
const WIDE_PLACES = ["below", "above"] as const;
const PLACES = [...WIDE_PLACES, "right", "left"] as const;
const MARGIN = 10;
/** The dark edge of the ring, which is drawn outside it. */
const EDGE = 2;
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

function button(name: string, run: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.addEventListener("click", () => {
    if (made.ariaDisabled !== "true") run();
  });
  return made;
}

function element(tag: string, name: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

/** The tour has a style sheet of its own; without it nothing is shown. Whether it came. */
async function fetchStyle(): Promise<boolean> {
  const href = document.body.dataset.tourStyle ?? "";
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`) !== null) return true;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const hasCome = await new Promise<boolean>((resolve) => {
    link.onload = () => resolve(true);
    link.onerror = () => resolve(false);
    document.head.append(link);
  });
  // The next one who asks tries again.
  if (!hasCome) link.remove();
  return hasCome;
}
