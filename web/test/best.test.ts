import assert from "node:assert/strict";
import { test } from "node:test";
import { isSafe } from "../src/rules/asked.ts";
import {
  FIRST_CELL,
  FIRST_FOUNDATION,
  FIRST_RESERVE,
  isCell,
  isFoundation,
  type Layout,
  type Move,
  pileCards,
  type Run,
  STOCK,
  sameMove,
  WASTE,
} from "../src/rules/cards.ts";
import { setAutoplay } from "../src/rules/engine.ts";
import { type Best, bestMove, quickMove } from "../src/table/best.ts";
import { play } from "../src/table/play.ts";
import { runFrom, runLength, type State } from "../src/table/state.ts";
import type { Ways } from "../src/table/ways.ts";
import { builtState, layOut } from "./built.ts";

const ORDERS: readonly Ways["order"][] = ["safe", "foundation", "table"];
const GAMES = [
  "freecell",
  "klondike",
  "klondike:draw=3",
  "penguin",
  "eight-off",
  "bakers-game",
  "king-albert",
  "seahaven-towers",
  "plato:columns=5,cells=2",
  "freecell:single-card=true",
];

/** A card as it is written: 10 is T, the suits are C D H S. */
function card(text: string): number {
  return 4 * "A23456789TJQK".indexOf(text.charAt(0)) + "CDHS".indexOf(text.charAt(1));
}

const cards = (text: string): number[] => text.split(" ").filter(Boolean).map(card);

interface Scene {
  readonly columns: readonly string[];
  readonly cells?: string;
  /** The rank to which each foundation has come: clubs, diamonds, hearts, spades. */
  readonly up?: readonly [number, number, number, number];
}

/** A table of FreeCell, or another game, as it is written; the last column takes what is left. */
async function scene({ columns, cells, up }: Scene, key = "freecell"): Promise<State> {
  const state = await builtState(617, key);
  const piles: Partial<Layout> = {
    columns: state.layout.columns.map((_, at) => cards(columns[at] ?? "")),
    hidden: state.layout.columns.map(() => 0),
    cells: state.layout.cells.map((_, at) => cards(cells ?? "")[at] ?? null),
    foundations: up ?? [0, 0, 0, 0],
    stock: state.layout.stock === null ? null : { cards: [], waste: [], turnedOver: 0 },
  };
  layOut(state, piles);
  return state;
}

const to = (source: number, target: number, count = 1): Move => ({ source, target, count });
const best = (state: State, run: Run, order: Ways["order"] = "safe"): Best =>
  bestMove(state, run, order);
const free = (pile: number): Run => ({ pile, count: 1 });

test("a safe card goes up, one still needed does not, and the order says which is first", async () => {
  // 3H may be needed by 2C; the columns take neither of them.
  const state = await scene({ columns: ["KS 3H", "KC", "KD", "KH"], up: [1, 1, 2, 1] });
  assert.equal(isSafe(state.game, card("3H")), false);
  assert.equal(best(state, free(0)), "choose");
  assert.deepEqual(best(state, free(0), "foundation"), to(0, 50));
  assert.deepEqual(best(state, free(0), "table"), to(0, FIRST_CELL));
  const safe = await scene({ columns: ["KS 3H", "KC", "KD", "KH"], up: [2, 1, 2, 2] });
  assert.equal(isSafe(safe.game, card("3H")), true);
  assert.deepEqual(best(safe, free(0)), to(0, 50));
  assert.deepEqual(best(safe, free(0), "table"), to(0, FIRST_CELL));
});

test("a card that is still needed goes to a column rather than up", async () => {
  const state = await scene({ columns: ["KS 3H", "KC 4S", "KD", "KH"], up: [1, 1, 2, 1] });
  assert.deepEqual(best(state, free(0)), to(0, 1));
  assert.deepEqual(best(state, free(0), "table"), to(0, 1));
  assert.deepEqual(best(state, free(0), "foundation"), to(0, 50));
});

