import assert from "node:assert/strict";
import { test } from "node:test";
import da from "../locales/da.json" with { type: "json" };
import en from "../locales/en.json" with { type: "json" };
import { drawGame } from "../src/list/picture.ts";
import {
  choiceText,
  differences,
  ruleLine,
  ruleSentences,
  sizesText,
} from "../src/page/describe.ts";
import { type Key, makeTexts } from "../src/page/i18n.ts";
import { keyOf } from "../src/rules/chosen.ts";
import { readRules } from "../src/rules/formats.ts";
import { choose, isFault, recordOf } from "../src/rules/house.ts";
import { builtChoice, builtHouse, builtRules, SWEDISH } from "./built.ts";

const ENGLISH = makeTexts("en", en);
const DANISH = makeTexts("da", da);
const line = (key: string) => ruleLine(ENGLISH, builtRules(key));

test("a game's rules are said in a line", () => {
  assert.equal(
    line("freecell"),
    "8 columns, 4 free cells. Built down in alternating colours, an empty column takes any card.",
  );
  assert.equal(
    line("seahaven-towers"),
    "10 columns, 4 free cells, 2 of them filled. Built down in suit, an empty column takes only a king.",
  );
  assert.equal(
    line("klondike"),
    "7 columns with hidden cards, a stock drawn one card at a time. Built down in " +
      "alternating colours, an empty column takes only a king, runs move whole, cards may " +
      "come down from the foundations, with points.",
  );
  assert.equal(
    line("penguin"),
    "7 columns, 7 free cells. Built down in suit, an empty column takes only the rank below the " +
      "beak's, runs move whole, a king may go on an ace, the beak says where the foundations begin.",
  );
  assert.match(line("king-albert"), /^9 columns, 7 cards in reserve\./);
});

test("the line follows the options", () => {
  assert.match(line("klondike:draw=3,passes=2"), /a stock drawn three cards at a time, 2 passes\./);
  assert.match(line("klondike:passes=1"), /, one pass\./);
  assert.match(
    line("plato:columns=4,cells=1,build=suit"),
    /^4 columns, 1 free cell\. Built down in suit/,
  );
  assert.match(line("freecell:single-card=true"), /one card moves at a time\.$/);
});

test("the line names everything that most games do not have", () => {
  const rules = builtRules("freecell");
  const said = (change: object) => ruleLine(ENGLISH, { ...rules, ...change });
  assert.equal(said({}), line("freecell"));
  const none = { toFoundation: 0, fromWaste: 0, turned: 0, fromFoundation: 0 };
  assert.match(said({ points: none }), /, with points\.$/);
  assert.match(said({ foundationReturn: true }), /, cards may come down from the foundations\.$/);
  assert.match(said({ runs: "single" }), /, one card moves at a time\.$/);
  assert.match(said({ wraps: true }), /, a king may go on an ace\.$/);
  assert.match(said({ ranks: 5 }), /^A deck of 5 ranks, 8 columns/);
  assert.match(line("forecell"), /4 free cells, 4 of them filled\./);
});

test("games are compared trait by trait, and what is alike goes unsaid", () => {
  const rules = builtRules("klondike");
  const among = (one: object, ...others: object[]) =>
    differences(
      ENGLISH,
      { ...rules, ...one },
      others.map((other) => ({ ...rules, ...other })),
    );
  assert.equal(among({}), "");
  assert.equal(among({}, {}, {}), "");
  assert.equal(among({ passes: 3 }, {}), "3 passes");
  assert.equal(among({}, { passes: 3 }), "any number of passes");
  assert.equal(among({}, { points: null }), "with points");
  const other = { ...rules.points, turned: 1 };
  assert.match(among({}, { points: other }), /^points: 10 to .*, 5 for a card turned up, -15 from/);
  assert.equal(among({ points: null }, {}, {}), "without points");
  assert.equal(among({ leftward: false }, {}), "dealt from the left");
  assert.equal(
    among({ base: 5 }, {}),
    "an empty column takes only a four, the foundations begin with the five",
  );
  assert.equal(among({ hidden: [0, 1, 1, 1, 1, 1, 1] }, {}), "0 1 1 1 1 1 1 of them hidden");
  assert.equal(among({ foundationReturn: false }, {}), "cards stay on the foundations");
  assert.equal(
    differences(ENGLISH, builtRules("eight-off"), [builtRules("seahaven-towers")]),
    "8 columns, columns of 6 6 6 6 6 6 6 6 cards, 8 free cells, 4 of them filled, " +
      "filled cells 1 2 3 4",
  );
});

test("a game of any size says so, until a size is chosen", () => {
  const house = builtHouse();
  const said = (key: string) => sizesText(ENGLISH, house, builtChoice(key));
  assert.equal(said("plato"), "Any size: columns 4 to 10, free cells 1 to 10.");
  assert.equal(said("plato:build=suit"), "Any size: columns 4 to 10, free cells 1 to 10.");
  assert.equal(said("plato:cells=5"), "");
  assert.equal(said("freecell"), "");
  assert.equal(said("klondike"), "");
});

test("the line is said in each language", () => {
  const rules = builtRules("klondike:draw=3");
  assert.equal(
    ruleLine(SWEDISH, rules),
    "7 kolumner med dolda kort, en talong där tre kort vänds i taget. Byggs ned i växlande " +
      "färg, tom kolumn tar bara kung, följder flyttas hela, kort får tas ned från grundhögarna, " +
      "med poäng.",
  );
  assert.match(ruleLine(DANISH, rules), /^7 kolonner med skjulte kort, en trækbunke med tre/);
});

