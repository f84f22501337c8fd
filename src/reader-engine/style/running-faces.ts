import { styleRules } from './style-rules.ts';

const FACE = /\bfont(-family)?\s*:/i;
const RUNNING = /^(html|body|div|section|main|article|p|h[1-6])$/i;
/** A face gives way unless it says what a text is: code, and quotations in Kai or Fangsong. */
const givesWay = (face: string, running: boolean): boolean =>
  face !== '' && !(running ? /mono/i : /mon[oa]|cour|consol|menlo|kai|fang|楷|仿/i).test(face);

export interface RunningFaces {
  /** `book`: apply the fonts that the book sets for its running text; otherwise the user's font applies, also to text added since. */
  follow(book: boolean): void;
  /** The font families embedded in the book, as a CSS list; empty where there are none. */
  readonly own: string;
}

const OWN = /@font-face\s*\{[^}]*?font-family\s*:\s*([^;}]+)/gi;
const FAMILY = 'font-family';
/** `face` of HTML, `font-family` of SVG. */
const ATTRIBUTES = ['face', FAMILY];

/** A font of the book for running text, headings or words gives way to the user's font, except for code and for quotations in Kai. */
export function runningFaces(inside: Document): RunningFaces {
  const own = new Set<string>();
  const ruled: CSSStyleDeclaration[] = [];
  let undo: (() => void)[] = [];
  for (const sheet of inside.styleSheets) {
    // Reading the CSS rules costs more than searching the sheet's text for the word.
    const text = sheet.ownerNode?.textContent ?? '';
    if (!FACE.test(text)) continue;
    for (const [, family = ''] of text.matchAll(OWN)) own.add(family.trim());
    for (const { selectorText, style } of styleRules(sheet.cssRules))
      if (
        givesWay(
          faceOf(style),
          selectorText.split(',').every((one) => RUNNING.test(one.trim())),
        )
      )
        ruled.push(style);
  }
  return {
    own: [...own].join(),
    follow(book) {
      if (book) {
        for (const restore of undo) restore();
        undo = [];
        return;
      }
      if (undo.length === 0) undo = ruled.map(dropped);
      for (const element of inside.querySelectorAll<HTMLElement>(`[style*="font"],${ATTRIBUTES.map((name) => `[${name}]`).join()}`)) {
        if (givesWay(faceOf(element.style), false)) undo.push(dropped(element.style));
        for (const name of ATTRIBUTES) {
          const face = element.getAttribute(name) ?? '';
          if (!givesWay(face, false)) continue;
          element.removeAttribute(name);
          undo.push(() => element.setAttribute(name, face));
        }
      }
    },
  };
}

/** The shorthand hides its family while it contains a variable. */
const faceOf = (style: CSSStyleDeclaration): string => style.fontFamily || (style.font.includes('var(') ? style.font : '');

/** Removes the family and returns a function that puts it back. */
function dropped(style: CSSStyleDeclaration): () => void {
  const name = style.fontFamily ? FAMILY : 'font';
  const [face, priority] = [style.getPropertyValue(name), style.getPropertyPriority(name)];
  style.removeProperty(FAMILY);
  return () => style.setProperty(name, face, priority);
}
