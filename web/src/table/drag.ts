/** Pointers: a press becomes a tap or a drag. The first pointer owns the table until it is lifted. */
import { allPiles, type Card, type Pile, pileCards, type Run, STOCK } from "../rules/cards.ts";
import { cardPlace, dropPile, pileAt } from "./layout.ts";
import { cardAt, isDragging, placeOf, renderDrag, type View } from "./render.ts";
import { runFrom, type State, tappedMove, targetsOf } from "./state.ts";

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
  /** Whether cards would fit on a column, and only are too many. */
  isTooLong(held: Run, pile: Pile): boolean;
  /** Milliseconds after which a press that does not move is held. */
  holdTime(): number;
  /** Shows what lies at a place, for as long as the hand is there or until it is put away. */
  peek(spot: Spot, stays: boolean): boolean;
  /** Puts that away. */
  unpeek(): void;
  /** A press is over: the browser may have given the focus to what was pressed. */
  settle(): void;
}

interface Press {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly reach: number;
  readonly spot: Spot;
  /** The button that began it, as `buttons` counts, and whether that means to look at the pile. */
  readonly button: number;
  readonly isLook: boolean;
  dragging: boolean;
  /** Whether a drag was tried and refused, or a pile was shown; then the press is no tap either. */
  answered: boolean;
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
  /** What ends the wait until a press is held. */
  holdTimer: number;
  /** Marks where the dragged cards came from. */
  readonly origin: HTMLElement;
}

const MOUSE_REACH = 4;
const TOUCH_REACH = 8;

/** The right button of a mouse, or the one at the side of a pen. */
const RIGHT = 2;

/** Listens to the felt; gives what ends a drag that is going on. */
export function listenToPointers(view: View, state: State, hands: Hands): () => void {
  const origin = document.createElement("div");
  origin.className = "origin";
  const idle = { press: null, clickIsOurs: false, frame: 0, holdTimer: 0 };
  const pointers: Pointers = { view, state, hands, origin, ...idle };
  const { felt } = view;
  felt.addEventListener("pointerdown", (event) => pointerDown(pointers, event));
  felt.addEventListener("pointermove", (event) => pointerMove(pointers, event));
  felt.addEventListener("pointerup", (event) => pointerUp(pointers, event));
  felt.addEventListener("pointercancel", (event) => pointerLost(pointers, event));
  felt.addEventListener("lostpointercapture", (event) => captureLost(pointers, event));
  felt.addEventListener("click", (event) => clicked(pointers, event));
  felt.addEventListener("contextmenu", (event) => event.preventDefault());
  felt.addEventListener("wheel", (event) => keepStill(pointers, event), { passive: false });
  document.addEventListener("keydown", (event) => keyPressed(pointers, event), true);
  document.addEventListener("visibilitychange", () => abandon(pointers));
  addEventListener("blur", () => abandon(pointers));
  return () => abandon(pointers);
}

function pointerDown(pointers: Pointers, event: PointerEvent): void {
  const { view, state, hands } = pointers;
  pointers.clickIsOurs = true;
  if (pointers.press !== null || isControl(event.target)) return;
  if ((event.button !== 0 && event.button !== RIGHT) || !hands.press()) return;
  const { pointerId: id, clientX: x, clientY: y } = event;
  // Asked anew: what flew over this place when the hand came down has landed.
  const spot = spotOf(view, state, document.elementFromPoint(x, y));
  const reach = event.pointerType === "mouse" ? MOUSE_REACH : TOUCH_REACH;
  // With Ctrl a press is one of the right button, where mice have but one.
  const isLook = event.button === RIGHT || event.ctrlKey;
  const button = event.button === RIGHT ? 2 : 1;
  const press = { id, x, y, reach, spot, button, isLook, dragging: false, answered: isLook };
  pointers.press = press;
  view.felt.setPointerCapture(id);
  if (isLook) hands.peek(spot, false);
  else pointers.holdTimer = window.setTimeout(() => held(pointers, press), hands.holdTime());
}

/** A press has been held where it came down. */
function held({ hands }: Pointers, press: Press): void {
  if (!press.answered) press.answered = hands.peek(press.spot, true);
}