test("a free card takes the longest run with it that goes onto a card", async () => {
  const state = await scene({ columns: ["2S 8S 7H 6S", "KC 9D", "KD", "KH"] });
  assert.deepEqual(best(state, free(0)), to(0, 1, 3));
  assert.deepEqual(best(state, { pile: 0, count: 3 }), to(0, 1, 3));
});

test("a covered card of a run moves from that card, and nowhere when it fits nowhere", async () => {
  const columns = ["2S 8S 7H", "KC 9D", "KD 8C", "KH", "KS", "QS", "QH"];
  const state = await scene({ columns, cells: "QC JC TC 9C" });
  // There is room for one card.
  assert.equal(best(state, { pile: 0, count: 2 }), null);
  assert.equal(best(state, free(0)), "choose");
});

test("between two cards that it fits equally well the player chooses", async () => {
  const state = await scene({ columns: ["2S 8S", "KC 9D", "KD 9H", "KH"] });
  assert.equal(best(state, free(0)), "choose");
});

test("a run is not taken from one card to another that fits no better", async () => {
  const columns = ["KC 9H 8S", "KH 9D", "KD", "KS"];
  const state = await scene({ columns });
  assert.equal(best(state, free(0)), "choose");
  // Where the card under it goes up, it is good for something.
  const freeing = await scene({ columns, up: [0, 0, 8, 0] });
  assert.deepEqual(best(freeing, free(0)), to(0, 1));
});

test("without a card to go onto it is an empty cell, then an empty column", async () => {
  const columns = ["KC JH", "KS", "KD", ""];
  const cells = await scene({ columns, cells: "2S 3S 4S" });
  assert.deepEqual(best(cells, free(0)), to(0, FIRST_CELL + 3));
  const column = await scene({ columns, cells: "2S 3S 4S 5S" });
  assert.deepEqual(best(column, free(0)), to(0, 3));
  assert.deepEqual(best(column, free(FIRST_CELL)), to(FIRST_CELL, 3));
});

test("a whole column does not go into an empty one by itself", async () => {
  const columns = ["KC", "QS 9D", "8H 5C", ""];
  const state = await scene({ columns, cells: "2S 3S 4S 5S" });
  assert.equal(best(state, free(0)), "choose");
});

test("a king of the waste goes to the first empty column, a card of it onto a card", async () => {
  const state = await scene({ columns: ["9D", "", "", "8D"] }, "klondike");
  const laid = (waste: string) =>
    layOut(state, {
      columns: [cards("9D"), [], [], cards("8D"), [], [], []],
      hidden: [0, 0, 0, 0, 0, 0, 0],
      stock: { cards: [], waste: cards(waste), turnedOver: 0 },
    });
  laid("2C KS");
  assert.deepEqual(best(state, free(WASTE)), to(WASTE, 1));
  laid("2C 8S");
  assert.deepEqual(best(state, free(WASTE)), to(WASTE, 0));
  laid("2C TD");
  assert.equal(best(state, free(WASTE)), null);
});

test("a card of a foundation is never sent away by a tap", async () => {
  const key = "klondike";
  const state = await scene({ columns: ["9S", "KD", "KH"], up: [0, 8, 0, 0] }, key);
  const run = runFrom(state, FIRST_FOUNDATION + 1, 7);
  assert.ok(run !== null);
  assert.equal(best(state, run), "choose");
});

test("a double tap goes up or to a cell, by the same order", async () => {
  const needed = await scene({ columns: ["KS 3H", "KC", "KD", "KH"], up: [1, 1, 2, 1] });
  assert.deepEqual(quickMove(needed, 0, "safe"), to(0, FIRST_CELL));
  assert.deepEqual(quickMove(needed, 0, "foundation"), to(0, 50));
  assert.deepEqual(quickMove(needed, 0, "table"), to(0, FIRST_CELL));
  const full = await scene({
    columns: ["KS 3H", "KC", "KD", "KH"],
    up: [1, 1, 2, 1],
    cells: "QC JC TC 9C",
  });
  assert.deepEqual(quickMove(full, 0, "safe"), to(0, 50));
  assert.equal(quickMove(full, 1, "safe"), undefined);
  const state = await builtState(617, "klondike");
  const [ace, up] = [to(WASTE, 48), to(FIRST_RESERVE, 49)];
  state.legal = [to(WASTE, 0), ace, up];
  assert.equal(quickMove(state, WASTE, "table"), ace);
  assert.equal(quickMove(state, FIRST_RESERVE, "table"), up);
});

