/** Marks the reader's own style sheets, in contrast to those of the book. */
export const OWN_SHEET = 'data-reader';

/** Returns the selectors that `querySelectorAll` accepts. Selectors with a namespace prefix are valid in their own sheet only. */
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
