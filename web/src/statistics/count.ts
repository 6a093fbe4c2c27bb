/** Counts what was played, from the results and the saved games: docs/formats.md, "Statistics". */
import type { Result } from "../keeping/results.ts";
import type { SavedGame } from "../rules/saved.ts";

/** What is counted of one key of a game. */
export interface Tally {
  readonly key: string;
  readonly won: number;
  readonly givenUp: number;
  /** Games that have begun and are neither won nor given up. */
  readonly open: number;
  /** The wins among all that were won or given up; null where there are none of either. */
  readonly share: number | null;
  /** Wins one after the other, now and at most. */
  readonly streak: number;
  readonly longest: number;
  /** The wins that were best, of equal ones the first; null where there is none. */
  readonly fastest: Result | null;
  readonly fewest: Result | null;
  readonly highest: Result | null;
  /** Of the games that were won. */
  readonly average: Averages | null;
  /** Wins without a tip, and the tips that were shown in the others. */
  readonly unhelped: number;
  readonly tips: number;
  /** Games won before their results were kept. */
  readonly undated: number;
  /** The last instant of play. */
  readonly latest: number;
}

export interface Averages {
  readonly elapsed: number;
  readonly moves: number;
  /** Null in games without a score. */
  readonly score: number | null;
}

/** Counts each key, the one that was played last first. */
export function countAll(games: readonly SavedGame[], results: readonly Result[]): Tally[] {
  const keys = new Set([...games, ...results].map(({ game }) => game));
  const byKey = grouped(games);
  const wonByKey = grouped(results);
  return [...keys]
    .map((key) => countKey(key, byKey.get(key) ?? [], wonByKey.get(key) ?? []))
    .filter(({ won, givenUp, open, undated }) => won + givenUp + open + undated > 0)
    .sort((one, other) => other.latest - one.latest || (one.key < other.key ? -1 : 1));
}

function grouped<T extends { readonly game: string }>(all: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(one.game);
    if (group === undefined) groups.set(one.game, [one]);
    else group.push(one);
  }
  return groups;
}

/** Counts the saved games and the results of one key. */
export function countKey(
  key: string,
  games: readonly SavedGame[],
  results: readonly Result[],
): Tally {
  const wins = [...results].sort((one, other) => one.ended - other.ended);
  const begun = games.filter(isUnfinished);
  const latest = Math.max(0, ...begun.map(leftAt), wins.at(-1)?.ended ?? 0);
  const givenUp = begun.filter((game) => leftAt(game) < latest);
  const ended = wins.length + givenUp.length;
  return {
    key,
    won: wins.length,
    givenUp: givenUp.length,
    open: begun.length - givenUp.length,
    share: ended === 0 ? null : wins.length / ended,
    ...streaks(wins, givenUp),
    fastest: best(wins, ({ elapsed }) => -elapsed),
    fewest: best(wins, ({ moves }) => -moves),
    highest: best(wins.filter(isScored), ({ score = 0 }) => score),
    average: averages(wins),
    unhelped: wins.filter(({ helped }) => helped === 0).length,
    tips: sum(wins, ({ helped }) => helped),
    undated: games.filter(isUndated).length,
    latest,
  };
}

/** A play that has a move and was never won, whether its moves are in effect or undone. */
const isUnfinished = ({ steps, page }: SavedGame): boolean =>
  steps.length > 0 && !page.won && page.ended === undefined;

/** A win that says neither when it was nor what has helped, as all did before results were kept. */
const isUndated = ({ page }: SavedGame): boolean =>
  page.won && page.ended === undefined && page.helped === undefined;

const leftAt = ({ page }: SavedGame): number => page.open ?? page.began ?? 0;

function streaks(wins: readonly Result[], givenUp: readonly SavedGame[]) {
  const ends = [
    ...givenUp.map((game) => ({ at: leftAt(game), won: false })),
    ...wins.map(({ ended }) => ({ at: ended, won: true })),
  ].sort((one, other) => one.at - other.at);
  let [streak, longest] = [0, 0];
  for (const { won } of ends) {
    streak = won ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return { streak, longest };
}

function best(wins: readonly Result[], worth: (win: Result) => number): Result | null {
  const [first = null, ...others] = wins;
  return others.reduce((top, win) => (top && worth(win) > worth(top) ? win : top), first);
}

const isScored = ({ score }: Result): boolean => score !== undefined;

function averages(wins: readonly Result[]): Averages | null {
  const scored = wins.filter(isScored);
  if (wins.length === 0) return null;
  return {
    elapsed: sum(wins, ({ elapsed }) => elapsed) / wins.length,
    moves: sum(wins, ({ moves }) => moves) / wins.length,
    score: scored.length === 0 ? null : sum(scored, ({ score = 0 }) => score) / scored.length,
  };
}

const sum = <T>(all: readonly T[], count: (one: T) => number): number =>
  all.reduce((total, one) => total + count(one), 0);
