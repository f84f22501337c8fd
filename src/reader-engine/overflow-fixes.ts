import { cutOff, type Found } from './column-fit.ts';
import { columnLine } from './column-line.ts';
import type { PageBox } from './page-box.ts';
import { hasNarrowColumns, isNarrowText, isTurnedAcross, leavesLittle, unmarked } from './narrow-lines.ts';
import { OWN_SHEET, queryable } from './queryable.ts';
import { raggedParagraphs } from './ragged-paragraphs.ts';

/** Heights of other things are theirs to have. */
const DRAWN = 'img,svg,svg *,video,audio,canvas,iframe,object,embed,hr,br,math,math *';
const IN_LINES = 'span,a,sup,sub,i,em,b,strong,small,body';
/** So small, or so far away, in pixels, are words that are there for a voice alone. */
const HIDDEN = 2;
const AWAY = -500;
/** In place of a part of an element, so that a selector of nothing but it is one. */
const ANY = ':not(x-none)';
/** A mark may let what stands around it outgrow its own box. */
const PASSES = 3;
/** What is cut off is made narrower in so many steps. */
const CUT_PASSES = 4;

interface Said {
  /** Found in the text of a sheet, and in the style of an element, that may say it. */
  readonly word: RegExp;
  readonly own?: string;
  /** Whether a rule says it. */
  readonly says: (style: CSSStyleDeclaration, selector: string) => boolean;
  readonly mark: string;
  /** Whether what it says does not fit this page; without it, it never does. */
  readonly outgrown?: (element: Element, box: PageBox) => boolean;
}

const LETTER = /:first-letter/;
const LENGTH = /\d(?!\d*%)/;

const SAID: readonly Said[] = [
  {
    word: /(?<![\w-])(?:max-)?height\s*:\s*[\d.]/,
    own: '[style^="height"],[style*=";height"],[style*="; height"],[style*="max-height"]',
    says: ({ height, maxHeight }) => LENGTH.test(height) || LENGTH.test(maxHeight),
    mark: 'data-tall',
    outgrown: (element, { vertical, column }) => {
      const { clientHeight: has, scrollHeight: needs } = element;
      // Along columns a height is the length of their lines: of a strip.
      return has > HIDDEN && (vertical ? 3 * has < column : needs > has + 1) && !element.matches(DRAWN);
    },
  },
  {
    word: /nowrap/,
    own: '[style*="nowrap"]',
    says: ({ whiteSpace }) => whiteSpace === 'nowrap',
    mark: 'data-wrapped',
    outgrown: (element, { column, vertical }) => {
      const lines = element.ownerDocument.createRange();
      lines.selectNodeContents(element);
      const { width = 0, height = 0 } = lines.getClientRects()[0] ?? {};
      return (vertical ? height : width) > column + 1;
    },
  },
  {
    word: /flex|grid/,
    says: ({ display }) => /flex|grid/.test(display),
    mark: 'data-laid',
    outgrown: (element) => element.scrollWidth > element.clientWidth + 1 || [...element.children].some(isNarrowText),
  },
  {
    word: /writing-mode/,
    own: '[style*="writing-mode"]',
    says: ({ writingMode }) => writingMode !== '',
    mark: 'data-turned',
    outgrown: isTurnedAcross,
  },
  {
    word: /(?<![\w-])column(?:s|-count|-width)\s*:/,
    own: '[style*="column"]',
    says: ({ columnCount, columnWidth }) => (columnCount || columnWidth) !== '',
    mark: 'data-columns',
    outgrown: hasNarrowColumns,
  },
  {
    word: /(?<![\w-])float\s*:/,
    own: '[style*="float"],img[align],table[align],iframe[align]',
    says: ({ cssFloat }) => cssFloat !== '',
    mark: 'data-unfloated',
    outgrown: leavesLittle,
  },
  { word: LETTER, says: (_style, selector) => LETTER.test(selector), mark: 'data-drop' },
  // A large letter that stands beside lines stands at their beginning.
  { word: LETTER, says: ({ cssFloat }, selector) => LETTER.test(selector) && !/^(none)?$/.test(cssFloat), mark: 'data-spaced' },
  {
    word: /(?:margin|text-indent)[\w-]*\s*:[^;}]*-[\d.]/,
    own: '[style*=":-"],[style*=": -"]',
    says: (style) => [style.marginLeft, style.marginInlineStart, style.textIndent].some((length) => length.startsWith('-')),
    mark: 'data-out',
    outgrown: beginsOutside,
  },
  {
    word: /position\s*:\s*(?:relative|absolute)/,
    own: '[style*="relative"],[style*="absolute"]',
    says: ({ position }) => /relative|absolute/.test(position),
    mark: 'data-moved',
    outgrown: standsApart,
  },
];

export interface OverflowFixes {
  /** To be called after each layout: marks what has outgrown what the book says of its box. */
  look(box: PageBox): void;
}

