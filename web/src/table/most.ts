/** How many cards may move, said beside a run that is held or that the keys would lift. */
import { say } from "../page/i18n.ts";
import { pileCards } from "../rules/cards.ts";
import { cardPlace, slotOf } from "./layout.ts";
import { runLength, type State } from "./state.ts";
import type { Table } from "./table.ts";

/** Between a column's last card and what is said under it, and the least room for that. */
const GAP = 10;
const ROOM = 28;

/** Lays what is said on the felt; gives what draws it. */
export function makeMost(table: Table): () => void {
  const label = document.createElement("p");
  label.className = "most";
  // The line at the head is what is heard.
  label.ariaHidden = "true";
  label.hidden = true;
  table.view.table.after(label);
  return () => drawMost(table, label);
}

function drawMost({ state, view }: Table, label: HTMLElement): void {
  const { pile, count } = state.held ?? state.focus;
  const { plan } = view;
  label.hidden = plan === null || view.drag !== null || !isRun(state);
  if (label.hidden || plan === null) return;
  const { capacity: n, capacityEmpty: empty } = state.status;
  const key = empty === 0 ? "status.capacity" : "status.capacity.empty";
  label.textContent = say(state.texts, key, { n, empty });
  label.classList.toggle("by-focus", state.held === null);
  label.classList.toggle("too-many", count > Math.max(1, n));
  const end = cardPlace(plan, pile, pileCards(state.layout, pile).length - 1).y + plan.card.height;
  label.style.setProperty("--at", `${slotOf(plan, pile).x + plan.card.width / 2}px`);
  label.style.top = `${Math.min(end + GAP, plan.height - ROOM)}px`;
}

/** Whether there are several cards of which the number matters. */
function isRun(state: State): boolean {
  const { pile, count } = state.held ?? state.focus;
  const { rules, status } = state;
  return rules.runs === "supermove" && !status.won && count > 1 && count <= runLength(state, pile);
}
