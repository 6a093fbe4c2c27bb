import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  judge,
  type Lesson,
  nextOfLine,
  prove,
  type Sitting,
  sit,
  startOver,
} from "../src/lessons/lesson.ts";
import type { Move } from "../src/rules/cards.ts";
import { readMoves } from "../src/rules/formats.ts";
import { restart } from "../src/table/dealing.ts";
import { singleSentences } from "../src/table/demonstration.ts";
import { play, redo, undo } from "../src/table/play.ts";
import type { State } from "../src/table/state.ts";
import { builtName, builtState, SWEDISH } from "./built.ts";

const LESSONS: readonly Lesson[] = JSON.parse(
  readFileSync(builtName("lessons.sv.json"), "utf8"),
).lessons;

function lessonOf(id: string): Lesson {
  const lesson = LESSONS.find((one) => one.id === id);
  if (lesson === undefined) throw new Error(`there is no lesson ${id}`);
  return lesson;
}

async function open(lesson: Lesson): Promise<{ state: State; sitting: Sitting }> {
  const state = await builtState(1, lesson.game);
  const sitting = sit(state, lesson);
  if (sitting === null) throw new Error(`the engine refuses ${lesson.id}`);
  return { state, sitting };
}

const lineOf = ({ line }: Lesson): Move[] =>
  line.flatMap((move) => readMoves(Uint8Array.from(Buffer.from(move, "hex"))));

function make(state: State, sitting: Sitting, move: Move | undefined): void {
  assert.ok(move !== undefined);
  assert.equal(play(state, move, 0).length, 1, "a legal move, and none that follows by itself");
  judge(state, sitting);
}

/** A legal move that is not the lesson's own. */
const otherMove = (state: State, own: Move | undefined): Move | undefined =>
  state.legal.find((move) => move.source !== own?.source || move.target !== own.target);

for (const lesson of LESSONS.filter(({ proof }) => !proof)) {
  test(`${lesson.id}: its line reaches the goal with its last move`, async () => {
    const { state, sitting } = await open(lesson);
    const line = lineOf(lesson);
    for (const [at, move] of line.entries()) {
      assert.equal(sitting.standing, "open", `before move ${at + 1}`);
      assert.deepEqual(nextOfLine(state, sitting), move);
      make(state, sitting, move);
    }
    assert.equal(sitting.standing, "reached");
    assert.equal(nextOfLine(state, sitting), null);
  });
}

test("the moves used up, the goal is missed; undo opens it again", async () => {
  const { state, sitting } = await open(lessonOf("ace"));
  const [own] = lineOf(sitting.lesson);
  make(state, sitting, otherMove(state, own));
  assert.equal(sitting.standing, "missed");
  assert.equal(nextOfLine(state, sitting), null);
  undo(state, 0);
  judge(state, sitting);
  assert.equal(sitting.standing, "open");
  make(state, sitting, own);
  assert.equal(sitting.standing, "reached");
});

test("what is reached stays so while one plays on, and opens again with its move undone", async () => {
  const { state, sitting } = await open(lessonOf("ace"));
  make(state, sitting, lineOf(sitting.lesson)[0]);
  make(state, sitting, state.legal[0]);
  assert.equal(sitting.standing, "reached");
  undo(state, 0);
  judge(state, sitting);
  assert.equal(sitting.standing, "reached");
  undo(state, 0);
  judge(state, sitting);
  assert.equal(sitting.standing, "open");
  redo(state, 0);
  judge(state, sitting);
  assert.equal(sitting.standing, "reached");
});

test("beside its own line a lesson has no next move", async () => {
  const { state, sitting } = await open(lessonOf("think-ahead"));
  make(state, sitting, otherMove(state, lineOf(sitting.lesson)[0]));
  assert.equal(sitting.standing, "open");
  assert.equal(nextOfLine(state, sitting), null);
});

test("a lesson in which nothing moves any more is missed, but a proof stays open", async () => {
  for (const [id, standing] of [
    ["think-ahead", "missed"],
    ["unwinnable", "open"],
  ] as const) {
    const { state, sitting } = await open(lessonOf(id));
    state.status = { ...state.status, stuck: true };
    judge(state, sitting);
    assert.equal(sitting.standing, standing, id);
  }
});

test("a lesson started again is open", async () => {
  const { state, sitting } = await open(lessonOf("ace"));
  make(state, sitting, otherMove(state, lineOf(sitting.lesson)[0]));
  restart(state, 0);
  judge(state, sitting);
  assert.equal(sitting.standing, "open");
  assert.equal(state.status.steps, 0);
});

test("nothing follows a move by itself in a lesson", async () => {
  const { state } = await open(lessonOf("ace"));
  assert.equal(state.autoplay, "off");
});

test("a run of three is told as five single moves, and only until it is undone", async () => {
  const { state, sitting } = await open(lessonOf("run-of-three"));
  assert.deepEqual(sitting.singles, []);
  make(state, sitting, lineOf(sitting.lesson)[0]);
  assert.deepEqual(singleSentences(SWEDISH, sitting.singles), [
    "Klöver fem till fri cell 1.",
    "Ruter sex till fri cell 3.",
    "Spader sju till hjärter åtta i kolumn 6.",
    "Ruter sex till spader sju i kolumn 6.",
    "Klöver fem till ruter sex i kolumn 6.",
  ]);
  undo(state, 0);
  judge(state, sitting);
  assert.deepEqual(sitting.singles, []);
});

test("a move of one card has no single moves", async () => {
  const { state, sitting } = await open(lessonOf("ace"));
  make(state, sitting, lineOf(sitting.lesson)[0]);
  assert.deepEqual(sitting.singles, []);
});

test("no move reaches or misses a proof; the search does, whatever is played", async () => {
  const { state, sitting } = await open(lessonOf("unwinnable"));
  assert.equal(sitting.lesson.deal, 11982);
  make(state, sitting, state.legal[0]);
  assert.equal(sitting.standing, "open");
  prove(sitting);
  undo(state, 0);
  judge(state, sitting);
  assert.equal(sitting.standing, "reached");
  restart(state, 0);
  startOver(sitting);
  judge(state, sitting);
  assert.equal(sitting.standing, "open", "only starting again takes it back");
});
