import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { lineWins } from "../src/rules/asked.ts";
import { type Move, STOCK } from "../src/rules/cards.ts";
import { layoutRecord, openDeal } from "../src/rules/engine.ts";
import { parseSaved } from "../src/rules/saved.ts";
import { positionKey } from "../src/rules/verdict.ts";
import { elapsed } from "../src/table/clock.ts";
import { goAway, layStart, passTime, restart } from "../src/table/dealing.ts";
import { nextFocus } from "../src/table/keys.ts";
import { firstDeal, play, playFinish, redo, undo } from "../src/table/play.ts";
import { isTooLong, refusal } from "../src/table/refusing.ts";
import { isOpenGame, restore, toSave } from "../src/table/saving.ts";
import { excess, runFrom, runLength, tappedMove } from "../src/table/state.ts";
import { builtEngine, builtName, builtRules, builtState, layOut, readCorpus } from "./built.ts";

const solution = parseSaved(readCorpus("solutions/freecell-3.json"));
assert.ok(solution !== null);
const MOVES = solution.steps.map(([move]) => move as Move);

test("deal 1 lies as everybody knows it", async () => {
  const { layout } = await builtState(1);
  // JD KD 2S 4C 3S 6D 6S
  assert.deepEqual(layout.columns[0], [41, 49, 7, 12, 11, 21, 23]);
  assert.deepEqual(layout.cells, [null, null, null, null]);
});

test("the fixed solution wins, with each step's automatic moves as written", async () => {
  const state = await builtState(3);
  for (const [at, move] of MOVES.entries())
    assert.deepEqual(play(state, move, at), solution.steps[at], `step ${at + 1}`);
  assert.equal(state.status.won, true);
  assert.equal(state.status.steps, 40);
  assert.equal(state.clock.since, null);
});

test("an illegal move changes nothing", async () => {
  const state = await builtState(3);
  const before = state.layout;
  assert.deepEqual(play(state, { source: 0, target: 51, count: 1 }, 0), []);
  assert.equal(state.layout, before);
  assert.equal(state.clock.since, null);
});

test("undo and redo go back and forth over all steps, and restart keeps them", async () => {
  const state = await builtState(3);
  const keys = [positionKey(state.layout)];
  for (const move of MOVES.slice(0, 10)) {
    play(state, move, 0);
    keys.push(positionKey(state.layout));
  }
  for (const key of keys.slice(0, -1).reverse()) {
    assert.notEqual(undo(state, 0).length, 0);
    assert.equal(positionKey(state.layout), key);
  }
  assert.deepEqual(undo(state, 0), []);
  for (const key of keys.slice(1)) {
    redo(state, 0);
    assert.equal(positionKey(state.layout), key);
  }
  restart(state, 0);
  assert.equal(positionKey(state.layout), keys[0]);
  assert.equal(state.status.canRedo, true);
});

test("a saved game comes back with its steps, its place in them and its clock", async () => {
  const state = await builtState(617);
  const sample = readCorpus("saves/page-1-freecell-617.json");
  assert.equal(restore(state, { deal: 617 }, sample), true);
  assert.equal(state.status.steps, 30);
  assert.equal(state.clock.counted, 83_000);
  assert.deepEqual(toSave(state, 0, 1764460800000), sample);
  assert.notEqual(redo(state, 0).length, 0);
});

for (const [name, key, steps] of [
  ["klondike-draw-3-passes-3-5", "klondike:draw=3,passes=3", 28],
  ["king-albert-5", "king-albert", 14],
  ["penguin-5", "penguin", 6],
] as const)
  test(`a saved game of ${key} comes back, and under no other key`, async () => {
    const sample = readCorpus(`saves/page-1-${name}.json`);
    const state = await builtState(5, key);
    assert.equal(restore(state, { deal: 5 }, sample), true);
    assert.equal(state.status.steps, steps);
    assert.deepEqual(toSave(state, 0, 1764460800000), sample);
    const other = await builtState(5, key === "penguin" ? "plato" : "klondike");
    assert.equal(restore(other, { deal: 5 }, sample), false);
    assert.equal(other.status.steps, 0);
  });

