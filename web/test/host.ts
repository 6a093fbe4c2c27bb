/**
 * Answers for the page what tests in Python ask: on its standard input the keys of games with
 * options, and texts of game files; on its output their records, or the key at fault.
 */
import { readFileSync } from "node:fs";
import { type KeyTable, readGameFile } from "../src/list/gamefile.ts";
import { readBoard, writeBoard } from "../src/rules/board_text.ts";
import { writeLayout } from "../src/rules/formats.ts";
import { type Choice, choiceOfKey, recordOf } from "../src/rules/house.ts";
import { builtEngine, builtHouse, builtName, builtRules } from "./built.ts";

interface Questions {
  readonly keys: readonly string[];
  readonly files: readonly string[];
  /** Board texts, each with the key of its game. */
  readonly boards?: readonly (readonly [string, string])[];
}

const { keys, files, boards = [] }: Questions = JSON.parse(readFileSync(0, "utf8"));
const house = builtHouse();
const engine = await builtEngine();
const table: KeyTable = JSON.parse(readFileSync(builtName("keys.json"), "utf8"));

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

const answers = {
  records: keys.map(recordOfKey),
  files: files.map(readFile),
  boards: boards.map(answerBoard),
};
process.stdout.write(JSON.stringify(answers));
