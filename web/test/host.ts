/**
 * Answers for the page what tests in Python ask: on its standard input the keys of games with
 * options, texts of game files, boards, typed moves and dates; on its output their records, meanings
 * and deals, or the key at fault, and which deals the page knows as winnable.
 */
import { readFileSync } from "node:fs";
import { dailyDeal } from "../src/daily/law.ts";
import { type Range, readRange } from "../src/daily/winnable.ts";
import { type KeyTable, readGameFile } from "../src/list/gamefile.ts";
import { openLayout } from "../src/rules/asked.ts";
import { cardText, readBoard, writeBoard } from "../src/rules/board_text.ts";
import { choiceOfKey } from "../src/rules/chosen.ts";
import { closeGame, layoutOf, legalMoves, openDeal, statusOf } from "../src/rules/engine.ts";
import { readRules } from "../src/rules/formats.ts";
import { type Choice, recordOf } from "../src/rules/house.ts";
import { writeLayout } from "../src/rules/packing.ts";
import { dealtRows } from "../src/sharing/paper.ts";
import { readTyped } from "../src/table/notation.ts";
import { builtEngine, builtHouse, builtName, builtRules } from "./built.ts";

interface Questions {
  readonly keys: readonly string[];
  readonly files: readonly string[];
  /** Board texts, each with the key of its game. */
  readonly boards?: readonly (readonly [string, string])[];
  /** Rules and layout records in hexadecimal digits, and moves that are typed on that layout. */
  readonly typed?: readonly (readonly [string, string, readonly string[]])[];
  /** Numbered deals, each with the key of its game. */
  readonly deals?: readonly (readonly [string, number])[];
  /** Dates, each with the key of a game. */
  readonly days?: readonly (readonly [string, string])[];
}

const {
  keys,
  files,
  boards = [],
  typed = [],
  deals = [],
  days = [],
}: Questions = JSON.parse(readFileSync(0, "utf8"));
const house = builtHouse();
const engine = await builtEngine();
const table: KeyTable = JSON.parse(readFileSync(builtName("keys.json"), "utf8"));
const ranges: Record<string, Range> = JSON.parse(readFileSync(builtName("winnable.json"), "utf8"));
const winnable = new Map(Object.entries(ranges).map(([key, range]) => [key, readRange(range)]));

function recordOfKey(key: string): string | null {
  const choice: Choice | null = choiceOfKey(house, house.games, key);
  return choice === null ? null : recordOf(house, choice);
}

function readFile(text: string) {
  const read = readGameFile(text, table, house.options, engine);
  if ("good" in read) return { record: read.good.record, offers: read.good.offers };
  return { fault: "place" in read.fault ? read.fault.place : read.fault.kind };
}

/** The record of a layout and its text, or what is wrong with the text and in which line. */
function answerBoard([key, text]: readonly [string, string]) {
  const rules = builtRules(key);
  const read = readBoard(text, rules);
  if ("fault" in read) return { kind: read.fault.kind, line: read.fault.line };
  const { layout } = read;
  const record = Buffer.from(writeLayout(layout, rules)).toString("hex");
  return { record, text: writeBoard(layout, rules) };
}

/** The move that each text means, as its three numbers; null where it is none. */
function answerTyped([record, laid, texts]: readonly [string, string, readonly string[]]) {
  const rules = readRules(record);
  const game = openLayout(engine, rules, Buffer.from(laid, "hex"));
  if (game === null) throw new Error("the engine refuses the layout");
  const [layout, legal, status] = [layoutOf(game), legalMoves(game), statusOf(game)];
  closeGame(game);
  return texts.map((text) => {
    const reading = readTyped({ layout, rules, legal, status }, text);
    const move = "move" in reading ? reading.move : undefined;
    return move === undefined ? null : [move.source, move.target, move.count];
  });
}

/** The cards of a deal in the order in which they are dealt by hand, those face down with a mark. */
function dealOut([key, deal]: readonly [string, number]) {
  const rules = builtRules(key);
  const game = openDeal(engine, rules, deal);
  const rows = game === null ? [] : dealtRows(layoutOf(game), rules);
  return rows.flatMap(({ cards }) =>
    cards.map(({ card, down }) => (down ? `<${cardText(card)}>` : cardText(card))),
  );
}

/** The daily deal of a game; null where none of its deals is known to be winnable. */
function dealOfDay([key, date]: readonly [string, string]): number | null {
  const known = winnable.get(key);
  return known === undefined ? null : dailyDeal(known, key, date);
}

const answers = {
  records: keys.map(recordOfKey),
  files: files.map(readFile),
  boards: boards.map(answerBoard),
  deals: deals.map(dealOut),
  typed: typed.map(answerTyped),
  days: days.map(dealOfDay),
  winnable: Object.fromEntries(winnable),
};
process.stdout.write(JSON.stringify(answers));
