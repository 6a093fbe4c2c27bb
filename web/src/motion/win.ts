/** The win: all cards spread into one fan, turn a little, and go home; then the panel comes. */

import type { App } from "../page/acts.ts";
import { foundationCard, SUITS_SHOWN } from "../rules/cards.ts";
import { ABOVE_ALL } from "../table/anim.ts";
import { placeOf } from "../table/render.ts";
import { landAll } from "../table/table.ts";
import { type Fan, fanIn, type Lying, lyingAt } from "./fan.ts";

/** Milliseconds at the usual pace: for a card to spread, until the fan closes, for a card to go home. */
const SPREAD = 800;
const OPEN = 1_650;
const GATHER = 550;
/** Between one rank and the next, as they leave and as they come home. */
const WAVE = 24;
const WAVE_HOME = 12;
/** Never so slow that it would take five seconds. */
const SLOWEST = 1.5;
/** How far the fan turns while it is open, in degrees. */
const SWAY = 4;

/** Shows the win of the game that is played, not of one that is laid or played back. */
export function watchWin(app: App): void {
  const seen = { game: app.state.game, won: app.state.status.won };
  app.drawers.push(() => {
    const { game, status } = app.state;
    const isNew = status.won && !seen.won && game === seen.game && !app.replay;
    Object.assign(seen, { game, won: status.won });
    if (isNew && app.ways.pace > 0 && !app.calm.matches && !document.hidden) void show(app);
  });
}

async function show(app: App): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  signal.addEventListener("abort", () => landAll(app));
  // Nothing moves in a page that is hidden: there the panel would wait until it is seen again.
  for (const name of ["pointerdown", "keydown", "wheel", "resize", "visibilitychange"])
    addEventListener(name, () => ended.abort(), { capture: true, signal });
  document.body.classList.add("winning");
  await settled(app);
  if (!signal.aborted) {
    spread(app);
    await settled(app);
  }
  ended.abort();
  document.body.classList.remove("winning");
}

/** Waits until no card moves any more, whatever ended its flight. */
async function settled({ view }: App): Promise<void> {
  const flights = view.cards.flatMap(({ node }) => node.getAnimations({ subtree: true }));
  await Promise.allSettled(flights.map(({ finished }) => finished));
}

function spread({ view, state, ways }: App): void {
  const { plan, size } = view;
  if (plan === null) return;
  const { ranks } = state.layout;
  const fan = fanIn(size, plan.card);
  const last = SUITS_SHOWN.length * ranks - 1;
  const duration = totalOf(ranks) * Math.min(SLOWEST, ways.pace);
  const height = `${plan.card.height}px`;
  for (const [at, suit] of SUITS_SHOWN.entries())
    for (let rank = 0; rank < ranks; rank++) {
      const card = view.cards[foundationCard(state.layout, suit, rank)];
      const place = at * ranks + rank;
      const zIndex = ABOVE_ALL + place;
      const frames = framesOf(fan, card?.placed ?? "", place / last, rank, ranks);
      card?.node.animate(
        frames.map((frame) => ({ ...frame, zIndex, height })),
        { duration },
      );
    }
}

const totalOf = (ranks: number): number => OPEN + (ranks - 1) * WAVE_HOME + GATHER;

/** The highest card leaves first, and the lowest is at home first. */
function framesOf(fan: Fan, placed: string, share: number, rank: number, ranks: number) {
  const total = totalOf(ranks);
  const home = `${placed} rotate(0deg)`;
  const leaves = (ranks - 1 - rank) * WAVE;
  const returns = OPEN + rank * WAVE_HOME;
  return [
    { offset: 0, transform: home },
    { offset: leaves / total, transform: home, easing: "cubic-bezier(.3,.7,.2,1)" },
    { offset: (leaves + SPREAD) / total, transform: turned(lyingAt(fan, share, -SWAY / 2)) },
    {
      offset: returns / total,
      transform: turned(lyingAt(fan, share, SWAY / 2)),
      easing: "ease-in-out",
    },
    { offset: (returns + GATHER) / total, transform: home },
    { offset: 1, transform: home },
  ];
}

const turned = ({ x, y, turn }: Lying): string => `${placeOf(x, y)} rotate(${turn}deg)`;
