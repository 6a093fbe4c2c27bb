import assert from "node:assert/strict";
import { test } from "node:test";
import {
  allPiles,
  FIRST_CELL,
  FIRST_FOUNDATION,
  FIRST_RESERVE,
  isColumn,
  STOCK,
  WASTE,
} from "../src/rules/cards.ts";
import {
  cardPlace,
  dropPile,
  type Form,
  INDEX_HEIGHT,
  indexOn,
  type Plan,
  pileAt,
  planTable,
  slotOf,
  type TableShape,
} from "../src/table/layout.ts";
import { shapeOf } from "../src/table/render.ts";
import { builtState, matchSnapshot } from "./built.ts";

interface Screen {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly form: Form;
  /** Rounded to whole CSS pixels. */
  readonly card: number;
}

/** What the bars of page.css leave of each window for the felt, and the card's width there. */
const SCREENS: readonly Screen[] = [
  { name: "320x568", width: 320, height: 464, form: "stack", card: 36 },
  { name: "360x640", width: 360, height: 536, form: "stack", card: 41 },
  { name: "390x844", width: 390, height: 740, form: "stack", card: 45 },
  { name: "412x915", width: 412, height: 811, form: "stack", card: 48 },
  { name: "667x375", width: 619, height: 375, form: "rails", card: 59 },
  { name: "844x390", width: 772, height: 390, form: "rails", card: 74 },
  { name: "768x1024", width: 768, height: 904, form: "stack", card: 87 },
  { name: "1366x768", width: 1366, height: 712, form: "stack", card: 110 },
  { name: "1024x600", width: 1024, height: 480, form: "stack", card: 64 },
  { name: "1280x720", width: 1280, height: 664, form: "stack", card: 103 },
  { name: "1920x1080", width: 1920, height: 1024, form: "stack", card: 162 },
  { name: "2560x1440", width: 2560, height: 1384, form: "stack", card: 221 },
  { name: "3440x1440", width: 3440, height: 1384, form: "stack", card: 221 },
];

const FRESH = [7, 7, 7, 7, 6, 6, 6, 6];
const LONGEST = [19, 13, 7, 1, 0, 6, 6, 0];

const FREECELL = {
  hidden: FRESH.map(() => 0),
  dealt: 7,
  ranks: 13,
  cells: 4,
  reserve: 0,
  waste: null,
  fanned: 0,
};

function plan(screen: Screen, columns: readonly number[] = FRESH) {
  return planTable({ ...FREECELL, ...screen, columns });
}

for (const screen of SCREENS) {
  test(`${screen.name}: cards are as wide as the design says`, () => {
    assert.equal(Math.round(plan(screen).card.width), screen.card);
  });

  test(`${screen.name}: every card lies inside the table, whatever the columns hold`, () => {
    for (const columns of [FRESH, LONGEST, [26, 26, 0, 0, 0, 0, 0, 0]]) {
      const { card, ...table } = { ...plan(screen, columns) };
      for (const pile of table.slots.keys()) {
        const last = Math.max(0, (columns[pile] ?? 1) - 1);
        const { x, y } = cardPlace({ card, ...table }, pile, last);
        assert.ok(x >= 0 && x + card.width <= screen.width, `pile ${pile} at ${x}`);
        const { height } = isColumn(pile) ? card : slotOf({ card, ...table }, pile);
        assert.ok(y >= 0 && y + height <= screen.height, `pile ${pile} at ${y}`);
      }
    }
  });

  test(`${screen.name}: no slot lies on another`, () => {
    const slots = [...plan(screen).slots.values()];
    for (const [at, one] of slots.entries())
      for (const other of slots.slice(at + 1)) {
        const apart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y;
        assert.ok(apart, `${JSON.stringify(one)} and ${JSON.stringify(other)}`);
      }
  });

  test(`${screen.name}: cards keep their size while columns grow`, () => {
    assert.deepEqual(plan(screen, LONGEST).card, plan(screen).card);
  });

  test(`${screen.name}: thirteen cards leave strips that can be read`, () => {
    const fan = plan(screen, [13, 7, 7, 7, 6, 6, 6, 0]).fans[0] ?? 0;
    assert.ok(fan >= 22 || fan >= 0.5 * screen.card, `${fan}`);
  });
}