test("the help says what the game has, and nothing of what it has not", () => {
  const said = (key: string) => ruleSentences(ENGLISH, builtRules(key)).join(" ");
  assert.match(said("freecell"), /from ace to king\./);
  assert.match(said("freecell"), /Each free cell holds one card\./);
  assert.doesNotMatch(said("freecell"), /stock|reserve|hidden|beak|come down/);
  assert.match(
    said("klondike"),
    /draw a card .* hidden card is turned up|hidden card is turned up.* draw a card/,
  );
  assert.match(said("klondike"), /may come down/);
  assert.doesNotMatch(said("klondike"), /free cell|times|once/);
  assert.match(said("klondike:passes=1"), /once only/);
  assert.doesNotMatch(said("klondike:passes=1"), /turned over/);
  assert.match(said("klondike:passes=2"), /turned over.*at most 2 times/);
  assert.match(said("klondike:draw=3"), /three cards/);
  assert.match(said("penguin"), /rank of the beak.*king may also go on an ace.*below the beak's/);
  assert.match(said("king-albert"), /reserve/);
});

test("a base other than the ace names the last rank below it", () => {
  const rules = { ...builtRules("forecell"), base: 5 };
  assert.match(ruleSentences(ENGLISH, rules).join(" "), /from five to four; after the king/);
  assert.match(
    ruleLine(ENGLISH, rules),
    /takes only a four, the foundations begin with the five\./,
  );
});

test("columns for the last rank are for kings only where a king comes last", () => {
  const { game } = builtChoice("plato");
  const said = (base: string) => {
    const record = game.record.slice(0, 20) + base + game.record.slice(22);
    const choice = { game: { ...game, record }, options: { empties: "king" } };
    return [SWEDISH, DANISH, ENGLISH].map((texts) => choiceText(texts, choice));
  };
  assert.deepEqual(said("01"), [
    "PLATO. Tom kolumn tar: bara kungar.",
    "PLATO. Tom kolonne tager: kun konger.",
    "PLATO. An empty column takes: only kings.",
  ]);
  assert.equal(
    said("05")[2],
    "PLATO. An empty column takes: only the rank that comes last on the foundations.",
  );
});

test("every sentence of rules is said of some game", () => {
  const said = new Set<string>();
  const listening = {
    ...ENGLISH,
    lines: new Proxy(ENGLISH.lines, {
      get: (lines, key: Key) => {
        said.add(key);
        return lines[key];
      },
    }),
  };
  const keys = ["klondike:passes=2", "klondike:draw=3,passes=1", "freecell:single-card=true"];
  for (const key of [...builtHouse().games.map(({ id }) => id), ...keys]) {
    ruleLine(listening, builtRules(key));
    ruleSentences(listening, builtRules(key));
  }
  ruleLine(listening, { ...builtRules("klondike"), base: 5, columns: 1, reserve: 1 });
  ruleSentences(listening, { ...builtRules("freecell"), base: 5 });
  ruleLine(listening, { ...builtRules("freecell"), columns: 1, cells: 1, ranks: 1 });
  const filled = Uint8Array.from({ length: 50 }, (_, at) => (at === 36 ? 1 : 0));
  ruleLine(listening, { ...builtRules("freecell"), record: filled });
  const stems = /^(rule|help)\.(?!runs|hands|peek|head|keys|key\.)/;
  const unsaid = Object.keys(en).filter((key) => stems.test(key) && !said.has(key));
  assert.deepEqual(unsaid, []);
});

const count = (picture: string, look: string) => picture.split(`class="${look}"`).length - 1;

test("a picture has the cards of the deal and the places of the table", () => {
  const run = 3;
  const free = drawGame(builtRules("freecell"));
  assert.deepEqual(
    ["up", "down", "place", "home"].map((look) => count(free, look)),
    [52 + run, 0, 4, 4],
  );
  const harp = drawGame(builtRules("klondike"));
  assert.deepEqual(
    ["up", "down", "place", "home"].map((look) => count(harp, look)),
    [7 + run, 21 + 1, 1, 4],
  );
  const penguin = drawGame(builtRules("penguin"));
  assert.deepEqual(
    ["up", "down", "place", "home"].map((look) => count(penguin, look)),
    [49 + 3 + run, 0, 7, 1],
  );
  assert.equal(count(drawGame(builtRules("eight-off")), "place"), 4);
  assert.equal(count(drawGame(builtRules("king-albert")), "up"), 45 + 7 + run);
});

test("nothing in a picture lies outside it, whatever the size", () => {
  const house = builtHouse();
  const { game } = builtChoice("plato");
  for (let columns = 4; columns <= 10; columns++)
    for (let cells = 1; cells <= 10; cells++) {
      const choice = choose(house, game, { columns: `${columns}`, cells: `${cells}` });
      assert.ok(!isFault(choice));
      const picture = drawGame(readRules(recordOf(house, choice)));
      const boxes = picture.matchAll(
        /x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/g,
      );
      for (const [, ...numbers] of boxes) {
        const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
        assert.ok(x >= 5 && y >= 5 && x + width <= 91 && y + height <= 83, keyOf(choice));
        assert.ok(width > 2);
      }
    }
});
