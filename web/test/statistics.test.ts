import assert from "node:assert/strict";
import { test } from "node:test";
import { type Result, resultOf } from "../src/keeping/results.ts";
import type { SavedGame } from "../src/rules/saved.ts";
import { countAll, countKey } from "../src/statistics/count.ts";
import { parseResult } from "../src/statistics/records.ts";
import { noonOf, winsByWeek } from "../src/statistics/weeks.ts";
import { dateOf, hourOf, shareText } from "../src/statistics/words.ts";
import { SWEDISH } from "./built.ts";

const HOUR = 3_600_000;

/** A win that ended at an hour of its own. */
function win(ended: number, changes: Partial<Result> = {}): Result {
  const [game, deal, zone] = ["freecell", ended, "Europe/Stockholm"];
  const base = { format: 1, game, deal, zone, moves: 90, elapsed: 300_000, helped: 0 } as const;
  return { ...base, began: (ended - 1) * HOUR, ended: ended * HOUR, ...changes };
}

/** A game that was begun, and was saved last at an hour. */
function begun(open: number, changes: Partial<SavedGame> = {}): SavedGame {
  const steps = [[["column1", "cell1", 1]]] as const;
  const page = { elapsed: 1000, won: false, open: open * HOUR, began: open * HOUR - 1 };
  return { format: 1, game: "freecell", deal: 1000 + open, steps, position: 1, page, ...changes };
}

const count = (games: readonly SavedGame[], wins: readonly Result[]) =>
  countKey("freecell", games, wins);

test("a game is given up when a later one was played, and open until then", () => {
  const alone = count([begun(5)], []);
  assert.deepEqual([alone.givenUp, alone.open, alone.share], [0, 1, null]);
  const left = count([begun(5), begun(7)], []);
  assert.deepEqual([left.givenUp, left.open, left.share], [1, 1, 0]);
  const won = count([begun(5)], [win(6)]);
  assert.deepEqual([won.givenUp, won.open, won.share], [1, 0, 0.5]);
  const goneBackTo = count([begun(8)], [win(6)]);
  assert.deepEqual([goneBackTo.givenUp, goneBackTo.open, goneBackTo.share], [0, 1, 1]);
});

test("another key's games give nothing up", () => {
  const tallies = countAll([begun(5), begun(7, { game: "klondike" })], []);
  assert.deepEqual(
    tallies.map(({ key, open, givenUp }) => [key, open, givenUp]),
    [
      ["klondike", 1, 0],
      ["freecell", 1, 0],
    ],
  );
});

test("a game without a move is none, one whose moves are all undone is", () => {
  const untouched = begun(5, { steps: [], position: 0 });
  const undone = begun(6, { position: 0 });
  const { open, givenUp } = count([untouched, undone], [win(7)]);
  assert.deepEqual([open, givenUp], [0, 1]);
});

test("a streak is broken by a game given up, where it was left", () => {
  const wins = [win(1), win(2), win(4), win(5), win(6)];
  assert.deepEqual(streaks([], wins), [5, 5]);
  assert.deepEqual(streaks([begun(3)], wins), [3, 3]);
  assert.deepEqual(streaks([begun(5.5)], wins), [1, 4]);
  // The game that goes on breaks nothing yet.
  assert.deepEqual(streaks([begun(7)], wins), [5, 5]);
  assert.deepEqual(streaks([begun(7), begun(8)], wins), [0, 5]);
});

function streaks(games: readonly SavedGame[], wins: readonly Result[]): number[] {
  const { streak, longest } = count(games, [...wins].reverse());
  return [streak, longest];
}

test("a game that is won after it was given up mends the streak", () => {
  const wins = [win(1), win(2), win(4)];
  assert.deepEqual(streaks([begun(3)], wins), [1, 2]);
  assert.deepEqual(streaks([], [...wins, win(9, { deal: 1003 })]), [4, 4]);
});

test("undoing a win neither opens the game again nor gives it up", () => {
  const page = { elapsed: 1000, won: false, open: 3 * HOUR, began: 2 * HOUR, ended: 2.5 * HOUR };
  const wins = [win(2.5, { deal: 1003, began: 2 * HOUR }), win(9)];
  const { won, givenUp, open, streak } = count([begun(3, { page })], wins);
  assert.deepEqual([won, givenUp, open, streak], [2, 0, 0, 2]);
});

test("a deal won twice counts twice", () => {
  assert.equal(count([], [win(3, { deal: 7 }), win(5, { deal: 7 })]).won, 2);
});

test("the best are the first of equal ones", () => {
  const wins = [
    win(3, { moves: 80, elapsed: 200_000, score: 10 }),
    win(1, { moves: 85, elapsed: 100_000, score: 70 }),
    win(2, { moves: 80, elapsed: 100_000, score: 70 }),
  ];
  const { fastest, fewest, highest } = count([], wins);
  assert.deepEqual([fastest?.deal, fewest?.deal, highest?.deal], [1, 2, 1]);
});

test("there is no best score where no win has one, but one of 0 is a score", () => {
  assert.equal(count([], [win(1)]).highest, null);
  assert.equal(count([], [win(1, { score: 0 })]).highest?.score, 0);
});

