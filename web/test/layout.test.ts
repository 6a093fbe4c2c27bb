import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_CELL, FIRST_FOUNDATION } from "../src/cards.ts";
import {
  cardPlace,
  dropPile,
  type Form,
  INDEX_HEIGHT,
  pileAt,
  planTable,
  slotOf,
} from "../src/layout.ts";

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

function plan(screen: Screen, columns: readonly number[] = FRESH) {
  return planTable({ ...screen, columns, cells: 4 });
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
        assert.ok(y >= 0 && y + card.height <= screen.height, `pile ${pile} at ${y}`);
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

test("tables with ten columns, or more slots than columns, stay inside a small phone", () => {
  for (const [columns, cells] of [
    [10, 4],
    [8, 8],
    [7, 7],
    [4, 10],
  ] as const) {
    const table = { width: 320, height: 464, form: "stack" as const, cells };
    const made = planTable({ ...table, columns: Array(columns).fill(6) });
    for (const { x, width } of made.slots.values())
      assert.ok(x >= 0 && x + width <= 320, `${columns}+${cells}: ${x}`);
  }
});
