const FACE = /\bfont(-family)?\s*:/i;
const RUNNING = /^(html|body|div|section|main|article|p|h[1-6])$/i;
/** A face gives way unless it says what a text is: code, and quotations in Kai or Fangsong. */
const givesWay = (face: string, running: boolean): boolean => face !== '' && !(running ? /mono/i : /mono|cour|kai|fang|楷|仿/i).test(face);

export interface RunningFaces {
  /** `book`: apply the fonts that the book sets for its running text; otherwise the user's font applies. */
  follow(book: boolean): void;
  /** The font families embedded in the book, as a CSS list; empty where there are none. */
  readonly own: string;
}

const OWN = /@font-face\s*\{[^}]*?font-family\s*:\s*([^;}]+)/gi;

/** A font of the book for running text, headings or words gives way to the user's font, except for code and for quotations in Kai. */
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
      if (
        selectorText &&
        givesWay(
          style.fontFamily,
          selectorText.split(',').every((one) => RUNNING.test(one.trim())),
        )
      )
        found.push({ style, face: style.fontFamily });
    }
  }
  for (const { style } of inside.querySelectorAll<HTMLElement>('[style*="font"]'))
    if (givesWay(style.fontFamily, false)) found.push({ style, face: style.fontFamily });
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
