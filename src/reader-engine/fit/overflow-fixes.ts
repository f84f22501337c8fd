import { blankBreaks } from './column-breaks.ts';
import { cutOff, type Found } from './column-fit.ts';
import { columnLine } from './column-line.ts';
import type { PageBox } from '../page-box.ts';
import { hasNarrowColumns, isTurnedAcross, leavesLittle, unmarked } from './narrow-lines.ts';
import { OWN_SHEET, queryable } from '../queryable.ts';
import { raggedParagraphs } from './ragged-paragraphs.ts';
import { FIXES_STYLE } from './overflow-fixes-style.ts';
import { isNarrowPart, sideBySide } from '../side-by-side.ts';
import { tableMarks } from './table-scroll.ts';
import { bookColours, type Theme } from '../style/book-colours.ts';
import { bookSheets, styleRules } from '../style/style-rules.ts';

/** Elements whose height is set by their content (media, formulas, rules): it is not changed. */
const DRAWN = 'img,svg,svg *,video,audio,canvas,iframe,object,embed,hr,br,math,math *';
const IN_LINES = 'span,a,sup,sub,i,em,b,strong,small,body';
/** Text of this size or less, in pixels, or placed this far away, is for screen readers only. */
const HIDDEN = 2;
const AWAY = -500;
const XHTML = 'http://www.w3.org/1999/xhtml';
/** Replaces a pseudo-element, so that a selector that consists only of it stays valid. */
const ANY = ':not(x-none)';
/** Fixing one element may make the elements around it exceed their boxes, so the check repeats this often. */
const PASSES = 3;
/** Steps in which cut-off content is made narrower. */
const CUT_PASSES = 4;

interface Said {
  /** Matches the text of a sheet or a style attribute that may contain the declaration. */
  readonly word: RegExp;
  readonly own?: string;
  /** Whether a rule contains the declaration. */
  readonly says: (style: CSSStyleDeclaration, selector: string) => boolean;
  readonly mark: string;
  /** Whether the declared value does not fit this page, the value of the mark, or several marks. Without this function it never fits. */
  readonly overflowing?: (element: Element, box: PageBox) => boolean | string | readonly Found[];
}

const LETTER = /:first-letter/;
const LENGTH = /\d(?!\d*%)/;

const SAID: readonly Said[] = [
  {
    word: /(?<![\w-])(?:max-)?height\s*:\s*[\d.]/,
    own: '[style^="height"],[style*=";height"],[style*="; height"],[style*="max-height"]',
    says: ({ height, maxHeight }) => LENGTH.test(height) || LENGTH.test(maxHeight),
    mark: 'data-tall',
    overflowing: (element, { vertical, column }) => {
      const { clientHeight: has, scrollHeight: needs } = element;
      // In vertical text a height is the line length of a strip of columns.
      return has > HIDDEN && (vertical ? 3 * has < column : needs > has + 1) && !element.matches(DRAWN);
    },
  },
  {
    word: /nowrap/,
    own: '[style*="nowrap"]',
    says: ({ whiteSpace }) => whiteSpace === 'nowrap',
    mark: 'data-wrapped',
    overflowing: (element, { column, vertical }) => {
      const lines = element.ownerDocument.createRange();
      lines.selectNodeContents(element);
      const { width = 0, height = 0 } = lines.getClientRects()[0] ?? {};
      return (vertical ? height : width) > column + 1;
    },
  },
  {
    word: /flex|grid/,
    own: '[style*="flex"],[style*="grid"]',
    says: ({ display }) => /flex|grid/.test(display),
    mark: 'data-laid',
    overflowing: sideBySide,
  },
  {
    word: /table-cell|inline-block/,
    own: '[style*="table-cell"],[style*="inline-block"]',
    says: ({ display }) => /table-cell|inline-block/.test(display),
    mark: 'data-stack',
    overflowing: isNarrowPart,
  },
  {
    word: /writing-mode/,
    own: '[style*="writing-mode"]',
    says: ({ writingMode }) => writingMode !== '',
    mark: 'data-turned',
    overflowing: isTurnedAcross,
  },
  {
    word: /(?<![\w-])column(?:s|-count|-width)\s*:/,
    own: '[style*="column"]',
    says: ({ columnCount, columnWidth }) => (columnCount || columnWidth) !== '',
    mark: 'data-columns',
    overflowing: hasNarrowColumns,
  },
  {
    word: /(?<![\w-])float\s*:/,
    own: '[style*="float"],img[align],table[align],iframe[align]',
    says: ({ cssFloat }) => cssFloat !== '',
    mark: 'data-unfloated',
    overflowing: leavesLittle,
  },
  {
    word: /break-(?:before|after)/,
    own: '[style*="break-"]',
    says: ({ breakBefore, breakAfter }) => breakBefore === 'column' || breakAfter === 'column',
    mark: 'data-unbroken',
    overflowing: blankBreaks,
  },
  { word: LETTER, says: (_style, selector) => LETTER.test(selector), mark: 'data-drop' },
  // A floated initial letter requires that the first line has no indent.
  { word: LETTER, says: ({ cssFloat }, selector) => LETTER.test(selector) && !/^(none)?$/.test(cssFloat), mark: 'data-spaced' },
  {
    word: /(?:margin|text-indent)[\w-]*\s*:[^;}]*-[\d.]/,
    own: '[style*=":-"],[style*=": -"]',
    says: (style) => [style.marginLeft, style.marginInlineStart, style.textIndent].some((length) => length.startsWith('-')),
    mark: 'data-out',
    overflowing: beginsOutside,
  },
  {
    word: /position\s*:\s*(?:relative|absolute)/,
    own: '[style*="relative"],[style*="absolute"]',
    says: ({ position }) => /relative|absolute/.test(position),
    mark: 'data-moved',
    overflowing: isSeparate,
  },
];

