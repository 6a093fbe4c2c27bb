/**
 * Answers for the page what tests in Python ask: on its standard input the keys of games with
 * options, and texts of game files; on its output their records, or the key at fault.
 */
import { readFileSync } from "node:fs";
import { type KeyTable, readGameFile } from "../src/list/gamefile.ts";
import { type Choice, choiceOfKey, recordOf } from "../src/rules/house.ts";
import { builtEngine, builtHouse, builtName } from "./built.ts";

interface Questions {
  readonly keys: readonly string[];
  readonly files: readonly string[];
}

const { keys, files }: Questions = JSON.parse(readFileSync(0, "utf8"));
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

const answers = { records: keys.map(recordOfKey), files: files.map(readFile) };
process.stdout.write(JSON.stringify(answers));