test("only an unfinished game of this table is opened by itself", () => {
  const today = 1_764_460_800_000;
  const good = readCorpus("saves/page-1-freecell-617.json") as Record<string, unknown>;
  const isOpen = (record: unknown) => isOpenGame(record, today, (key) => key === "freecell");
  assert.equal(isOpen(good), true);
  for (const wrong of [
    { deal: 0 },
    { deal: -1 },
    { deal: 1.5 },
    { deal: 1e12 },
    { deal: 1_000_001 },
    { game: "klondike" },
    { steps: null },
    { page: { open: 9e15 } },
    { page: { won: true } },
  ])
    assert.equal(isOpen({ ...good, ...wrong }), false, JSON.stringify(wrong));
  assert.equal(isOpen({ game: "freecell", deal: 0, page: { open: 9e15 } }), false);
});

test("a time that no game can have taken is not believed", async () => {
  const state = await builtState(617);
  const sample = readCorpus("saves/page-1-freecell-617.json") as Record<string, unknown>;
  for (const elapsed of [9e15, -5, 1.5, "1"]) {
    assert.equal(restore(state, { deal: 617 }, { ...sample, page: { elapsed } }), true);
    assert.equal(state.clock.counted, 0, `${elapsed}`);
  }
});

test("a saved game whose moves are not legal gives a fresh deal", async () => {
  const state = await builtState(617);
  const steps = [[["column1", "foundationS", 1]]];
  assert.equal(
    restore(state, { deal: 617 }, { format: 1, game: "freecell", deal: 617, steps }),
    false,
  );
  assert.equal(state.status.steps, 0);
  assert.equal(
    restore(state, { deal: 617 }, { format: 1, game: "freecell", deal: 3, steps: [] }),
    false,
  );
  const later = [
    [
      ["column1", "cell1", 1],
      ["column2", "cell2", 1],
    ],
  ];
  assert.equal(
    restore(state, { deal: 617 }, { format: 1, game: "freecell", deal: 617, steps: later }),
    false,
  );
});

test("the finish plays card by card to a win, and undo takes back one of them", async () => {
  const state = await builtState(3);
  for (const move of MOVES) {
    if (state.status.canFinish) break;
    play(state, move, 0);
  }
  assert.equal(state.status.canFinish, true);
  const { steps, onFoundations } = state.status;
  assert.equal(playFinish(state, 0).length, 1);
  assert.equal(state.status.onFoundations, onFoundations + 1);
  undo(state, 0);
  assert.equal(state.status.steps, steps);
  while (playFinish(state, 0).length > 0);
  assert.equal(state.status.won, true);
});

test("the clock stands while the page is hidden, and for good after a win", async () => {
  const state = await builtState(3);
  const time = (now: number) => elapsed(state.clock, now);
  goAway(state, true, 0);
  goAway(state, false, 500);
  assert.equal(time(900), 0);
  for (const move of MOVES.slice(0, -1)) play(state, move, 1_000);
  goAway(state, true, 3_000);
  assert.equal(time(9_000), 2_000);
  undo(state, 9_000);
  redo(state, 9_000);
  assert.equal(time(20_000), 2_000);
  goAway(state, false, 30_000);
  assert.equal(time(31_000), 3_000);
  goAway(state, true, 31_000);
  play(state, MOVES.at(-1) as Move, 40_000);
  assert.equal(state.status.won, true);
  goAway(state, false, 50_000);
  assert.equal(time(60_000), 3_000);
});

test("a restart keeps the time and waits for the next move; a new deal has none", async () => {
  const state = await builtState(3);
  play(state, MOVES[0] as Move, 0);
  restart(state, 4_000);
  goAway(state, true, 5_000);
  goAway(state, false, 6_000);
  assert.equal(elapsed(state.clock, 7_000), 4_000);
  redo(state, 8_000);
  assert.equal(elapsed(state.clock, 9_000), 5_000);
  layStart(state, { deal: 4 });
  goAway(state, false, 9_000);
  assert.equal(elapsed(state.clock, 10_000), 0);
});

