/** Another player's play on the table, for all to see, until the player goes on from it. */

import { showDeal } from "../keeping/fresh.ts";
import { readGame, setAside, writeGame } from "../keeping/games.ts";
import { layDeal, save } from "../keeping/keeping.ts";
import { placeOf, saveTime } from "../keeping/leaving.ts";
import { showHistory } from "../motion/history.ts";
import type { App } from "../page/acts.ts";
import { queryOf } from "../page/address.ts";
import { offerBack } from "../page/back.ts";
import { openStart } from "../page/deals.ts";
import { resetFields } from "../page/fields.ts";
import { say } from "../page/i18n.ts";
import { historyOf, replaySteps } from "../rules/asked.ts";
import type { Step } from "../rules/formats.ts";
import { savedGame } from "../rules/saved.ts";
import { HELP } from "../service/help.ts";
import { layStart } from "../table/dealing.ts";
import { stopFinish } from "../table/hands.ts";
import { changed } from "../table/play.ts";
import type { Start, State } from "../table/state.ts";
import { clearNote, redraw, tell } from "../table/table.ts";

const NOTE_TIME = 8_000;

/** Shows a play; *address* is its new place in the browser's history, null where it has one. */
export function watch(
  app: App,
  start: Start,
  { steps, at }: { readonly steps: readonly Step[]; readonly at: number },
  address: string | null,
): void {
  const { state } = app;
  app.opening++;
  saveTime(app);
  stopFinish(app);
  if (address !== null) history.pushState(null, "", address);
  app.guest = location.search;
  app.known = null;
  layPlay(state, start, steps, at);
  resetFields(state);
  showDeal(app);
  showHistory(app, {
    at,
    closed: (goesOn) => void (goesOn ? goOn(app) : openStart(app, start, "push")),
  });
  tell(app, { text: say(state.texts, "share.watch") }, NOTE_TIME);
}

function layPlay(state: State, start: Start, steps: readonly Step[], at: number): void {
  layStart(state, start);
  replaySteps(state.game, steps, at);
  changed(state, []);
}

/** The play becomes the player's own; a game of theirs that was there can be had back for a while. */
async function goOn(app: App): Promise<void> {
  const { state, store } = app;
  const { choice, start, status } = state;
  if (status.canRedo) {
    // What comes after is not the player's.
    layPlay(state, start, historyOf(state.game).slice(0, status.steps), status.steps);
    redraw(app);
  }
  // The moves that were shown have helped.
  if (status.steps > 0) state.helped++;
  state.help = HELP.solution;
  const reading = readGame(store, placeOf(app));
  app.guest = null;
  clearNote(app);
  // What is played before the own game was read must not be taken for it.
  app.saving = false;
  history.pushState(null, "", queryOf(choice, start));
  const own = await reading;
  const mine = savedGame(own);
  app.saving = own === null || mine !== null || (await setAside(store, own));
  save(app);
  if (mine === null || mine.steps.length === 0) return;
  offerBack(app, say(state.texts, "share.mine"), () => {
    void writeGame(store, mine, null, mine);
    layDeal(app, start, mine);
  });
}
