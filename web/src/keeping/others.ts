/** The other pages of the browser: what the player chooses on one is taken up on all. */
import { unlessRefused } from "./refused.ts";
import type { Store } from "./store.ts";

const NAME = "kungen settings";

/** Tells the other pages that the settings were written. */
export function tellOthers(store: Store): void {
  channelOf(store)?.postMessage(null);
}

/**
 * Catches up when another page tells that it has written settings, and when this one is seen again:
 * it may have been left, hidden or kept by the browser meanwhile.
 */
export function followOthers(
  store: Store,
  catchUp: () => unknown,
  signal = new AbortController().signal,
): void {
  const listen = { signal };
  channelOf(store)?.addEventListener("message", catchUp, listen);
  addEventListener("focus", catchUp, listen);
  addEventListener("pageshow", (event) => event.persisted && catchUp(), listen);
  document.addEventListener("visibilitychange", () => document.hidden || catchUp(), listen);
}

/** A page does not hear itself, as it has but one of them; none where the browser refuses. */
function channelOf(store: Store): BroadcastChannel | null {
  store.channel ??= unlessRefused(() => new BroadcastChannel(NAME));
  return store.channel;
}
