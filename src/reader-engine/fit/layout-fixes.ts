type Fixes = typeof import('./overflow-fixes.ts');

/** Milliseconds to wait before the page is shown without the fixes. */
const PATIENCE_MS = 1500;

let loaded: Fixes | null = null;
let coming: Promise<unknown> | null = null;

/** Returns the module that repairs a layout that does not fit the page; null until it is loaded. */
export const layoutFixes = (): Fixes | null => loaded;

/**
 * Resolves when the fixes are loaded, when loading takes longer than `PATIENCE_MS`, or when it fails. After a failure the next call tries
 * again.
 */
export function loadLayoutFixes(): Promise<unknown> {
  coming ??= import('./overflow-fixes.ts').then(
    (fixes) => (loaded = fixes),
    () => (coming = null),
  );
  return loaded ? Promise.resolve() : Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
