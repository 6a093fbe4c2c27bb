import assert from "node:assert/strict";
import { test } from "node:test";
import { fanIn, lyingAt } from "../src/motion/fan.ts";

const FELTS = [
  { felt: { width: 390, height: 740 }, card: { width: 45, height: 63 } },
  { felt: { width: 772, height: 390 }, card: { width: 74, height: 104 } },
  { felt: { width: 1366, height: 712 }, card: { width: 110, height: 154 } },
  { felt: { width: 320, height: 464 }, card: { width: 36, height: 51 } },
] as const;
const TURN = Math.PI / 180;

test("the win's fan lies on the felt, whatever its form", () => {
  for (const { felt, card } of FELTS) {
    const fan = fanIn(felt, card);
    for (let at = 0; at < 52; at++) {
      const { x, y, turn } = lyingAt(fan, at / 51, 0);
      const [cos, sin] = [Math.abs(Math.cos(turn * TURN)), Math.abs(Math.sin(turn * TURN))];
      const half = {
        x: (card.width * cos + card.height * sin) / 2,
        y: (card.width * sin + card.height * cos) / 2,
      };
      const middle = { x: x + card.width / 2, y: y + card.height / 2 };
      const name = `card ${at} on ${felt.width} × ${felt.height}`;
      assert.ok(middle.x - half.x >= 0 && middle.x + half.x <= felt.width, name);
      assert.ok(middle.y - half.y >= 0 && middle.y + half.y <= felt.height, name);
    }
  }
});

test("the fan is a hand's on a wide felt and almost a wheel on a high one, from left to right", () => {
  const [phone, side] = FELTS.map(({ felt, card }) => fanIn(felt, card));
  assert.ok(phone !== undefined && side !== undefined);
  assert.deepEqual([phone.reach, side.reach], [140, 74]);
  assert.deepEqual([lyingAt(side, 0, 0).turn, lyingAt(side, 0.5, 2).turn], [-74, 2]);
  assert.ok(lyingAt(side, 0, 0).x < lyingAt(side, 1, 0).x);
});
