/** Layouts and histories as the records of docs/formats.md have them, both ways where that is needed. */
import type { Layout } from "./cards.ts";
import { hidesCards, NO_CARD, type Rules, readMoves, type Step } from "./formats.ts";

export function writeLayout(layout: Layout, rules: Rules): Uint8Array {
  const { columns, hidden, cells, reserve, foundations, base, stock } = layout;
  const singles = [...cells, ...reserve].map((card) => card ?? NO_CARD);
  const covered = (column: number) => (hidesCards(rules) ? [hidden[column] ?? 0] : []);
  const drawn =
    stock === null
      ? []
      : [stock.cards.length, ...stock.cards, stock.waste.length, ...stock.waste, stock.turnedOver];
  return Uint8Array.of(
    ...columns.flatMap((cards, column) => [cards.length, ...covered(column), ...cards]),
    ...singles,
    ...foundations,
    ...(rules.base === 0 ? [base] : []),
    ...drawn,
  );
}

export function readHistory(bytes: Uint8Array): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + 3 * (bytes[at] ?? 0);
    steps.push(readMoves(bytes.subarray(at + 1, end)));
    at = end;
  }
  return steps;
}

export function writeHistory(steps: readonly Step[]): Uint8Array {
  return Uint8Array.from(
    steps.flatMap((step) => [
      step.length,
      ...step.flatMap(({ source, target, count }) => [source, target, count]),
    ]),
  );
}

/** Bytes as an address has them. */
export const writeBytes = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
