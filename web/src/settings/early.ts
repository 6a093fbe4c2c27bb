/** What comes before the first paint: every page looks as the player has chosen. */
import { greetNewcomer, KEPT, keptLook, wear } from "./look.ts";

const wearKept = () => wear(keptLook());

greetNewcomer();
wearKept();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", wearKept);
// Another page has changed the look, while this one was seen or while the browser kept it.
addEventListener("storage", ({ key }) => key === KEPT && wearKept());
addEventListener("pageshow", ({ persisted }) => persisted && wearKept());
