/** Sends what waits in the outbox: in order, one at a time, by one window only, and never in a loop. */
import { unlessRefused } from "../keeping/refused.ts";
import { readSettings, type Store } from "../keeping/store.ts";
import { isObject } from "../rules/saved.ts";
import { type Answer, fateOf, waitAfter, waitLeft } from "./fate.ts";
import { QUIETLY } from "./found.ts";
import type { BegunLetter, Letter } from "./letters.ts";
import {
  forgetCounting,
  installationOf,
  nextLetter,
  noteAstray,
  OFTEN,
  type Posted,
  readLetters,
  refuseLetter,
  removeLetter,
} from "./outbox.ts";

/** The version of what is measured. */
const MEASURE = 1;
const PATIENCE = 20_000;
const LOCK = "kungen outbox";
/** Until when the service is not to be asked, and how often it could not be, for all windows. */
const WAITING = "kungen waiting";

/** The deal of the day in a game, by its key. */
export type Daily = (game: string, day: string) => Promise<number | null>;

export interface Sender {
  readonly store: Store;
  readonly daily: Daily;
  timer: number;
}

interface Waiting {
  readonly until: number;
  readonly failed: number;
}

/** Sends what waits, now and whenever there is more or there is a network again. */
export function followOutbox(store: Store, daily: Daily): Sender {
  const sender = { store, daily, timer: 0 };
  store.posted = () => send(sender);
  addEventListener("online", () => void send(sender));
  void send(sender);
  return sender;
}

/** Sends all that waits, or as much as can be sent now. */
export async function send(sender: Sender): Promise<void> {
  clearTimeout(sender.timer);
  const { locks } = navigator;
  if (locks === undefined) await sendAll(sender);
  else await locks.request(LOCK, () => sendAll(sender));
}

async function sendAll(sender: Sender): Promise<void> {
  const { store } = sender;
  for (;;) {
    const next = nextLetter(await readLetters(store), Date.now());
    if (next === null || !navigator.onLine) return;
    // Another window may have said so, and a letter may have been written in the same moment.
    const { measure } = await readSettings(store);
    if (measure === "no") return void (await forgetCounting(store));
    if (measure !== "yes") return;
    const left = Math.max(next.wait, waitLeft(readWaiting().until, Date.now()));
    if (left > 0) return plan(sender, left);
    if (!(await sendOne(sender, next.letter))) return;
  }
}

/** Sends a letter; false where it is to be sent again later. */
async function sendOne(sender: Sender, letter: Posted): Promise<boolean> {
  const { store } = sender;
  let answer = await post(sender, letter);
  let fate = fateOf(answer);
  if (fate === "unknown" && letter.kind === "result") {
    // The service has lost its beginning, or has never had it.
    answer = await post(sender, letter.begun);
    if (fateOf(answer) === "taken") answer = await post(sender, letter);
    fate = fateOf(answer);
  }
  const isPassed =
    (fate === "astray" || fate === "early") &&
    (await passOver(sender, letter, fate === "early" ? OFTEN : 1));
  if (fate === "later" || fate === "astray" || fate === "early") {
    if (!isPassed) postpone(sender, answer);
    return isPassed;
  }
  noteWaiting(null);
  if (fate === "taken") return removeLetter(store, letter);
  const { status = 0, problem = null } = answer ?? {};
  return refuseLetter(store, letter, { status, problem });
}

/**
 * A letter that others answer again and again waits by itself, one whose day has not come at once;
 * whether those after it are sent.
 */
async function passOver({ store }: Sender, letter: Posted, least: number): Promise<boolean> {
  const now = Date.now();
  const times = Math.max(least, (letter.astray?.times ?? 0) + 1);
  const until = now + waitAfter(times, null, now);
  return (await noteAstray(store, letter, { times, until })) && times >= OFTEN;
}

/** What could not be sent waits; a network that is gone comes back with an event or another page. */
function postpone(sender: Sender, answer: Answer | null): void {
  const now = Date.now();
  const failed = readWaiting().failed + 1;
  const wait = waitAfter(failed, answer?.retryAfter ?? null, now);
  noteWaiting({ until: answer === null ? 0 : now + wait, failed });
  plan(sender, wait);
}

function plan(sender: Sender, wait: number): void {
  clearTimeout(sender.timer);
  sender.timer = window.setTimeout(() => void send(sender), wait);
}

/** Sends a letter; what came back, null where nothing did. */
async function post(sender: Sender, letter: Letter): Promise<Answer | null> {
  const body = await bodyOf(sender, letter).catch(() => null);
  if (body === null) return null;
  const address = letter.kind === "start" ? "api/v1/plays" : `api/v1/plays/${letter.uuid}/result`;
  const answer = await fetch(address, {
    ...QUIETLY,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  if (answer === null) return null;
  const problem: unknown = answer.ok ? null : await answer.json().catch(() => null);
  return {
    status: answer.status,
    problem: isObject(problem) ? problem : null,
    retryAfter: answer.headers.get("retry-after"),
  };
}

async function bodyOf(sender: Sender, letter: Letter): Promise<unknown> {
  if (letter.kind === "result") {
    const { steps, help, seconds } = letter;
    return { steps, help, seconds };
  }
  const installation = await installationOf(sender.store);
  return installation === null ? null : begunBody(sender, letter, installation);
}

async function begunBody({ daily }: Sender, letter: BegunLetter, installation: string) {
  const { uuid, game, deal, day } = letter;
  const isDaily = (await daily(game, day)) === deal;
  return { uuid, installation, game, deal, measure: MEASURE, daily: isDaily ? day : null };
}

function readWaiting(): Waiting {
  const found = Object(unlessRefused(() => JSON.parse(localStorage.getItem(WAITING) ?? "null")));
  const number = (value: unknown) => (typeof value === "number" ? value : 0);
  return { until: number(found.until), failed: number(found.failed) };
}

function noteWaiting(waiting: Waiting | null): void {
  unlessRefused(() => {
    if (waiting === null) localStorage.removeItem(WAITING);
    else localStorage.setItem(WAITING, JSON.stringify(waiting));
  });
}
