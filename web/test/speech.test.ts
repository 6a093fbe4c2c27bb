import assert from "node:assert/strict";
import { test } from "node:test";
import da from "../locales/da.json" with { type: "json" };
import en from "../locales/en.json" with { type: "json" };
import sv from "../locales/sv.json" with { type: "json" };
import { stuckHead, stuckText } from "../src/page/ends.ts";
import { makeTexts, type Texts } from "../src/page/i18n.ts";
import { tipMove } from "../src/rules/asked.ts";
import {
  allPiles,
  hiddenCount,
  isColumn,
  type Layout,
  pileCards,
  STOCK,
  WASTE,
} from "../src/rules/cards.ts";
import { type Rules, readRules } from "../src/rules/formats.ts";
import { play } from "../src/table/play.ts";
import { stockRefusal } from "../src/table/refusing.ts";
import { ASKED, hearLines, tipSentence, tipText } from "../src/table/requests.ts";
import {
  beakSentence,
  cardLabel,
  cardName,
  emptyLabel,
  hiddenLabel,
  moveSentence,
  pileLabel,
  stepSentence,
  stockLabel,
  undoneSentence,
} from "../src/table/speech.ts";
import { type State, seenCount, stockMove } from "../src/table/state.ts";
import { builtHouse, builtRules, builtState, matchSnapshot } from "./built.ts";

const TEXTS = [makeTexts("sv", sv), makeTexts("da", da), makeTexts("en", en)] as const;
const [SWEDISH] = TEXTS;
const FREECELL = readRules("4b010d080400000000");

/** 7C 6D in column 1, QH in column 2, nothing in column 3, KS in cell 2, two of hearts up. */
const LAYOUT: Layout = {
  columns: [[24, 21], [46], []],
  hidden: [0, 0, 0],
  cells: [null, 51],
  reserve: [],
  foundations: [0, 0, 2, 0],
  base: 1,
  ranks: 13,
  stock: null,
};

/** 4C 9D face down and 7C in column 1, nothing in column 2; 3H next in the stock, then 8S. */
const HIDDEN: Layout = {
  ...LAYOUT,
  columns: [[12, 33, 24], []],
  hidden: [2, 0],
  cells: [],
  stock: { cards: [10, 31], waste: [0, 5, 46, 47], turnedOver: 0 },
};

const inAll = (say: (texts: Texts) => string) => TEXTS.map(say);

test("a card is named suit first in Swedish and Danish, rank first in English", () => {
  assert.deepEqual(
    inAll((texts) => cardName(texts, 50)),
    ["hjärter kung", "hjerter konge", "king of hearts"],
  );
});

test("a card's button says the card, the pile, its place and whether it is free", () => {
  assert.deepEqual(
    inAll((texts) => cardLabel(texts, FREECELL, LAYOUT, 0, 1)),
    [
      "Ruter sex, kolumn 1, kort 2 av 2, fritt",
      "Ruder seks, kolonne 1, kort 2 af 2, frit",
      "Six of diamonds, column 1, card 2 of 2, free",
    ],
  );
  const label = (pile: number, index: number) => cardLabel(SWEDISH, FREECELL, LAYOUT, pile, index);
  assert.equal(label(0, 0), "Klöver sju, kolumn 1, kort 1 av 2");
  assert.equal(label(17, 0), "Spader kung, fri cell 2");
  assert.equal(label(50, 1), "Hjärter två, hjärtergrundhögen");
  assert.equal(emptyLabel(SWEDISH, FREECELL, LAYOUT, 2), "Kolumn 3, tom");
});

test("a move is one sentence", () => {
  assert.deepEqual(
    inAll((texts) => moveSentence(texts, LAYOUT, { source: 0, target: 1, count: 2 })),
    [
      "2 kort från klöver sju till hjärter dam i kolumn 2.",
      "2 kort fra klør syv til hjerter dame i kolonne 2.",
      "2 cards from seven of clubs to queen of hearts in column 2.",
    ],
  );
});

