/** What this device remembers under a name; null where it remembers nothing, or the browser does not say. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remembers it, or with null forgets it. A full storage or a private window loses that alone. */
export function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // It lasts as long as the page.
  }
}
