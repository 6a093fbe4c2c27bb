/** "Can it be won?": the solver is asked, and what it says is told. */

import { layoutRecord } from "../rules/engine.ts";
import { isImpossible } from "../rules/impossible.ts";
import { askSolver, positionKey, type SolverHome } from "../rules/verdict.ts";
import { HELP, takeHelp } from "../service/help.ts";
import { dealOf, type State, type Verdict } from "../table/state.ts";
import { clearNote, note, type Table, tell } from "../table/table.ts";
import { hideNote, type Note, speak } from "./chrome.ts";
import { say, sayCount } from "./i18n.ts";

/** A table on which the solver can be asked. */
export interface Asker extends Table {
  readonly home: SolverHome;
  /** Proven verdicts by position. */
  readonly verdicts: Map<string, Verdict>;
}

/** Asks the solver about this position; the next change of it ends the search. */
export async function ask(asker: Asker): Promise<void> {
  const { state } = asker;
  if (state.status.won) return;
  if (asker.search !== null) return tell(asker, asker.search.note, null);
  const key = positionKey(state.layout);
  const known = asker.verdicts.get(key);
  if (known !== undefined) return showVerdict(asker, known);
  const control = new AbortController();
  const search = { control, note: searchNote(asker, control, 0) };
  asker.search = search;
  state.verdict = { kind: "searching", states: 0 };
  tell(asker, search.note, null);
  const onProgress = (states: number) => drawSearch(asker, states);
  const verdict = await askSolver(asker.home, layoutRecord(state.game), onProgress, control.signal);
  if (verdict.kind !== "undecided") asker.verdicts.set(key, verdict);
  if (asker.search !== search) return;
  asker.search = null;
  showVerdict(asker, verdict);
}

function showVerdict(asker: Asker, verdict: Verdict): void {
  asker.state.verdict = verdict;
  if (verdict.kind !== "undecided") takeHelp(asker.state, HELP.verdict);
  tell(asker, { text: verdictText(asker.state, verdict) }, null);
  asker.drawRound();
}

function searchNote({ state }: Asker, control: AbortController, states: number): Note {
  const { texts } = state;
  const text = verdictText(state, { kind: "searching", states });
  return { text, action: { name: say(texts, "do.cancel"), run: () => control.abort() } };
}

/** Says how far the search has come, unless another note is to be read first. */
function drawSearch(asker: Asker, states: number): void {
  const { search, chrome } = asker;
  if (search === null) return;
  const isSeen = chrome.note === search.note;
  asker.state.verdict = { kind: "searching", states };
  search.note = searchNote(asker, search.control, states);
  if (isSeen) note(asker, search.note, null);
  asker.drawRound();
}

/** What was said in another language goes, and what still counts is said in the player's. */
export function retell(asker: Asker): void {
  const { state, search } = asker;
  const states = state.verdict?.kind === "searching" ? state.verdict.states : 0;
  if (search !== null) search.note = searchNote(asker, search.control, states);
  hideNote(asker.chrome);
  clearNote(asker);
  speak(asker.chrome, "");
}

/** What the solver has said so far. */
export function verdictText(state: State, verdict: Verdict): string {
  const { texts, status } = state;
  const hopeless = status.steps === 0 || isImpossible(state.choice, dealOf(state));
  switch (verdict.kind) {
    case "searching":
      return verdict.states === 0
        ? say(texts, "verdict.searching")
        : say(texts, "verdict.progress", { n: verdict.states });
    case "solved":
      return sayCount(texts, "verdict.solved", verdict.line.length);
    case "unsolvable":
      return say(texts, hopeless ? "verdict.hopeless" : "verdict.unsolvable");
    case "undecided":
      return say(texts, `verdict.${verdict.why}`);
  }
}
