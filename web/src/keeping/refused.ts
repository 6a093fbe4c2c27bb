/** What an act gives; null where the browser refuses storage, as some do. */
export function unlessRefused<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
