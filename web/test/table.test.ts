import assert from "node:assert/strict";
import { test } from "node:test";
import { rulesFault } from "../src/rules/asked.ts";
import {
  FIRST_RESERVE,
  foundationCard,
  hiddenCount,
  lastRank,
  pileCards,
  STOCK,
  WASTE,
} from "../src/rules/cards.ts";
import { nextFocus } from "../src/table/keys.ts";
import { play, undo } from "../src/table/play.ts";
import { refusal } from "../src/table/refusing.ts";
import { runFrom, runLength, type State, seenCount, stockMove } from "../src/table/state.ts";
import { builtState, layOut } from "./built.ts";

/** Draws, or turns over, as often as is said. */
function draw(state: State, times = 1): void {
  for (let time = 0; time < times; time++) {
    const move = stockMove(state);
    assert.ok(move !== undefined, `draw ${time + 1}`);
    play(state, move, 0);
  }
}

test("the stock is drawn from, the last card drawn is free, and then it is turned over", async () => {
  const state = await builtState(617, "klondike:draw=3");
  // 8S 7H 4D are the next cards.
  assert.deepEqual(pileCards(state.layout, STOCK).slice(-3), [13, 26, 31]);
  draw(state);
  assert.deepEqual(pileCards(state.layout, WASTE), [31, 26, 13]);
  assert.equal(seenCount(state, WASTE), 3);
  assert.equal(seenCount(state, STOCK), 0);
  assert.equal(hiddenCount(state.layout, STOCK), 21);
  draw(state, 7);
  assert.deepEqual(stockMove(state), { source: WASTE, target: STOCK, count: 24 });
  draw(state);
  assert.deepEqual(pileCards(state.layout, STOCK).slice(-3), [13, 26, 31]);
  undo(state, 0);
  assert.equal(pileCards(state.layout, WASTE).length, 24);
});

test("only the free card of the waste is lifted, and none of the stock", async () => {
  const state = await builtState(617, "klondike:draw=3");
  draw(state);
  assert.deepEqual(runFrom(state, WASTE, 2), { pile: WASTE, count: 1 });
  assert.equal(runFrom(state, WASTE, 1), null);
  assert.equal(runFrom(state, STOCK, 20), null);
  assert.equal(runLength(state, STOCK), 0);
});

test("a card face down is no part of a run, and turning one up scores", async () => {
  const state = await builtState(617, "klondike");
  assert.deepEqual(state.layout.hidden, [0, 1, 2, 3, 4, 5, 6]);
  assert.equal(seenCount(state, 6), 1);
  assert.equal(runFrom(state, 6, 5), null);
  // 8D onto 9S turns up 6S.
  play(state, { source: 6, target: 1, count: 1 }, 0);
  assert.deepEqual(state.layout.hidden, [0, 1, 2, 3, 4, 5, 5]);
  assert.equal(state.status.score, 5);
  assert.equal(runLength(state, 1), 2);
  undo(state, 0);
  assert.equal(state.status.score, 0);
});

test("a pass without any card played is reported from the turning over on", async () => {
  const state = await builtState(617, "klondike:draw=3");
  draw(state, 8);
  assert.equal(state.status.uselessPass, false);
  draw(state);
  assert.equal(state.status.uselessPass, true);
  play(state, { source: 6, target: 1, count: 1 }, 0);
  assert.equal(state.status.uselessPass, false);
});

test("with limited passes the last waste stays, and nothing more is drawn", async () => {
  const state = await builtState(617, "klondike:draw=3,passes=2");
  draw(state, 9);
  assert.equal(state.layout.stock?.turnedOver, 1);
  draw(state, 8);
  assert.equal(stockMove(state), undefined);
});

test("why a card goes nowhere: the rank, the reserve, the stock", async () => {
  const klondike = await builtState(617, "klondike");
  // KD at the end of one column, 3C of another, the second one empty.
  const columns = [[8], [], [51], [50], [49], [47], []];
  layOut(klondike, {
    columns,
    hidden: [0, 0, 0, 0, 0, 0, 0],
    stock: { cards: [], waste: [46], turnedOver: 0 },
  });
  const held = { pile: 0, count: 1 };
  assert.deepEqual(refusal(klondike, held, 1), { kind: "rank", rank: 13 });
  assert.deepEqual(refusal(klondike, held, STOCK), { kind: "closed", target: STOCK });
  assert.deepEqual(refusal(klondike, held, WASTE), { kind: "closed", target: WASTE });
  const albert = await builtState(617, "king-albert");
  assert.deepEqual(refusal(albert, held, FIRST_RESERVE), {
    kind: "closed",
    target: FIRST_RESERVE,
  });
});

test("the keys reach the stock, the waste and its cards, and jump by letters", async () => {
  const state = await builtState(617, "klondike:draw=3");
  draw(state);
  const from = (pile: number, count: number, key: string) => {
    state.focus = { pile, count };
    return nextFocus(state, key, false);
  };
  assert.deepEqual(from(0, 1, "PageUp"), { pile: STOCK, count: 1 });
  assert.deepEqual(from(STOCK, 1, "ArrowRight"), { pile: WASTE, count: 1 });
  assert.deepEqual(from(WASTE, 1, "ArrowUp"), { pile: WASTE, count: 2 });
  assert.deepEqual(from(WASTE, 3, "ArrowUp"), { pile: 1, count: 1 });
  assert.deepEqual(from(WASTE, 2, "ArrowDown"), { pile: WASTE, count: 1 });
  assert.deepEqual(from(STOCK, 1, "ArrowUp"), { pile: 0, count: 1 });
  assert.deepEqual(from(STOCK, 1, "ArrowLeft"), { pile: 48, count: 0 });
  // Over the one card that is seen lie only cards face down.
  assert.deepEqual(from(6, 1, "ArrowUp"), { pile: 48, count: 0 });
  assert.deepEqual(from(0, 1, "f"), { pile: 51, count: 0 });
  assert.deepEqual(from(STOCK, 1, "K"), { pile: 0, count: 1 });
  assert.deepEqual(from(0, 1, "c"), { pile: STOCK, count: 1 });
  const albert = await builtState(617, "king-albert");
  albert.focus = { pile: 3, count: 1 };
  assert.deepEqual(nextFocus(albert, "c", false), { pile: FIRST_RESERVE, count: 1 });
});

test("the focus never stays on a card that is turned down again", async () => {
  const state = await builtState(617, "klondike");
  play(state, { source: 6, target: 1, count: 1 }, 0);
  state.focus = { pile: 1, count: 2 };
  undo(state, 0);
  assert.deepEqual(state.focus, { pile: 1, count: 1 });
});

test("foundations of small decks and other bases go round", async () => {
  const { layout } = await builtState(1);
  const small = { ...layout, base: 4, ranks: 5 };
  assert.deepEqual(
    [0, 1, 2, 3].map((below) => foundationCard(small, 2, below)),
    [14, 18, 2, 6],
  );
  assert.equal(lastRank(small), 3);
  assert.equal(lastRank({ ...small, base: 1 }), 5);
});

test("the engine says where a rules record is bad", async () => {
  const { engine, rules } = await builtState(1);
  assert.equal(rulesFault(engine, rules.record), null);
  const bad = Uint8Array.from(rules.record);
  bad[3] = 11;
  const fault = rulesFault(engine, bad);
  assert.equal(fault?.place, 3);
  assert.match(fault?.expected ?? "", /^[ -~]+$/);
});
