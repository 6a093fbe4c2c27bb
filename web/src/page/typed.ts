/** A move that is typed on the table, sign by sign, shown and said as far as it has come. */
import { isFoundation, type Move, type Pile, pileCards } from "../rules/cards.ts";
import { draw, playAndTell, press } from "../table/hands.ts";
import { type Reading, readTyped, typedExamples } from "../table/notation.ts";
import { coveredText, refuse } from "../table/refusing.ts";
import { cardName, pileTitle } from "../table/speech.ts";
import { findMove, runFrom, type State } from "../table/state.ts";
import { clearNote, type Table, tell } from "../table/table.ts";
import { speak } from "./chrome.ts";
import { say, type Texts } from "./i18n.ts";

/** What is being typed. */
export interface Typing {
  /** The text so far, which may be empty; null when nothing is being typed. */
  text: string | null;
  timer: number;
  /** When a move was whole, and whether a number of cards has been begun after it. */
  ended: number;
  counting: boolean;
  readonly line: HTMLElement;
}

/** So long nothing more is typed until it is forgotten. */
const FORGET_TIME = 15_000;
/** So long a number of cards, which the move did not need, is taken for a part of it. */
const COUNT_TIME = 1_000;
const LONGEST = 12;
/** A digit begins a move by itself, a move of any kind begins after the point. */
const BEGINS = /^[0-9.]$/;

export function makeTyping({ chrome }: Table): Typing {
  const line = document.createElement("p");
  line.className = "typed";
  line.hidden = true;
  line.append(document.createElement("kbd"), document.createElement("span"));
  chrome.find("note").before(line);
  return { text: null, timer: 0, ended: -COUNT_TIME, counting: false, line };
}

/** Whether a key belongs to a move that is being typed, or begins one. */
export function takesKey(typing: Typing, key: string): boolean {
  if (typing.text === null) return BEGINS.test(key) || isLateCount(typing, key);
  return key.length === 1 || ["Enter", "Escape", "Backspace"].includes(key);
}

/** Whether a key says how many cards a move takes that has been played with all that may move. */
function isLateCount({ ended, counting }: Typing, key: string): boolean {
  const isLate = performance.now() - ended < COUNT_TIME;
  return isLate && (counting ? /^[0-9]$/.test(key) : key.toLowerCase() === "v");
}

export function typeKey(table: Table, typing: Typing, key: string): void {
  const { text } = typing;
  if (text === null && isLateCount(typing, key)) {
    typing.counting = true;
    return;
  }
  if (!press(table)) return;
  if (text === null) return follow(table, typing, key === "." ? "" : key);
  switch (key) {
    case "Enter":
      return end(table, typing, text);
    case "Escape":
      return leave(table, typing);
    case "Backspace":
      return text === "" ? leave(table, typing) : follow(table, typing, text.slice(0, -1));
    default:
      follow(table, typing, (text + key).trimStart().slice(0, LONGEST));
  }
}

/** A move that is whole, and would be no other with more signs, is played at once. */
function follow(table: Table, typing: Typing, text: string): void {
  const reading = readTyped(table.state, text);
  const isWhole = reading.kind === "move" || reading.kind === "draw";
  if (reading.kind === "none" || (isWhole && reading.open === null))
    return end(table, typing, text);
  typing.text = text;
  clearTimeout(typing.timer);
  typing.timer = window.setTimeout(() => forget(typing), FORGET_TIME);
  clearNote(table);
  const told = tellOpen(table.state, reading);
  show(typing, text, told);
  speak(table.chrome, told);
}

/** Plays what was typed, or says why not. */
function end(table: Table, typing: Typing, text: string): void {
  forget(typing);
  typing.ended = performance.now();
  const { state } = table;
  const reading = readTyped(state, text);
  if (reading.kind === "draw") return draw(table);
  if (reading.kind === "move") return playTyped(table, reading.move);
  const values = { text: text.trim(), examples: examplesText(state) };
  tell(table, {
    text: say(state.texts, text.trim() === "" ? "typed.begin" : "typed.none", values),
  });
}

/** The focus stays where it is: whoever types moves does not walk to their places. */
function playTyped(table: Table, move: Move): void {
  const { state } = table;
  const { source, target, count } = move;
  if (findMove(state, { pile: source, count }, target) !== undefined)
    return playAndTell(table, move, state.focus);
  const { length } = pileCards(state.layout, source);
  if (length === 0) {
    const pile = pileTitle(state.texts, source);
    return tell(table, { text: say(state.texts, "typed.empty", { pile }) });
  }
  const run = runFrom(state, source, Math.max(0, length - count));
  if (run !== null || isFoundation(source))
    return refuse(table, run ?? { pile: source, count: 1 }, target);
  tell(table, { text: coveredText(state, source, Math.max(0, length - count)) });
}

function leave({ chrome, state }: Table, typing: Typing): void {
  forget(typing);
  speak(chrome, say(state.texts, "typed.left"));
}

function forget(typing: Typing): void {
  clearTimeout(typing.timer);
  typing.text = null;
  typing.counting = false;
  typing.line.hidden = true;
}

function show({ line }: Typing, text: string, told: string): void {
  const [typed, rest] = line.children;
  if (typed !== undefined) typed.textContent = text;
  if (rest !== undefined) rest.textContent = told;
  line.hidden = false;
}

/** What is understood so far, and what may follow. */
function tellOpen(state: State, reading: Reading): string {
  const { texts } = state;
  if (reading.kind === "move" && reading.open === "count")
    return say(texts, "typed.most", { n: reading.move.count });
  if (reading.kind !== "open") return say(texts, "typed.enter");
  if (reading.target !== null) return say(texts, "typed.count");
  if (reading.source === null) return say(texts, "typed.begin", { examples: examplesText(state) });
  return say(texts, "typed.from", { place: placeText(state, reading.source) });
}

function placeText({ texts, layout }: State, source: Pile): string {
  const card = pileCards(layout, source).at(-1);
  const pile = pileTitle(texts, source);
  return card === undefined ? pile : say(texts, "place.on", { card: cardName(texts, card), pile });
}

/** Examples of typed moves, as a list in the player's language. */
export function examplesText({ texts, layout, rules }: Pick<State, "texts" | "layout" | "rules">) {
  return listOf(texts, typedExamples({ layout, rules }));
}

const listOf = ({ language }: Texts, words: readonly string[]): string =>
  new Intl.ListFormat(language, { type: "disjunction" }).format(words);