for (const screen of SCREENS)
  test(`${screen.name}: rank and suit lie whole in the strips of every column`, () => {
    for (let length = 1; length <= 19; length++) {
      const { card, fans, indexes } = plan(screen, [length, 7, 7, 7, 6, 6, 6, 0]);
      const [strip = 0] = fans;
      const { scale = 0, top = 0 } = indexes[0] ?? {};
      const height = scale * INDEX_HEIGHT * card.width;
      assert.ok(top >= 0 && top * card.width + height <= strip, `${length} cards`);
      // As large as the strip lets them be.
      assert.ok(scale === 1 || Math.abs(height - 0.85 * strip) < 0.01, `${length} cards`);
      assert.ok(height >= 10, `${length} cards: ${height}`);
    }
  });

test("the longest column of a small phone keeps strips of 19 pixels", () => {
  const [screen] = SCREENS;
  assert.ok(screen !== undefined);
  assert.ok((plan(screen, LONGEST).fans[0] ?? 0) >= 19);
});

test("foundations stand in the order spades, hearts, diamonds, clubs", () => {
  for (const screen of SCREENS) {
    const slots = [3, 2, 1, 0].map((suit) => slotOf(plan(screen), FIRST_FOUNDATION + suit));
    const places = slots.map(({ x, y }) => (screen.form === "rails" ? y : x));
    assert.deepEqual(
      places,
      [...places].sort((one, other) => one - other),
    );
  }
});

const DESK: Screen = { name: "desk", width: 1366, height: 712, form: "stack", card: 110 };

test("a held card comes down on the pile that lies most under its upper half", () => {
  const table = plan(DESK);
  const third = slotOf(table, 2);
  const between = { x: third.x + 0.6 * table.card.width, y: third.y + 100 };
  assert.equal(dropPile(table, between, [0, 1, 2, 3, 4]), 3);
  assert.equal(dropPile(table, between, [0, 1, 2, 4]), 2);
});

test("a column takes a drop anywhere down to the table's edge", () => {
  const table = plan(DESK, [1, 7, 7, 7, 6, 6, 6, 6]);
  assert.equal(dropPile(table, { x: slotOf(table, 0).x, y: 600 }, [0, FIRST_CELL]), 0);
});

test("a point under a column's last card belongs to the column", () => {
  const table = plan(DESK);
  const column = slotOf(table, 5);
  assert.equal(pileAt(table, { x: column.x + 5, y: 700 }), 5);
  assert.equal(pileAt(table, { x: column.x - 3, y: 700 }), null);
  assert.equal(pileAt(table, { x: column.x + 5, y: column.y - 5 }), null);
});

test("a drop far from every pile that takes the card is no move", () => {
  const table = plan(DESK);
  assert.equal(dropPile(table, { x: 0, y: 300 }, [7, FIRST_CELL]), null);
});

/** Every game of the house, and those that its options make of it which ask for another plan. */
const KEYS = [
  "freecell",
  "bakers-game",
  "relaxed-freecell",
  "forecell",
  "eight-off",
  "seahaven-towers",
  "penguin",
  "plato",
  "plato:columns=4,cells=1",
  "plato:columns=4,cells=10",
  "plato:columns=10,cells=1",
  "plato:columns=10,cells=10",
  "king-albert",
  "klondike",
  "klondike:draw=3",
];

type Piles = Omit<TableShape, "width" | "height" | "form">;

async function freshTable(key: string): Promise<Piles> {
  const { layout, rules } = await builtState(617, key);
  return shapeOf({ width: 0, height: 0, form: "stack" }, layout, rules);
}

/** Three cards in the waste, and every column as long as it can become. */
function fullest(table: Piles): Piles {
  const columns = table.columns.map((_, column) => (table.hidden[column] ?? 0) + 13);
  if (!table.hidden.some((count) => count > 0)) columns.fill(table.dealt + 12);
  return { ...table, columns, waste: table.waste === null ? null : 24 };
}

