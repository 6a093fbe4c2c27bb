/** A small picture of a game's table as it is dealt, drawn from what its record says. */
import { fillsCell, type Rules } from "../rules/formats.ts";

const WIDTH = 96;
const HEIGHT = 84;
const MARGIN = 6;
const GAP = 1.6;
const SHAPE = 1.4;
const WIDEST = 11;
/** The width of the cards that show how columns are built. */
const RUN = 9;
const SUITS = 4;

/** What a small rectangle stands for; the style sheet gives each its look. */
type Look = "up" | "down" | "place" | "home";

/** The picture as SVG, without words: beside it stands the game's name. */
export function drawGame(rules: Rules): string {
  const upper = upperRow(rules);
  const slot = cardWidth(upper.length);
  const y = MARGIN + SHAPE * slot + 4;
  const shapes = [...drawUpper(upper, slot), ...drawColumns(rules, y), ...drawRun(rules)];
  return `<svg class="picture" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${shapes.join("")}</svg>`;
}

function upperRow(rules: Rules): Look[] {
  const { cells, reserve, draw, base } = rules;
  const begun = base === 0 ? SUITS - 1 : 0;
  return [
    ...(draw === 0 ? [] : (["down", "place"] as const)),
    ...Array.from({ length: cells }, (_, cell): Look => (fillsCell(rules, cell) ? "up" : "place")),
    ...Array<Look>(reserve).fill("up"),
    ...Array.from({ length: SUITS }, (_, suit): Look => (suit < begun ? "up" : "home")),
  ];
}

/** The foundations are at the right end, the rest at the left. */
function drawUpper(row: readonly Look[], width: number): string[] {
  const left = row.length - SUITS;
  return row.map((look, at) => {
    const fromRight = WIDTH - MARGIN - (row.length - at) * (width + GAP) + GAP;
    const x = at < left ? MARGIN + at * (width + GAP) : fromRight;
    return box(look, x, MARGIN, width);
  });
}

function drawColumns(rules: Rules, y: number): string[] {
  const { dealt, hidden, columns } = rules;
  const width = cardWidth(columns);
  const left = (WIDTH - columns * (width + GAP) + GAP) / 2;
  const longest = Math.max(1, ...dealt);
  const room = HEIGHT - MARGIN - RUN * SHAPE - y - SHAPE * width;
  const step = Math.min(width * 0.42, room / Math.max(1, longest - 1));
  return dealt.flatMap((length, column) => {
    const x = left + column * (width + GAP);
    if (length === 0) return [box("place", x, y, width)];
    const down = hidden[column] ?? 0;
    return Array.from({ length }, (_, at) =>
      box(at < down ? "down" : "up", x, y + at * step, width),
    );
  });
}

/** Three small cards at the foot show whether a run keeps its suit or changes its colour. */
function drawRun({ sameSuit }: Rules): string[] {
  return [0, 1, 2].flatMap((at) => {
    const x = MARGIN + at * RUN * 0.7;
    const y = HEIGHT - RUN * SHAPE - 2;
    const colour = sameSuit || at !== 1 ? "red" : "black";
    const pip = `<circle class="${colour}" cx="${(x + 3).toFixed(1)}" cy="${(y + 3.6).toFixed(1)}" r="2"/>`;
    return [box("up", x, y, RUN), pip];
  });
}

function cardWidth(count: number): number {
  return Math.min(WIDEST, (WIDTH - 2 * MARGIN + GAP) / count - GAP);
}

function box(look: Look, x: number, y: number, width: number): string {
  const [left, top, wide, high] = [x, y, width, SHAPE * width].map((length) => length.toFixed(1));
  return `<rect class="${look}" x="${left}" y="${top}" width="${wide}" height="${high}" rx="1"/>`;
}
