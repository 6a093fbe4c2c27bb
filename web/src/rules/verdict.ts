/** "Can it be won?": asks the solver's worker, checks what it says, and remembers it. */

import type { Verdict } from "../table/state.ts";
import { lineWins } from "./asked.ts";
import type { Layout } from "./cards.ts";
import type { Engine } from "./engine.ts";
import type { Answer, Question } from "./engine.worker.ts";
import type { Rules } from "./formats.ts";

const MEMORY = 64 * 2 ** 20;

/** Where the solver lies, and the rules that check its lines. */
export interface SolverHome {
  readonly worker: string;
  readonly wasm: string;
  readonly engine: Engine;
  readonly rules: Rules;
}

/**
 * Asks whether a layout can be won. The worker lives for one question, so that its memory is free
 * afterwards; aborting the signal ends it and gives the verdict "cancelled".
 */
export async function askSolver(
  home: SolverHome,
  layout: Uint8Array,
  onProgress: (states: number) => void,
  signal: AbortSignal,
): Promise<Verdict> {
  const answer = await askWorker(home, layout, onProgress, signal);
  if (answer.kind === "unsolvable") return { kind: "unsolvable" };
  if (answer.kind !== "solved") return { kind: "undecided", why: answer.kind };
  // A line counts only when the rules themselves have played it to a win.
  return lineWins(home.engine, home.rules, layout, answer.line)
    ? { kind: "solved", line: answer.line }
    : { kind: "undecided", why: "failed" };
}

/** The same for all orders of columns and cells. */
export function positionKey(layout: Layout): string {
  const { columns, hidden, cells, reserve, foundations, stock } = layout;
  const shown = columns.map((cards, column) => `${hidden[column] ?? 0}:${cards.join(".")}`).sort();
  const drawn = stock === null ? [] : [stock.cards, stock.waste, [stock.turnedOver]];
  const piles = [shown, [...cells].sort(), reserve, foundations, ...drawn];
  return piles.map((part) => part.join(",")).join("/");
}

type LastAnswer = Exclude<Answer, { kind: "progress" }> | { readonly kind: "cancelled" };

function askWorker(
  home: SolverHome,
  layout: Uint8Array,
  onProgress: (states: number) => void,
  signal: AbortSignal,
): Promise<LastAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(home.worker);
    const end = (answer: LastAnswer) => {
      worker.terminate();
      resolve(answer);
    };
    signal.addEventListener("abort", () => end({ kind: "cancelled" }));
    worker.onerror = () => end({ kind: "failed" });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.kind === "progress") onProgress(data.states);
      else end(data);
    };
    const { record } = home.rules;
    const question: Question = { wasm: home.wasm, rules: record, layout, memory: MEMORY };
    worker.postMessage(question);
  });
}
