import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_CELL, FIRST_FOUNDATION, FIRST_RESERVE, STOCK, WASTE } from "../src/rules/cards.ts";
import { type Reading, readTyped, typedExamples } from "../src/table/notation.ts";
import { play } from "../src/table/play.ts";
import { stockMove } from "../src/table/state.ts";
import { builtHouse, builtState, layOut } from "./built.ts";

const HEARTS = FIRST_FOUNDATION + 2;
const opens = (source: number | null, target: number | null = null): Reading => ({
  kind: "open",
  source,
  target,
});
const moves = (
  source: number,
  target: number,
  count: number,
  open: "count" | "place" | null = null,
): Reading => ({ kind: "move", move: { source, target, count }, open });

test("a move is two signs: columns by their numbers, cells by letters, home by h", async () => {
  const state = await builtState(617);
  assert.deepEqual(readTyped(state, ""), opens(null));
  assert.deepEqual(readTyped(state, "5"), opens(4));
  assert.deepEqual(readTyped(state, "58"), moves(4, 7, 1));
  assert.deepEqual(readTyped(state, "3a"), moves(2, FIRST_CELL, 1));
  assert.deepEqual(readTyped(state, "3H"), moves(2, FIRST_FOUNDATION, 1));
  assert.deepEqual(readTyped(state, " D 2 "), moves(FIRST_CELL + 3, 1, 1));
});

test("what no move of the game begins with is none", async () => {
  const state = await builtState(617);
  for (const text of ["0", "9", "3e", "h", "w", "r1", "z", "58x", "58v0", "58v20", "58vv", "583"])
    assert.deepEqual(readTyped(state, text), { kind: "none" }, text);
});

test("a move that no number of cards allows is told with the number that would fit", async () => {
  const state = await builtState(617);
  // 7S 6H 5C on 8D would fit with three, and nothing is empty.
  layOut(state, {
    columns: [[27, 22, 16], [29], [0], [1], [2], [3], [4], []],
    cells: [5, 6, 7, 8],
  });
  assert.deepEqual(readTyped(state, "12"), moves(0, 1, 3));
  assert.equal(
    state.legal.some(({ source, target }) => source === 0 && target === 1),
    false,
  );
  assert.deepEqual(readTyped(state, "13"), moves(0, 2, 1));
});

test("into an empty column a number may follow, and Enter takes as many as may move", async () => {
  const state = await builtState(617);
  layOut(state, { columns: [[27, 22, 16], [], [0], [1], [2], [3], [4], []] });
  assert.deepEqual(readTyped(state, "12"), moves(0, 1, 3, "count"));
  assert.deepEqual(readTyped(state, "12v"), opens(0, 1));
  assert.deepEqual(readTyped(state, "12v2"), moves(0, 1, 2));
  assert.deepEqual(readTyped(state, "12va"), moves(0, 1, 10));
  assert.deepEqual(readTyped(state, "12v13"), moves(0, 1, 13));
  assert.deepEqual(readTyped(state, "12v1"), moves(0, 1, 1));
});

test("a one waits for a second digit where ten cards may move", async () => {
  const state = await builtState(617, "plato:cells=10");
  const run = Array.from({ length: 11 }, (_, below) => 4 * (12 - below) + (below % 2 ? 2 : 3));
  layOut(state, { columns: [run, [], [0], [1], [4], [5], [8], []] });
  assert.deepEqual(readTyped(state, "12"), moves(0, 1, 11, "count"));
  assert.deepEqual(readTyped(state, "12v1"), moves(0, 1, 1, "count"));
  assert.deepEqual(readTyped(state, "12v11"), moves(0, 1, 11));
});

test("the waste is w, and d draws or turns over", async () => {
  const state = await builtState(617, "klondike");
  const draw = { source: STOCK, target: WASTE, count: 1 };
  assert.deepEqual(readTyped(state, "d"), { kind: "draw", move: draw, open: null });
  play(state, draw, 0);
  assert.deepEqual(readTyped(state, "w"), opens(WASTE));
  assert.deepEqual(readTyped(state, "w3"), moves(WASTE, 2, 1));
  assert.equal(readTyped(state, "wh").kind, "move");
  for (let move = stockMove(state); move?.source === STOCK; move = stockMove(state))
    play(state, move, 0);
  const over = { source: WASTE, target: STOCK, count: 24 };
  assert.deepEqual(readTyped(state, "d"), { kind: "draw", move: over, open: null });
});

