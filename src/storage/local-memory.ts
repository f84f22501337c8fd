/** Values that could not be stored because storage is full or blocked: they last as long as the page. */
const passing = new Map<string, string>();

/** Returns the value stored under a name; null if there is none or storage is blocked. */
export function readMemory(name: string): string | null {
  try {
    return passing.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Stores the value, or removes it with null. With full storage or in a private window only this page keeps the value, and `refused`
 * receives the error.
 */
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
