import assert from "node:assert/strict";
import { test } from "node:test";
import { singleMoves } from "../src/rules/asked.ts";
import { type Layout, type Move, pileCards, runCards } from "../src/rules/cards.ts";
import { startOf } from "../src/table/anim.ts";
import { hopsOf } from "../src/table/journey.ts";
import { play } from "../src/table/play.ts";
import type { State } from "../src/table/state.ts";
import { builtState, layOut } from "./built.ts";

// 8D 7S 6H, and 9S for them to go on; the last column takes what is left.
const COLUMNS = [[29, 27, 22], [35], [51], [47], [43], [39], [50], []];

/** The hops of a move's cards, and whether they end where the move has put them. */
function followHops(state: State, move: Move) {
  const before: Layout = state.layout;
  const hops = hopsOf(before, singleMoves(state.game, move));
  const cards = runCards(before, { pile: move.source, count: move.count });
  play(state, move, 0);
  const after = pileCards(state.layout, move.target);
  for (const card of cards) {
    const last = hops.get(card)?.at(-1);
    assert.deepEqual([last?.pile, last?.index], [move.target, after.indexOf(card)], `${card}`);
  }
  return hops;
}

test("the cards of a supermove rest in cells and follow each other to their column", async () => {
  const state = await builtState(617);
  layOut(state, { columns: COLUMNS, cells: [null, null, null, null] });
  const hops = followHops(state, { source: 0, target: 1, count: 3 });
  const places = [...hops].map(([card, stops]) => [
    card,
    ...stops.map(({ at, pile }) => [at, pile]),
  ]);
  assert.deepEqual(places, [
    [22, [0, 16], [4, 1]],
    [27, [1, 17], [3, 1]],
    [29, [2, 1]],
  ]);
});

test("with an empty column the cards rest there too, one upon the other", async () => {
  const state = await builtState(617);
  const columns = [[29, 27, 22], [35], [], [47], [43], [39], [50], []];
  // One cell is free.
  layOut(state, { columns, cells: [51, 46, 38, null] });
  const hops = followHops(state, { source: 0, target: 1, count: 3 });
  const resting = [...hops.values()].flat().filter(({ pile }) => pile === 2);
  assert.ok(resting.length > 0);
  assert.deepEqual(
    [...hops.values()]
      .flat()
      .map(({ at }) => at)
      .sort((one, other) => one - other),
    [...hops.values()].flat().map((_, at) => at),
  );
});

test("cards that go by themselves follow each other ever closer", () => {
  assert.equal(startOf(0), 0);
  const gaps = Array.from({ length: 20 }, (_, at) => startOf(at + 1) - startOf(at));
  assert.ok(gaps.every((gap, at) => at === 0 || gap < (gaps[at - 1] ?? 0)));
  assert.deepEqual(gaps.slice(0, 4).map(Math.round), [75, 70, 66, 62]);
  assert.ok(startOf(40) < 1250);
});
