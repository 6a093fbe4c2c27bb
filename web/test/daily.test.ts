import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  dateText,
  dayAt,
  dayByKey,
  FIRST_DAY,
  firstOf,
  monthOf,
  today,
  weekday,
  weeksOf,
} from "../src/daily/days.ts";
import { dailyDeal } from "../src/daily/law.ts";
import { below, randomDeal } from "../src/daily/lot.ts";
import { streakOf, winsOf, wonWhen } from "../src/daily/streaks.ts";
import { type Range, readRange, type Winnable, winnableDeal } from "../src/daily/winnable.ts";
import type { Result } from "../src/keeping/results.ts";
import { asksDaily, dealInAddress, isLink } from "../src/page/address.ts";
import { builtHouse, builtName } from "./built.ts";

const RANGES: Readonly<Record<string, Range>> = JSON.parse(
  readFileSync(builtName("winnable.json"), "utf8"),
);

function rangeOf(key: string): Winnable {
  const range = RANGES[key];
  assert.ok(range, key);
  return readRange(range);
}

/** A day by its date. */
const dayOf = (date: string): number => Date.parse(`${date}T00:00Z`) / 86_400_000;

/** As src/kungen/daily.py gives them. */
const DATES = ["2026-01-01", "2026-12-01", "2028-02-29", "2099-12-31"];
const DEALS: Readonly<Record<string, readonly number[]>> = {
  freecell: [342_698, 922_668, 821_745, 328_637],
  klondike: [230, 916, 934, 487],
  "klondike:draw=3": [540, 201, 339, 964],
  "bakers-game": [5236, 1206, 9919, 9410],
  "plato:columns=5": [609, 546, 341, 546],
  "relaxed-freecell": [2663, 3773, 2647, 6342],
};

for (const [key, deals] of Object.entries(DEALS))
  test(`the daily deals of ${key} are those of Python`, () => {
    const range = rangeOf(key);
    assert.deepEqual(
      DATES.map((date) => dailyDeal(range, key, date)),
      deals,
    );
  });

test("the house names the games whose winnable deals are told, and no other", () => {
  assert.deepEqual(builtHouse().winnable, Object.keys(RANGES));
});

test("what the house tells of a game all of whose numbers were searched is the whole list", () => {
  const searched = builtHouse().games.filter(({ searched }) => searched === 1_000_000);
  assert.deepEqual(
    searched.map(({ id }) => id),
    ["freecell"],
  );
  for (const { id, impossible } of searched) {
    const { first, last, others } = rangeOf(id);
    assert.deepEqual([first, last, others], [1, 1_000_000, impossible]);
  }
});

test("a range is told by the deals left out, or by a bit for each deal", () => {
  const [listed, marked] = [
    readRange({ first: 3, last: 12, but: [3, 5, 12] }),
    // 0101 1111 10 from the highest bit on: deals 3, 5 and 12 are left out.
    readRange({ first: 3, last: 12, bits: btoa(String.fromCharCode(0b01011111, 0b10000000)) }),
  ];
  assert.deepEqual(marked, listed);
  assert.equal(listed.count, 7);
  assert.deepEqual(
    Array.from({ length: listed.count }, (_, place) => winnableDeal(listed, place)),
    [4, 6, 7, 8, 9, 10, 11],
  );
});

test("chance gives each number equally, and none that is left out or out of range", () => {
  const drawn = [4_294_967_295, 11_981, 781_947, 4_294_000_000, 41];
  assert.equal(
    randomDeal([11_982, 781_948], () => drawn.shift() ?? 0),
    42,
  );
  assert.equal(
    randomDeal([], () => 999_999),
    1_000_000,
  );
  const unfair = [2 ** 32 - 1, 6];
  assert.equal(
    below(3, () => unfair.shift() ?? 0),
    0,
  );
});