/** A row of numbers from 0 to 1 that is the same each time. */
function dice(seed: number): () => number {
  const state = { now: seed };
  return () => {
    state.now = (Math.imul(state.now, 1_103_515_245) + 12_345) >>> 0;
    return state.now / 2 ** 32;
  };
}

function everyRun(state: State): Run[] {
  const { layout } = state;
  const piles = [
    ...layout.columns.keys(),
    ...layout.cells.map((_, at) => FIRST_CELL + at),
    ...layout.reserve.map((_, at) => FIRST_RESERVE + at),
    ...[0, 1, 2, 3].map((suit) => FIRST_FOUNDATION + suit),
    WASTE,
  ];
  return piles.flatMap((pile) =>
    Array.from({ length: runLength(state, pile) }, (_, at) => ({ pile, count: at + 1 })).filter(
      ({ count }) => runFrom(state, pile, pileCards(layout, pile).length - count) !== null,
    ),
  );
}

function checkBest(state: State, run: Run, order: Ways["order"]): void {
  const move = bestMove(state, run, order);
  const from = state.legal.filter(({ source }) => source === run.pile);
  if (move === null) {
    assert.ok(!from.some(({ count, target }) => count === run.count && target !== STOCK));
    return;
  }
  assert.ok(from.length > 0);
  if (move === "choose") return;
  assert.ok(state.legal.some((legal) => sameMove(legal, move)));
  assert.equal(move.source, run.pile);
  assert.ok(move.count === run.count || (run.count === 1 && move.count > 1));
  assert.ok(!isFoundation(move.source));
  assert.ok(!(isCell(move.source) && isCell(move.target)));
}

for (const key of GAMES)
  test(`in ${key} every best place is a legal one, in all positions of a played deal`, async () => {
    for (let deal = 1; deal <= 6; deal++) {
      const state = await builtState(deal, key);
      const throwing = dice(deal);
      for (let move = 0; move < 60 && state.legal.length > 0; move++) {
        for (const run of everyRun(state)) for (const order of ORDERS) checkBest(state, run, order);
        const chosen = state.legal[Math.floor(throwing() * state.legal.length)];
        if (chosen !== undefined) play(state, chosen, move);
      }
    }
  });

/** The free cards that their foundations take. */
function goingUp(state: State): number[] {
  const sources = state.legal
    .filter(({ source, target }) => isFoundation(target) && (source < STOCK || source === WASTE))
    .map(({ source }) => pileCards(state.layout, source).at(-1) ?? 0);
  return [...new Set(sources)];
}

for (const key of ["freecell", "bakers-game", "klondike", "penguin", "eight-off", "plato:cells=6"])
  test(`in ${key} a card is safe where the engine's autoplay takes it up`, async () => {
    for (let deal = 1; deal <= 8; deal++) {
      const [state, calm] = [await builtState(deal, key), await builtState(deal, key)];
      setAutoplay(calm.game, "off");
      const throwing = dice(deal);
      for (let move = 0; move < 50; move++) {
        const chosen = state.legal[Math.floor(throwing() * state.legal.length)];
        if (chosen === undefined) break;
        const step = play(state, chosen, move);
        play(calm, chosen, move);
        for (const { source, target, count } of step.slice(1)) {
          const up = pileCards(calm.layout, source).at(-1) ?? 0;
          assert.ok(isSafe(calm.game, up), `${key} ${deal}: ${up} went up`);
          play(calm, { source, target, count }, move);
        }
        // Nothing that was taken down, in games from whose foundations cards come back.
        if (!state.rules.foundationReturn)
          for (const up of goingUp(state))
            assert.ok(!isSafe(state.game, up), `${key} ${deal}: ${up}`);
      }
    }
  });
