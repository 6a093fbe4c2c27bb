import assert from "node:assert/strict";
import { test } from "node:test";
import da from "../locales/da.json" with { type: "json" };
import en from "../locales/en.json" with { type: "json" };
import sv from "../locales/sv.json" with { type: "json" };
import { makeTexts, type Texts } from "../src/page/i18n.ts";
import { tourStops } from "../src/page/tour.ts";
import { readRules } from "../src/rules/formats.ts";
import { type HouseGame, recordOf } from "../src/rules/house.ts";
import { builtHouse } from "./built.ts";

const TEXTS = [makeTexts("sv", sv), makeTexts("da", da), makeTexts("en", en)] as const;
/** Words that are read in a minute. */
const PACE = 160;

const stopsOf = (texts: Texts, game: HouseGame) => {
  const choice = { game, options: {} };
  return tourStops({ texts, choice, rules: readRules(recordOf(builtHouse(), choice)) });
};

function gameOf(id: string): HouseGame {
  const game = builtHouse().games.find((one) => one.id === id);
  if (game === undefined) throw new Error(`the house has no ${id}`);
  return game;
}

for (const texts of TEXTS)
  for (const game of builtHouse().games)
    test(`${texts.language}, ${game.id}: the tour takes less than a minute`, () => {
      const words = stopsOf(texts, game).flatMap(({ text }) => text.split(/\s+/));
      assert.ok(words.length > 60 && words.length < PACE, `${words.length} words`);
    });

test("a tour stops where its game has something, and nowhere else", () => {
  const [swedish] = TEXTS;
  const parts = (id: string) => stopsOf(swedish, gameOf(id)).map(({ part }) => part);
  const last = ["hands", "undo", "menu"];
  assert.deepEqual(parts("freecell"), ["foundations", "columns", "empty", "cells", ...last]);
  assert.deepEqual(parts("klondike"), ["foundations", "columns", "empty", "stock", ...last]);
  assert.deepEqual(parts("king-albert"), ["foundations", "columns", "empty", "reserve", ...last]);
});

test("cells are spoken of only where there are some", () => {
  const [, , english] = TEXTS;
  const text = (id: string) =>
    stopsOf(english, gameOf(id))
      .map((stop) => stop.text)
      .join(" ");
  assert.match(text("freecell"), /into a free cell/);
  assert.doesNotMatch(text("klondike"), /cell/);
});

test("the tour of a player's own game leads to no guide", () => {
  const [, , english] = TEXTS;
  const own = { ...gameOf("freecell"), pages: null };
  assert.match(stopsOf(english, gameOf("freecell")).at(-1)?.text ?? "", /guide/);
  assert.doesNotMatch(stopsOf(english, own).at(-1)?.text ?? "", /guide/);
});

test("no stop has more than three sentences", () => {
  for (const texts of TEXTS)
    for (const game of builtHouse().games)
      for (const { text } of stopsOf(texts, game)) {
        const sentences = text.split(/[.:] /);
        assert.ok(sentences.length <= 3, text);
      }
});
