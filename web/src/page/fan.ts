/** A fan of cards on the felt: where each lies, and how far it is turned. No document is touched here. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The point round which the cards lie, and how far from it their middles are. */
export interface Fan {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly card: Size;
}

/** A card's upper left corner as it would be unturned, and its turn in degrees. */
export interface Lying {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

/** The fan reaches so far to both sides, in degrees. */
const REACH = 74;
const MARGIN = 12;
const RADIANS = Math.PI / 180;

/** The largest fan that fits on a felt, a little over its middle. */
export function fanIn(felt: Size, card: Size): Fan {
  const wide = (felt.width / 2 - card.height / 2 - MARGIN) / Math.sin(REACH * RADIANS);
  const sagging = 1 - Math.cos(REACH * RADIANS);
  const high = (felt.height - card.height - 2 * MARGIN) / sagging;
  const radius = Math.max(0, Math.min(wide, high));
  const above = (felt.height - card.height - radius * sagging) * 0.4;
  return { x: felt.width / 2, y: above + card.height / 2 + radius, radius, card };
}

/** The card at a share of the way from the left end to the right one, with the fan turned so far. */
export function lyingAt({ x, y, radius, card }: Fan, share: number, turned: number): Lying {
  const turn = (2 * share - 1) * REACH + turned;
  const middle = {
    x: x + radius * Math.sin(turn * RADIANS),
    y: y - radius * Math.cos(turn * RADIANS),
  };
  return { x: middle.x - card.width / 2, y: middle.y - card.height / 2, turn };
}
