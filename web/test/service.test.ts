import assert from "node:assert/strict";
import { test } from "node:test";
import da from "../locales/da.json" with { type: "json" };
import en from "../locales/en.json" with { type: "json" };
import { makeTexts } from "../src/page/i18n.ts";
import type { Move } from "../src/rules/cards.ts";
import { parseSaved, type Saved, savedGame } from "../src/rules/saved.ts";
import { isAsked, type Moment } from "../src/service/consent.ts";
import { type Answer, fateOf, waitAfter, waitLeft } from "../src/service/fate.ts";
import { figuresText, uncountedText } from "../src/service/figures.ts";
import { isStale } from "../src/service/found.ts";
import { HELP, takeHelp } from "../src/service/help.ts";
import { begunLetter, randomUuid, wonLetter } from "../src/service/letters.ts";
import { measuredText } from "../src/service/measured.ts";
import { nextLetter, type Posted } from "../src/service/outbox.ts";
import { restart } from "../src/table/dealing.ts";
import { play } from "../src/table/play.ts";
import { restore, toSave } from "../src/table/saving.ts";
import { builtState, readCorpus, SWEDISH } from "./built.ts";

const [DANISH, ENGLISH] = [makeTexts("da", da), makeTexts("en", en)];
const PLAY = "5ec0d000-1111-4222-8333-444455556666";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const solution = parseSaved(readCorpus("solutions/freecell-3.json"));
assert.ok(solution !== null);
const MOVES = solution.steps.map(([move]) => move as Move);

const played = (page: object, position = 2): Saved => ({
  format: 1,
  game: "freecell",
  deal: 617,
  steps: [[["column5", "column8", 1]], [["column3", "cell1", 1]], [["cell1", "column3", 1]]],
  position,
  page: { elapsed: 61_499, won: false, play: PLAY, ...page },
});

test("of a play that is counted is told that it was begun, and on which day there", () => {
  const began = new Date(2026, 11, 1, 0, 0, 1).getTime();
  assert.deepEqual(begunLetter(played({ began })), {
    kind: "start",
    uuid: PLAY,
    made: began,
    day: "2026-12-01",
    game: "freecell",
    deal: 617,
  });
});

test("of other plays, and of positions, nothing is told", () => {
  const began = 1_790_000_000_000;
  assert.equal(begunLetter(played({ began, play: undefined })), null);
  const { deal: _, ...rest } = played({ began }) as Saved & { deal: number };
  assert.equal(begunLetter({ ...rest, layout: ": KH" }), null);
  assert.equal(begunLetter({ ...played({ began }), game: "klondike:draw=3" } as Saved), null);
});

test("of a win are told the steps in effect, the help and the seconds", () => {
  const ended = 1_790_000_000_500;
  const won = played({ won: true, began: 1_790_000_000_000, ended, help: 2 });
  const letter = wonLetter(won);
  assert.ok(letter !== null);
  assert.deepEqual([letter.uuid, letter.made, letter.help, letter.seconds], [PLAY, ended, 2, 61]);
  // Two steps of one move: from column 5 to 8, from column 3 to cell 1.
  const bytes = [1, 4, 7, 1, 1, 2, 16, 1];
  assert.equal(letter.steps, Buffer.from(bytes).toString("base64url"));
  assert.deepEqual(letter.begun, begunLetter(won));
  assert.equal(wonLetter(played({ began: 1, ended })), null);
  assert.equal(wonLetter(played({ began: 1, ended, won: true, play: undefined })), null);
});

test("a random number has the form of version 4, and another one each time", () => {
  const numbers = Array.from({ length: 100 }, randomUuid);
  const form = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  assert.ok(numbers.every((number) => form.test(number)));
  assert.equal(new Set(numbers).size, 100);
});

test("the highest help is kept through undo, restart and reload, and gone in another play", async () => {
  const state = await builtState(3);
  takeHelp(state, HELP.verdict);
  state.play = PLAY;
  play(state, MOVES[0] as Move, 0);
  takeHelp(state, HELP.move);
  assert.equal(state.help, 2);
  restart(state, 0);
  const again = await builtState(3);
  restore(again, { deal: 3 }, JSON.parse(JSON.stringify(toSave(state, 0, 0))));
  assert.deepEqual([again.help, again.play], [2, PLAY]);
  restore(again, { deal: 3 }, { ...toSave(await builtState(3), 0, 0), page: {} });
  assert.deepEqual([again.help, again.play], [0, ""]);
});

