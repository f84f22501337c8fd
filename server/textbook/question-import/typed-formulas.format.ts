/** Formulas as other systems write them, `\(…\)` and `\[…\]`, as they are typed here. */
export const withTypedFormulas = (html: string): string =>
  html
    .replace(/\\\(([^]{0,2000}?)\\\)/g, (found, tex: string, at: number, all: string) => {
      const formula = `$${tex.trim()}$`;
      // A digit after the sign would make it a price.
      return /\d/.test(all.charAt(at + found.length)) ? `<span>${formula}</span>` : formula;
    })
    .replace(/\\\[([^]{0,2000}?)\\\]/g, (_all, tex: string) => `$$${tex.trim()}$$`);
