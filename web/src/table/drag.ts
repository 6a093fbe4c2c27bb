/** Pointers: a press becomes a tap or a drag. The first pointer owns the table until it is lifted. */
import { allPiles, type Card, type Pile, pileCards, type Run, STOCK } from "../rules/cards.ts";
import { cardPlace, dropPile, pileAt } from "./layout.ts";
import { cardAt, renderDrag, type View } from "./render.ts";
import { isTooLong, runFrom, type State, tappedMove, targetsOf } from "./state.ts";

/** A place on the table: a card of a pile, an empty pile (index 0), or the bare felt. */
export type Spot = { readonly pile: Pile; readonly index: number } | null;

/** What pointers mean to the game. */
export interface Hands {
  /** The pointer came down: what flies lands, what runs stops. False when that was all it meant. */
  press(): boolean;
  tap(spot: Spot): void;
  /** A place was chosen without a pointer: by Enter, or by assistive technology. */
  choose(spot: Spot): void;
  /** Cards were lifted. */
  lift(run: Run): void;
  /** Held cards came down on a pile; null when on none that takes them. */
  drop(target: Pile | null, nearest: Pile | null): void;
  /** The drag came to nothing. */
  cancel(): void;
  /** A drag was tried with cards that are not free. */
  refuse(spot: NonNullable<Spot>): void;
  /** A press is over: the browser may have given the focus to what was pressed. */
  settle(): void;
}

interface Press {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly reach: number;
  readonly spot: Spot;
  dragging: boolean;
  /** Whether a drag was tried and refused; then the press is no tap either. */
  refused: boolean;
}

interface Pointers {
  readonly view: View;
  readonly state: State;
  readonly hands: Hands;
  /** The pointer that owns the table. */
  press: Press | null;
  /** A click that follows no pointer comes from the keyboard or from assistive technology. */
  clickIsOurs: boolean;
  /** The frame that will draw the drag, 0 when none is asked for. */
  frame: number;
}

const MOUSE_REACH = 4;
const TOUCH_REACH = 8;

/** Listens to the felt; gives what ends a drag that is going on. */
export function listenToPointers(view: View, state: State, hands: Hands): () => void {
  const pointers: Pointers = { view, state, hands, press: null, clickIsOurs: false, frame: 0 };
  const { felt } = view;
  felt.addEventListener("pointerdown", (event) => pointerDown(pointers, event));
  felt.addEventListener("pointermove", (event) => pointerMove(pointers, event));
  felt.addEventListener("pointerup", (event) => pointerUp(pointers, event));
  felt.addEventListener("pointercancel", (event) => pointerLost(pointers, event));
  felt.addEventListener("lostpointercapture", (event) => pointerLost(pointers, event));
  felt.addEventListener("click", (event) => clicked(pointers, event));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !pointers.press?.dragging) return;
    event.preventDefault();
    abandon(pointers);
  });
  return () => abandon(pointers);
}

function pointerDown(pointers: Pointers, event: PointerEvent): void {
  const { view, state, hands } = pointers;
  pointers.clickIsOurs = true;
  if (pointers.press !== null || event.button !== 0 || isControl(event.target)) return;
  if (!hands.press()) return;
  const reach = event.pointerType === "mouse" ? MOUSE_REACH : TOUCH_REACH;
  const { pointerId: id, clientX: x, clientY: y } = event;
  pointers.press = {
    id,
    x,
    y,
    reach,
    // Asked anew: what flew over this place when the hand came down has landed.
    spot: spotOf(view, state, document.elementFromPoint(x, y)),
    dragging: false,
    refused: false,
  };
  view.felt.setPointerCapture(id);
}

function pointerMove(pointers: Pointers, event: PointerEvent): void {
  const { view, state, press } = pointers;
  if (press === null || event.pointerId !== press.id) return;
  const by = { x: event.clientX - press.x, y: event.clientY - press.y };
  if (!press.dragging && Math.hypot(by.x, by.y) < press.reach) return;
  if (!press.dragging && !startDrag(pointers, press)) return;
  view.drag = by;
  if (pointers.frame !== 0) return;
  pointers.frame = requestAnimationFrame(() => {
    pointers.frame = 0;
    renderDrag(view, state);
  });
}

