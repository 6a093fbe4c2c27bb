import assert from "node:assert/strict";
import { test } from "node:test";
import type { Move } from "../src/rules/cards.ts";
import { parseSaved } from "../src/rules/saved.ts";
import { elapsed } from "../src/table/clock.ts";
import { goAway, restart } from "../src/table/dealing.ts";
import { play, redo, undo } from "../src/table/play.ts";
import { restore, toSave } from "../src/table/saving.ts";
import type { State } from "../src/table/state.ts";
import { builtState, readCorpus } from "./built.ts";

const solution = parseSaved(readCorpus("solutions/freecell-3.json"));
assert.ok(solution !== null);
const MOVES = solution.steps.map(([move]) => move as Move);

/** What is noted of a play. */
const notes = ({ began, ended, done, helped }: State) => ({ began, ended, done, helped });

test("a play begins with the first move, and goes on through undo, redo, restart and reload", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 5_000 });
  const state = await builtState(3);
  assert.equal(state.began, 0);
  play(state, { source: 0, target: 51, count: 1 }, 0);
  assert.equal(state.began, 0);
  play(state, MOVES[0] as Move, 0);
  assert.equal(state.began, 5_000);
  t.mock.timers.setTime(9_000);
  undo(state, 0);
  redo(state, 0);
  restart(state, 0);
  play(state, MOVES[0] as Move, 0);
  const saved = JSON.parse(JSON.stringify(toSave(state, 0, 9_500)));
  const again = await builtState(3);
  assert.equal(restore(again, { deal: 3 }, saved), true);
  play(again, MOVES[1] as Move, 0);
  assert.deepEqual(notes(again), { began: 5_000, ended: 0, done: false, helped: 0 });
  assert.equal(toSave(again, 0, 0).page.began, 5_000);
});

async function won(t: import("node:test").TestContext): Promise<State> {
  t.mock.timers.enable({ apis: ["Date"], now: 1_000 });
  const state = await builtState(3);
  for (const [at, move] of MOVES.entries()) {
    t.mock.timers.setTime(1_000 + at);
    play(state, move, at * 10);
  }
  return state;
}

test("a win is noted when it comes, and stays at its instant when it is undone and redone", async (t) => {
  const state = await won(t);
  const then = { began: 1_000, ended: 1_039, done: true, helped: 0 };
  assert.deepEqual(notes(state), then);
  t.mock.timers.setTime(77_000);
  undo(state, 400);
  assert.equal(toSave(state, 400, 0).page.ended, 1_039);
  redo(state, 400);
  assert.deepEqual(notes(state), then);
  const again = await builtState(3);
  restore(again, { deal: 3 }, toSave(state, 400, 0));
  assert.deepEqual(notes(again), then);
});

test("a deal that is played again after a win begins anew, with its clock and its tips", async (t) => {
  const state = await won(t);
  state.helped = 3;
  t.mock.timers.setTime(50_000);
  restart(state, 500);
  assert.equal(elapsed(state.clock, 500), 0);
  redo(state, 600);
  // Only redone, it is the play that was won.
  assert.equal(state.began, 1_000);
  undo(state, 600);
  play(state, MOVES[0] as Move, 700);
  assert.deepEqual(notes(state), { began: 50_000, ended: 0, done: false, helped: 0 });
  assert.equal(elapsed(state.clock, 800), 100);
});

test("a won deal that a reload has undone to its start begins anew, too", async (t) => {
  const state = await won(t);
  while (undo(state, 0).length > 0);
  const again = await builtState(3);
  restore(again, { deal: 3 }, toSave(state, 0, 0));
  t.mock.timers.setTime(60_000);
  play(again, MOVES[0] as Move, 0);
  assert.equal(again.began, 60_000);
});

test("other moves from the middle of a won play are the same play", async (t) => {
  const state = await won(t);
  for (let step = 0; step < 10; step++) undo(state, 0);
  play(state, state.legal[0] as Move, 0);
  assert.deepEqual([state.began, state.done], [1_000, true]);
});

test("a win of before wins were noted begins anew, and gets no date", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 9_000 });
  const state = await builtState(3);
  const { steps } = solution.game;
  const saved = { format: 1, game: "freecell", deal: 3, steps, page: { won: true, elapsed: 5 } };
  restore(state, { deal: 3 }, saved);
  assert.equal(state.done, true);
  undo(state, 0);
  redo(state, 0);
  assert.equal(toSave(state, 0, 0).page.ended, undefined);
  restart(state, 0);
  play(state, MOVES[0] as Move, 0);
  assert.deepEqual(notes(state), { began: 9_000, ended: 0, done: false, helped: 0 });
});

test("the clock runs from the first move on, and stands while the page is hidden", async () => {
  const state = await builtState(3);
  assert.equal(elapsed(state.clock, 5_000), 0);
  play(state, MOVES[0] as Move, 10_000);
  goAway(state, true, 12_000);
  assert.equal(elapsed(state.clock, 60_000), 2_000);
  goAway(state, false, 70_000);
  assert.equal(elapsed(state.clock, 71_000), 3_000);
});

test("the score is never under 0, and undo brings back that of before", async () => {
  const state = await builtState(5, "klondike");
  const scores = [state.status.score];
  for (let turn = 0; turn < 60; turn++) {
    const move = state.legal[turn % Math.max(1, state.legal.length)];
    if (move === undefined || play(state, move, 0).length === 0) break;
    scores.push(state.status.score);
  }
  assert.ok(scores.length > 20 && new Set(scores).size > 3);
  assert.ok(scores.every((score) => score >= 0));
  for (const score of scores.slice(0, -1).reverse()) {
    undo(state, 0);
    assert.equal(state.status.score, score);
  }
});