/** Slots, the strips of columns and what the waste fans out to, as one line for each. */
function describe({ card, slots, fans, downs, waste }: Plan): string[] {
  const numbers = (lengths: readonly number[]) => lengths.map((length) => length.toFixed(1));
  return [
    `card ${card.width} x ${card.height}`,
    `slots ${[...slots].map(([pile, { x, y, height }]) => `${pile}:${x},${y},${height}`).join(" ")}`,
    `strips ${numbers(fans).join(" ")} down ${numbers(downs).join(" ")}`,
    `waste ${waste.first} ${waste.x} ${waste.y}`,
  ];
}

for (const key of KEYS) {
  test(`${key}: everything lies where it lay on every screen`, async () => {
    const table = await freshTable(key);
    const plans = SCREENS.map((screen) => [
      screen.name,
      describe(planTable({ ...table, ...screen })),
    ]);
    matchSnapshot(`layout-${key.replace(/[:=,]/g, "-")}`, Object.fromEntries(plans));
  });

  test(`${key}: every card lies inside the table, and no slot on another`, async () => {
    const table = await freshTable(key);
    for (const screen of SCREENS)
      for (const state of [table, fullest(table)]) {
        const made = planTable({ ...state, ...screen });
        for (const [pile, slot] of made.slots) {
          const length = isColumn(pile) ? state.columns[pile] : pile === WASTE ? state.waste : 1;
          const { x, y } = cardPlace(made, pile, Math.max(0, (length ?? 1) - 1));
          const where = `${screen.name}: pile ${pile} at ${x}, ${y}`;
          assert.ok(x >= 0 && x + made.card.width <= screen.width + 0.01, where);
          assert.ok(y >= 0 && y + slot.height <= screen.height + 0.01, where);
        }
        assert.deepEqual(overlapping(made), [], screen.name);
      }
  });

  test(`${key}: cards are wide enough to be hit, and rank and suit to be read`, async () => {
    const table = await freshTable(key);
    for (const screen of SCREENS) {
      const made = planTable({ ...fullest(table), ...screen });
      assert.ok(made.card.width >= 28, `${screen.name}: ${made.card.width}`);
      for (const pile of made.slots.keys()) {
        const height = indexOn(made, pile).scale * INDEX_HEIGHT * made.card.width;
        assert.ok(height >= 9, `${screen.name}: ${height} in pile ${pile}`);
      }
    }
  });
}