export interface OverflowFixes {
  /**
   * Call this after each layout. It marks the elements whose content exceeds the box that the book declares, and adapts the colours of the
   * book to the theme; null for the colours of the page alone.
   */
  look(box: PageBox, theme: Theme | null): void;
}

/**
 * Finds declarations of the book that a page of another size cannot honour without overlapping or cut-off text: heights that are less
 * than the text or than a line (`data-tall`), unbreakable lines longer than the page's (`data-wrapped`),
 * text that starts outside the page (`data-out`), side-by-side parts that do not
 * fit (`data-laid`), and text placed over other text or moved off the page (`data-moved`). Only elements that the book's styles affect are
 * checked.
 */
export function overflowFixes(inside: Document): OverflowFixes {
  const said = selectorsOf(inside);
  const colours = bookColours(inside);
  const style = inside.createElementNS(XHTML, 'style');
  style.setAttribute(OWN_SHEET, '');
  style.textContent = FIXES_STYLE;
  inside.head?.append(style);
  let made: Found[] = [];
  let before = '';
  let drawnOut = new WeakSet<Element>();
  // Marks are written after all measurements: a measurement after a mark would cost another layout.
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
      ...said.flatMap(([{ mark, overflowing }, selectors]) =>
        [...inside.body.querySelectorAll(selectors)].flatMap((element): readonly Found[] =>
          element.hasAttribute(mark) ? [] : marked(element, mark, overflowing?.(element, box) ?? true),
        ),
      ),
      ...unmarked(inside, columnLine(inside, box)),
    ]);
  return {
    look(box, theme) {
      colours.look(theme);
      // Content that did not fit a page of another size may fit this one.
      const size = Object.values(box).join() + getComputedStyle(inside.body).fontSize;
      if (before !== size) {
        for (const [element, mark] of made) {
          if (mark === 'zoom') (element as HTMLElement).style.zoom = '';
          else element.removeAttribute(mark);
        }
        // Tables and formulas are measured at their original size.
        for (const part of inside.querySelectorAll<HTMLElement>('table,math')) if (part.style.zoom) part.style.zoom = '';
        made = [];
        drawnOut = new WeakSet();
      }
      before = size;
      for (let pass = 0; pass < PASSES && mark(box); pass++);
      write(raggedParagraphs(inside, box, drawnOut));
      for (let pass = 0; pass < CUT_PASSES && write(cutOff(inside.body, columnLine(inside, box))); pass++);
      // A table that is only as long as its margins or its declared width fits by now.
      for (let pass = 0; pass < PASSES && write(tableMarks(inside, box)); pass++);
    },
  };
}

const marked = (element: Element, mark: string, found: boolean | string | readonly Found[]): readonly Found[] =>
  typeof found === 'object' ? found : found === false ? [] : [[element, mark, found === true ? '' : found]];

/** For each kind of declaration, returns a selector for the elements that it affects or may affect. */
function selectorsOf(inside: Document): (readonly [Said, string])[] {
  const found = SAID.map((one) => ({ one, selectors: [] as string[] }));
  for (const { rules, text } of bookSheets(inside)) {
    // Reading the CSS rules costs more than searching the sheet's text for the words.
    const asked = found.filter(({ one }) => one.word.test(text));
    for (const { selectorText, style } of asked.length > 0 ? styleRules(rules) : [])
      for (const { one, selectors } of asked) if (one.says(style, selectorText)) selectors.push(selectorText.replace(/::?first-letter/g, ANY));
  }
  return found
    .map(({ one, selectors }) => [one, [...(one.own ? [one.own] : []), ...queryable(inside, selectors)].join()] as const)
    .filter(([, selectors]) => selectors);
}

/** Text before the start of the column falls into the gap after the previous column, or outside the page. */
function beginsOutside(element: Element, box: PageBox): boolean {
  const style = getComputedStyle(element);
  const rect = element.getClientRects()[0];
  if (!rect || style.direction === 'rtl' || style.display === 'inline') return false;
  const from = fromColumn(element, rect.left + Math.min(0, Number.parseFloat(style.textIndent) || 0), box);
  return from !== null && from > box.column + 1;
}

/**
 * Whether an element overlaps the text or ends outside the page. Absolutely positioned elements overlap the text; moved ones may end
 * outside. Page numbers in the margin are left alone.
 */
function isSeparate(element: Element, box: PageBox): boolean {
  if (element.matches(IN_LINES) || !/\S/.test(element.textContent ?? '')) return false;
  const { body } = element.ownerDocument;
  const style = getComputedStyle(element);
  const rect = element.getClientRects()[0];
  if (!rect || rect.width <= HIDDEN || Number.parseFloat(style.left) < AWAY) return false;
  if ((element as HTMLElement).offsetParent === body && style.position === 'absolute') return true;
  const from = fromColumn(element, rect.left, box);
  return from !== null && from + rect.width > box.column + 1;
}

/** Returns the distance from the start of the column, in pixels. Returns null in vertical text, whose columns lie below each other. */
function fromColumn({ ownerDocument: { body } }: Element, left: number, { vertical, column, gap }: PageBox): number | null {
  const step = column + gap;
  const from = (((left - body.getBoundingClientRect().left) % step) + step) % step;
  return vertical ? null : from < step - 1 ? from : 0;
}
