import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { choiceInAddress, isPageOf, pathOfGame, queryOf } from "../src/page/address.ts";
import { pathOfList } from "../src/page/paths.ts";
import { choiceOfKey, keyOf } from "../src/rules/chosen.ts";
import {
  type Choice,
  choose,
  firstChoice,
  type HouseGame,
  isFault,
  offered,
  recordOf,
} from "../src/rules/house.ts";
import { impossibleDeals } from "../src/rules/impossible.ts";
import { builtChoice, builtHouse } from "./built.ts";

const house = builtHouse();
const gameOf = (id: string): HouseGame => builtChoice(id).game;
const OWN: HouseGame = { ...gameOf("freecell"), id: "mine~0a1b2c3d", pages: null };
const asked = (page: string | null, search: string) => choiceInAddress(house, [OWN], page, search);

test("the house has ten games, in an order of its own", () => {
  const ids = house.games.map(({ id }) => id);
  assert.equal(ids.length, 10);
  assert.deepEqual(ids.slice(0, 3), ["freecell", "klondike", "relaxed-freecell"]);
  assert.equal(keyOf(firstChoice(house)), "freecell");
});

test("a key has the options that differ, in the order of the house", () => {
  const choice = choose(house, gameOf("klondike"), { passes: "2", draw: "3" });
  assert.ok(!isFault(choice));
  assert.equal(keyOf(choice), "klondike:draw=3,passes=2");
  const own = choose(house, gameOf("klondike"), { passes: "unlimited", draw: "1" });
  assert.ok(!isFault(own));
  assert.equal(keyOf(own), "klondike");
});

test("a key is read as it is written and no other way", () => {
  const read = (key: string) => choiceOfKey(house, [...house.games, OWN], key);
  for (const key of ["plato:columns=7,cells=3", "freecell", "mine~0a1b2c3d:single-card=true"])
    assert.equal(keyOf(read(key) as Choice), key);
  for (const key of ["klondike:draw=1", "klondike:passes=2,draw=3", "chess", "", "freecell:"])
    assert.equal(read(key), null, key);
});

test("an option changes its byte of the record and no other", () => {
  const plain = recordOf(house, builtChoice("klondike"));
  const three = recordOf(house, builtChoice("klondike:draw=3"));
  assert.equal(three.slice(0, 24), plain.slice(0, 24));
  assert.deepEqual([plain.slice(24, 26), three.slice(24, 26)], ["01", "03"]);
  assert.equal(three.slice(26), plain.slice(26));
});

test("an option that a game has not, and a value that it cannot have, are named", () => {
  const fault = (id: string, options: Record<string, string>) => {
    const found = choose(house, gameOf(id), options);
    if (!isFault(found)) return null;
    return found.kind === "options" ? (found.wrong[0]?.option?.name ?? "none") : found.kind;
  };
  assert.equal(fault("freecell", { draw: "3" }), "none");
  assert.equal(fault("klondike", { draw: "2" }), "draw");
  assert.equal(fault("klondike", { passes: "0" }), "passes");
  assert.equal(fault("klondike", { passes: "100" }), "passes");
  assert.equal(fault("klondike", { passes: "99" }), null);
  for (const size of ["3", "11", "07", "7.0", "", "seven", " 7"])
    assert.equal(fault("plato", { columns: size }), "columns", size);
  assert.equal(fault("plato", { toString: "1" }), "none");
});

test("the options that can be are kept where others cannot", () => {
  const asked = { passes: "2", colour: "red", draw: "3", "single-card": "true" };
  const found = choose(house, gameOf("klondike"), asked);
  assert.ok(isFault(found) && found.kind === "options");
  assert.equal(keyOf(found.choice), "klondike:draw=3,passes=2");
  assert.deepEqual(
    found.wrong.map(({ name }) => name),
    ["colour", "single-card"],
  );
});

test("impossible deals are lost under all rules that allow no more than those of the proof", () => {
  const isLost = (key: string) => impossibleDeals(builtChoice(key)).includes(11982);
  assert.equal(isLost("freecell"), true);
  assert.equal(isLost("freecell:single-card=true"), true);
  assert.equal(isLost("freecell:foundation-return=true"), false);
  assert.equal(isLost("freecell:single-card=true,foundation-return=true"), false);
  assert.deepEqual(impossibleDeals(builtChoice("klondike")), []);
  const lost = (offers: Record<string, string>, options: Record<string, string>) =>
    impossibleDeals({ game: { ...gameOf("plato"), offers, impossible: [7] }, options }).length > 0;
  assert.equal(lost({ empties: "any" }, { empties: "king" }), true);
  assert.equal(lost({ empties: "king" }, { empties: "any" }), false);
  assert.equal(lost({ "foundation-return": "true" }, { "foundation-return": "false" }), true);
  for (const options of [{ columns: "7" }, { cells: "3" }, { build: "suit" }])
    assert.equal(lost({ columns: "8", cells: "4", build: "alternating" }, options), false);
});

