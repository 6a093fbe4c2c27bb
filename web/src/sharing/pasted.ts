/** What the player has pasted or opened: a position as text, a link, a number or a saved game. */

import type { App } from "../page/acts.ts";
import { type Asked, choiceInAddress, pageName, queryOf } from "../page/address.ts";
import { badNumber } from "../page/fields.ts";
import { capitalised, LANGUAGES, say, sayCount, type Texts } from "../page/i18n.ts";
import { shortened } from "../page/shortened.ts";
import { canReplay, openLayout } from "../rules/asked.ts";
import { type BoardFault, readBoard } from "../rules/board_text.ts";
import { choiceOfKey, keyOf } from "../rules/chosen.ts";
import { closeGame, type Game, layoutRecord, openDeal } from "../rules/engine.ts";
import { type Rules, readRules } from "../rules/formats.ts";
import { type Choice, type HouseGame, isFault, recordOf } from "../rules/house.ts";
import { LAST_DEAL, parseDeal } from "../rules/numbers.ts";
import { writeBytes, writeLayout } from "../rules/packing.ts";
import { type Begun, parseSaved } from "../rules/saved.ts";
import { cardName, rankName } from "../table/speech.ts";
import { playInQuery } from "./positions.ts";

/** A game and the address of what is to lie there, or a sentence that says why nothing can. */
export type Pasted =
  | { readonly choice: Choice; readonly query: string }
  | { readonly fault: string };

/** People leave out how an address begins, and programs do when they show it. */
const LINK = /^(https?:\/\/\S+|\S+\?\S*=\S*)$/;

/** Nothing but digits is meant as a number, also when there is no such deal. */
const NUMBER = /^[-#]?\d[\d\s.,]*$/;

const CARDS_NAMED = 3;

/** Reads a text; a position in it is one of the game that was chosen. */
export function readPasted(
  app: App,
  own: readonly HouseGame[],
  choice: Choice,
  text: string,
): Pasted {
  const { texts } = app.state;
  const written = text.trim();
  if (written === "") return { fault: say(texts, "share.empty") };
  if (written.startsWith("{")) return readSaved(app, own, written);
  if (LINK.test(written)) return readLink(app, own, written);
  const asked = parseDeal(written);
  if ("deal" in asked) return { choice, query: queryOf(choice, asked) };
  if (NUMBER.test(written)) return { fault: badNumber(texts, written) };
  const board = boardIn(app, choice, text);
  return "fault" in board ? board : { choice, query: queryOf(choice, board) };
}

const rulesOf = ({ house }: App, choice: Choice): Rules => readRules(recordOf(house, choice));

function boardIn(app: App, choice: Choice, text: string): Asked | { readonly fault: string } {
  const rules = rulesOf(app, choice);
  const read = readBoard(text, rules);
  if ("fault" in read) return { fault: faultSentence(app.state.texts, choice, read.fault) };
  return { board: writeBytes(writeLayout(read.layout, rules)) };
}

function readLink({ house, state }: App, own: readonly HouseGame[], text: string): Pasted {
  const { texts } = state;
  const bad = { fault: say(texts, "share.bad.link") };
  const [, path = "", search = ""] = /^(?:https?:\/\/[^/?#]+)?([^?#]*)([^#]*)/.exec(text) ?? [];
  const name = pageName(path);
  const isOf = ({ pages }: HouseGame) =>
    LANGUAGES.some((language) => pages?.[language].includes(name));
  const page = house.games.find(isOf)?.id ?? null;
  if (!/[?&](deal|board|play)=/.test(search)) return bad;
  if (page === null && !/^(index)?$/.test(name)) return bad;
  const choice = choiceInAddress(house, own, page, search);
  if (choice === null) return bad;
  if (!isFault(choice)) return { choice, query: search };
  if (choice.kind === "options") return bad;
  return { fault: say(texts, "share.bad.game", { text: shortened(choice.text) }) };
}

function readSaved(app: App, own: readonly HouseGame[], text: string): Pasted {
  const { house, state } = app;
  const { texts } = state;
  const saved = parseSaved(parseJson(text));
  if (saved === null) return { fault: say(texts, "share.bad.file") };
  const { game, steps } = saved;
  const choice = choiceOfKey(house, [...house.games, ...own], game.game);
  if (choice === null)
    return { fault: say(texts, "share.bad.game", { text: shortened(game.game) }) };
  const asked = "deal" in game ? dealIn(app, choice, game.deal) : boardIn(app, choice, game.layout);
  if ("fault" in asked) return asked;
  if (steps.length === 0) return { choice, query: queryOf(choice, asked) };
  if (!canReplay(openSaved(app, rulesOf(app, choice), game), steps))
    return { fault: say(texts, "share.bad.steps") };
  return { choice, query: queryOf(choice, asked) + playInQuery(steps, game.position) };
}

/** A deal beyond those that the page has numbers for is a position here. */
function dealIn(app: App, choice: Choice, deal: number): Asked {
  if (deal <= LAST_DEAL) return { deal };
  const game = openDeal(app.state.engine, rulesOf(app, choice), deal);
  if (game === null) return { deal: LAST_DEAL };
  const record = layoutRecord(game);
  closeGame(game);
  return { board: writeBytes(record) };
}

function openSaved({ state }: App, rules: Rules, saved: Begun): Game | null {
  if ("deal" in saved) return openDeal(state.engine, rules, saved.deal);
  const read = readBoard(saved.layout, rules);
  return "fault" in read ? null : openLayout(state.engine, rules, writeLayout(read.layout, rules));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What is wrong with a board text, with the line and the card. */
export function faultSentence(texts: Texts, choice: Choice, found: BoardFault): string {
  const fault = faultText(texts, choice, found);
  const { line } = found;
  return line === 0 ? capitalised(fault) : say(texts, "share.line", { line: `${line}`, fault });
}

function faultText(texts: Texts, { game }: Choice, found: BoardFault): string {
  const { kind, cards, most } = found;
  const text = shortened(found.text);
  const name = game.names[texts.language];
  switch (kind) {
    case "twice":
      return say(texts, "share.fault.twice", { card: cardsText(texts, cards) });
    case "missing":
      return say(texts, "share.fault.missing", { cards: cardsText(texts, cards) });
    case "columns":
    case "cells":
    case "reserve":
      return say(texts, "share.fault.most", {
        game: name,
        most: sayCount(texts, `rule.${kind}`, most),
      });
    case "closed":
      return say(texts, "share.fault.closed", { game: name, text });
    case "base":
      return say(texts, "share.fault.base", { game: name, rank: baseName(texts, game) });
    default:
      return say(texts, `share.fault.${kind}`, { text });
  }
}

const baseName = (texts: Texts, { record }: HouseGame): string =>
  rankName(texts, readRules(record).base);

/** The first cards by name, and how many more there are. */
function cardsText(texts: Texts, cards: readonly number[]): string {
  const isShort = cards.length <= CARDS_NAMED;
  const named = cards
    .slice(0, isShort ? CARDS_NAMED : CARDS_NAMED - 1)
    .map((card) => cardName(texts, card));
  if (!isShort)
    return sayCount(texts, "share.fault.more", cards.length - named.length, {
      cards: named.join(", "),
    });
  return new Intl.ListFormat(texts.language).format(named);
}

/** Whether two choices are the same game with the same options. */
export const isSameChoice = (one: Choice, other: Choice): boolean => keyOf(one) === keyOf(other);
