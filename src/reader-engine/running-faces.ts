const FACE = /\bfont(-family)?\s*:/i;
const RUNNING = /^(html|body|div|section|main|article|p)$/i;

export interface RunningFaces {
  /** `book`: the faces the book sets for its running text are in force; the reader's are otherwise. */
  follow(book: boolean): void;
  /** The families the book brings fonts for, as a CSS list; empty where it brings none. */
  readonly own: string;
}

const OWN = /@font-face\s*\{[^}]*?font-family\s*:\s*([^;}]+)/gi;

/** A face set for running text as a whole gives way to the reader's; one set for a class of passages stays. */
export function runningFaces(inside: Document): RunningFaces {
  const own = new Set<string>();
  const found: { style: CSSStyleDeclaration; face: string }[] = [];
  let theirs = true;
  for (const sheet of inside.styleSheets) {
    // To ask a browser for its rules costs more than to look for the word.
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
