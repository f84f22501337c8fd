type Fixes = typeof import('./overflow-fixes.ts');

/** Milliseconds to wait before the page is shown without it. */
const PATIENCE_MS = 1500;

let loaded: Fixes | null = null;
let coming: Promise<unknown> | null = null;

/** What mends a layout that does not fit the page; null until it was loaded. */
export const layoutFixes = (): Fixes | null => loaded;

/** Resolves when they are there, or when they are late or do not come: then the next call asks again. */
export function loadLayoutFixes(): Promise<unknown> {
  coming ??= import('./overflow-fixes.ts').then(
    (fixes) => (loaded = fixes),
    () => (coming = null),
  );
  return loaded ? Promise.resolve() : Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