function startDrag({ view, state, hands }: Pointers, press: Press): boolean {
  const run = press.spot && runFrom(state, press.spot.pile, press.spot.index);
  if (run === null) {
    refuseDrag(state, hands, press);
    return false;
  }
  press.dragging = true;
  view.drag = { x: 0, y: 0 };
  hands.lift(run);
  return true;
}

/** Cards that cannot be dragged say so at once; with others in the hand, the press is a tap. */
function refuseDrag(state: State, hands: Hands, press: Press): void {
  const { spot, refused } = press;
  // A hand that slips on the stock draws all the same.
  if (refused || state.held !== null || spot === null || spot.pile === STOCK) return;
  if (pileCards(state.layout, spot.pile)[spot.index] === undefined) return;
  press.refused = true;
  hands.refuse(spot);
}

function pointerUp(pointers: Pointers, event: PointerEvent): void {
  const { view, state, hands, press } = pointers;
  if (press === null || event.pointerId !== press.id) return;
  pointers.press = null;
  if (press.refused) return;
  if (!press.dragging) return hands.tap(press.spot ?? spotBelow(view, state, event));
  renderDrag(view, state);
  const { target, nearest } = underHeld(view, state);
  view.drag = null;
  hands.drop(target, nearest);
}

function pointerLost(pointers: Pointers, event: PointerEvent): void {
  if (event.pointerId === pointers.press?.id) abandon(pointers);
}

function abandon(pointers: Pointers): void {
  const dragging = pointers.press?.dragging === true;
  pointers.press = null;
  pointers.view.drag = null;
  if (dragging) pointers.hands.cancel();
}

function clicked(pointers: Pointers, event: MouseEvent): void {
  const { view, state, hands } = pointers;
  const ours = pointers.clickIsOurs && event.detail !== 0;
  pointers.clickIsOurs = false;
  if (ours) hands.settle();
  if (ours || isControl(event.target)) return;
  if (hands.press()) hands.choose(spotOf(view, state, event.target));
}

/** The pile under the held cards that takes them, and the one that would if it could. */
function underHeld(view: View, state: State): { target: Pile | null; nearest: Pile | null } {
  const { held, layout } = state;
  if (held === null || view.plan === null || view.drag === null) {
    return { target: null, nearest: null };
  }
  const index = pileCards(layout, held.pile).length - held.count;
  const start = cardPlace(view.plan, held.pile, index);
  const at = { x: start.x + view.drag.x, y: start.y + view.drag.y };
  const target = dropPile(view.plan, at, targetsOf(state, held));
  return { target, nearest: dropPile(view.plan, at, allPiles(layout)) };
}

function spotOf(view: View, state: State, target: EventTarget | null): Spot {
  if (!(target instanceof Element)) return null;
  const pile = target.closest<HTMLElement>("[data-pile]")?.dataset.pile;
  if (pile !== undefined) return { pile: Number(pile), index: 0 };
  const card = cardAt(view, target);
  return card === null ? null : spotOfCard(state, card);
}

/** With cards held, a tap under a column's last card means the column. */
function spotBelow(view: View, state: State, event: PointerEvent): Spot {
  if (view.plan === null || state.held === null) return null;
  const felt = view.felt.getBoundingClientRect();
  const point = { x: event.clientX - felt.left, y: event.clientY - felt.top };
  const pile = pileAt(view.plan, point);
  if (pile === null) return null;
  const isMeant = tappedMove(state, state.held, pile) || isTooLong(state, state.held, pile);
  return isMeant ? { pile, index: -1 } : null;
}

function spotOfCard({ layout }: State, card: Card): Spot {
  for (const pile of allPiles(layout)) {
    const index = pileCards(layout, pile).indexOf(card);
    if (index >= 0) return { pile, index };
  }
  return null;
}

/** Buttons that lie over the felt without being cards or slots. */
function isControl(target: EventTarget | null): boolean {
  const button = target instanceof Element ? target.closest("button, a") : null;
  return button !== null && !button.matches(".face, [data-pile]");
}
