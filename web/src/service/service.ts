/**
 * The service beside the page, where there is one: it is looked for when the deal lies and nothing
 * else is to be done, and told nothing before the player has said yes. The page is whole without it.
 */
import { dailyDeal } from "../daily/law.ts";
import { fetchWinnable } from "../daily/winnable.ts";
import { ask } from "../keeping/store.ts";
import type { App } from "../page/acts.ts";
import { choiceOfKey } from "../rules/chosen.ts";
import { followFigures } from "./beside.ts";
import { followQuestion } from "./consent.ts";
import { type Found, lookFor } from "./found.ts";
import { drawMeasured } from "./measured.ts";
import { type Daily, followOutbox, type Sender, send } from "./sending.ts";

export async function bringService(app: App, isNewcomer: boolean): Promise<void> {
  followCounting(app);
  await bringFound(app, isNewcomer);
}

/** What there is of a service is shown; without a network that may be known only with one. */
async function bringFound(app: App, isNewcomer: boolean): Promise<void> {
  const found = await lookFor();
  if (found === null)
    return addEventListener("online", () => void bringFound(app, isNewcomer), { once: true });
  if (found.results === null) return;
  followGuide(app, found);
  const played = (await ask(app.store, "games", (games) => games.count())) ?? 0;
  if (app.store.base !== null) followQuestion(app, isNewcomer, played > 0);
}

/** Sends from the moment on at which the player says yes, and forgets the play at a no. */
function followCounting(app: App): void {
  let sender: Sender | null = null;
  const follow = () => {
    if (app.settings.measure !== "yes") app.state.play = "";
    else if (sender === null) {
      const counting = followOutbox(app.store, dailyOf(app));
      sender = counting;
      followFigures(app, () => send(counting));
    }
  };
  app.drawers.push(follow);
  follow();
}

const dailyOf =
  ({ house }: App): Daily =>
  async (game, day) => {
    const choice = choiceOfKey(house, house.games, game);
    const winnable = choice && (await fetchWinnable(choice));
    return winnable && dailyDeal(winnable, game, day);
  };

/** Another game's guide is fetched when it is wanted, and put where this one's was. */
function followGuide(app: App, found: Found): void {
  const draw = () => drawMeasured(app.state.texts, app.state.choice.game.id, found, Date.now());
  app.drawers.push(draw);
  new MutationObserver(draw).observe(document.body, { childList: true });
  draw();
}
