/** A game's way back and forth over its own moves. No document is touched here. */

import { historyOf } from "../rules/asked.ts";
import type { Layout } from "../rules/cards.ts";
import { layoutOf, redoStep, statusOf, undoStep } from "../rules/engine.ts";
import type { Step } from "../rules/formats.ts";
import { changed } from "./play.ts";
import type { State } from "./state.ts";

/** How the game came to a position: the step before it, empty at the start, and what lay then. */
export interface Arrival {
  readonly step: Step;
  readonly before: Layout;
}

/** How many steps there are, those that can be redone too. */
export const countSteps = ({ game }: State): number => historyOf(game).length;

/** Goes to the position after so many steps; neither clock nor what is noted of the play change. */
export function goTo(state: State, position: number): Arrival {
  const { game } = state;
  const after = Math.min(Math.max(0, position), countSteps(state));
  // One step further back, so that what lay before the last one is seen.
  const start = Math.max(0, after - 1);
  while (statusOf(game).steps > start) undoStep(game);
  while (statusOf(game).steps < start) redoStep(game);
  const before = layoutOf(game);
  const step = after > start ? redoStep(game) : [];
  changed(state, step);
  return { step, before };
}
