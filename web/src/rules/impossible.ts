/** The deals that nobody can win, where they are rare enough that the house tells of them. */
import type { Choice } from "./house.ts";

/** The values of options that can be compared, the strictest first: each allows all before it. */
const FREER: Readonly<Record<string, readonly string[]>> = {
  empties: ["king", "any"],
  "single-card": ["true", "false"],
  "foundation-return": ["false", "true"],
};

/**
 * The deals of a choice that nobody can win. They were proven with the game's own values, and are
 * lost under all rules that allow no more.
 */
export function impossibleDeals({ game, options }: Choice): readonly number[] {
  const isStricter = ([name, value]: [string, string]) => {
    const values = FREER[name] ?? [];
    return (
      values.includes(value) && values.indexOf(value) < values.indexOf(game.offers[name] ?? "")
    );
  };
  return Object.entries(options).every(isStricter) ? game.impossible : [];
}

/** Whether a deal is one of those; a position, which has no number, is none. */
export const isImpossible = (choice: Choice, deal: number | null): boolean =>
  deal !== null && impossibleDeals(choice).includes(deal);
