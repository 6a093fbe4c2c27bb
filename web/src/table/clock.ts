/** The clock: it starts with the first move and stands while the page is hidden and at the end. */

export interface Clock {
  /** Milliseconds counted before *since*. */
  readonly counted: number;
  /** When it began to run, on the page's own time line; null while it stands. */
  readonly since: number | null;
}

export const stoppedAt = (counted: number): Clock => ({ counted, since: null });

export const elapsed = (clock: Clock, now: number): number =>
  Math.round(clock.counted + (clock.since === null ? 0 : now - clock.since));

export const startClock = (clock: Clock, now: number): Clock =>
  clock.since === null ? { counted: clock.counted, since: now } : clock;

export const stopClock = (clock: Clock, now: number): Clock => stoppedAt(elapsed(clock, now));

/** Minutes and seconds, with hours before them when there are any. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? `${part}` : `${part}`.padStart(2, "0"))).join(":");
}
