/** What an answer of the service means for a letter, and when to try again what could not be sent. */

/** What has come back, as far as it matters; null where nothing did. */
export interface Answer {
  readonly status: number;
  /** The problem document; null where the body is none. */
  readonly problem: Problem | null;
  /** The header Retry-After. */
  readonly retryAfter: string | null;
}

/** A problem document of RFC 9457, of which nothing is certain. */
export interface Problem {
  readonly type?: unknown;
  readonly detail?: unknown;
  readonly pointer?: unknown;
}

/**
 * It is there; it will never be; its play is not known; others stand in its way, perhaps only in that
 * of this one; its day has not come, where a clock is ahead; or it is to be sent again.
 */
export type Fate = "taken" | "refused" | "unknown" | "astray" | "early" | "later";

const [TOO_EARLY, TIMED_OUT, TOO_MANY] = [425, 408, 429];

/** What the service does not refuse for good, by the type of its problem. */
const FATES: ReadonlyMap<string, Fate> = new Map([
  ["urn:kungen:problem:unknown-play", "unknown"],
  ["urn:kungen:problem:future", "early"],
]);

/** Only the service itself refuses for good, and it says why: others stand in its way for a while. */
export function fateOf(answer: Answer | null): Fate {
  if (answer === null) return "later";
  const { status, problem } = answer;
  if (status === 200 || status === 201) return "taken";
  const isOurs =
    typeof problem?.type === "string" && problem.type.startsWith("urn:kungen:problem:");
  if (status < 400 || status >= 500) return "later";
  if ([TOO_EARLY, TIMED_OUT, TOO_MANY].includes(status)) return "later";
  if (!isOurs) return "astray";
  return FATES.get(`${problem?.type}`) ?? "refused";
}

const [SECOND, DAY] = [1_000, 86_400_000];
/** The first wait, and the longest that grows by itself. */
const [FIRST_WAIT, LONG_WAIT] = [30 * SECOND, 6 * 3600 * SECOND];

/** How long to wait after so many failed attempts, 1 or more; what the service asks for is kept. */
export function waitAfter(failed: number, retryAfter: string | null, now: number): number {
  const grown = Math.min(LONG_WAIT, FIRST_WAIT * 2 ** (failed - 1));
  const asked = secondsOf(retryAfter, now);
  return asked === null ? grown : Math.min(DAY, Math.max(SECOND, asked));
}

/** Milliseconds of a Retry-After, which is a number of seconds or a date; null where it is neither. */
function secondsOf(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * SECOND;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : date - now;
}

/** Until when to wait, as it was noted; a clock that was set back makes nobody wait for ever. */
export const waitLeft = (until: number, now: number): number =>
  until - now > DAY ? 0 : Math.max(0, until - now);
