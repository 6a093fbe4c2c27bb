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
  /** How far it reaches to both sides, in degrees. */
  readonly reach: number;
  readonly card: Size;
}

/** A card's upper left corner as it would be unturned, and its turn in degrees. */
export interface Lying {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

/** As a hand holds it, and for a high felt almost a wheel. */
const REACHES = [74, 140] as const;
const MARGIN = 12;
/** Of the height that is left, so much is over the fan. */
const ABOVE = 0.4;
const RADIANS = Math.PI / 180;

/** The fan that fits on a felt and shows the most of each card. */
export function fanIn(felt: Size, card: Size): Fan {
  const [open, wheel] = REACHES.map((reach) => fanReaching(felt, card, reach)) as [Fan, Fan];
  return wheel.radius * wheel.reach > open.radius * open.reach ? wheel : open;
}

function fanReaching(felt: Size, card: Size, reach: number): Fan {
  const side = Math.min(90, reach) * RADIANS;
  // Of a card that is turned so far, from its middle to its edge.
  const half = (card.height * Math.sin(side) + card.width * Math.cos(side)) / 2;
  const wide = (felt.width / 2 - half - MARGIN) / Math.sin(side);
  const high = 1 - Math.cos(reach * RADIANS);
  const low = (felt.height - card.height - 2 * MARGIN) / high;
  const radius = Math.max(0, Math.min(wide, low));
  const above = ABOVE * (felt.height - card.height - radius * high);
  return { x: felt.width / 2, y: above + card.height / 2 + radius, radius, reach, card };
}

/** The card at a share of the way from the left end to the right one, with the fan turned so far. */
export function lyingAt({ x, y, radius, reach, card }: Fan, share: number, turned: number): Lying {
  const turn = (2 * share - 1) * reach + turned;
  const middle = {
    x: x + radius * Math.sin(turn * RADIANS),
    y: y - radius * Math.cos(turn * RADIANS),
  };
  return { x: middle.x - card.width / 2, y: middle.y - card.height / 2, turn };
}