/** Whole numbers from 0 to under a limit, the same in every run. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % limit;
  };
}

test("a table of any game that a player may make lies inside every screen", () => {
  const roll = dice(617);
  for (let game = 0; game < 200; game++) {
    const columns = Array.from({ length: 1 + roll(10) }, () => roll(26));
    const stock = roll(2) === 1;
    const table: Piles = {
      columns,
      hidden: columns.map((length) => (stock && length > 0 ? roll(length) : 0)),
      dealt: Math.max(...columns),
      ranks: 13,
      cells: roll(11),
      reserve: roll(17),
      waste: stock ? roll(25) : null,
      fanned: stock ? 1 + 2 * roll(2) : 0,
    };
    for (const screen of SCREENS) {
      const made = planTable({ ...table, ...screen });
      const where = `${screen.name}: ${JSON.stringify(table)}`;
      assert.deepEqual(overlapping(made), [], where);
      for (const { x, y, width, height } of made.slots.values()) {
        assert.ok(width >= 16 && height >= 8, `${where} ${width} x ${height}`);
        assert.ok(x >= 0 && x + width <= screen.width + 0.01, `${where} ${x}`);
        assert.ok(y >= 0 && y + height <= screen.height + 0.01, `${where} ${y}`);
      }
    }
  }
});

function overlapping({ slots }: Plan): string[] {
  const boxes = [...slots];
  return boxes.flatMap(([pile, one], at) =>
    boxes
      .slice(at + 1)
      .filter(
        ([, other]) =>
          one.x + one.width > other.x + 0.01 &&
          one.x < other.x + other.width - 0.01 &&
          one.y + one.height > other.y + 0.01 &&
          one.y < other.y + other.height - 0.01,
      )
      .map(([other]) => `${pile} and ${other}`),
  );
}

test("the slots are those of the layout's piles", async () => {
  for (const key of KEYS) {
    const { layout, rules } = await builtState(1, key);
    const made = planTable(shapeOf({ width: 390, height: 740, form: "stack" }, layout, rules));
    assert.deepEqual([...made.slots.keys()].sort(), allPiles(layout).sort(), key);
  }
});

test("where they do not fit beside the foundations, cells and reserve have a row of their own", async () => {
  const rows = async (key: string, width: number, height: number) => {
    const made = planTable({ ...(await freshTable(key)), width, height, form: "stack" });
    const above = [...made.slots].filter(([pile]) => !isColumn(pile)).map(([, { y }]) => y);
    return new Set(above).size;
  };
  assert.equal(await rows("freecell", 320, 464), 1);
  assert.equal(await rows("eight-off", 390, 740), 2);
  assert.equal(await rows("eight-off", 1366, 712), 1);
  assert.equal(await rows("penguin", 320, 464), 2);
  assert.equal(await rows("king-albert", 360, 536), 2);
  assert.equal(await rows("plato:columns=4,cells=10", 360, 536), 3);
  assert.equal(await rows("klondike:draw=3", 320, 464), 1);
});

test("every place leaves room for the ring of a card that lies there, and for its lift", async () => {
  for (const key of KEYS)
    for (const screen of SCREENS) {
      const made = planTable({ ...(await freshTable(key)), ...screen });
      for (const [pile, { x, y, width }] of made.slots) {
        const where = `${key}, ${screen.name}: pile ${pile} at ${x}, ${y}`;
        assert.ok(x >= 3 && x + width <= screen.width - 3 && y >= 10, where);
      }
    }
});

test("cards keep their width where large text leaves a low felt", async () => {
  const width = async (key: string) =>
    planTable({ ...(await freshTable(key)), width: 320, height: 360, form: "stack" }).card.width;
  assert.equal(await width("klondike"), 42);
  assert.equal(await width("freecell"), 36);
});

test("long deals keep strips of 20 pixels on a desktop, however long a column becomes", async () => {
  const table = await freshTable("plato:columns=4,cells=1");
  const made = planTable({ ...fullest(table), ...DESK });
  assert.equal(fullest(table).columns[0], 25);
  assert.ok((made.fans[0] ?? 0) >= 20, `${made.fans[0]}`);
});

test("a column that is pressed together fills the height, cards face down and up", async () => {
  const table = fullest(await freshTable("klondike"));
  const [small] = SCREENS;
  assert.ok(small !== undefined);
  const made = planTable({ ...table, ...small, columns: table.columns.map(() => 26) });
  const end = cardPlace(made, 6, 25).y + made.card.height;
  assert.ok(Math.abs(end - (small.height - 4)) < 1, `${end}`);
});

test("cards face down show less of themselves than cards face up", async () => {
  const table = await freshTable("klondike");
  const made = planTable({ ...table, ...DESK });
  const { y } = slotOf(made, 6);
  assert.ok((made.downs[6] ?? 0) < 0.4 * (made.fans[6] ?? 0));
  assert.equal(cardPlace(made, 6, 6).y, Math.round(4 * (y + 6 * (made.downs[6] ?? 0))) / 4);
});

test("the last three cards of the waste lie beside each other, in a rail under each other", async () => {
  const table = { ...(await freshTable("klondike:draw=3")), waste: 5 };
  const stack = planTable({ ...table, ...DESK });
  const [first, second, third, fourth, fifth] = [0, 1, 2, 3, 4].map((at) =>
    cardPlace(stack, WASTE, at),
  );
  assert.deepEqual([first, second], [third, third]);
  assert.equal((fourth?.x ?? 0) - (third?.x ?? 0), stack.card.width / 2);
  assert.equal((fifth?.x ?? 0) - (fourth?.x ?? 0), stack.card.width / 2);
  assert.ok((fifth?.x ?? 0) + stack.card.width < slotOf(stack, FIRST_FOUNDATION + 3).x);
  const rails = planTable({ ...table, width: 772, height: 390, form: "rails" });
  assert.equal(cardPlace(rails, WASTE, 4).x, slotOf(rails, STOCK).x);
  assert.ok(cardPlace(rails, WASTE, 4).y > cardPlace(rails, WASTE, 3).y);
  const single = planTable({ ...(await freshTable("klondike")), waste: 5, ...DESK });
  assert.deepEqual(cardPlace(single, WASTE, 4), cardPlace(single, WASTE, 0));
});

for (const key of KEYS) {
  test(`${key}: mirrored, cells and foundations have changed sides, and columns have not`, async () => {
    const table = await freshTable(key);
    for (const screen of SCREENS) {
      const usual = planTable({ ...table, ...screen });
      const made = planTable({ ...table, ...screen, mirror: true });
      const left = (one: Plan, pile: number) => slotOf(one, pile).x;
      assert.equal(made.card.width, usual.card.width, screen.name);
      assert.deepEqual(overlapping(made), [], screen.name);
      for (const pile of made.slots.keys()) {
        const { x, width } = slotOf(made, pile);
        assert.ok(x >= 0 && x + width <= screen.width + 0.01, `${screen.name}: pile ${pile}`);
      }
      // Spades come first of the foundations, on both sides.
      const spades = FIRST_FOUNDATION + 3;
      assert.ok(left(made, spades) < left(made, FIRST_FOUNDATION) || screen.form === "rails");
      assert.ok(left(made, spades) < left(usual, spades), screen.name);
      // A row of cells that is as wide as the table stays where it is.
      const own = [STOCK, FIRST_CELL, FIRST_RESERVE].find((pile) => usual.slots.has(pile));
      assert.ok(own !== undefined);
      if (
        left(usual, spades) > left(usual, own) &&
        slotOf(usual, own).y === slotOf(usual, spades).y
      )
        assert.ok(left(made, own) > left(made, spades), `${screen.name}: pile ${own}`);
      if (screen.form === "stack") assert.equal(left(made, 0), left(usual, 0), screen.name);
      assert.ok(left(made, 1) > left(made, 0), screen.name);
    }
  });
}

test("cards face down that are merged are one strip, and the open ones have its room", async () => {
  const table = await freshTable("klondike");
  for (const screen of SCREENS) {
    const made = planTable({ ...table, ...screen, merge: true });
    const usual = planTable({ ...table, ...screen });
    const [first, last] = [cardPlace(made, 6, 0), cardPlace(made, 6, 5)];
    assert.deepEqual(first, last, screen.name);
    const strip = cardPlace(made, 6, 6).y - first.y;
    assert.ok(strip > 0.3 * made.card.width, `${screen.name}: ${strip}`);
    assert.ok(cardPlace(made, 6, 6).y < cardPlace(usual, 6, 6).y, screen.name);
    // A column with no card face down begins where it always does.
    assert.deepEqual(cardPlace(made, 0, 0), cardPlace(usual, 0, 0), screen.name);
  }
});

test("large print fills the strips, and its rank and suit lie inside them", () => {
  for (const screen of SCREENS)
    for (const columns of [FRESH, LONGEST]) {
      const usual = planTable({ ...FREECELL, ...screen, columns });
      const large = planTable({ ...FREECELL, ...screen, columns, isLarge: true });
      for (const [column, strip] of large.fans.entries()) {
        const { scale, top } = indexOn(large, column);
        const height = scale * large.index * large.card.width;
        const foot = top * large.card.width + height;
        assert.ok(foot <= 0.95 * strip, `${screen.name}: ${foot} in ${strip}`);
        const before = indexOn(usual, column).scale * usual.index * usual.card.width;
        const least = columns === FRESH && screen.form === "stack" ? 1.05 : 0.86;
        assert.ok(height >= least * before, `${screen.name}: ${height} for ${before}`);
      }
    }
});
