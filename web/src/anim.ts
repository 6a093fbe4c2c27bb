/** Cards in flight. The model places a card at once; only the picture of it takes its time. */

/** A card that is to be seen moving from where it was to where the model has put it. */
export interface Flight {
  readonly node: HTMLElement;
  readonly from: string;
  readonly to: string;
  /** The card's height in its pile; cards in flight are above all that lie. */
  readonly level: number;
  /** Milliseconds to wait before it starts. */
  readonly delay: number;
}

const MOVE_TIME = 150;
const FADE_TIME = 120;
const ABOVE_ALL = 100;

export function startFlights(flights: readonly Flight[], calm: boolean): void {
  for (const flight of flights) {
    if (calm) fade(flight.node);
    else fly(flight);
  }
}

/** Brings every card in flight to its place at once. */
export function land(nodes: readonly HTMLElement[]): void {
  for (const node of nodes) for (const running of node.getAnimations()) running.cancel();
}

function fly({ node, from, to, level, delay }: Flight): void {
  const zIndex = `${ABOVE_ALL + level}`;
  node.animate(
    [
      { transform: from, zIndex },
      { transform: to, zIndex },
    ],
    { duration: MOVE_TIME, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
  );
}

function fade(node: HTMLElement): void {
  node.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: FADE_TIME });
}
