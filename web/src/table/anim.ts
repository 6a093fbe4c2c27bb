/** Cards in flight. The model places a card at once; only the picture of it takes its time. */

/** A card that is to be seen moving from where it was to where the model has put it. */
export interface Flight {
  readonly node: HTMLElement;
  readonly from: string;
  readonly to: string;
  /** The card's height in its pile; cards in flight are above all that lie. */
  readonly level: number;
  /** Milliseconds to wait before it starts, at the usual pace. */
  readonly delay: number;
  /** Whether it comes from another pile or is turned; else only the strips have changed. */
  readonly moved: boolean;
  /** What turns when the card is turned over, and how it lies afterwards; else null. */
  readonly turn: Turn | null;
}

export interface Turn {
  readonly face: HTMLElement;
  readonly back: SVGElement;
  readonly down: boolean;
}

export const MOVE_TIME = 150;
export const MOVE_EASING = "cubic-bezier(.2,.7,.3,1)";
export const ABOVE_ALL = 140;
const TURN_TIME = 240;
const FADE_TIME = 120;
/** Between the first cards that go by themselves, and how much less between the next ones. */
const GAP = 75;
const QUICKENING = 0.94;

/** When the n-th of the cards that go by themselves starts, from 1; 0 for all others. */
export const startOf = (n: number): number => (GAP * (1 - QUICKENING ** n)) / (1 - QUICKENING);

/** Lets cards be seen moving; a pace of 0 shows no motion, and for the *calm* they only fade. */
export function startFlights(flights: readonly Flight[], pace: number, calm: boolean): void {
  // A card that still was in flight goes on from where the model had it.
  land(flights.map(({ node }) => node));
  if (pace === 0) return;
  for (const flight of flights)
    if (!calm) start(flight, pace);
    else if (flight.moved) fade(flight.node);
}

function start(flight: Flight, pace: number): void {
  if (flight.from !== flight.to) fly(flight, pace);
  if (flight.turn !== null) turnOver(flight.turn, flight.delay, pace);
}

/** Brings every card in flight to its place at once. */
export function land(nodes: readonly HTMLElement[]): void {
  for (const node of nodes)
    for (const running of node.getAnimations({ subtree: true })) running.cancel();
}

function fly({ node, from, to, level, delay }: Flight, pace: number): void {
  const zIndex = `${ABOVE_ALL + level}`;
  node.animate(
    [
      { transform: from, zIndex },
      { transform: to, zIndex },
    ],
    {
      duration: MOVE_TIME * pace,
      delay: delay * pace,
      easing: MOVE_EASING,
      fill: "backwards",
    },
  );
}

function fade(node: HTMLElement): void {
  node.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: FADE_TIME });
}

/**
 * A card seen from its edge in the middle of the turn shows its face afterwards; one that is
 * turned down shows its back at once, as nothing is left on its face.
 */
function turnOver({ face, back, down }: Turn, delay: number, pace: number): void {
  const timing = {
    duration: TURN_TIME * pace,
    delay: delay * pace,
    fill: "backwards",
    easing: "ease-in-out",
  } as const;
  face.animate(
    [{ transform: "scaleX(1)" }, { transform: "scaleX(0.03)" }, { transform: "scaleX(1)" }],
    timing,
  );
  if (down) return;
  back.animate(
    [
      { visibility: "visible" },
      { visibility: "visible", offset: 0.5 },
      { visibility: "hidden", offset: 0.5 },
      { visibility: "hidden" },
    ],
    timing,
  );
}