/**
 * What a book says of its boxes and a page of another size cannot keep without text over text, or cut off: heights their
 * text is longer than, or shorter than a line (`data-tall`), lines that may not be broken and are longer than the page's (`data-wrapped`),
 * text drawn out of the page at its beginning (`data-out`), parts laid side by side that do not
 * fit there (`data-laid`), and text placed over other text or moved out of the page (`data-moved`). Asked of what the book's styles say it of, if of anything.
 */
export function overflowFixes(inside: Document): OverflowFixes {
  const said = selectorsOf(inside);
  let made: Found[] = [];
  let before = '';
  let drawnOut = new WeakSet<Element>();
  // Written after all was asked: each answer after a mark would cost another layout.
  const write = (found: readonly Found[]): boolean => {
    for (const [element, mark, value] of found) {
      if (mark === 'zoom') (element as HTMLElement).style.zoom = value;
      else element.setAttribute(mark, value);
    }
    made.push(...found);
    return found.length > 0;
  };
  const mark = (box: PageBox): boolean =>
    write([
      ...said.flatMap(([{ mark, outgrown }, selectors]) =>
        [...inside.body.querySelectorAll(selectors)].flatMap((element): Found[] =>
          !element.hasAttribute(mark) && (!outgrown || outgrown(element, box)) ? [[element, mark, '']] : [],
        ),
      ),
      ...unmarked(inside, columnLine(inside, box)),
    ]);
  return {
    look(box) {
      // What did not fit a page of another size may fit this one.
      const size = Object.values(box).join() + getComputedStyle(inside.body).fontSize;
      if (before !== size) {
        for (const [element, mark] of made) {
          if (mark === 'zoom') (element as HTMLElement).style.zoom = '';
          else element.removeAttribute(mark);
        }
        // Tables and formulas are asked in their own size.
        for (const part of inside.querySelectorAll<HTMLElement>('table,math')) if (part.style.zoom) part.style.zoom = '';
        made = [];
        drawnOut = new WeakSet();
      }
      before = size;
      for (let pass = 0; pass < PASSES && mark(box); pass++);
      write(raggedParagraphs(inside, box, drawnOut));
      for (let pass = 0; pass < CUT_PASSES && write(cutOff(inside.body, columnLine(inside, box))); pass++);
    },
  };
}

/** Of what the book says, the elements it says it of, or may say it of. */
function selectorsOf(inside: Document): (readonly [Said, string])[] {
  const found = SAID.map((one) => ({ one, selectors: [] as string[] }));
  for (const sheet of inside.styleSheets) {
    const owner = sheet.ownerNode as Element | null;
    const text = owner?.hasAttribute(OWN_SHEET) ? '' : (owner?.textContent ?? '');
    // To ask a browser for its rules costs more than to look for the words.
    const asked = found.filter(({ one }) => one.word.test(text));
    for (const { selectorText, style } of asked.length > 0 ? styleRules(sheet.cssRules) : [])
      for (const { one, selectors } of asked) if (one.says(style, selectorText)) selectors.push(selectorText.replace(/::?first-letter/g, ANY));
  }
  return found
    .map(({ one, selectors }) => [one, [...(one.own ? [one.own] : []), ...queryable(inside, selectors)].join()] as const)
    .filter(([, selectors]) => selectors);
}

function styleRules(rules: CSSRuleList): CSSStyleRule[] {
  return [...rules].flatMap((rule) => {
    const { selectorText, cssRules } = rule as Partial<CSSStyleRule>;
    return [...(selectorText === undefined ? [] : [rule as CSSStyleRule]), ...(cssRules ? styleRules(cssRules) : [])];
  });
}

/** Before the column's beginning there is the gap behind the one before, or nothing. */
function beginsOutside(element: Element, box: PageBox): boolean {
  const style = getComputedStyle(element);
  const rect = element.getClientRects()[0];
  if (!rect || style.direction === 'rtl' || style.display === 'inline') return false;
  const from = fromColumn(element, rect.left + Math.min(0, Number.parseFloat(style.textIndent) || 0), box);
  return from !== null && from > box.column + 1;
}

/** What is placed on the page itself stands over its text, what is moved may end outside. Numbers of pages in the margin are left there. */
function standsApart(element: Element, box: PageBox): boolean {
  if (element.matches(IN_LINES) || !/\S/.test(element.textContent ?? '')) return false;
  const { body } = element.ownerDocument;
  const style = getComputedStyle(element);
  const rect = element.getClientRects()[0];
  if (!rect || rect.width <= HIDDEN || Number.parseFloat(style.left) < AWAY) return false;
  if ((element as HTMLElement).offsetParent === body && style.position === 'absolute') return true;
  const from = fromColumn(element, rect.left, box);
  return from !== null && from + rect.width > box.column + 1;
}

/** How far behind the beginning of its column a place stands, in pixels; null in vertical text, whose columns lie below each other. */
function fromColumn({ ownerDocument: { body } }: Element, left: number, { vertical, column, gap }: PageBox): number | null {
  const step = column + gap;
  const from = (((left - body.getBoundingClientRect().left) % step) + step) % step;
  return vertical ? null : from < step - 1 ? from : 0;
}
