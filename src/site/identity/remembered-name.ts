const NAME = 'shuzhou.name';

/** The name that was signed in with last on this device; null where nobody wanted it kept. */
export function rememberedName(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

/** Keeps it for the next time, or with null forgets it. */
export function rememberName(name: string | null): void {
  try {
    if (name === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, name);
  } catch {
    // It is typed again the next time.
  }
}
