import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fewestMoves, type Pars } from "../src/page/par.ts";
import { builtChoice, PAGE } from "./built.ts";

const { files } = JSON.parse(readFileSync(join(PAGE, "build.json"), "utf8"));
const pars: Pars = JSON.parse(readFileSync(join(PAGE, files["pars.json"]), "utf8"));
const fewest = (key: string, deal: number) => fewestMoves(pars, builtChoice(key), deal);

test("the fewest moves known are those of the package", () => {
  assert.equal(fewest("freecell", 617), 34);
  assert.equal(fewest("freecell", 11982), null);
});

test("none are known beyond the file, in other games and under other rules", () => {
  assert.equal(fewest("freecell", 32_001), null);
  assert.equal(fewest("freecell", 0), null);
  assert.equal(fewest("klondike", 1), null);
  assert.equal(fewest("freecell:single-card=true", 617), null);
});
