/** What was done without a question can be taken back for some seconds. */
import { note, OFFER_TIME, type Table } from "../table/table.ts";
import { say } from "./i18n.ts";

/** Offers for some seconds to take back a restart or a new deal. */
export function offerBack(table: Table, text: string, run: () => void): void {
  const action = { name: say(table.state.texts, "do.undo"), run };
  note(table, { text, action }, OFFER_TIME);
}
