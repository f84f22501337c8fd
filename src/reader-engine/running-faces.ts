const FACE = /\bfont(-family)?\s*:/i;
const RUNNING = /^(html|body|div|section|main|article|p)$/i;

export interface RunningFaces {
  /** `book`: apply the fonts that the book sets for its running text; otherwise the user's font applies. */
  follow(book: boolean): void;
  /** The font families embedded in the book, as a CSS list; empty where there are none. */
  readonly own: string;
}

const OWN = /@font-face\s*\{[^}]*?font-family\s*:\s*([^;}]+)/gi;

/** A font that the book sets for all running text gives way to the user's font; a font for a class of passages stays. */
export function runningFaces(inside: Document): RunningFaces {
  const own = new Set<string>();
  const found: { style: CSSStyleDeclaration; face: string }[] = [];
  let theirs = true;
  for (const sheet of inside.styleSheets) {
    // Reading the CSS rules costs more than searching the sheet's text for the word.
    const text = sheet.ownerNode?.textContent ?? '';
    if (!FACE.test(text)) continue;
    for (const [, family = ''] of text.matchAll(OWN)) own.add(family.trim());
    for (const rule of sheet.cssRules) {
      const { selectorText, style } = rule as CSSStyleRule;
      if (selectorText && style.fontFamily && selectorText.split(',').every((one) => RUNNING.test(one.trim())))
        found.push({ style, face: style.fontFamily });
    }
  }
  return {
    own: [...own].join(),
    follow(book) {
      if (book === theirs) return;
      theirs = book;
      for (const { style, face } of found) {
        if (book) style.fontFamily = face;
        else style.removeProperty('font-family');
      }
    },
  };
}
