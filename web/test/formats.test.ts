import assert from "node:assert/strict";
import { test } from "node:test";
import {
  parsePile,
  parseSaved,
  pileName,
  readHistory,
  readLayout,
  readRules,
  saveSteps,
  writeHistory,
} from "../src/formats.ts";
import { readCorpus } from "./built.ts";

const FREECELL = readRules("4b010d080400000000");

test("a rules record gives the table's measures", () => {
  assert.equal(FREECELL.columns, 8);
  assert.equal(FREECELL.cells, 4);
  assert.equal(FREECELL.sameSuit, false);
  assert.equal(FREECELL.record.length, 9);
});

test("a layout record gives columns from the deepest card, empty cells, and heights", () => {
  const bytes = Uint8Array.of(2, 51, 0, 0, 1, 7, 0, 0, 0, 0, 0, 255, 9, 255, 255, 1, 2, 3, 4);
  assert.deepEqual(readLayout(bytes, FREECELL), {
    columns: [[51, 0], [], [7], [], [], [], [], []],
    cells: [null, 9, null, null],
    foundations: [1, 2, 3, 4],
  });
});

test("every pile has one name and one number", () => {
  const names = ["column1", "column10", "cell1", "cell4", "foundationC", "foundationS"];
  assert.deepEqual(names.map(parsePile), [0, 9, 16, 19, 48, 51]);
  assert.deepEqual(
    names.map(parsePile).map((pile) => pileName(pile ?? -1)),
    names,
  );
  for (const name of ["column0", "column11", "cell", "foundation1", "columnC", "stock", ""])
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
  assert.equal(read.game.deal, 617);
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
    { ...good, steps: [[["column3", "stock", 1]]] },
    { ...good, steps: [[["column3", "cell1", 1.5]]] },
    { ...good, position: 2 },
    { ...good, position: -1 },
  ];
  for (const data of bad) assert.equal(parseSaved(data), null, JSON.stringify(data));
});
