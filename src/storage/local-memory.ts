/** What the storage has no room for, or may not take: it lasts as long as the page. */
const passing = new Map<string, string>();

/** What this device remembers under a name; null where it remembers nothing, or the browser does not say. */
export function readMemory(name: string): string | null {
  try {
    return passing.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remembers it, or with null forgets it. In a full storage or a private window this page alone does, and `refused` hears why. */
export function writeMemory(name: string, value: string | null, refused?: (error: unknown) => void): void {
  passing.delete(name);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch (error) {
    if (value !== null) passing.set(name, value);
    refused?.(error);
  }
}
