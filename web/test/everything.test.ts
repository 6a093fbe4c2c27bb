import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseOwn } from "../src/rules/own.ts";
import { additionsTo, type Everything, readFile, writeFile } from "../src/statistics/everything.ts";
import { jsonFault } from "../src/statistics/json.ts";

const SAMPLE = readFileSync(
  join(process.cwd(), "..", "tests", "corpus", "kept", "everything-1.json"),
  "utf8",
);
const NOTHING: Everything = {
  games: [],
  positions: [],
  results: [],
  aside: [],
  settings: {},
  lessons: [],
  own: [],
};

function sample(): Everything {
  const read = readFile(SAMPLE);
  assert.ok("good" in read);
  return read.good;
}

/** What is there after a file was added, as the base then has it. */
function joined(here: Everything, file: Everything): Everything {
  const added = additionsTo(here, file);
  const put = (name: "games" | "positions" | "results" | "own") => {
    const at = (one: unknown) => {
      const { game, deal, layout, began, id } = one as Record<string, unknown>;
      return JSON.stringify(name === "results" ? [game, deal, began] : [game, deal, layout, id]);
    };
    return [...new Map([...here[name], ...added[name]].map((one) => [at(one), one])).values()];
  };
  return {
    games: put("games"),
    positions: put("positions"),
    results: put("results"),
    own: put("own"),
    aside: [...here.aside, ...added.aside],
    settings: added.settings,
    lessons: added.lessons,
  };
}

const game = (deal: number, page: Record<string, unknown>, changes = {}) => ({
  format: 1,
  game: "freecell",
  deal,
  steps: [[["column1", "cell1", 1]]],
  position: 1,
  page: { elapsed: 5, won: false, ...page },
  ...changes,
});

test("the kept file of version 1 is read whole", () => {
  const { games, positions, results, aside, settings, lessons, own } = sample();
  assert.deepEqual(
    [games, positions, results, aside, lessons, own].map(({ length }) => length),
    [3, 1, 3, 1, 1, 1],
  );
  assert.equal(settings.theme, "dark");
  const { unread, of } = additionsTo(NOTHING, sample());
  assert.deepEqual([unread, of], [0, 8]);
});

test("what is written is read again to the letter", () => {
  const read = readFile(writeFile(sample(), 1_788_092_000_000));
  assert.deepEqual(read, { good: sample() });
  assert.deepEqual(readFile(writeFile(NOTHING, 0)), { good: NOTHING });
});

test("a file added twice changes nothing the second time", () => {
  const once = joined(NOTHING, sample());
  const again = additionsTo(once, sample());
  const { games, positions, results, own, aside } = again;
  assert.deepEqual([games, positions, results, own, aside], [[], [], [], [], []]);
  assert.deepEqual(joined(once, sample()), once);
});

test("two devices hold the same when each has read the other's file", () => {
  const [one, other] = [
    {
      ...NOTHING,
      games: [game(1, { open: 50 }), game(2, { open: 90 }), game(3, { won: true, ended: 4 })],
      results: sample().results.slice(0, 2),
      lessons: ["ace"],
    },
    {
      ...NOTHING,
      games: [game(1, { open: 60 }), game(2, { won: true, ended: 5 }), game(3, { open: 99 })],
      results: sample().results.slice(1),
      lessons: ["beak"],
    },
  ];
  const sorted = ({ games, results, lessons }: Everything) =>
    [games, results, lessons].map((all) => all.map((each) => JSON.stringify(each)).sort());
  const there = joined(one, other);
  assert.deepEqual(sorted(there), sorted(joined(other, one)));
  assert.deepEqual(
    there.games.map((each) => (each as { page: unknown }).page),
    [
      { elapsed: 5, won: false, open: 60 },
      { elapsed: 5, won: true, ended: 5 },
      { elapsed: 5, won: true, ended: 4 },
    ],
  );
  assert.equal(there.results.length, 3);
});

test("settings that are there stay, others come", () => {
  const here = { ...NOTHING, settings: { theme: "light", quiet: true } };
  const { settings } = additionsTo(here, sample());
  assert.deepEqual([settings.theme, settings.quiet, settings.autoplay], ["light", true, "all"]);
});

test("what concerns the service stays in its browser, as a yes does", () => {
  const refused = { letter: { kind: "start", uuid: "5ec0d000" }, refused: { status: 422 } };
  const here = { ...NOTHING, aside: [refused, { refused: 1 }], settings: { measure: "yes" } };
  const read = readFile(writeFile(here, 0));
  assert.deepEqual(read, { good: { ...NOTHING, aside: [{ refused: 1 }] } });
  const said = { ...NOTHING, settings: { measure: "yes", felt: "blue" } };
  assert.deepEqual(additionsTo(NOTHING, said).settings, { felt: "blue" });
  assert.deepEqual(additionsTo(said, NOTHING).settings, said.settings);
});

test("a result that is there stays as it is", () => {
  const [result] = sample().results as Record<string, unknown>[];
  const changed = { ...NOTHING, results: [{ ...result, moves: 1 }] };
  assert.deepEqual(additionsTo(sample(), changed).results, []);
});

