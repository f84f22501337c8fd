/** Marks the style sheets of the reader itself, among those of the book. */
export const OWN_SHEET = 'data-reader';

/** Those of a sheet's selectors that elements can be asked for by: names of another namespace mean something in their sheet alone. */
export function queryable(inside: Document, selectors: readonly string[]): string[] {
  return selectors.filter((selector) => {
    try {
      inside.querySelector(selector);
      return true;
    } catch {
      return false;
    }
  });
}
