import assert from "node:assert/strict";
import { test } from "node:test";
import { allPiles, lastRank, pileCards, STOCK, WASTE } from "../src/rules/cards.ts";
import { readLayout, readRules } from "../src/rules/formats.ts";
import { readHistory, writeHistory, writeLayout } from "../src/rules/packing.ts";
import { nameOf, parsePile, parseSaved, pileName, saveSteps } from "../src/rules/saved.ts";
import { readCorpus } from "./built.ts";

/** A record of version 2: its first sixteen bytes, then bytes at their places. */
function record(head: string, places: Readonly<Record<number, number>> = {}): string {
  const bytes = Array.from({ length: 50 }, (_, at) => places[at] ?? 0);
  const start = head.split(" ").map((byte) => Number.parseInt(byte, 16));
  return [...start, ...bytes.slice(start.length)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

const FREECELL = readRules("4b010d080400000000");
/** Draw three, two passes, dealt leftward, 10 5 5 -15. */
const KLONDIKE = readRules(
  record("4b 02 0d 07 00 00 01 01 01 00 01 00 03 02 01 01", {
    ...{ 16: 1, 17: 2, 18: 3, 19: 4, 20: 5, 21: 6, 22: 7 },
    ...{ 27: 1, 28: 2, 29: 3, 30: 4, 31: 5, 32: 6 },
    ...{ 46: 10, 47: 5, 48: 5, 49: 0xf1 },
  }),
);
const PENGUIN = readRules(record("4b 02 0d 07 07 01 01 01 00 01 00"));
const EIGHT_OFF = readRules(
  record("4b 02 0d 08 08 01 01 00 00 00 01", { 36: 1, 37: 1, 38: 1, 39: 1 }),
);

test("a rules record of version 1 is a game with the ace as base and nothing more", () => {
  const { record, ...rest } = FREECELL;
  assert.equal(record.length, 9);
  assert.deepEqual(rest, {
    ranks: 13,
    columns: 8,
    cells: 4,
    sameSuit: false,
    lastRankOnly: false,
    runs: "supermove",
    foundationReturn: false,
    wraps: false,
    base: 1,
    reserve: 0,
    draw: 0,
    passes: 0,
    leftward: false,
    dealt: [7, 7, 7, 7, 6, 6, 6, 6],
    hidden: [0, 0, 0, 0, 0, 0, 0, 0],
    points: null,
  });
});

test("a rules record of version 2 says all of a game", () => {
  const { record, ...rest } = KLONDIKE;
  assert.equal(record.length, 50);
  assert.deepEqual(rest, {
    ranks: 13,
    columns: 7,
    cells: 0,
    sameSuit: false,
    lastRankOnly: true,
    runs: "any-length",
    foundationReturn: true,
    wraps: false,
    base: 1,
    reserve: 0,
    draw: 3,
    passes: 2,
    leftward: true,
    dealt: [1, 2, 3, 4, 5, 6, 7],
    hidden: [0, 1, 2, 3, 4, 5, 6],
    points: { toFoundation: 10, fromWaste: 5, turned: 5, fromFoundation: -15 },
  });
  assert.equal(readRules(record4("02")).runs, "single");
});

const record4 = (runs: string) => record(`4b 02 0d 08 04 00 00 ${runs} 00 00 01`);

test("cards are spread evenly over what cells, reserve and foundations leave", () => {
  assert.deepEqual(PENGUIN.dealt, [7, 7, 7, 7, 7, 7, 7]);
  assert.deepEqual(EIGHT_OFF.dealt, [6, 6, 6, 6, 6, 6, 6, 6]);
  const four = readRules(record("4b 02 0d 04 01 00 00 00 00 00 01"));
  assert.deepEqual(four.dealt, [13, 13, 13, 13]);
});

test("a layout record gives columns from the deepest card, empty cells, and heights", () => {
  const bytes = Uint8Array.of(2, 51, 0, 0, 1, 7, 0, 0, 0, 0, 0, 255, 9, 255, 255, 1, 2, 3, 4);
  assert.deepEqual(readLayout(bytes, FREECELL), {
    columns: [[51, 0], [], [7], [], [], [], [], []],
    hidden: [0, 0, 0, 0, 0, 0, 0, 0],
    cells: [null, 9, null, null],
    reserve: [],
    foundations: [1, 2, 3, 4],
    base: 1,
    ranks: 13,
    stock: null,
  });
});

test("a layout record with a stock says what lies face down, what was drawn and how often", () => {
  const columns = [1, 0, 7, 2, 1, 9, 11, ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0]];
  const bytes = Uint8Array.of(...columns, 1, 2, 3, 4, 2, 20, 21, 3, 30, 31, 32, 1);
  const layout = readLayout(bytes, KLONDIKE);
  assert.deepEqual(layout.columns.slice(0, 3), [[7], [9, 11], []]);
  assert.deepEqual(layout.hidden, [0, 1, 0, 0, 0, 0, 0]);
  assert.deepEqual(layout.foundations, [1, 2, 3, 4]);
  assert.deepEqual(layout.stock, { cards: [20, 21], waste: [30, 31, 32], turnedOver: 1 });
  assert.deepEqual(writeLayout(layout, KLONDIKE), bytes);
  assert.deepEqual(
    [pileCards(layout, STOCK), pileCards(layout, WASTE)],
    [
      [21, 20],
      [30, 31, 32],
    ],
  );
});

test("a layout record with a beak or a reserve says the base and what the reserve holds", () => {
  const cells = [255, 5, 255, 255, 255, 255, 255];
  const bytes = Uint8Array.of(1, 16, ...[0, 0, 0, 0, 0, 0], ...cells, 1, 0, 2, 3, 5);
  const layout = readLayout(bytes, PENGUIN);
  assert.equal(layout.base, 5);
  assert.deepEqual(pileCards(layout, 17), [5]);
  // Two hearts up: the five and the six.
  assert.deepEqual(pileCards(layout, 50), [18, 22]);
  assert.equal(lastRank(layout), 4);
  assert.deepEqual(writeLayout(layout, PENGUIN), bytes);
  const albert = readRules(record("4b 02 0d 02 00 00 00 00 01 00 01 03"));
  const reserve = readLayout(Uint8Array.of(0, 1, 3, 8, 255, 9, 0, 0, 0, 0), albert);
  assert.deepEqual(reserve.reserve, [8, null, 9]);
  assert.deepEqual(allPiles(reserve), [32, 33, 34, 51, 50, 49, 48, 0, 1]);
});

test("after the king comes the ace on a foundation with another base", () => {
  const layout = readLayout(new Uint8Array(40), PENGUIN);
  const base = { ...layout, base: 12, foundations: [4, 0, 0, 0] };
  assert.deepEqual(pileCards(base, 48), [44, 48, 0, 4]);
  assert.equal(lastRank(base), 11);
});

test("every pile has one name and one number", () => {
  const names = ["column1", "column10", "cell1", "cell4", "reserve1", "reserve16"];
  names.push("foundationC", "foundationS", "stock", "waste");
  assert.deepEqual(names.map(parsePile), [0, 9, 16, 19, 32, 47, 48, 51, 64, 65]);
  assert.deepEqual(
    names.map(parsePile).map((pile) => pileName(pile ?? -1)),
    names,
  );
  const bad = ["column0", "column11", "cell", "cell11", "reserve0", "reserve17", "foundation1"];
  for (const name of [...bad, "columnC", "stock1", "wastes", ""])
    assert.equal(parsePile(name), null, name);
});

test("a history is the same after writing and reading", () => {
  const steps = [
    [{ source: 2, target: 4, count: 2 }],
    [
      { source: 0, target: 16, count: 1 },
      { source: 1, target: 48, count: 1 },
    ],
  ];
  assert.deepEqual(readHistory(writeHistory(steps)), steps);
  assert.deepEqual([...writeHistory(steps)], [1, 2, 4, 2, 2, 0, 16, 1, 1, 48, 1]);
});

test("the saved sample of version 1 reads as it was written", () => {
  const sample = readCorpus("saves/page-1-freecell-617.json");
  const read = parseSaved(sample);
  assert.ok(read !== null);
  assert.equal(nameOf(read.game), 617);
  assert.equal(read.game.position, 30);
  assert.deepEqual(read.game.page, { elapsed: 83000, won: false, open: 1764460800000 });
  assert.equal(read.steps.length, 97);
  assert.deepEqual(saveSteps(read.steps), (sample as { steps: unknown }).steps);
});

test("a saved game needs no position and no keys of the page", () => {
  const steps = [[["column3", "column5", 1]]];
  const read = parseSaved({ format: 1, game: "freecell", deal: 617, steps });
  assert.equal(read?.game.position, 1);
  assert.deepEqual(read?.game.page, { elapsed: 0, won: false });
});

test("what is no saved game is refused whole", () => {
  const good = { format: 1, game: "freecell", deal: 617, steps: [[["column3", "cell1", 1]]] };
  assert.notEqual(parseSaved(good), null);
  const bad = [
    null,
    "text",
    { ...good, format: 2 },
    { ...good, deal: 0 },
    { ...good, deal: 2 ** 33 },
    { ...good, deal: "617" },
    { ...good, game: 5 },
    { ...good, steps: "none" },
    { ...good, steps: [[]] },
    { ...good, steps: [[["column3", "cell1"]]] },
    { ...good, steps: [[["column3", "talon", 1]]] },
    { ...good, steps: [[["column3", "cell1", 1.5]]] },
    { ...good, position: 2 },
    { ...good, position: -1 },
  ];
  for (const data of bad) assert.equal(parseSaved(data), null, JSON.stringify(data));
});