test("a number that is none counts no play", () => {
  const { page } = savedGame(played({ play: "../admin" })) as Saved;
  assert.equal(page.play, undefined);
});

const answered = (status: number, type?: string, retryAfter: string | null = null): Answer => ({
  status,
  problem: type === undefined ? null : { type: `urn:kungen:problem:${type}` },
  retryAfter,
});

for (const [answer, fate] of [
  [answered(201), "taken"],
  [answered(200), "taken"],
  [answered(422, "not-won"), "refused"],
  [answered(409, "used"), "refused"],
  [answered(413, "too-large"), "refused"],
  [answered(404, "unknown-play"), "unknown"],
  [answered(422, "future"), "early"],
  [answered(429, "rate"), "later"],
  [answered(503, "busy"), "later"],
  [answered(500, "server"), "later"],
  [answered(404), "astray"],
  [answered(413), "astray"],
  [answered(429), "later"],
  [answered(302), "later"],
  [null, "later"],
] as const)
  test(`${answer?.status ?? "nothing"} ${answer?.problem?.type ?? "from others"} is ${fate}`, () => {
    assert.equal(fateOf(answer), fate);
  });

const WON = played({ won: true, began: 1_790_000_000_000, ended: 1_790_000_000_500 });

const posted = (uuid: string, made: number, astray?: Posted["astray"]): Posted => ({
  ...(begunLetter(played({ began: made })) as Posted),
  uuid,
  ...(astray && { astray }),
});

test("a letter that others answer again and again lets those of other plays by, and no others", () => {
  const now = 1_790_000_000_000;
  const stuck = posted("a", 1, { times: 3, until: now + 5_000 });
  const won: Posted = { ...(wonLetter(WON) as Posted), uuid: "a", made: 2 };
  const other = posted("b", 3);
  assert.deepEqual(nextLetter([won, other, stuck], now), { letter: other, wait: 0 });
  assert.deepEqual(nextLetter([won, stuck], now), { letter: stuck, wait: 5_000 });
  assert.deepEqual(nextLetter([won, other, stuck], now + 5_000), { letter: stuck, wait: 0 });
  const twice = posted("a", 1, { times: 2, until: now + 5_000 });
  assert.deepEqual(nextLetter([other, twice], now), { letter: twice, wait: 0 });
  assert.equal(nextLetter([], now), null);
});

test("waits double from half a minute to six hours", () => {
  const waits = [1, 2, 3, 4, 20, 2000].map((failed) => waitAfter(failed, null, 0));
  assert.deepEqual(waits, [30_000, 60_000, 120_000, 240_000, 6 * HOUR, 6 * HOUR]);
});

test("a wait that is asked for is kept, in seconds or to a date, but for no more than a day", () => {
  const now = Date.UTC(2026, 11, 1, 12);
  const wait = (retryAfter: string) => waitAfter(3, retryAfter, now);
  assert.equal(wait("7"), 7_000);
  assert.equal(wait("0"), 1_000);
  assert.equal(wait("Tue, 01 Dec 2026 12:00:30 GMT"), 30_000);
  assert.equal(wait("Tue, 01 Dec 2020 12:00:30 GMT"), 1_000);
  assert.equal(wait("999999999"), DAY);
  assert.equal(wait("soon"), 120_000);
});

test("a wait ends, also when the clock was set back", () => {
  assert.equal(waitLeft(5_000, 2_000), 3_000);
  assert.equal(waitLeft(5_000, 9_000), 0);
  assert.equal(waitLeft(5_000 + 2 * DAY, 2_000), 0);
});

test("a host without a service is asked again after a day, one with it after an hour", () => {
  const none = { asked: 5 * DAY, results: null };
  const some = { asked: 5 * DAY, results: { measure: 1, games: {} } };
  assert.equal(isStale(null, 0), true);
  assert.equal(isStale(none, 6 * DAY - 1), false);
  assert.equal(isStale(none, 6 * DAY), true);
  assert.equal(isStale(some, 5 * DAY + HOUR - 1), false);
  assert.equal(isStale(some, 5 * DAY + HOUR), true);
  assert.equal(isStale(some, 4 * DAY), true);
});

const MOMENT: Moment = {
  measure: undefined,
  isTour: false,
  isNewcomer: false,
  time: 5_000,
  isWon: false,
  isFresh: false,
  hasPlayed: true,
};

