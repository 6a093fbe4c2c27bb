/** What the service is told of a play that is counted: that it was begun, and how it was won. */
import { writeBytes, writeHistory } from "../rules/packing.ts";
import { parseSaved, type Saved } from "../rules/saved.ts";

/** A play was begun. The browser's own number is added when this is sent. */
export interface BegunLetter {
  readonly kind: "start";
  /** The play's own number, of which nothing can be told. */
  readonly uuid: string;
  /** When it was begun, in milliseconds since 1970, and on which day where the player was. */
  readonly made: number;
  readonly day: string;
  /** The game's key. */
  readonly game: string;
  readonly deal: number;
}

/** A play was won. */
export interface WonLetter {
  readonly kind: "result";
  readonly uuid: string;
  readonly made: number;
  /** How it was begun, in case the service has lost that. */
  readonly begun: BegunLetter;
  /** The history record of the steps in effect, in base64url. */
  readonly steps: string;
  readonly help: number;
  readonly seconds: number;
}

export type Letter = BegunLetter | WonLetter;

/** That a play was begun; null where it is not counted, as with options that are not the game's own. */
export function begunLetter(saved: Saved): BegunLetter | null {
  const { play: uuid, began: made } = saved.page;
  if (uuid === undefined || made === undefined || !("deal" in saved)) return null;
  const { game, deal } = saved;
  if (game.includes(":")) return null;
  return { kind: "start", uuid, made, day: dayOf(new Date(made)), game, deal };
}

/** How a play was won; null where it is not, or is not counted. */
export function wonLetter(saved: Saved): WonLetter | null {
  const { ended: made, won, help = 0, elapsed } = saved.page;
  const [begun, read] = [begunLetter(saved), parseSaved(saved)];
  if (begun === null || made === undefined || !won || read === null) return null;
  const steps = writeBytes(writeHistory(read.steps.slice(0, saved.position)));
  const seconds = Math.round(elapsed / 1000);
  return { kind: "result", uuid: begun.uuid, made, begun, steps, help, seconds };
}

/** A day as calendars everywhere order it: 2026-12-01. */
function dayOf(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => `${part}`.padStart(2, "0")).join("-");
}

/** A random number in the form of RFC 9562, also on a host without TLS. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
