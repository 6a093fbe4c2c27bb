import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import da from "../locales/da.json" with { type: "json" };
import en from "../locales/en.json" with { type: "json" };
import sv from "../locales/sv.json" with { type: "json" };
import type { Layout } from "../src/cards.ts";
import { type Key, makeTexts, preferredLanguage, say, sayCount } from "../src/i18n.ts";
import { cardLabel, cardName, emptyLabel, moveSentence, stepSentence } from "../src/speech.ts";

const LOCALES = { sv, da, en };
const TEXTS = [makeTexts("sv", sv), makeTexts("da", da), makeTexts("en", en)] as const;
const KEYS = Object.keys(sv) as Key[];

const places = (line: string) => [...line.matchAll(/\{(\w+)\}/g)].map(([place]) => place).sort();

for (const [language, lines] of Object.entries(LOCALES)) {
  test(`${language}: the same keys in the same order`, () => {
    assert.deepEqual(Object.keys(lines), KEYS);
  });

  test(`${language}: the same places in every text`, () => {
    for (const key of KEYS) assert.deepEqual(places(lines[key]), places(sv[key]), key);
  });

  test(`${language}: no text is empty, none has stray spaces`, () => {
    for (const key of KEYS) assert.match(lines[key], /^\S(.*\S)?$/, key);
  });
}

test("every text is used somewhere", () => {
  const used = ["html/page.html", "html/deal.html", ...sources()]
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const built = /^(suit|rank|letter|verdict|status\.capacity)\.|\.(one|other)$/;
  for (const key of KEYS) assert.ok(built.test(key) || used.includes(key), key);
});

function sources(): string[] {
  const names = ["acts", "app", "chrome", "speech", "i18n"];
  return names.map((name) => `src/${name}.ts`);
}

test("numbers are grouped as the language does", () => {
  const titles = TEXTS.map((texts) => say(texts, "deal.title", { deal: 32000 }));
  assert.deepEqual(titles, ["giv 32\u00a0000", "uddeling 32.000", "deal 32,000"]);
});

test("one move and several moves have their own words in English", () => {
  const [, , english] = TEXTS;
  assert.equal(sayCount(english, "status.moves", 1), "1 move");
  assert.equal(sayCount(english, "status.moves", 2), "2 moves");
  assert.equal(sayCount(english, "status.moves", 0), "0 moves");
});

test("the browser's first language that the page speaks is taken, else Swedish", () => {
  assert.equal(preferredLanguage(["de-DE", "da-DK", "en"]), "da");
  assert.equal(preferredLanguage(["en-GB", "sv"]), "en");
  assert.equal(preferredLanguage(["nb-NO"]), "da");
  assert.equal(preferredLanguage(["fr", "fi"]), "sv");
});

/** 7C 6D in column 1, QH in column 2, nothing in column 3, KS in cell 2, two of hearts up. */
const LAYOUT: Layout = {
  columns: [[24, 21], [46], []],
  cells: [null, 51],
  foundations: [0, 0, 2, 0],
};

test("a card is named suit first in Swedish and Danish, rank first in English", () => {
  const names = TEXTS.map((texts) => cardName(texts, 50));
  assert.deepEqual(names, ["hjärter kung", "hjerter konge", "king of hearts"]);
});

test("a card's button says the card, the pile, its place and whether it is free", () => {
  assert.deepEqual(
    TEXTS.map((texts) => cardLabel(texts, LAYOUT, 0, 1)),
    [
      "Ruter sex, kolumn 1, kort 2 av 2, fritt",
      "Ruder seks, kolonne 1, kort 2 af 2, frit",
      "Six of diamonds, column 1, card 2 of 2, free",
    ],
  );
  const [swedish] = TEXTS;
  assert.equal(cardLabel(swedish, LAYOUT, 0, 0), "Klöver sju, kolumn 1, kort 1 av 2");
  assert.equal(cardLabel(swedish, LAYOUT, 17, 0), "Spader kung, fri cell 2");
  assert.equal(cardLabel(swedish, LAYOUT, 50, 1), "Hjärter två, hjärtergrundhögen");
  assert.equal(emptyLabel(swedish, 2), "Kolumn 3, tom");
});

test("a move is one sentence", () => {
  const sentences = TEXTS.map((texts) =>
    moveSentence(texts, LAYOUT, { source: 0, target: 1, count: 2 }),
  );
  assert.deepEqual(sentences, [
    "2 kort från klöver sju till hjärter dam i kolumn 2.",
    "2 kort fra klør syv til hjerter dame i kolonne 2.",
    "2 cards from seven of clubs to queen of hearts in column 2.",
  ]);
});

test("a step says the move, the cards that followed, and the card that came free", () => {
  const after: Layout = { ...LAYOUT, columns: [[24], [46], [21]] };
  const step = [
    { source: 0, target: 2, count: 1 },
    { source: 1, target: 49, count: 1 },
  ];
  assert.deepEqual(
    TEXTS.map((texts) => stepSentence(texts, LAYOUT, after, step)),
    [
      "Ruter sex till kolumn 3. Ett kort till grundhögarna. Klöver sju är fri.",
      "Ruder seks til kolonne 3. Et kort til grundbunkerne. Klør syv er fri.",
      "Six of diamonds to column 3. One card to the foundations. Seven of clubs is free.",
    ],
  );
});