test("an address asks for a game and its options", () => {
  const key = (page: string | null, search: string) => {
    const found = asked(page, search);
    return found === null ? null : isFault(found) ? found.kind : keyOf(found);
  };
  assert.equal(key("klondike", "?deal=5&draw=3"), "klondike:draw=3");
  assert.equal(key("plato", "?columns=7&cells=3&deal=5"), "plato:columns=7,cells=3");
  assert.equal(key("freecell", ""), "freecell");
  assert.equal(key(null, ""), null);
  assert.equal(key(null, "?deal=617"), "freecell");
  assert.equal(key(null, "?own=mine~0a1b2c3d&single-card=true"), "mine~0a1b2c3d:single-card=true");
  assert.equal(key(null, "?own=gone~0a1b2c3d&deal=1"), "own");
  assert.equal(key("klondike", "?draw=2"), "options");
  assert.equal(key("freecell", "?draw=3"), "options");
  assert.equal(key("freecell", "?colour=red"), "options");
  assert.equal(key("nonsense", ""), "game");
});

test("what other sites add to a link says nothing of the game", () => {
  assert.deepEqual(
    asked("klondike", "?utm_source=x&fbclid=y&draw=3"),
    builtChoice("klondike:draw=3"),
  );
});

test("the query says the deal and the options, and which own game it is", () => {
  assert.equal(queryOf(builtChoice("freecell"), { deal: 617 }), "?deal=617");
  assert.equal(
    queryOf(builtChoice("klondike:draw=3,passes=2"), { deal: 5 }),
    "?deal=5&draw=3&passes=2",
  );
  assert.equal(queryOf(builtChoice("freecell"), null), "");
  const query = queryOf({ game: OWN, options: {} }, { deal: 3 });
  assert.equal(new URLSearchParams(query).get("own"), "mine~0a1b2c3d");
});

test("a game has its own page in each language beside the others, below any path", () => {
  const to = (path: string, id: string, language: "sv" | "da" | "en") =>
    pathOfGame(path, gameOf(id), language);
  assert.equal(to("/kungen-patiens", "freecell", "da"), "/napoleon");
  assert.equal(to("/a/b/harpan.html", "klondike", "en"), "/a/b/klondike.html");
  assert.equal(to("/klondike.html", "klondike", "da"), "/7-kabale.html");
  assert.equal(to("/a/", "freecell", "sv"), "/a/kungen-patiens.html");
  assert.equal(to("/index.html", "penguin", "sv"), "/pingvinen.html");
  assert.equal(to("/spel", "eight-off", "da"), "/otte-ud");
  assert.equal(to("/spel", "eight-off", "sv"), "/eight-off-patiens");
  assert.equal(pathOfGame("/a/spel", OWN, "sv"), "/a/");
  assert.equal(pathOfList("/a/harpan", house, "da"), "/a/spil");
});

test("a path is that of a game's page in a language, whatever its ending", () => {
  const isPage = (id: string, path: string, language: "sv" | "da" | "en") =>
    isPageOf(gameOf(id), path, language);
  for (const path of ["/kungen", "/kungen-patiens.html", "/a/kungen"])
    assert.equal(isPage("freecell", path, "sv"), true, path);
  for (const path of ["/", "/index.html", "/harpan", "/a/kungen/b", "/napoleon", "/freecell.html"])
    assert.equal(isPage("freecell", path, "sv"), false, path);
  assert.equal(isPage("freecell", "/a/napoleon", "da"), true);
  for (const language of ["sv", "da", "en"] as const)
    assert.equal(isPage("plato", "/plato", language), true, language);
  assert.equal(isPage("plato", "/plato-patiens", "da"), false);
  assert.equal(isPageOf(OWN, "/a/", "da"), true);
  assert.equal(isPageOf(OWN, "/harpan", "sv"), false);
});

test("no source of the page knows a game by its name", () => {
  const sources = readdirSync("src", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, "utf8"));
  for (const { id, names } of house.games)
    for (const name of [id, names.sv])
      assert.ok(!sources.some((source) => source.includes(`"${name}`)), name);
});

test("every game offers what it was said to offer", () => {
  const names = (id: string) => offered(house, gameOf(id)).map(({ name }) => name);
  assert.deepEqual(names("klondike"), ["draw", "passes", "foundation-return"]);
  assert.deepEqual(names("plato"), [
    "columns",
    "cells",
    "build",
    "empties",
    "single-card",
    "foundation-return",
  ]);
  for (const { id } of house.games.filter(({ id }) => !["klondike", "plato"].includes(id)))
    assert.deepEqual(names(id), ["single-card", "foundation-return"], id);
});
