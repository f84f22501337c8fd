import type { Found } from './column-fit.ts';
import type { PageBox } from '../page-box.ts';

/** A line with fewer letters than this is not justified. */
const LETTERS_LEAST = 25;
/** Average width of a Latin letter, in ems. */
const LETTER = 0.5;
/** A word gap may be at most this many times its normal width. */
const GAP_MOST = 2;
/** If at least this share of the paragraphs has wider gaps, all paragraphs are left-aligned, because a mix on one page looks uneven. */
const SHARE = 0.3;
/** All gaps of a line are equally wide, so only one or two are measured per line, this many characters apart. */
const SEPARATE = 14;
const EASTERN = /[\u2e80-\u9fff\uac00-\ud7af]/g;
const SOFT_HYPHEN = '\u00ad';
/** Every language with hyphenation breaks this word. */
const LONG_WORD = 'internationalisation';
const LINE_PX = 20;

/**
 * Finds Latin paragraphs that would get large gaps when justified: narrow ones, ones that cannot be
 * hyphenated, and ones in which a gap is more than twice its normal width. Line breaks do not change.
 * `known` holds the blocks that were already checked at this size.
 */
export function raggedParagraphs(inside: Document, { vertical }: PageBox, known: WeakSet<Element>): Found[] {
  if (vertical) return [];
  const drawnOut = [...inside.body.querySelectorAll('p,li,dd,blockquote,td')].filter(
    (block) => !known.has(block) && isLatin(block) && getComputedStyle(block).textAlign === 'justify',
  );
  if (drawnOut.length === 0) return [];
  for (const block of drawnOut) known.add(block);
  const hyphenated = hyphenationOf(inside, drawnOut);
  const holes = drawnOut.filter((block) => {
    const style = getComputedStyle(block);
    const letters = block.clientWidth / (LETTER * Number.parseFloat(style.fontSize));
    return letters < LETTERS_LEAST || !hyphenated(block) || hasHole(block);
  });
  const all = holes.length > SHARE * drawnOut.length ? drawnOut : holes;
  return all.map((block) => [block, 'data-ragged', '']);
}

function isLatin({ textContent }: Element): boolean {
  const text = (textContent ?? '').slice(0, 400);
  return /[A-Za-z\u00c0-\u024f]{2}/.test(text) && (text.match(EASTERN)?.length ?? 0) < 0.1 * text.length;
}

/** Returns whether the browser hyphenates the language of a block, or the text contains soft hyphens. Uses one layout for all languages. */
function hyphenationOf(inside: Document, blocks: readonly Element[]): (block: Element) => boolean {
  const languageOf = (block: Element): string => block.closest('[lang]')?.getAttribute('lang') ?? '';
  const tried = new Map([...new Set(blocks.map(languageOf))].map((language) => [language, probe(inside, language)]));
  inside.body.append(...tried.values());
  const can = new Map([...tried].map(([language, sample]) => [language, sample.offsetHeight > LINE_PX]));
  for (const sample of tried.values()) sample.remove();
  const prepared = blocks.some((block) => (block.textContent ?? '').includes(SOFT_HYPHEN));
  return (block) => prepared || (getComputedStyle(block).hyphens === 'auto' && can.get(languageOf(block)) === true);
}

function probe(inside: Document, language: string): HTMLElement {
  const sample = inside.createElement('x-sample');
  sample.lang = language;
  sample.style.cssText = `position:absolute;visibility:hidden;display:block;width:5em;font:16px/${LINE_PX}px serif;hyphens:auto;overflow-wrap:normal;text-indent:0;white-space:normal`;
  sample.textContent = LONG_WORD;
  return sample;
}

function hasHole(block: Element): boolean {
  const { ownerDocument } = block;
  const walker = ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const range = ownerDocument.createRange();
  const gaps: number[] = [];
  while (walker.nextNode()) {
    const { data } = walker.currentNode as Text;
    for (let at = data.indexOf(' '); at >= 0; at = data.indexOf(' ', at + SEPARATE)) {
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + 1);
      // At the end of a line a gap has no width; at the end of a column it has a box on both sides.
      const width = Math.max(0, ...Array.from(range.getClientRects(), (rect) => rect.width));
      if (width > 1) gaps.push(width);
    }
  }
  // The last line is not justified, so its gaps have their normal width.
  const own = Math.min(...gaps, Number.parseFloat(getComputedStyle(block).fontSize) * 0.3);
  return gaps.some((gap) => gap > GAP_MOST * own);
}
