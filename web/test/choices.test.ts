import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeSettings } from "../src/keeping/store.ts";
import { CHOICES, choicesOf, lookOf, waysOf } from "../src/settings/choices.ts";
import { USUAL_WAYS } from "../src/table/ways.ts";

test("what is kept and no choice is as usual, and the rest of it stands", () => {
  const kept = { theme: "black", felt: "blue", hold: "500", mirror: 1, print: "large", extra: {} };
  const choices = choicesOf(kept);
  assert.equal(choices.theme, "device");
  assert.equal(choices.felt, "blue");
  assert.equal(choices.hold, 350);
  assert.equal(choices.mirror, false);
  assert.equal(choices.print, "large");
});

test("settings that are no object are all as usual", () => {
  for (const kept of [null, 7, "dark", [], undefined]) {
    const choices = choicesOf(kept as never);
    for (const [name, [usual]] of Object.entries(CHOICES))
      assert.equal(choices[name as keyof typeof choices], usual, name);
  }
});

test("nobody who has chosen nothing plays otherwise than usually", () => {
  const { tap, order, tips, pace, hold, mirror, merge, isLarge, letters, keys, sound, quiet } =
    waysOf({}, false);
  assert.deepEqual(
    { tap, order, tips, pace, hold, mirror, merge, isLarge, letters, keys, sound, quiet },
    USUAL_WAYS,
  );
});

test("one tap plays where fingers play, until the player says otherwise", () => {
  assert.equal(waysOf({}, true).tap, "best");
  assert.equal(waysOf({}, false).tap, "select");
  assert.equal(waysOf({ tap: "select" }, true).tap, "select");
  assert.equal(waysOf({ tap: "best" }, false).tap, "best");
});

test("the table is told of each choice as it was made", () => {
  const chosen = { order: "foundation", hold: 800, letters: "english", mirror: true, merge: true };
  const switched = { keys: false, sound: true, quiet: true, tips: "exists" };
  assert.deepEqual(
    { ...waysOf({ ...chosen, ...switched, print: "large" }, false) },
    { ...waysOf({}, false), ...chosen, ...switched, isLarge: true },
  );
});

test("the pace is a share of the usual time", () => {
  const paces = ["calm", "normal", "quick", "none"].map((pace) => waysOf({ pace }, false).pace);
  assert.deepEqual(paces, [1.5, 1, 0.5, 0]);
});

test("each game may have a deck of its own, and the others have that of all", () => {
  const settings = { deck: "families", decks: { klondike: "two", penguin: "gold" } };
  assert.equal(lookOf(settings, "klondike").deck, "two");
  assert.equal(lookOf(settings, "penguin").deck, "families");
  assert.equal(lookOf(settings, "freecell").deck, "families");
  assert.equal(lookOf(settings, null).deck, "families");
});

test("what one page chooses leaves what another has chosen, also for another game", () => {
  const kept = { felt: "blue", decks: { freecell: "four" }, options: { plato: { cells: "3" } } };
  const one = mergeSettings(kept, { theme: "dark", decks: { klondike: "two" } });
  assert.deepEqual(one, {
    felt: "blue",
    theme: "dark",
    decks: { freecell: "four", klondike: "two" },
    options: { plato: { cells: "3" } },
  });
  assert.deepEqual(mergeSettings(one, { deck: "two", decks: null }).decks, null);
});