function pointerMove(pointers: Pointers, event: PointerEvent): void {
  const { view, state, press } = pointers;
  if (press === null || event.pointerId !== press.id) return;
  // Of two buttons of a mouse the one that began has been let go.
  if (event.buttons !== 0 && (event.buttons & press.button) === 0)
    return pointerUp(pointers, event);
  const [x, y] = [event.clientX - press.x, event.clientY - press.y];
  if (press.isLook) return;
  if (!press.dragging && Math.hypot(x, y) < press.reach) return;
  const run = press.dragging ? (view.drag?.run ?? null) : startDrag(pointers, press);
  if (run === null) return;
  if (press.dragging && run !== state.held) return abandon(pointers);
  view.drag = { run, x, y };
  if (pointers.frame !== 0) return;
  pointers.frame = requestAnimationFrame(() => {
    pointers.frame = 0;
    renderDrag(view, state);
  });
}

/** Lifts the pressed cards; null when they are not free. */
function startDrag(pointers: Pointers, press: Press): Run | null {
  const { view, state, hands } = pointers;
  clearTimeout(pointers.holdTimer);
  const run = press.spot && runFrom(state, press.spot.pile, press.spot.index);
  if (run === null) {
    refuseDrag(state, hands, press);
    return null;
  }
  hands.unpeek();
  press.dragging = true;
  view.drag = { run, x: 0, y: 0 };
  markOrigin(pointers, run);
  hands.lift(run);
  return run;
}

/** Cards that cannot be dragged say so at once; with others in the hand, the press is a tap. */
function refuseDrag(state: State, hands: Hands, press: Press): void {
  const { spot, answered } = press;
  // A hand that slips on the stock draws all the same.
  if (answered || state.held !== null || spot === null || spot.pile === STOCK) return;
  if (pileCards(state.layout, spot.pile)[spot.index] === undefined) return;
  press.answered = true;
  hands.refuse(spot);
}

/** Frames the place that the dragged cards have left. */
function markOrigin({ view, state, origin }: Pointers, { pile, count }: Run): void {
  if (view.plan === null) return;
  const { length } = pileCards(state.layout, pile);
  const { x, y } = cardPlace(view.plan, pile, length - count);
  origin.style.transform = placeOf(x, y);
  origin.style.paddingBottom = `${cardPlace(view.plan, pile, length - 1).y - y}px`;
  view.table.append(origin);
}

function pointerUp(pointers: Pointers, event: PointerEvent): void {
  const { view, state, hands, press } = pointers;
  if (press === null || event.pointerId !== press.id) return;
  const drag = view.drag;
  if (press.dragging && drag?.run === state.held) {
    renderDrag(view, state);
    const { target, nearest } = underHeld(view, state);
    endPress(pointers);
    return hands.drop(target, nearest);
  }
  endPress(pointers);
  if (press.isLook) hands.unpeek();
  else if (!press.answered && !press.dragging) hands.tap(press.spot ?? spotBelow(pointers, event));
}

function pointerLost(pointers: Pointers, event: PointerEvent): void {
  if (event.pointerId === pointers.press?.id) abandon(pointers);
}

/** A second button that is let go takes the capture with it; the one that began is still down. */
function captureLost(pointers: Pointers, event: PointerEvent): void {
  const { view, press } = pointers;
  const isDown = event.pointerId === press?.id && (event.buttons & press.button) !== 0;
  if (isDown) view.felt.setPointerCapture(event.pointerId);
  else pointerLost(pointers, event);
}

function abandon(pointers: Pointers): void {
  const { view, state, hands, press } = pointers;
  const wasDragging = press?.dragging === true && isDragging(view, state);
  endPress(pointers);
  if (wasDragging) hands.cancel();
  if (press?.isLook) hands.unpeek();
}

function endPress(pointers: Pointers): void {
  clearTimeout(pointers.holdTimer);
  pointers.origin.remove();
  pointers.press = null;
  pointers.view.drag = null;
}

/** While cards are dragged, the page does not scroll away under them. */
function keepStill({ press }: Pointers, event: WheelEvent): void {
  if (press?.dragging) event.preventDefault();
}

/** While cards are dragged, no key plays; Escape lets go of them. */
function keyPressed(pointers: Pointers, event: KeyboardEvent): void {
  if (!pointers.press?.dragging || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key === "Escape") abandon(pointers);
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
function spotBelow({ view, state, hands }: Pointers, event: PointerEvent): Spot {
  if (view.plan === null || state.held === null) return null;
  const felt = view.felt.getBoundingClientRect();
  const point = { x: event.clientX - felt.left, y: event.clientY - felt.top };
  const pile = pileAt(view.plan, point);
  if (pile === null) return null;
  const isMeant = tappedMove(state, state.held, pile) || hands.isTooLong(state.held, pile);
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
