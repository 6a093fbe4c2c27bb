import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import da from "../locales/da.json" with { type: "json" };
import en from "../locales/en.json" with { type: "json" };
import { faultText, fileFaultText } from "../src/list/faults.ts";
import { type KeyTable, readGameFile } from "../src/list/gamefile.ts";
import { makeTexts } from "../src/page/i18n.ts";
import { choose, isFault } from "../src/rules/house.ts";
import { parseOwn } from "../src/rules/own.ts";
import { builtChoice, builtEngine, builtHouse, builtName, SWEDISH } from "./built.ts";

const house = builtHouse();
const table: KeyTable = JSON.parse(readFileSync(builtName("keys.json"), "utf8"));
const TEXTS = [SWEDISH, makeTexts("da", da), makeTexts("en", en)];
const FILE = `format = 2
id = "mine"
options = ["single-card"]
[names]
sv = "Mitt"
en = "Mine"
[layout]
columns = 6
cells = 3
[build]
order = "suit"
`;

async function read(text: string) {
  return readGameFile(text, table, house.options, await builtEngine());
}

async function refusals(text: string): Promise<string[]> {
  const found = await read(text);
  if ("good" in found) throw new Error("the file is good");
  return TEXTS.map((texts) => fileFaultText(texts, "mine.toml", found.fault));
}

test("a file becomes a game with names, options and a record", async () => {
  const found = await read(FILE);
  assert.ok("good" in found);
  const game = parseOwn(found.good);
  assert.ok(game !== null);
  assert.match(game.id, /^mine~[0-9a-f]{8}$/);
  assert.deepEqual(game.names, { sv: "Mitt", da: "Mine", en: "Mine" });
  assert.deepEqual(game.offers, { "single-card": "false" });
  assert.equal(game.record.slice(0, 16), "4b020d0603010000");
  assert.equal(game.pages, null);
  const { rules } = found.good;
  assert.deepEqual((rules as { layout: unknown }).layout, { columns: 6, cells: 3 });
});

test("a file that is changed is another game, a new name for the same rules is not", async () => {
  const id = async (text: string) => {
    const found = await read(text);
    return "good" in found ? found.good.id : "";
  };
  const first = await id(FILE);
  assert.equal(await id(FILE.replace("Mitt", "Vårt")), first);
  assert.equal(await id(`# the same\n${FILE}`), first);
  const others = [
    FILE.replace("cells = 3", "cells = 4"),
    FILE.replace('["single-card"]', "[]"),
    FILE.replace('"suit"', '"alternating"'),
  ];
  for (const text of others) {
    assert.match(await id(text), /^mine~/);
    assert.notEqual(await id(text), first);
  }
});

test("a refusal names the key, its value and what it may be, in each language", async () => {
  assert.deepEqual(await refusals(FILE.replace("columns = 6", "columns = 11")), [
    "mine.toml: [layout] columns är 11; det ska vara ett heltal från 1 till 10.",
    "mine.toml: [layout] columns er 11; det skal være et helt tal fra 1 til 10.",
    "mine.toml: [layout] columns is 11; it must be a whole number from 1 to 10.",
  ]);
});

test("each kind of refusal is one sentence", async () => {
  const english = async (text: string) => (await refusals(text))[2];
  assert.equal(
    await english(FILE.replace('order = "suit"', 'order = "suits"')),
    'mine.toml: [build] order is "suits"; it must be "alternating" or "suit".',
  );
  assert.equal(
    await english(FILE.replace('order = "suit"', "")),
    'mine.toml: [build] order is missing; it must be "alternating" or "suit".',
  );
  assert.equal(
    await english(FILE.replace("cells = 3", "cell = 3")),
    "mine.toml: [layout] cell is unknown; the keys here are ranks, columns, cells, reserve.",
  );
  assert.equal(
    await english(`${FILE}[stock]\ndraw = 2\n`),
    "mine.toml: [stock] draw is 2; it must be 1 or 3.",
  );
  assert.equal(
    await english(`${FILE}[stock]\npasses = "none"\n`),
    'mine.toml: [stock] passes is "none"; it must be a whole number from 1 to 99 or "unlimited".',
  );
  assert.equal(await english(`${FILE}[[deal]]\n`), "mine.toml: deal is [{}]; it must be a table.");
  assert.equal(
    await english(`${FILE}runs = \n`),
    "mine.toml is not TOML: it stops making sense at line 12, character 8.",
  );
  assert.equal(
    await english(FILE + "#".repeat(1 << 16)),
    "mine.toml is longer than 65,536 characters.",
  );
});

test("what does not go together is said of the key at fault", async () => {
  const english = async (more: string) => (await refusals(FILE + more))[2];
  assert.match(
    (await english("[deal]\nhidden = [1, 0, 0, 0, 0, 0]\n")) ?? "",
    /^mine\.toml: \[deal\] hidden is \[1,0,0,0,0,0\], which does not go with the rest: one number for/,
  );
  assert.match(
    (await english("[deal]\ncells = [4]\n")) ?? "",
    /\[deal\] cells is \[4\].*so many cells\.$/,
  );
  const wrong = FILE.replace('["single-card"]', '["draw"]');
  assert.match((await refusals(wrong))[2] ?? "", /the game cannot offer “Draw” \(draw\)\.$/);
});

