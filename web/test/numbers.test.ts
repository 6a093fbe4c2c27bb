import assert from "node:assert/strict";
import { test } from "node:test";
import { dealInAddress } from "../src/page/address.ts";
import { parseDeal } from "../src/rules/numbers.ts";
import { clockText, elapsed, startClock, stopClock, stoppedAt } from "../src/table/clock.ts";

test("whole numbers from 1 to a million are deals, however they are grouped", () => {
  for (const [text, deal] of [
    ["1", 1],
    [" 617 ", 617],
    ["32 000", 32000],
    ["1\u00a0000\u202f000", 1_000_000],
    ["000617", 617],
    ["1.000", 1000],
    ["1,000", 1000],
    ["1.000.000", 1_000_000],
    ["999,999", 999_999],
    ["Giv 617", 617],
    ["giv nr 32\u00a0000", 32000],
    ["Uddeling 32.000", 32000],
    ["deal #617", 617],
    ["#617", 617],
  ] as const)
    assert.deepEqual(parseDeal(text), { deal });
});

test("anything else is named as it was written", () => {
  for (const text of ["1.00", "1.0000", "1,000.000", "1.000,5", ".100", "1..000", "61 7", "1 2 3"])
    assert.deepEqual(parseDeal(text), { bad: text });
  for (const text of ["Giv", "Giv 0", "Giv abc", "#", "giv -1", "Kungen 617"])
    assert.deepEqual(parseDeal(text), { bad: text });
  for (const text of ["0", "-1", "1.5", "1000001", `${2 ** 40}`, "abc", "", "1e3", "0x10", "١"])
    assert.deepEqual(parseDeal(text), { bad: text });
});

test("an address asks for a deal, for a text that is none, or for nothing", () => {
  assert.deepEqual(dealInAddress("?deal=617"), { deal: 617 });
  assert.deepEqual(dealInAddress("?x=1&deal=617"), { deal: 617 });
  assert.deepEqual(dealInAddress("?deal="), { bad: "" });
  assert.deepEqual(dealInAddress("?deal=%3Cb%3E"), { bad: "<b>" });
  assert.equal(dealInAddress(""), null);
});

test("the clock counts only while it runs", () => {
  const running = startClock(stoppedAt(5_000), 100);
  assert.equal(elapsed(running, 1_100), 6_000);
  const stopped = stopClock(running, 1_100);
  assert.equal(elapsed(stopped, 99_999), 6_000);
  assert.equal(elapsed(startClock(running, 500), 1_100), 6_000);
});

test("the clock is written in minutes and seconds, and hours when there are any", () => {
  const hour = 3_600_000;
  assert.deepEqual([0, 59_999, 60_000, 754_000, hour - 1, hour, 2 * hour + 61_000].map(clockText), [
    "0:00",
    "0:59",
    "1:00",
    "12:34",
    "59:59",
    "1:00:00",
    "2:01:01",
  ]);
});
