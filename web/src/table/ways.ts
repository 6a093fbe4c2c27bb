/** How the player wants to play: what of the settings the table itself needs to know. */
export interface Ways {
  /** Whether one tap on a card sends it to the best place, or picks it up. */
  readonly tap: "best" | "select";
  /** What one tap and a double click prefer: the foundation when that is safe, always, or last. */
  readonly order: "safe" | "foundation" | "table";
  /** How long a move is seen, as a share of its usual time; 0 shows no motion. */
  readonly pace: number;
  /** Milliseconds of a press that is held until the covered card is shown. */
  readonly hold: number;
  /** Whether cells and foundations have changed sides. */
  readonly mirror: boolean;
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
  pace: 1,
  hold: 350,
  mirror: false,
  keys: true,
  sound: false,
  quiet: false,
};
