import assert from "node:assert/strict";
import { test } from "node:test";
import { historyOf } from "../src/rules/asked.ts";
import { layoutOf, setAutoplay } from "../src/rules/engine.ts";
import { elapsed, stoppedAt } from "../src/table/clock.ts";
import { play, redo, undo } from "../src/table/play.ts";
import { countSteps, goTo } from "../src/table/replay.ts";
import type { State } from "../src/table/state.ts";
import { builtState, layOut } from "./built.ts";

const NO_CARDS = [null, null, null, null];

async function played(steps: number): Promise<State> {
  const state = await builtState(617);
  for (let step = 0; step < steps; step++) {
    const move = state.legal[step % state.legal.length];
    assert.ok(move !== undefined);
    play(state, move, 0);
  }
  return state;
}

test("a game goes to any of its positions and back, and none of its moves is lost", async () => {
  const state = await played(6);
  const layouts = [layoutOf(state.game)];
  for (let step = 0; step < 6; step++) {
    undo(state, 0);
    layouts.unshift(layoutOf(state.game));
  }
  const steps = historyOf(state.game);
  for (const position of [6, 0, 3, 4, 1, 6, 5]) {
    const { step, before } = goTo(state, position);
    assert.deepEqual(state.layout, layouts[position], `position ${position}`);
    assert.equal(state.status.steps, position);
    assert.deepEqual(step, position === 0 ? [] : steps[position - 1]);
    if (position > 0) assert.deepEqual(before, layouts[position - 1]);
    assert.deepEqual(historyOf(state.game), steps);
  }
  assert.equal(countSteps(state), 6);
});

test("beyond the ends of a game are its ends", async () => {
  const state = await played(3);
  goTo(state, 99);
  assert.equal(state.status.steps, 3);
  goTo(state, -1);
  assert.equal(state.status.steps, 0);
  assert.equal(state.last, null);
});

test("going through a game leaves the clock and the notes of its play alone", async () => {
  const state = await played(3);
  Object.assign(state, { clock: stoppedAt(5_000), timed: false, began: 7, ended: 9, helped: 2 });
  goTo(state, 0);
  goTo(state, 3);
  assert.equal(elapsed(state.clock, 60_000), 5_000);
  const { timed, began, ended, helped } = state;
  assert.deepEqual(
    { timed, began, ended, helped },
    { timed: false, began: 7, ended: 9, helped: 2 },
  );
});

test("the move that led to the position is marked, and after an undo the way home", async () => {
  const state = await played(2);
  const [first, second] = historyOf(state.game).map(([move]) => move);
  goTo(state, 1);
  assert.deepEqual([state.last, state.isBack], [first, false]);
  redo(state, 0);
  assert.deepEqual(state.last, second);
  undo(state, 0);
  assert.deepEqual(
    [state.last, state.isBack],
    [{ source: second?.target, target: second?.source, count: second?.count }, true],
  );
});

test("a card that goes up at once after its move is marked where it lies", async () => {
  const state = await builtState(617);
  // The ace of clubs leaves its column for a cell, and goes up from there.
  layOut(state, { columns: [[50, 0], [35], [51], [47], [43], [39], [49], []], cells: NO_CARDS });
  setAutoplay(state.game, "safe");
  const step = play(state, { source: 0, target: 16, count: 1 }, 0);
  assert.deepEqual(step.at(-1), { source: 16, target: 48, count: 1 });
  assert.deepEqual(state.last, { source: 16, target: 48, count: 1 });
});