test("a step says the move, the cards that followed, and the card that came free", () => {
  const after: Layout = { ...LAYOUT, columns: [[24], [46], [21]] };
  const step = [
    { source: 0, target: 2, count: 1 },
    { source: 1, target: 49, count: 1 },
  ];
  assert.deepEqual(
    inAll((texts) => stepSentence(texts, LAYOUT, after, step)),
    [
      "Ruter sex till kolumn 3. Ett kort till grundhögarna. Klöver sju ligger fritt.",
      "Ruder seks til kolonne 3. Et kort til grundbunkerne. Klør syv ligger frit.",
      "Six of diamonds to column 3. One card to the foundations. Seven of clubs is free.",
    ],
  );
});

test("a draw tells the card that came, and a tip for it does not", () => {
  const draw = { source: STOCK, target: WASTE, count: 1 };
  assert.deepEqual(
    inAll((texts) => moveSentence(texts, HIDDEN, draw)),
    [
      "Hjärter tre från talongen.",
      "Hjerter tre fra trækbunken.",
      "Three of hearts from the stock.",
    ],
  );
  assert.deepEqual(
    inAll((texts) => moveSentence(texts, HIDDEN, { ...draw, count: 2 })),
    [
      "2 kort från talongen. Spader åtta ligger fritt.",
      "2 kort fra trækbunken. Spar otte ligger frit.",
      "2 cards from the stock. Eight of spades is free.",
    ],
  );
  assert.deepEqual(
    inAll((texts) => tipSentence(texts, HIDDEN, draw)),
    ["vänd kort från talongen.", "træk kort fra trækbunken.", "draw from the stock."],
  );
});

test("turning over the waste says how many cards there are to come", () => {
  const over = { source: WASTE, target: STOCK, count: 4 };
  assert.deepEqual(
    inAll((texts) => moveSentence(texts, HIDDEN, over)),
    [
      "Kasthögen är vänd: 4 kort i talongen.",
      "Affaldsbunken er vendt: 4 kort i trækbunken.",
      "The waste is turned over: 4 cards in the stock.",
    ],
  );
  assert.equal(tipSentence(SWEDISH, HIDDEN, over), "vänd om kasthögen.");
});

test("a card that is turned up is told, and none of those face down", () => {
  const after: Layout = { ...HIDDEN, columns: [[12, 33], [24]], hidden: [1, 0] };
  const step = [{ source: 0, target: 1, count: 1 }];
  assert.deepEqual(
    inAll((texts) => stepSentence(texts, HIDDEN, after, step)),
    [
      "Klöver sju till kolumn 2. Ruter nio vänds upp.",
      "Klør syv til kolonne 2. Ruder ni vendes op.",
      "Seven of clubs to column 2. Nine of diamonds is turned up.",
    ],
  );
  const klondike = builtRules("klondike");
  assert.deepEqual(
    inAll((texts) => `${pileLabel(texts, klondike, HIDDEN, 0)}; ${hiddenLabel(texts, 2)}`),
    [
      "Kolumn 1, 3 kort, varav 2 dolda; 2 dolda kort",
      "Kolonne 1, 3 kort, heraf 2 skjulte; 2 skjulte kort",
      "Column 1, 3 cards, 2 hidden; 2 hidden cards",
    ],
  );
  assert.deepEqual(
    inAll((texts) => hiddenLabel(texts, 1)),
    ["1 dolt kort", "1 skjult kort", "1 hidden card"],
  );
});

