/** As long as a browser may need to begin. */
const KEPT_TIME = 10_000;

/** Hands a JSON text to the player as a file. */
export function downloadJson(name: string, text: string): void {
  const link = document.createElement("a");
  link.download = `${name}.json`;
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_TIME);
}
