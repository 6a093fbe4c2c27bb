/** How much a player was helped in a play: docs/formats.md, "The page's storage". */
import type { State } from "../table/state.ts";

/** The levels; below them is that there is a move, which is no help. */
export const HELP = { move: 1, verdict: 2, solution: 4 } as const;

/** Help of some level was taken; the highest one counts. */
export function takeHelp(state: State, level: number): void {
  state.help = Math.max(state.help, level);
}