test("the stock says what lies there, what a tap does and how often yet", () => {
  const label = (rules: Rules, layout: Layout) =>
    inAll((texts) => stockLabel(texts, rules, layout));
  const one = builtRules("klondike");
  assert.deepEqual(label(one, HIDDEN), [
    "Talongen, 2 kort, vänd ett",
    "Trækbunken, 2 kort, træk ét",
    "The stock, 2 cards, draw one",
  ]);
  const empty = { ...HIDDEN, stock: { cards: [], waste: [10, 31], turnedOver: 0 } };
  assert.deepEqual(label(one, empty), [
    "Talongen, tom, vänd om kasthögen",
    "Trækbunken, tom, vend affaldsbunken",
    "The stock, empty, turn over the waste",
  ]);
  const limited = builtRules("klondike:draw=3,passes=3");
  assert.deepEqual(label(limited, HIDDEN), [
    "Talongen, 2 kort, vänd tre, 2 varv till",
    "Trækbunken, 2 kort, træk tre, 2 omgange til",
    "The stock, 2 cards, draw three, 2 more passes",
  ]);
  const last = { ...HIDDEN, stock: { cards: [10], waste: [], turnedOver: 2 } };
  assert.deepEqual(label(limited, last), [
    "Talongen, 1 kort, vänd tre, sista varvet",
    "Trækbunken, 1 kort, træk tre, sidste omgang",
    "The stock, 1 card, draw three, last pass",
  ]);
  const spent = { ...HIDDEN, stock: { cards: [], waste: [10], turnedOver: 2 } };
  assert.deepEqual(label(limited, spent), [
    "Talongen, tom, inga varv kvar",
    "Trækbunken, tom, ingen omgange tilbage",
    "The stock, empty, no passes left",
  ]);
  assert.equal(
    stockRefusal(SWEDISH, limited, spent),
    "Talongen är slut och får inte vändas fler gånger.",
  );
  const bare = { ...HIDDEN, stock: { cards: [], waste: [], turnedOver: 0 } };
  assert.equal(stockRefusal(SWEDISH, one, bare), "Talongen är slut.");
  assert.equal(stockLabel(SWEDISH, one, bare), "Talongen, tom");
});

test("the cards of the waste have places where several are seen, else a name", () => {
  const label = (key: string) => cardLabel(SWEDISH, builtRules(key), HIDDEN, WASTE, 3);
  assert.equal(label("klondike"), "Spader dam, kasthögen");
  assert.equal(label("klondike:draw=3"), "Spader dam, kasthögen, kort 4 av 4, fritt");
});

test("an empty place says what it takes, where that is not any card", () => {
  const klondike = builtRules("klondike");
  assert.deepEqual(
    inAll((texts) => emptyLabel(texts, klondike, HIDDEN, 1)),
    [
      "Kolumn 2, tom, tar bara kung",
      "Kolonne 2, tom, tager kun konge",
      "Column 2, empty, takes only king",
    ],
  );
  const penguin = builtRules("penguin");
  const beak = { ...LAYOUT, base: 1 + 4, foundations: [0, 0, 0, 0] };
  assert.deepEqual(
    inAll((texts) => emptyLabel(texts, penguin, beak, 49)),
    [
      "Rutergrundhögen, tom, börjar med fem",
      "Grundbunken for ruder, tom, begynder med fem",
      "The diamonds foundation, empty, begins with five",
    ],
  );
  assert.equal(emptyLabel(SWEDISH, penguin, beak, 2), "Kolumn 3, tom, tar bara fyra");
});

test("the beak is told when the deal lies there, and by its name as long as it is not up", async () => {
  const { layout, rules } = await builtState(617, "penguin");
  assert.deepEqual(
    inAll((texts) => beakSentence(texts, rules, layout)),
    ["Näbben är ruter sju.", "Næbbet er ruder syv.", "The beak is the seven of diamonds."],
  );
  assert.equal(cardLabel(SWEDISH, rules, layout, 0, 0), "Ruter sju, näbben, kolumn 1, kort 1 av 7");
  assert.equal(cardLabel(SWEDISH, rules, layout, 50, 0), "Hjärter sju, hjärtergrundhögen");
  const freecell = await builtState(617);
  assert.equal(beakSentence(SWEDISH, freecell.rules, freecell.layout), "");
});