test("a first deal is one on which something can be played", async () => {
  const engine = await builtEngine();
  assert.equal(firstDeal(engine, builtRules("freecell")), 1);
  const first = firstDeal(engine, builtRules("forecell"));
  assert.equal((await builtState(first, "forecell")).status.stuck, false);
  for (let deal = 1; deal < first; deal++)
    assert.equal((await builtState(deal, "forecell")).status.stuck, true, `${deal}`);
  assert.ok(first > 1, `${first}`);
});

test("a game that another page has played on has taken as long as that page knows", async () => {
  const state = await builtState(3);
  play(state, MOVES[0] as Move, 0);
  passTime(state, 7_000, 2_000);
  assert.equal(elapsed(state.clock, 2_000), 7_000);
  assert.equal(elapsed(state.clock, 3_000), 8_000);
  passTime(state, 5_000, 3_000);
  assert.equal(elapsed(state.clock, 3_000), 8_000);
});

test("a game that was started again is saved and comes back as such", async () => {
  const state = await builtState(3);
  for (const move of MOVES.slice(0, 14)) play(state, move, 0);
  restart(state, 0);
  const saved = toSave(state, 0, 0);
  assert.equal(saved.restarted, true);
  assert.deepEqual(Object.keys(saved).slice(4), ["position", "restarted", "page"]);
  const again = await builtState(3);
  assert.equal(restore(again, { deal: 3 }, saved), true);
  assert.deepEqual(toSave(again, 0, 0), saved);
  assert.equal(again.status.canRedo, true);
  redo(again, 0);
  undo(again, 0);
  assert.equal("restarted" in toSave(again, 0, 0), false);
  restart(again, 0);
  layStart(again, { deal: 4 });
  play(again, again.legal[0] as Move, 0);
  assert.equal("restarted" in toSave(again, 0, 0), false);
});

test("after a restart no card is held back, nor when the game is read again", async () => {
  // An ace goes up by itself: undoing its step holds it back, but not after a restart.
  const steps = [
    [
      ["column1", "cell1", 1],
      ["cell1", "foundationS", 1],
    ],
  ];
  const replayed = async (restarted: boolean) => {
    const state = await builtState(2);
    const saved = { format: 1, game: "freecell", deal: 2, steps, position: 0, restarted };
    assert.equal(restore(state, { deal: 2 }, saved), true);
    return play(state, { source: 0, target: 16, count: 1 }, 0).length;
  };
  assert.equal(await replayed(true), 2);
  assert.equal(await replayed(false), 1);
});

test("a restart that is no truth is no saved game, and one that was played on is none", () => {
  const saved = readCorpus("saves/page-1-freecell-617.json") as Record<string, unknown>;
  for (const restarted of [1, null, "true"])
    assert.equal(parseSaved({ ...saved, restarted }), null, `${restarted}`);
  assert.equal(parseSaved({ ...saved, restarted: true })?.game.restarted, undefined);
  assert.equal(parseSaved({ ...saved, position: 0, restarted: true })?.game.restarted, true);
  assert.equal(parseSaved({ ...saved, position: 0, restarted: false })?.game.restarted, undefined);
});

const NONE: readonly number[][] = [[], [], [], [], [], [], []];

test("a run is what lies in order at a column's end, and capacity says how much of it may move", async () => {
  const state = await builtState(3);
  // JC TS 9D 8S 7D: a black card on a black one, then four in order.
  layOut(state, { columns: [[40, 39, 33, 31, 25], [36], ...NONE.slice(1)] });
  assert.equal(runLength(state, 0), 4);
  assert.deepEqual(runFrom(state, 0, 1), { pile: 0, count: 4 });
  assert.equal(runFrom(state, 0, 0), null);
  assert.equal(runFrom(state, 0, 5), null);
  state.held = { pile: 0, count: 4 };
  state.status = { ...state.status, capacity: 3 };
  assert.equal(excess(state), 1);
});

