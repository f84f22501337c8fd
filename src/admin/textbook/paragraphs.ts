import { TEXTBOOK } from '../../../contract/textbook/textbook-limits.ts';
import { cfiOf } from '../../reader-engine/cfi.ts';
import { pointOfCfi } from '../../reader-engine/cfi-point.ts';
import { meaning } from '../../reader-engine/epub-type.ts';
import { findQuote } from '../../reader-engine/passage.ts';
import { bare, blockOf } from '../../reader-engine/quote.ts';
import { textNodesOf } from '../../reader-engine/visible-text.ts';

/** A paragraph of a chapter at which something can be placed. */
export interface Paragraph {
  readonly block: Element;
  readonly cfi: string;
  /** Its beginning, by which it is found again in another edition. */
  readonly quote: string;
  /** The book itself marks this place for exercises. */
  readonly declared: boolean;
}

/** Returns the asides with an id that the book declares as places for exercises: `epub:type` practice or assessment. */
const declaredIn = (document: Document): Element[] =>
  [...document.querySelectorAll('aside[id]')].filter((aside) => /\b(?:practices?|assessments?)\b/.test(meaning(aside)));

const WHITE = /\s+/g;

/** Returns the paragraphs with text, in order. */
export function paragraphsOf(document: Document, documentIndex: number): Paragraph[] {
  const found = new Map<Element, { first: Text; text: string }>();
  for (const text of document.body ? textNodesOf(document.body) : []) {
    const block = blockOf(text);
    if (!block) continue;
    const known = found.get(block);
    if (known) known.text += text.data;
    else found.set(block, { first: text, text: text.data });
  }
  const asides = new Set(declaredIn(document));
  return [...found].flatMap(([block, { first, text }]) => {
    const quote = text
      .replace(WHITE, ' ')
      .trim()
      .slice(0, TEXTBOOK.quote)
      .replace(/[\ud800-\udbff]$/, '');
    if (bare(quote) === '') return [];
    const range = document.createRange();
    range.setStart(first, Math.max(0, first.data.search(/\S/)));
    const aside = [...asides].find((one) => one.contains(block));
    // Its first paragraph is the place.
    const declared = aside !== undefined && asides.delete(aside);
    return [{ block, cfi: cfiOf(documentIndex, range), quote, declared }];
  });
}

/** Returns the paragraph of a placed item; undefined for the end of the chapter, and when the paragraph is gone. */
export function paragraphOf(
  document: Document,
  paragraphs: readonly Paragraph[],
  { cfi, quote }: { readonly cfi: string; readonly quote: string },
): Paragraph | undefined {
  if (quote === '' || !document.body) return undefined;
  const range = findQuote(textNodesOf(document.body), { text: quote, before: '', after: '' }, cfi ? pointOfCfi(cfi, document) : null)?.range;
  const block = range && blockOf(range.startContainer as Text);
  return paragraphs.find((one) => one.block === block);
}
