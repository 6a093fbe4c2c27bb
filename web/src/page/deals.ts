/** Another deal, or this one from its start, at the player's word; each can be taken back. */
import { restart, restore, toSave } from "../table/play.ts";
import { offerBack, settle } from "../table/table.ts";
import { say } from "./i18n.ts";
import { dealNote, type Keeper, openNumber, stay } from "./keeping.ts";

/** Deals a number that the player asked for, as a new place in the browser's history. */
export async function dealAnew(keeper: Keeper, deal: number): Promise<void> {
  if (deal === keeper.state.deal) return stay(keeper);
  if (await openNumber(keeper, deal, "push"))
    offerBack(keeper, dealNote(keeper.state), () => history.back());
}

export function restartDeal(keeper: Keeper): void {
  const { state } = keeper;
  if (!state.status.canUndo) return;
  const kept = toSave(state, performance.now(), Date.now());
  restart(state, performance.now());
  settle(keeper, [], say(state.texts, "said.restarted"));
  offerBack(keeper, say(state.texts, "said.restarted"), () => {
    restore(state, kept.deal, kept);
    settle(keeper, [], "");
  });
}