test("a run is too long only for a card that it would fit on", async () => {
  const state = await builtState(3);
  // 9H 8S 7H at the end of the first column; TS, TH and none on the others.
  layOut(state, { columns: [[34, 31, 26], [39], [38], [], ...NONE.slice(3)] });
  state.status = { ...state.status, capacity: 2 };
  const run = { pile: 0, count: 3 };
  assert.deepEqual(
    [1, 2, 3, 16].map((pile) => isTooLong(state, run, pile)),
    [true, false, false, false],
  );
  assert.deepEqual(refusal(state, run, 1), { kind: "many", most: 2, count: 3 });
  assert.deepEqual(refusal(state, { pile: 0, count: 1 }, 2), {
    kind: "place",
    card: 26,
    target: 2,
  });
  assert.equal(isTooLong({ ...state, status: { ...state.status, capacity: 3 } }, run, 1), false);
});

test("a tap means the one number of cards that fits", async () => {
  const state = await builtState(3);
  const legal = { source: 0, target: 1, count: 3 };
  state.legal = [legal, { source: 0, target: 2, count: 1 }, { source: 0, target: 2, count: 2 }];
  assert.equal(tappedMove(state, { pile: 0, count: 1 }, 1), legal);
  assert.equal(tappedMove(state, { pile: 0, count: 3 }, 2), undefined);
  assert.equal(tappedMove(state, { pile: 0, count: 2 }, 2)?.count, 2);
});

test("a run that is lifted goes as a whole or not at all", async () => {
  const state = await builtState(3);
  const toCell = { source: 0, target: 16, count: 1 };
  state.legal = [toCell];
  assert.equal(tappedMove(state, { pile: 0, count: 1 }, 16), toCell);
  assert.equal(tappedMove(state, { pile: 0, count: 3 }, 16), undefined);
});

test("what was stopped is forgotten with the position", async () => {
  const state = await builtState(3);
  state.choosing = true;
  play(state, MOVES[0] as Move, 0);
  assert.equal(state.choosing, false);
});

test("arrows wrap round both rows, and change between them at the nearest pile", async () => {
  const state = await builtState(617);
  const from = (pile: number, count: number, key: string) => {
    state.focus = { pile, count };
    return nextFocus(state, key, false);
  };
  assert.deepEqual(from(0, 1, "ArrowLeft"), { pile: 7, count: 1 });
  assert.deepEqual(from(7, 1, "ArrowRight"), { pile: 0, count: 1 });
  assert.deepEqual(from(16, 0, "ArrowLeft"), { pile: 48, count: 0 });
  assert.deepEqual(from(0, 1, "ArrowUp"), { pile: 0, count: 2 });
  assert.deepEqual(from(0, 7, "ArrowUp"), { pile: 16, count: 0 });
  assert.deepEqual(from(0, 2, "ArrowDown"), { pile: 0, count: 1 });
  assert.deepEqual(from(48, 0, "ArrowDown"), { pile: 7, count: 1 });
  assert.deepEqual(from(3, 1, "End"), { pile: 7, count: 1 });
  assert.deepEqual(from(18, 0, "Home"), { pile: 16, count: 0 });
  state.held = { pile: 0, count: 1 };
  assert.deepEqual(from(0, 1, "ArrowUp"), { pile: 16, count: 0 });
  assert.equal(from(0, 1, "x"), null);
});