test("records that cannot be read are counted and set aside once", () => {
  const bad = game(5, {}, { steps: [[["column1", "moon", 1]]] });
  const noDeal = { ...game(6, {}), deal: undefined };
  const file = { ...NOTHING, games: [game(4, { open: 1 }), bad, noDeal], results: [{ deal: 5 }] };
  const { games, aside, unread, of } = additionsTo(NOTHING, file);
  assert.deepEqual([games.length, unread, of], [1, 3, 4]);
  assert.deepEqual(aside, [bad, noDeal, { deal: 5 }]);
  assert.deepEqual(additionsTo({ ...NOTHING, aside }, file).aside, []);
  const twice = { ...NOTHING, games: [bad, bad], aside: [bad] };
  assert.deepEqual(additionsTo(NOTHING, twice).aside, [bad]);
});

test("an opened game whose rules the lists could not read is none", () => {
  const [game] = JSON.parse(SAMPLE).own;
  const { record } = game;
  assert.equal(parseOwn(game)?.record, record);
  const old = "4b010d080400000000";
  assert.equal(parseOwn({ ...game, record: old })?.record, old);
  const changed = (at: number, byte: string) => record.slice(0, at) + byte + record.slice(at + 2);
  const bad = [
    "00",
    `${record}00`,
    record.slice(2),
    old.slice(2),
    `${old}00`,
    changed(2, "03"),
    changed(4, "0e"),
    changed(6, "00"),
    changed(6, "0b"),
    changed(8, "0b"),
  ];
  for (const one of bad) assert.equal(parseOwn({ ...game, record: one }), null, one);
});

test("a game that cannot be read here is set aside when the file has a good one", () => {
  const bad = { format: 9, game: "freecell", deal: 4 };
  const file = { ...NOTHING, games: [game(4, { open: 1 })] };
  const { games, aside, unread } = additionsTo({ ...NOTHING, games: [bad] }, file);
  assert.deepEqual([games, aside, unread], [file.games, [bad], 0]);
});

test("of a deal that the file has twice the later game comes", () => {
  const file = { ...NOTHING, games: [game(4, { open: 8 }), game(4, { open: 3 })] };
  assert.deepEqual(additionsTo(NOTHING, file).games, [file.games[0]]);
});

test("what is no such file is told from what is", () => {
  assert.deepEqual(readFile("[]"), { kind: "other" });
  assert.deepEqual(readFile('{"format": 1, "game": "freecell"}'), { kind: "other" });
  assert.deepEqual(readFile('{"kungen": "everything", "format": 2}'), {
    kind: "version",
    text: "2",
  });
  assert.deepEqual(readFile('{"kungen": "everything"}'), { kind: "version", text: "" });
  const file = (rest: string) => readFile(`{"kungen": "everything", "format": 1, ${rest}}`);
  assert.deepEqual(file('"results": {}'), { kind: "list", place: "results" });
  assert.deepEqual(file('"settings": []'), { kind: "object", place: "settings" });
  assert.deepEqual(file('"unknown": 5'), { good: NOTHING });
});

test("JSON has no fault", () => {
  const texts = ["{}", " [ ] ", "[1, -0.5e+3, true, null]", '{"a": {"a": [{}]}}', '"\\u00e5\\n"'];
  for (const text of [...texts, SAMPLE, JSON.stringify({ "😀\u0085": "\u2028" })])
    assert.equal(jsonFault(text), null, text.slice(0, 40));
});

test("the place of a fault is where the text could not go on", () => {
  const fault = (text: string) => {
    const { kind, line, column, text: shown } = jsonFault(text) ?? assert.fail(text);
    return [kind, line, column, shown];
  };
  assert.deepEqual(fault(""), ["json", 1, 1, ""]);
  assert.deepEqual(fault('{"a": 1,\n "b": }'), ["json", 2, 7, "}"]);
  assert.deepEqual(fault('{"a": 1,}'), ["json", 1, 9, "}"]);
  assert.deepEqual(fault("[1 2]"), ["json", 1, 4, "2"]);
  assert.deepEqual(fault("[1]]"), ["json", 1, 4, "]"]);
  assert.deepEqual(fault("[01]"), ["json", 1, 3, "1"]);
  assert.deepEqual(fault("[nope]"), ["json", 1, 2, "nope]"]);
  assert.deepEqual(fault('["a\nb"]'), ["json", 1, 2, '"a']);
  assert.deepEqual(fault('{"a": [1'), ["json", 1, 9, ""]);
  assert.deepEqual(fault("{1: 2}"), ["json", 1, 2, "1"]);
  assert.deepEqual(fault('{"a" 2}'), ["json", 1, 6, "2"]);
  assert.deepEqual(fault('{"a": 1, "\\u0061": 2}'), ["twice", 1, 10, '"\\u0061"']);
  assert.deepEqual(fault("[1e999]"), ["large", 1, 2, "1e999"]);
});

test("what is very long is read, and what is nested deeper than any record is refused", () => {
  const long = `"${"å\\n".repeat(2_000_000)}"`;
  assert.equal(jsonFault(`[${long}, ${"9".repeat(300)}]`), null);
  assert.equal(jsonFault(`[${long.slice(0, -1)}`)?.kind, "json");
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  assert.equal(jsonFault(nested(100)), null);
  assert.deepEqual(jsonFault(nested(5_000)), { kind: "json", line: 1, column: 101, text: "[" });
});

test("whatever the browser refuses has a fault, and nothing else", () => {
  const pieces = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"a"',
    '"b"',
    "1",
    "-",
    "0.",
    "true",
    " ",
    "\\",
    "\n",
  ];
  let seed = 7;
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(seed / 65_536) % most;
  };
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: next(9) }, () => pieces[next(pieces.length)]).join("");
    const { kind } = jsonFault(text) ?? { kind: "good" };
    if (kind === "twice") continue;
    assert.equal(kind === "good", isJson(text), JSON.stringify(text));
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