for (const [why, moment, asked] of [
  ["at a win", { isWon: true }, true],
  ["before the second deal", { isFresh: true }, true],
  ["not before the first deal", { isFresh: true, hasPlayed: false }, false],
  ["not in the middle of a game", {}, false],
  ["not beside the tour's offer", { isWon: true, isTour: true }, false],
  ["not in the first minute of a newcomer", { isFresh: true, isNewcomer: true }, false],
  ["after it", { isFresh: true, isNewcomer: true, time: 60_000 }, true],
  ["not after a yes", { isWon: true, measure: "yes" }, false],
  ["not after a no", { isWon: true, measure: "no" }, false],
  ["not a second time", { isWon: true, measure: "asked" }, false],
] as const)
  test(`asked is ${why}`, () => {
    assert.equal(isAsked({ ...MOMENT, ...moment }), asked);
  });

const FIGURES = { starts: 10, completed: 4, with_help: 0, fewest_moves: 79 };

test("the player's result stands beside those of all", () => {
  assert.equal(
    figuresText(SWEDISH, FIGURES, 87),
    "Ditt bästa: 87 drag. 10 har börjat på den, 4 har vunnit. Färst drag: 79.",
  );
  assert.equal(
    figuresText(DANISH, { ...FIGURES, starts: 1234, with_help: 2 }, null),
    "1.234 er gået i gang, 4 har vundet, yderligere 2 med hjælp. Færrest træk: 79.",
  );
  assert.equal(
    figuresText(ENGLISH, { starts: 1, completed: 0, with_help: 0, fewest_moves: null }, null),
    "1 has begun it, no one has won yet.",
  );
  assert.equal(figuresText(ENGLISH, { ...FIGURES, starts: 0, completed: 0 }, 87), "");
});

test("where all wins were won with help, nobody is said not to have won", () => {
  const helped = (with_help: number) => ({
    starts: 2,
    completed: 0,
    with_help,
    fewest_moves: null,
  });
  assert.deepEqual(
    [SWEDISH, DANISH, ENGLISH].map((texts) => figuresText(texts, helped(1), null)),
    [
      "2 har börjat på den, 1 har vunnit med hjälp.",
      "2 er gået i gang, 1 har vundet med hjælp.",
      "2 have begun it, 1 has won with help.",
    ],
  );
  assert.equal(figuresText(ENGLISH, helped(2), null), "2 have begun it, 2 have won with help.");
});

test("a win that is not counted stands beside figures only where these do not contradict it", () => {
  const own = "Ditt bästa: 87 drag.";
  assert.equal(uncountedText(SWEDISH, FIGURES, 87), figuresText(SWEDISH, FIGURES, 87));
  assert.equal(uncountedText(SWEDISH, { ...FIGURES, fewest_moves: 88 }, 87), own);
  const none = { starts: 1, completed: 0, with_help: 0, fewest_moves: null };
  assert.equal(uncountedText(SWEDISH, none, 87), own);
});

const RESULTS = {
  starts: 4426,
  completed: 1573,
  with_help: 12,
  share: 0.3554,
  interval: [0.3414, 0.3696],
  first_day: "2026-12-01",
  last_day: "2026-12-07",
} as const;

test("measured plays are told with share, number, interval, period, measure and help apart", () => {
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  assert.equal(
    plain(measuredText(SWEDISH, RESULTS, 1, null)),
    "35,5 % vunna av 4 426 påbörjade givar, 95 %-intervall 34,1–37,0 %. " +
      "Mätt 1–7 december 2026, mätsätt 1. Dessutom 12 vunna med hjälp.",
  );
  assert.equal(
    plain(measuredText(DANISH, { ...RESULTS, with_help: 0 }, 1, null)),
    "35,5 % vundet af 4.426 påbegyndte uddelinger, 95 %-interval 34,1–37,0 %. " +
      "Målt 1.–7. december 2026, målemetode 1.",
  );
  assert.equal(
    plain(measuredText(ENGLISH, { ...RESULTS, last_day: "2026-12-01" }, 2, Date.UTC(2026, 11, 9))),
    "35.5% won of 4,426 deals begun, 95% interval 34.1–37.0%. Measured 1 December 2026, method 2. " +
      "12 more won with help. Read 9 Dec 2026.",
  );
});