test("what was drawn and is taken back is no longer said to be free", () => {
  const draw = { source: STOCK, target: WASTE, count: 2 };
  assert.deepEqual(
    inAll((texts) => undoneSentence(texts, HIDDEN, draw)),
    [
      "Ångrat: 2 kort från talongen.",
      "Fortrudt: 2 kort fra trækbunken.",
      "Undone: 2 cards from the stock.",
    ],
  );
  assert.equal(
    undoneSentence(SWEDISH, HIDDEN, { ...draw, count: 1 }),
    "Ångrat: Hjärter tre från talongen.",
  );
  assert.deepEqual(
    inAll((texts) => undoneSentence(texts, HIDDEN, { source: WASTE, target: STOCK, count: 4 })),
    [
      "Ångrat: kasthögen vändes om.",
      "Fortrudt: affaldsbunken blev vendt.",
      "Undone: the waste was turned over.",
    ],
  );
});

/** Draws, or turns over, as often as is said. */
function draw(state: State, times: number): void {
  for (let time = 0; time < times; time++) {
    const move = stockMove(state);
    assert.ok(move !== undefined);
    play(state, move, 0);
  }
}

const stuckIn = (state: State) =>
  inAll((texts) => `${stuckHead({ ...state, texts })}. ${stuckText({ ...state, texts })}`);

test("a deal that is stuck from the start is told otherwise than a game that got stuck", async () => {
  const fresh = await builtState(1, "forecell");
  assert.equal(fresh.status.stuck, true);
  assert.deepEqual(stuckIn(fresh), [
    "Inga drag kvar. Ren otur: här finns inget drag att börja med. Nästa giv väntar.",
    "Ikke flere træk. Rent uheld: her er intet træk at begynde med. Næste uddeling venter.",
    "No moves left. Just bad luck: there is no move to begin with. The next deal is waiting.",
  ]);
  const state = await builtState(13);
  for (const [source, target] of [
    [7, 18],
    [7, 19],
    [6, 16],
    [4, 17],
    [2, 3],
  ] as const)
    play(state, { source, target, count: 1 }, 0);
  assert.equal(state.status.stuck, true);
  assert.equal(
    stuckIn(state)[0],
    "Inga drag kvar. Ångra några drag och sök en annan väg, eller lägg en ny giv.",
  );
});

test("where the stock can still be drawn from, no sentence says that no move is left", async () => {
  const state = await builtState(10, "klondike:draw=3,passes=1");
  const fresh = [
    "Inget kort passar. Ren otur: inget kort på bordet går att flytta, och inget från talongen " +
      "kommer att passa. Nästa giv väntar.",
    "Intet kort passer. Rent uheld: intet kort på bordet kan flyttes, og intet fra trækbunken " +
      "vil passe. Næste uddeling venter.",
    "No card fits. Just bad luck: no card on the table can move, and none from the stock will " +
      "fit. The next deal is waiting.",
  ];
  assert.equal(state.status.stuck, true);
  assert.deepEqual(stuckIn(state), fresh);
  draw(state, 7);
  assert.deepEqual(stuckIn(state), fresh);
  draw(state, 1);
  assert.equal(stockMove(state), undefined);
  assert.match(stuckIn(state)[0] ?? "", /^Inga drag kvar\. Ren otur: den här given satt fast/);
});

