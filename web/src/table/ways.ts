/** How the player wants to play: what of the settings the table itself needs to know. */
export interface Ways {
  /** Whether one tap on a card sends it to the best place, or picks it up. */
  readonly tap: "best" | "select";
  /** What one tap and a double click prefer: the foundation when that is safe, always, or last. */
  readonly order: "safe" | "foundation" | "table";
  /** Whether a tip shows a move, or says no more than that there is one. */
  readonly tips: "move" | "exists";
  /** How long a move is seen, as a share of its usual time; 0 shows no motion. */
  readonly pace: number;
  /** Milliseconds of a press that is held until the covered card is shown. */
  readonly hold: number;
  /** Whether cells and foundations have changed sides. */
  readonly mirror: boolean;
  /** Whether the cards of a column that lie face down are one strip, with their number. */
  readonly merge: boolean;
  /** Whether rank and suit are printed as large as cards have room for. */
  readonly isLarge: boolean;
  /** Whose letters are printed on the cards: those of the language, E Kn D K, or A J Q K. */
  readonly letters: "language" | "nordic" | "english";
  /** Whether letters on the keyboard do anything. */
  readonly keys: boolean;
  /** Whether moves are heard. */
  readonly sound: boolean;
  /** Whether time, counters, score and streaks are hidden. */
  readonly quiet: boolean;
}

export const USUAL_WAYS: Ways = {
  tap: "select",
  order: "safe",
  tips: "move",
  pace: 1,
  hold: 350,
  mirror: false,
  merge: false,
  isLarge: false,
  letters: "language",
  keys: true,
  sound: false,
  quiet: false,
};
