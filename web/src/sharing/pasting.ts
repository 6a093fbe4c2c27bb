/** What opens the dialog that shares: its buttons, a text pasted on the table, a dropped file. */
import type { App } from "../page/acts.ts";

const FIELDS = "input, textarea, select, [contenteditable]";

export function bringSharing(app: App): void {
  app.acts.set("share", () => openWith(app, ""));
  app.acts.set("print", async () => (await import("./paper.ts")).printDeal(app));
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const isInField = event.target instanceof Element && event.target.closest(FIELDS) !== null;
    if (isInField || text.trim() === "" || document.querySelector("dialog[open]") !== null) return;
    event.preventDefault();
    void openWith(app, text);
  });
}

/** Opens the dialog with a text file of a game or of a position; false for other files. */
export function openTextFile(app: App, file: File): boolean {
  if (!/\.(json|txt)$/i.test(file.name)) return false;
  void file.text().then((text) => openWith(app, text));
  return true;
}

async function openWith(app: App, text: string): Promise<void> {
  const { openShare } = await import("./share.ts");
  await openShare(app, text);
}