test("a day is that of the player's own calendar, also where clocks change", () => {
  const noon = Date.parse("2026-12-01T12:00Z");
  const [there, later] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
  assert.deepEqual(
    [noon, noon - 6_000_000].flatMap((at) =>
      [there, "UTC", later].map((zone) => dateText(dayAt(at, zone))),
    ),
    ["2026-12-02", "2026-12-01", "2026-12-01", "2026-12-02", "2026-12-01", "2026-11-30"],
  );
  // In Stockholm clocks go from 02:00 to 03:00 on 29 March, and from 03:00 to 02:00 on 25 October.
  const stockholm = (instant: string) => dateText(dayAt(Date.parse(instant), "Europe/Stockholm"));
  for (const [last, next] of [
    ["2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z"],
    ["2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"],
    ["2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z"],
    ["2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z"],
  ] as const)
    assert.equal(dayOf(stockholm(next)) - dayOf(stockholm(last)), 1, next);
});

test("today becomes another day at midnight", (context) => {
  const zone = process.env.TZ;
  process.env.TZ = "America/New_York";
  context.after(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  context.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-03-08T04:59:59.999Z") });
  assert.equal(dateText(today()), "2026-03-07");
  context.mock.timers.setTime(Date.parse("2026-03-08T05:00:00Z"));
  assert.equal(dateText(today()), "2026-03-08");
  context.mock.timers.setTime(Date.parse("2026-03-09T04:00:00Z"));
  assert.equal(dateText(today()), "2026-03-09");
});

test("a month has its weeks from Monday to Sunday, a leap year its day more", () => {
  assert.equal(dateText(FIRST_DAY), "2026-01-01");
  assert.equal(weekday(dayOf("2026-12-01")), 1);
  const february = (year: number) => monthOf(dayOf(`${year}-02-01`));
  const lengths = [2026, 2028, 2100].map(
    (year) => firstOf(february(year) + 1) - firstOf(february(year)),
  );
  assert.deepEqual(lengths, [28, 29, 28]);
  const number = (day: number | null) => (day === null ? 0 : Number(dateText(day).slice(-2)));
  assert.deepEqual(
    weeksOf(february(2028)).map((week) => week.map(number)),
    [
      [0, 1, 2, 3, 4, 5, 6],
      [7, 8, 9, 10, 11, 12, 13],
      [14, 15, 16, 17, 18, 19, 20],
      [21, 22, 23, 24, 25, 26, 27],
      [28, 29, 0, 0, 0, 0, 0],
    ],
  );
  // It begins on a Monday and ends on a Sunday.
  assert.equal(weeksOf(monthOf(dayOf("2027-02-01"))).length, 4);
});

test("keys lead from day to day, but not past today or before the first month", () => {
  const last = dayOf("2028-03-31");
  const by = (key: string, from: string) => {
    const to = dayByKey(key, dayOf(from), last);
    return to === null ? null : dateText(to);
  };
  assert.equal(by("ArrowLeft", "2028-03-01"), "2028-02-29");
  assert.equal(by("ArrowRight", "2028-02-29"), "2028-03-01");
  assert.equal(by("ArrowUp", "2028-03-03"), "2028-02-25");
  assert.equal(by("ArrowDown", "2028-02-25"), "2028-03-03");
  assert.deepEqual(
    [by("Home", "2028-03-02"), by("End", "2028-03-02")],
    ["2028-02-28", "2028-03-05"],
  );
  assert.equal(by("PageUp", "2028-03-31"), "2028-02-29");
  assert.equal(by("PageDown", "2028-01-31"), "2028-02-29");
  assert.equal(by("PageDown", "2028-02-29"), "2028-03-29");
  assert.equal(by("PageUp", "2026-01-15"), "2026-01-01");
  for (const key of ["ArrowRight", "ArrowDown", "End", "PageDown"])
    assert.equal(by(key, "2028-03-31"), "2028-03-31", key);
  assert.equal(by("Enter", "2028-03-31"), null);
});

/** A win of a deal, by the clock of a place. */
function win(deal: number, instant: string, zone = "Europe/Stockholm"): Result {
  const ended = Date.parse(instant);
  const rest = { began: ended - 1, moves: 90, elapsed: 1, helped: 0 };
  return { format: 1, game: "freecell", deal, ended, zone, ...rest };
}

/** The deal of a day is its number since 1970, but for one that comes twice. */
const dealOf = (day: number) => (day === dayOf("2026-12-20") ? dayOf("2026-12-05") : day);

test("a deal is won on its day by the calendar of the place, else later", () => {
  const [fourth, fifth] = [dayOf("2026-12-04"), dayOf("2026-12-05")];
  const inTime = winsOf([win(fourth, "2026-12-04T22:59Z")], dealOf);
  assert.equal(wonWhen(inTime, fourth, fourth), "own");
  const begunInTime = {
    ...win(fourth, "2026-12-05T00:30Z"),
    began: Date.parse("2026-12-04T22:58Z"),
  };
  assert.equal(wonWhen(winsOf([begunInTime], dealOf), fourth, fourth), "own");
  const left = { ...begunInTime, began: Date.parse("2026-12-04T12:00Z") };
  assert.equal(wonWhen(winsOf([left], dealOf), fourth, fourth), "later");
  const tooLate = winsOf([win(fourth, "2026-12-04T23:01Z")], dealOf);
  assert.equal(wonWhen(tooLate, fourth, fourth), "later");
  const farWest = winsOf([win(fourth, "2026-12-05T09:00Z", "Pacific/Honolulu")], dealOf);
  assert.equal(wonWhen(farWest, fourth, fourth), "own");
  assert.equal(wonWhen(farWest, fifth, fifth), null);
  const both = winsOf([win(fourth, "2026-12-04T10:00Z"), win(fourth, "2026-12-09T10:00Z")], dealOf);
  assert.equal(wonWhen(both, fourth, fourth), "own");
});

test("a deal that was won before its day is still to be won on it", () => {
  const fifth = dayOf("2026-12-05");
  const early = winsOf([win(fifth, "2026-12-02T12:00Z")], dealOf);
  assert.equal(wonWhen(early, fifth, fifth), null);
  const twice = [win(fifth, "2026-12-02T12:00Z"), win(fifth, "2026-12-09T12:00Z")];
  for (const wins of [twice, [...twice].reverse()])
    assert.equal(wonWhen(winsOf(wins, dealOf), fifth, fifth), "later");
  // The same deal comes again: what was its own day before stays so.
  const once = winsOf([win(fifth, "2026-12-05T12:00Z")], dealOf);
  assert.deepEqual(
    ["2026-12-05", "2026-12-20"].map((date) => wonWhen(once, dayOf(date), fifth)),
    ["own", null],
  );
  const again = winsOf([win(fifth, "2026-12-20T12:00Z")], dealOf);
  assert.deepEqual(
    ["2026-12-05", "2026-12-20"].map((date) => wonWhen(again, dayOf(date), fifth)),
    ["later", "own"],
  );
});

test("a streak goes to today, or to yesterday while today is still to be won", () => {
  const days = (...dates: string[]) => new Set(dates.map(dayOf));
  const at = (own: Set<number>, date: string) => streakOf(own, dayOf(date));
  const own = days("2028-02-27", "2028-02-28", "2028-02-29", "2028-03-01", "2028-03-03");
  assert.deepEqual(at(own, "2028-03-01"), { streak: 4, longest: 4 });
  assert.deepEqual(at(own, "2028-03-02"), { streak: 4, longest: 4 });
  assert.deepEqual(at(own, "2028-03-03"), { streak: 1, longest: 4 });
  assert.deepEqual(at(own, "2028-03-04"), { streak: 1, longest: 4 });
  assert.deepEqual(at(own, "2028-03-05"), { streak: 0, longest: 4 });
  // Who has travelled west is on the day before the one that was won last.
  assert.deepEqual(at(own, "2028-02-29"), { streak: 4, longest: 4 });
  assert.deepEqual(at(new Set(), "2028-03-05"), { streak: 0, longest: 0 });
});

test("an address asks for the deal of the day, which is no number", () => {
  for (const search of ["?deal=daily", "?draw=3&deal=daily", "?deal=daily&draw=3"]) {
    assert.ok(asksDaily(search) && isLink(search), search);
    assert.equal(dealInAddress(search), null, search);
  }
  assert.equal(isLink("?deal=617"), false);
  assert.equal(asksDaily("?deal=dailyx"), false);
});
