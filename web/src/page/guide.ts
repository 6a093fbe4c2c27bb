/**
 * The guide under the table: that of the game and the language that the table shows, with the cell
 * of its capacity table marked that the position is in. Loaded when the table is played already.
 */

import type { State } from "../table/state.ts";
import { pathOfGame } from "./address.ts";
import { ruleSentences } from "./describe.ts";
import { say } from "./i18n.ts";

export interface Guide {
  /** The game and the language whose guide is there or on its way; "" for none. */
  wanted: string;
  /** The numbers that the capacity table was last marked with. */
  marked: string;
}

/** Follows the table; *toTable* brings the focus there. */
export function makeGuide(toTable: () => void): Guide {
  listenToWayBack(toTable);
  const found = findGuide(document);
  return { wanted: found === null ? "" : nameOf(found), marked: "" };
}

/** Shows what belongs to a state; nothing is written twice. */
export function drawGuide(guide: Guide, state: State): void {
  const { game } = state.choice;
  const wanted = game.pages === null ? "" : `${game.id} ${state.texts.language}`;
  if (wanted !== guide.wanted) {
    guide.wanted = wanted;
    guide.marked = "";
    if (wanted !== "") void fetchGuide(guide, state);
  }
  showWays(wanted !== "");
  writeRules(wanted === "" ? state : null);
  markCapacity(guide, state);
}

const findGuide = (page: Document): HTMLElement | null => page.querySelector("section.guide");

const nameOf = ({ dataset, lang }: HTMLElement): string => `${dataset.guide} ${lang}`;

/** Puts the guide of another page in the place of this one's, or leaves what is there. */
async function fetchGuide(guide: Guide, state: State): Promise<void> {
  const { wanted } = guide;
  const path = pathOfGame(location.pathname, state.choice.game, state.texts.language);
  const text = await fetch(path)
    .then((answer) => (answer.ok ? answer.text() : ""))
    .catch(() => "");
  const found = findGuide(new DOMParser().parseFromString(text, "text/html"));
  if (guide.wanted !== wanted || found === null || nameOf(found) !== wanted) return;
  findGuide(document)?.replaceWith(document.adoptNode(found));
  guide.marked = "";
  drawGuide(guide, state);
  if (scrollY > 0 && location.hash !== "") document.querySelector(location.hash)?.scrollIntoView();
}

/** A game of the player's own has no guide, and no links lead to one. */
function showWays(hasGuide: boolean): void {
  const table = document.querySelector("#guide-capacity");
  const guide = findGuide(document);
  if (guide !== null) hide(guide, !hasGuide);
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-do=guide]"))
    hide(link, !hasGuide || (link.hash === "#guide-capacity" && table === null));
}

/** On paper a game without a guide has its rules in the guide's place; the screen has its help. */
function writeRules(state: State | null): void {
  const there = document.querySelector<HTMLElement>("#paper-rules");
  if (state === null) return there?.remove();
  const { texts, rules, choice, status } = state;
  const head = say(texts, "help.head", { game: choice.game.names[texts.language] });
  const runs = rules.runs === "supermove" ? "help.runs" : (`help.runs.${rules.runs}` as const);
  const sentences = [...ruleSentences(texts, rules), say(texts, runs, { n: status.capacity })];
  const written = [head, ...sentences].join("\n");
  if (there?.dataset.written === written) return;
  there?.remove();
  const part = document.createElement("section");
  part.id = "paper-rules";
  part.dataset.written = written;
  part.append(paper("h2", head), ...sentences.map((sentence) => paper("p", sentence)));
  document.body.append(part);
}

function paper(name: "h2" | "p", text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function hide(element: HTMLElement, hidden: boolean): void {
  if (element.hidden !== hidden) element.hidden = hidden;
}

/**
 * Marks the number of the position in the capacity table, and says it below, with its half. Where
 * the options make another game of it, a sentence says so in the table's place.
 */
function markCapacity(guide: Guide, { rules, layout, status }: State): void {
  const part = document.querySelector<HTMLElement>("#guide-capacity");
  if (part === null) return;
  const cells = layout.cells.filter((card) => card === null).length;
  const columns = layout.columns.filter((cards) => cards.length === 0).length;
  const isTold = rules.runs === "supermove" && !status.won;
  const { capacity: n, capacityEmpty: empty } = status;
  const kind = rules.runs === "single" ? "single" : rules.lastRankOnly ? "king" : "";
  const marked = [kind, ...(isTold ? [cells, columns, n, empty] : [])].join(" ");
  if (marked === guide.marked) return;
  guide.marked = marked;
  showSums(part, kind);
  for (const number of part.querySelectorAll<HTMLElement>("td")) {
    const { cells: row, columns: column = `${columns}` } = number.dataset;
    const isHere = row === `${cells}` && column === `${columns}`;
    mark(number, isTold && isHere && number.textContent === `${n}`);
  }
  const now = part.querySelector<HTMLElement>(".now");
  if (now === null) return;
  const { now: plain = "", nowEmpty = "" } = part.dataset;
  now.hidden = !isTold;
  now.textContent = (empty === 0 ? plain : nowEmpty)
    .replace("[cards]", countCards(part, n))
    .replace("[empty]", countCards(part, empty));
}

/** Shows the table, or the sentence of a kind of game that it does not speak of. */
function showSums(part: HTMLElement, kind: string): void {
  let isApart = false;
  for (const sentence of part.querySelectorAll<HTMLElement>("[data-of]")) {
    hide(sentence, sentence.dataset.of !== kind);
    isApart ||= !sentence.hidden;
  }
  const sums = part.querySelector<HTMLElement>(".sums");
  if (sums !== null) hide(sums, isApart);
}

/** The number with its noun, in the language of the guide. */
function countCards({ dataset }: HTMLElement, n: number): string {
  const { cardsOne = "", cardsOther = "" } = dataset;
  return (n === 1 ? cardsOne : cardsOther).replace("[n]", `${n}`);
}

function mark(number: HTMLElement, isHere: boolean): void {
  number.classList.toggle("here", isHere);
  number.ariaCurrent = isHere ? "true" : null;
}

/** The way back leads to the head of the page, the address too, and to where the keys are. */
function listenToWayBack(toTable: () => void): void {
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.target.closest("[data-do=table]") === null)
      return;
    event.preventDefault();
    history.replaceState(null, "", location.pathname + location.search);
    scrollTo(0, 0);
    toTable();
  });
}
