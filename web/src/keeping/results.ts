/** The win of a deal as it is kept: docs/formats.md, "The page's storage". */
import type { SavedGame } from "../rules/saved.ts";

/** A result, version 1. */
export interface Result {
  readonly format: 1;
  /** The game's key. */
  readonly game: string;
  readonly deal: number;
  /** The instants of the first move and of the win, in milliseconds since 1970. */
  readonly began: number;
  readonly ended: number;
  /** The time zone in which the game ended. */
  readonly zone: string;
  readonly moves: number;
  /** Milliseconds on the clock. */
  readonly elapsed: number;
  /** Tips shown. */
  readonly helped: number;
  /** Missing in games without a score. */
  readonly score?: number;
}

/** The result that a saved game is; null while it is not won, or was before wins were kept. */
export function resultOf(saved: SavedGame, score: number | null): Result | null {
  const { game, deal, position: moves, page } = saved;
  const { won, began, ended, elapsed, helped = 0 } = page;
  if (!won || began === undefined || ended === undefined) return null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const scored = score === null ? {} : { score };
  return { format: 1, game, deal, began, ended, zone, moves, elapsed, helped, ...scored };
}
