/**
 * The base that is opened when the table is laid already, or that the browser closes: it is used
 * from then on, and nothing that it holds is written over by a game that was begun without it.
 */
import type { App, Found } from "../page/acts.ts";
import { queryOf } from "../page/address.ts";
import { isUntouched } from "../page/offline.ts";
import { isFirstTime, useLate } from "./belated.ts";
import { writeSettings } from "./changes.ts";
import { isUnwritten, markUnseen, writeUnwritten } from "./games.ts";
import { remember, save } from "./keeping.ts";
import { placeOf } from "./leaving.ts";
import { holdsGames, readSettings } from "./store.ts";

/** Follows the base; *catchUp* takes up the settings that a late one has. */
export async function followBase(app: App, found: Found, catchUp: () => unknown): Promise<void> {
  const { store } = app;
  if (await useLate(store, () => writeMissed(app))) await takeUp(app, found, catchUp);
  // Whether the tour is still to be offered only the base can say.
  if (store.base === null) void writeSettings(store, { visited: true });
}

async function takeUp(app: App, { isOpen }: Found, catchUp: () => unknown): Promise<void> {
  const { store, state } = app;
  markUnseen(store, placeOf(app));
  const written = writeUnwritten(store, (game) => remember(app, game));
  const isKnown = (await readSettings(store)).visited === true || (await holdsGames(store));
  if (isKnown && isUntouched(app) && store.unwritten.size === 0 && isFirstTime()) {
    if (!isOpen) return location.reload();
    const address = queryOf(state.choice, null) || location.pathname;
    return location.replace(`${address}${location.hash}`);
  }
  await written;
  app.warned = isUnwritten(store, placeOf(app));
  if (isKnown) await catchUp();
  else await writeSettings(store, { visited: true, tour: app.settings.tour });
}

/** What could not be written while the base was closed is written when it is open again. */
function writeMissed(app: App): void {
  const { store } = app;
  app.warned = false;
  if (isUnwritten(store, placeOf(app))) save(app);
  void writeUnwritten(store, (game) => remember(app, game));
}
