import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import da from "../locales/da.json" with { type: "json" };
import en from "../locales/en.json" with { type: "json" };
import daLessons from "../locales/lessons.da.json" with { type: "json" };
import enLessons from "../locales/lessons.en.json" with { type: "json" };
import svLessons from "../locales/lessons.sv.json" with { type: "json" };
import sv from "../locales/sv.json" with { type: "json" };
import daTour from "../locales/tour.da.json" with { type: "json" };
import enTour from "../locales/tour.en.json" with { type: "json" };
import svTour from "../locales/tour.sv.json" with { type: "json" };
import { makeTexts, preferredLanguage, say, sayCount } from "../src/page/i18n.ts";

/** The texts of the table, of the lessons' page and of the tour, by language. */
const LOCALES = {
  table: { sv, da, en },
  lessons: { sv: svLessons, da: daLessons, en: enLessons },
  tour: { sv: svTour, da: daTour, en: enTour },
} as const;
const TEXTS = [makeTexts("sv", sv), makeTexts("da", da), makeTexts("en", en)] as const;

const places = (line = "") => [...line.matchAll(/\{(\w+)\}/g)].map(([place]) => place).sort();

for (const [page, locales] of Object.entries(LOCALES)) {
  const swedish: Readonly<Record<string, string>> = locales.sv;
  const keys = Object.keys(swedish);
  for (const [language, lines] of Object.entries<Readonly<Record<string, string>>>(locales)) {
    test(`${page}, ${language}: the same keys in the same order`, () => {
      assert.deepEqual(Object.keys(lines), keys);
    });

    test(`${page}, ${language}: the same places in every text`, () => {
      for (const key of keys) assert.deepEqual(places(lines[key]), places(swedish[key]), key);
    });

    test(`${page}, ${language}: no text is empty, none has stray spaces`, () => {
      for (const key of keys) assert.match(lines[key] ?? "", /^\S(.*\S)?$/, key);
    });
  }
}

test("every text is used somewhere", () => {
  const used = ["html", "src"]
    .flatMap((directory) => readdirSync(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .concat("../tools/html_files.py", "../tools/book.py", "../tools/offline.py")
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const built =
    /^(suit|rank|letter|number|verdict|refused|stuck|status\.capacity|rule|help|option|settings|file\.cross|hear\.do|stats\.fault|share\.fault)\.|\.(one|other|title|description)$/;
  for (const key of Object.values(LOCALES).flatMap((locales) => Object.keys(locales.sv)))
    assert.ok(built.test(key) || used.includes(key), key);
});

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