test("what TOML 1.0 does not have is refused where it stands, and all that it has is read", async () => {
  const english = async (old: string, text: string) =>
    (await refusals(FILE.replace(old, () => text)))[2];
  const names = '[names]\nsv = "Mitt"\nen = "Mine"';
  const stops = (line: number, column: number) =>
    `mine.toml is not TOML: it stops making sense at line ${line}, character ${column}.`;
  assert.equal(await english(names, 'names = {\n en = "Mine" }'), stops(4, 10));
  assert.equal(await english(names, 'names = { en = "Mine", }'), stops(4, 24));
  assert.equal(await english(names, 'names = { en = "Mine" # so\n }'), stops(4, 27));
  assert.equal(await english('"Mitt"', '"M\\x69tt"'), stops(5, 6));
  assert.equal(await english('"Mitt"', '"M\\e"'), stops(5, 6));
  assert.equal(await english('"Mitt"', '"""M\\x69"""'), stops(5, 6));
  assert.equal(await english("cells = 3", "cells = 07:32"), stops(9, 9));
  assert.equal(await english("cells = 3", "cells = 1979-05-27 07:32"), stops(9, 20));
  for (const text of [
    'names = { en = "Mine # } , \\\\x \\u0041" } # {',
    "names = { en = 'M\\x\\e' }",
    `names = { en = '''M"'''', sv = """ "{ """ }`,
    'names."en" = "Mine"',
  ])
    assert.ok("good" in (await read(FILE.replace(names, () => text))), text);
  assert.ok("good" in (await read(FILE.replace('["single-card"]', '[\n"single-card",\n]'))));
});

test("an address that cannot be is answered with what can be", () => {
  const said = (id: string, options: Record<string, string>) => {
    const fault = choose(house, builtChoice(id).game, options);
    assert.ok(isFault(fault));
    return TEXTS.map((texts) => faultText(texts, house, fault));
  };
  assert.deepEqual(said("plato", { columns: "12" }), [
    "I PLATO kan ”Kolumner” (columns) inte vara ”12”. Det kan vara 4 till 10.",
    "I PLATO kan ”Kolonner” (columns) ikke være ”12”. Det kan være 4 til 10.",
    "In PLATO “Columns” (columns) cannot be “12”. It can be 4 to 10.",
  ]);
  assert.equal(
    said("klondike", { draw: "2" })[2],
    "In Klondike “Draw” (draw) cannot be “2”. It can be “one card at a time” (1) or “three cards " +
      "at a time” (3).",
  );
  assert.equal(
    said("klondike", { passes: "0", draw: "3", colour: "red" })[2],
    "In Klondike “Passes through the stock” (passes) cannot be “0”. It can be “any number” " +
      "(unlimited) or 1 to 99. Klondike does not have the option “colour”. You can choose " +
      "“Draw” (draw), “Passes through the stock” (passes) or “Cards may come down from the " +
      "foundations” (foundation-return).",
  );
  assert.equal(
    said("freecell", { draw: "3" })[0],
    "Kungen har inte valet ”Vänd” (draw). Det går att välja ”Flytta ett kort i taget, som " +
      "övning” (single-card) eller ”Kort får tas ned från grundhögarna” (foundation-return).",
  );
  assert.equal(
    faultText(TEXTS[2] ?? SWEDISH, house, { kind: "game", text: "chess" }),
    "There is no game called “chess”. Here are the games there are.",
  );
  assert.match(
    faultText(TEXTS[2] ?? SWEDISH, house, { kind: "own", text: "harbour~2a689d00" }),
    /somebody's own, “harbour”, that is not on this device\./,
  );
});

test("what the store has and is no game is passed over", () => {
  // 13 ranks, 8 columns, 4 cells.
  const record = `4b02${"0d0804".padEnd(96, "0")}`;
  const good = { id: "a~1", names: { sv: "A", da: "A", en: "A" }, record, offers: {} };
  assert.notEqual(parseOwn(good), null);
  for (const wrong of [
    { id: 5 },
    { record: "xyz" },
    { record: "" },
    { record: "4b0" },
    { record: "4b02" },
    { record: record.replace("0d", "0f") },
    { names: { sv: "A" } },
    { names: null },
    { offers: { draw: 3 } },
    { offers: [] },
  ])
    assert.equal(parseOwn({ ...good, ...wrong }), null, JSON.stringify(wrong));
  for (const wrong of [null, 5, "a", []]) assert.equal(parseOwn(wrong), null);
  assert.equal(parseOwn({ ...good, opened: 7 })?.opened, 7);
  for (const opened of [undefined, "7", 1.5])
    assert.equal(parseOwn({ ...good, opened })?.opened, 0);
});