test("a tip tells a move, or that only moves back and forth are left", async () => {
  const state = await builtState(617);
  state.tip = tipMove(state.game);
  assert.match(tipText(state), /^Tips: Klöver knekt till hjärter dam i kolumn 8\. /);
  state.tip = null;
  assert.deepEqual(
    inAll((texts) => tipText({ ...state, texts })),
    [
      "Bara drag fram och tillbaka återstår. Ångra några drag och sök en annan väg.",
      "Kortene kan kun flyttes frem og tilbage. Fortryd nogle træk, og søg en anden vej.",
      "Only moves back and forth are left. Undo some moves and look for another way.",
    ],
  );
  const down = { source: 48, target: 0, count: 1 };
  const rules = { ...state.rules, foundationReturn: true };
  const open = { ...state, rules, legal: [down] };
  assert.match(tipText(open), /, eller ta ned ett kort från en grundhög\.$/);
  assert.equal(
    tipText({ ...open, status: { ...state.status, stuck: true } }),
    "Här finns inget drag att tipsa om.",
  );
});

test("an empty place of the reserve is not told as a place to go to", async () => {
  const { legal, ...state } = await builtState(617, "king-albert");
  const [, , ...rest] = state.layout.reserve;
  const columns = state.layout.columns.map((cards, column) => (column === 1 ? [] : cards));
  const layout = { ...state.layout, reserve: [null, null, ...rest], columns };
  assert.equal(hearLines({ ...state, legal, layout }, "free").at(-1), "Tomt: kolumn 2.");
});

for (const key of [...builtHouse().games.map(({ id }) => id), "klondike:draw=3"])
  test(`${key}: every pile and card is heard as it was`, async () => {
    const state = await builtState(617, key);
    const draw = stockMove(state);
    if (draw !== undefined) play(state, draw, 0);
    const heard = TEXTS.map((texts) => [texts.language, namesOf({ ...state, texts })]);
    matchSnapshot(`speech-${key.replace(/[:=,]/g, "-")}`, Object.fromEntries(heard));
  });

test("no game has more to tell of its whole table than twelve short lines", async () => {
  for (const { id } of builtHouse().games) {
    const lines = hearLines(await builtState(617, id), "table");
    assert.ok(lines.length <= 12, `${id}: ${lines.length}`);
  }
  const largest = hearLines(await builtState(617, "plato:columns=10,cells=10"), "table");
  assert.equal(largest.length, 12);
});

test("on request the table says what is free, what can move, and all that is seen", async () => {
  const heard: Record<string, unknown> = {};
  for (const key of ["freecell", "klondike:draw=3", "king-albert"]) {
    const state = await builtState(617, key);
    const draw = stockMove(state);
    if (draw !== undefined) play(state, draw, 0);
    heard[key] = TEXTS.map((texts) => {
      const spoken = { ...state, texts };
      return ASKED.flatMap((what) => hearLines(spoken, what));
    });
  }
  matchSnapshot("speech-on-request", heard);
});

test("what is asked for says nothing of cards that are not seen", async () => {
  const state = await builtState(617, "klondike");
  const { stock, columns, hidden } = state.layout;
  const unseen = columns.flatMap((cards, column) => cards.slice(0, hidden[column]));
  const said = ASKED.flatMap((what) => hearLines(state, what)).join(" ");
  for (const card of [...unseen, ...(stock?.cards ?? [])])
    assert.ok(!said.toLowerCase().includes(cardName(SWEDISH, card)), cardName(SWEDISH, card));
});

/** The accessible names of the whole table: each pile's list, and under it what lies there. */
function namesOf(state: State): string[] {
  const { texts, rules, layout } = state;
  return allPiles(layout).flatMap((pile) => {
    const cards = pileCards(layout, pile);
    const seen = seenCount(state, pile);
    const hidden = isColumn(pile) ? hiddenCount(layout, pile) : 0;
    const buttons = cards
      .map((_, index) => cardLabel(texts, rules, layout, pile, index))
      .slice(cards.length - seen);
    if (hidden > 0) buttons.unshift(hiddenLabel(texts, hidden));
    if (pile === STOCK) buttons.push(stockLabel(texts, rules, layout));
    else if (cards.length === 0) buttons.push(emptyLabel(texts, rules, layout, pile));
    return [pileLabel(texts, rules, layout, pile), ...buttons.map((name) => `- ${name}`)];
  });
}