test("averages are those of the wins, and of the wins with a score", () => {
  const wins = [
    win(1, { moves: 80, elapsed: 100, score: 50 }),
    win(2, { moves: 81, elapsed: 200 }),
  ];
  assert.deepEqual(count([begun(3), begun(4)], wins).average, {
    moves: 80.5,
    elapsed: 150,
    score: 50,
  });
  assert.equal(count([begun(3), begun(4)], []).average, null);
});

test("tips count in the wins in which they were shown", () => {
  const { unhelped, tips } = count([], [win(1), win(2, { helped: 3 }), win(3, { helped: 1 })]);
  assert.deepEqual([unhelped, tips], [1, 4]);
});

test("wins from before results were kept are told apart", () => {
  const page = { elapsed: 1000, won: true };
  const old = begun(1, { page });
  const dated = begun(2, { page: { ...page, began: HOUR, ended: 2 * HOUR } });
  // The end of a play that somebody else has shown.
  const watched = begun(3, { page: { ...page, helped: 1 } });
  const { won, undated, open, givenUp } = count([old, dated, watched], [win(2)]);
  assert.deepEqual([won, undated, open, givenUp], [1, 1, 0, 0]);
});

test("many games are counted, the key played last first", () => {
  const wins = Array.from({ length: 20_000 }, (_, at) => win(at + 1, { game: `g${at % 3}` }));
  const tallies = countAll([], wins);
  assert.deepEqual(
    tallies.map(({ key, won }) => [key, won]),
    [
      ["g1", 6667],
      ["g0", 6667],
      ["g2", 6666],
    ],
  );
});

test("the date of a result is that of the zone it ended in, wherever it is read", () => {
  const ended = Date.UTC(2026, 10, 1, 12, 30);
  const dates = (zone: string) => {
    const result = win(1, { ended, zone });
    return [dateOf(SWEDISH, result), hourOf(SWEDISH, result)];
  };
  assert.deepEqual(dates("Pacific/Auckland"), ["2 nov. 2026", "01:30"]);
  assert.deepEqual(dates("Europe/Stockholm"), ["1 nov. 2026", "13:30"]);
  assert.deepEqual(dates("America/Los_Angeles"), ["1 nov. 2026", "04:30"]);
});

test("a win belongs to the week of the zone it ended in", () => {
  // Sunday evening by Greenwich is Monday in Auckland.
  const ended = Date.UTC(2026, 10, 1, 20);
  const now = { instant: Date.UTC(2026, 10, 10, 12), zone: "Europe/Stockholm" };
  const weeks = winsByWeek(
    [
      win(1, { ended, zone: "Pacific/Auckland" }),
      win(2, { ended }),
      win(3, { ended: now.instant }),
    ],
    now,
    3,
  );
  assert.deepEqual(
    weeks.map(({ monday, won }) => [new Date(noonOf(monday)).toISOString().slice(0, 10), won]),
    [
      ["2026-10-26", 1],
      ["2026-11-02", 1],
      ["2026-11-09", 1],
    ],
  );
});

test("the week that goes on is that of the zone one is in", () => {
  const instant = Date.UTC(2026, 10, 1, 20);
  const mondayIn = (zone: string) => winsByWeek([], { instant, zone }, 1)[0]?.monday;
  assert.equal(Number(mondayIn("Pacific/Auckland")) - Number(mondayIn("Europe/Paris")), 7);
});

test("shares are written as the language does", () => {
  assert.equal(shareText(SWEDISH, 0.6667), "67\u00a0%");
});

test("a saved win is a result once it is known when it began and ended", () => {
  const page = { elapsed: 9000, won: true, began: HOUR, ended: 2 * HOUR, helped: 2 };
  const saved = begun(1, { page, position: 41 });
  const result = resultOf(saved, 120);
  assert.deepEqual(parseResult(JSON.parse(JSON.stringify(result))), result);
  assert.deepEqual(
    [result?.moves, result?.helped, result?.score, result?.elapsed],
    [41, 2, 120, 9000],
  );
  assert.equal("score" in (resultOf(saved, null) ?? {}), false);
  assert.equal(resultOf(begun(1, { page: { ...page, won: false } }), null), null);
  assert.equal(resultOf(begun(1, { page: { elapsed: 1, won: true } }), null), null);
});

test("what is no result is told from what is", () => {
  const good = win(5);
  assert.deepEqual(parseResult(good), good);
  for (const bad of [
    null,
    [],
    { ...good, format: 2 },
    { ...good, game: 5 },
    { ...good, deal: 0 },
    { ...good, deal: 2 ** 33 },
    { ...good, ended: -1 },
    { ...good, ended: 8.64e15 + 1 },
    { ...good, zone: "Europe/Nowhere" },
    { ...good, zone: undefined },
    { ...good, moves: 1.5 },
    { ...good, elapsed: 3_600_000_001 },
    { ...good, helped: "2" },
    { ...good, score: -1 },
  ])
    assert.equal(parseResult(bad), null, JSON.stringify(bad));
});