test("in Klondike a card comes down from its foundation by h and its suit", async () => {
  const state = await builtState(617, "klondike");
  assert.deepEqual(readTyped(state, "h"), opens(null));
  assert.deepEqual(readTyped(state, "hh"), opens(HEARTS));
  assert.deepEqual(readTyped(state, "hh4"), moves(HEARTS, 3, 1));
});

test("the places of the reserve are r and their numbers", async () => {
  const state = await builtState(617, "king-albert");
  assert.deepEqual(readTyped(state, "r"), opens(null));
  assert.deepEqual(readTyped(state, "r7"), opens(FIRST_RESERVE + 6));
  assert.deepEqual(readTyped(state, "r79"), moves(FIRST_RESERVE + 6, 8, 1));
  assert.equal(readTyped(state, "r8").kind, "none");
});

test("r10 waits where it could be the tenth place, or the first one's card to column ten", async () => {
  const state = await builtState(617, "king-albert");
  const layout = {
    ...state.layout,
    columns: [...state.layout.columns, []],
    reserve: Array.from({ length: 10 }, () => null),
  };
  const wide = { ...state, layout, legal: [] };
  assert.deepEqual(readTyped(wide, "r10"), moves(FIRST_RESERVE, 9, 1, "place"));
  assert.deepEqual(readTyped(wide, "r105"), moves(FIRST_RESERVE + 9, 4, 1));
});

test("d is a cell where there are four, and draws with Enter where there is a stock too", async () => {
  const state = await builtState(617, "klondike");
  const layout = { ...state.layout, cells: [null, null, null, null] };
  const both = readTyped({ ...state, layout }, "d");
  assert.deepEqual(both, { kind: "draw", move: stockMove(state), open: "place" });
  assert.deepEqual(readTyped({ ...state, layout }, "d5"), moves(FIRST_CELL + 3, 4, 1));
});

test("every legal move of every game can be typed", async () => {
  for (const { id } of builtHouse().games) {
    const state = await builtState(617, id);
    for (let turn = 0; turn < 40 && state.legal.length > 0; turn++) {
      const told = state.legal.map((move) => readTyped(state, textOf(move)));
      assert.deepEqual(
        told.map((reading) => ("move" in reading ? reading.move : reading)),
        [...state.legal],
        id,
      );
      const move = state.legal[(7 * turn) % state.legal.length];
      if (move !== undefined) play(state, move, 0);
    }
  }
});

test("the examples of a game are whole moves of it", async () => {
  for (const { id } of builtHouse().games) {
    const state = await builtState(617, id);
    for (const text of typedExamples(state)) assert.ok("move" in readTyped(state, text), text);
  }
  assert.deepEqual(typedExamples(await builtState(617)), ["26", "3a", "5h"]);
  assert.deepEqual(typedExamples(await builtState(617, "klondike")), ["26", "5h", "w6", "d"]);
  assert.deepEqual(typedExamples(await builtState(617, "king-albert")), ["26", "r16", "5h"]);
});

/** A move as formats.md writes it, always with its number. */
function textOf({ source, target, count }: { source: number; target: number; count: number }) {
  if (source === STOCK || target === STOCK) return "d";
  const sign = (pile: number): string => {
    if (pile < FIRST_CELL) return "1234567890".charAt(pile);
    if (pile < FIRST_RESERVE) return "abcdefgklm".charAt(pile - FIRST_CELL);
    if (pile < FIRST_FOUNDATION) return `r${pile - FIRST_RESERVE + 1}`;
    return pile === WASTE ? "w" : `h${"cdhs".charAt(pile - FIRST_FOUNDATION)}`;
  };
  const end = target >= FIRST_FOUNDATION ? "h" : sign(target);
  return `${sign(source)}${end}v${count}`;
}
