/** The study of a deal that nobody can win: the solver goes through everything, and is seen to. */

import { askSolver, type SolverHome } from "../rules/verdict.ts";
import type { Verdict } from "../table/state.ts";

/** What a study has come to. */
export interface Finding {
  readonly kind: Verdict["kind"] | "cancelled";
  /** The states that the search has kept. */
  readonly states: number;
}

/** A search that takes less is shown for as long as this: else nobody would see that it was one. */
const SEEN = 1_500;
const FRAME = 50;

/** Searches a position; *onProgress* is given numbers that rise as far as the search has come. */
export async function study(
  home: SolverHome,
  layout: Uint8Array,
  onProgress: (states: number) => void,
  signal: AbortSignal,
): Promise<Finding> {
  let states = 0;
  const start = performance.now();
  const shown = () => Math.floor(states * Math.min(1, (performance.now() - start) / SEEN));
  const timer = setInterval(() => onProgress(shown()), FRAME);
  const verdict = await askSolver(home, layout, (found) => (states = found), signal);
  if (verdict.kind === "unsolvable") await wait(SEEN - (performance.now() - start), signal);
  clearInterval(timer);
  if (signal.aborted) return { kind: "cancelled", states };
  onProgress(states);
  return { kind: verdict.kind, states };
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, milliseconds));
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
