/** The engine and the rules as tools/build_web.py left them, and the corpus that all parts share. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sv from "../locales/sv.json" with { type: "json" };
import { makeTexts } from "../src/page/i18n.ts";
import { openLayout } from "../src/rules/asked.ts";
import {
  CARDS,
  FIRST_FOUNDATION,
  type Layout,
  pileCards,
  SUITS_SHOWN,
} from "../src/rules/cards.ts";
import { choiceOfKey } from "../src/rules/chosen.ts";
import { type Engine, layoutOf, legalMoves, startEngine, statusOf } from "../src/rules/engine.ts";
import { type Rules, readRules } from "../src/rules/formats.ts";
import { type Choice, type House, recordOf } from "../src/rules/house.ts";
import { writeLayout } from "../src/rules/packing.ts";
import { newState } from "../src/table/play.ts";
import type { State } from "../src/table/state.ts";

const ROOT = join(process.cwd(), "..");
export const PAGE = join(ROOT, "src", "kungen", "web");
export const SWEDISH = makeTexts("sv", sv);

export function readCorpus(name: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, "tests", "corpus", name), "utf8"));
}

export function builtName(name: string): string {
  const { files } = JSON.parse(readFileSync(join(PAGE, "build.json"), "utf8"));
  return join(PAGE, files[name]);
}

export function builtHouse(): House {
  return JSON.parse(readFileSync(builtName("house.json"), "utf8"));
}

/** The game with its options that a key names. */
export function builtChoice(key = "freecell"): Choice {
  const house = builtHouse();
  const choice = choiceOfKey(house, house.games, key);
  if (choice === null) throw new Error(`there is no game ${key}`);
  return choice;
}

export function builtRules(key = "freecell"): Rules {
  return readRules(recordOf(builtHouse(), builtChoice(key)));
}

export function builtEngine(): Promise<Engine> {
  return startEngine(readFileSync(builtName("rules.wasm")));
}

export async function builtState(deal: number, key = "freecell"): Promise<State> {
  return newState(await builtEngine(), builtHouse(), builtChoice(key), SWEDISH, deal);
}

/**
 * Lays a table by hand: what is not said stays as the deal left it, and the cards that are left
 * over go to the deep end of the last column.
 */
export function layOut(state: State, piles: Partial<Layout>): void {
  const bare = { ...state.layout, foundations: [0, 0, 0, 0], ...piles };
  const { columns, cells, reserve, stock } = bare;
  const laid = [...columns.flat(), ...cells, ...reserve, ...(stock?.cards ?? [])];
  const up = SUITS_SHOWN.flatMap((suit) => pileCards(bare, FIRST_FOUNDATION + suit));
  const known = new Set([...laid, ...up, ...(stock?.waste ?? [])]);
  const rest = Array.from({ length: CARDS }, (_, card) => card).filter((card) => !known.has(card));
  const last = columns.length - 1;
  const whole = columns.map((cards, at) => (at === last ? [...rest, ...cards] : cards));
  const record = writeLayout({ ...bare, columns: whole }, state.rules);
  const game = openLayout(state.engine, state.rules, record);
  if (game === null) throw new Error("the engine refuses the layout");
  Object.assign(state, { game, layout: layoutOf(game), status: statusOf(game) });
  state.legal = legalMoves(game);
}

/**
 * Compares a value with the one that was kept under a name in test/snapshots. Where none is kept,
 * or UPDATE_SNAPSHOTS is set, keeps this one.
 */
export function matchSnapshot(name: string, value: unknown): void {
  const directory = join(process.cwd(), "test", "snapshots");
  const path = join(directory, `${name}.json`);
  if (process.env.UPDATE_SNAPSHOTS !== undefined || !existsSync(path)) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
  }
  assert.deepEqual(value, JSON.parse(readFileSync(path, "utf8")), `${name}: see test/snapshots`);
}