test("on a mirrored table the keys go as the eye does, and letters where they always go", async () => {
  const state = await builtState(617);
  const from = (pile: number, count: number, key: string) => {
    state.focus = { pile, count };
    return nextFocus(state, key, true);
  };
  // Spades, hearts, diamonds, clubs, and then the cells from a to d.
  const seen = [51, 50, 49, 48, 16, 17, 18, 19];
  for (const [at, pile] of seen.entries()) {
    const next = { pile: seen[(at + 1) % seen.length], count: 0 };
    assert.deepEqual(from(pile, 0, "ArrowRight"), next);
    assert.deepEqual(from(next.pile ?? 0, 0, "ArrowLeft"), { pile, count: 0 });
    assert.deepEqual(from(pile, 0, "ArrowDown"), { pile: at, count: 1 });
    assert.deepEqual(from(at, at < 4 ? 7 : 6, "ArrowUp"), { pile, count: 0 });
  }
  assert.deepEqual(from(18, 0, "Home"), { pile: 51, count: 0 });
  assert.deepEqual(from(51, 0, "End"), { pile: 19, count: 0 });
  assert.deepEqual(from(2, 1, "PageUp"), { pile: 51, count: 0 });
  assert.deepEqual(from(0, 1, "ArrowRight"), { pile: 1, count: 1 });
  assert.deepEqual(from(0, 1, "c"), { pile: 16, count: 0 });
  assert.deepEqual(from(0, 1, "f"), { pile: 51, count: 0 });
  const klondike = await builtState(617, "klondike");
  klondike.focus = { pile: 48, count: 0 };
  assert.deepEqual(nextFocus(klondike, "ArrowRight", true), { pile: STOCK, count: 1 });
});

test("a line counts as a win only when the rules have played it to one", async () => {
  const engine = await builtEngine();
  const rules = builtRules();
  const game = openDeal(engine, rules, 3);
  assert.ok(game !== null);
  const layout = layoutRecord(game);
  const line = solution.steps.flat();
  assert.equal(lineWins(engine, rules, layout, line), true);
  assert.equal(lineWins(engine, rules, layout, line.slice(0, -1)), false);
  assert.equal(lineWins(engine, rules, layout, [...line].reverse()), false);
});

test("a position has one key whatever the order of columns and cells", async () => {
  const { layout } = await builtState(3);
  const one = { ...layout, columns: [[1, 2], [3]], cells: [null, 9] };
  assert.equal(positionKey(one), positionKey({ ...one, columns: [[3], [1, 2]], cells: [9, null] }));
  assert.notEqual(positionKey(one), positionKey({ ...one, columns: [[2, 1], [3]] }));
  assert.notEqual(positionKey(one), positionKey({ ...one, hidden: [1, 0] }));
  const stock = { cards: [7], waste: [8], turnedOver: 0 };
  const drawn = positionKey({ ...one, stock });
  assert.notEqual(drawn, positionKey({ ...one, stock: { ...stock, cards: [], waste: [8, 7] } }));
  assert.notEqual(drawn, positionKey({ ...one, stock: { ...stock, turnedOver: 1 } }));
  assert.notEqual(positionKey(one), positionKey({ ...one, reserve: [null, 5] }));
});

test("a new deal forgets the hand, the tip and the verdict", async () => {
  const state = await builtState(3);
  state.held = { pile: 0, count: 1 };
  state.verdict = { kind: "unsolvable" };
  state.tip = { source: 0, target: 1, count: 1 };
  layStart(state, { deal: 4 });
  assert.deepEqual(
    [state.held, state.verdict, state.tip, state.start],
    [null, null, null, { deal: 4 }],
  );
});

test("the first load stays under 60 000 bytes compressed, the rules under 25 000", () => {
  const names = ["app.js", "page.css", "rules.wasm", "sv.json", "house.json", "icon.svg"].map(
    builtName,
  );
  const page = readFileSync(
    builtName("app.js").replace(/app\.[^/]*$/, "kungen-patiens.html"),
    "utf8",
  );
  // The table does not wait for the guide, which comes after it.
  const table = page.slice(0, page.indexOf('<section class="guide"'));
  const compressed = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length;
  const size = (name: string) => compressed(readFileSync(name));
  const total = names.reduce((sum, name) => sum + size(name), compressed(Buffer.from(table)));
  assert.ok(total <= 60_000, `${total}`);
  assert.ok(size(builtName("rules.wasm")) <= 25_000);
});
