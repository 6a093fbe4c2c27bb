const MOST_SHOWN = 32;

/** A text that somebody has written, at a length that a sentence can quote. */
export const shortened = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\u00a0…` : text;
