/** White space and invisible characters, which editions set differently. */
const BLANKS = /[\s\u00ad\u200b\u2060\ufeff]+/g;
const bare = (text: string): string => text.replace(BLANKS, '');

/** The text of an edition, by document. */
export type EditionText = readonly { readonly documentIndex: number; readonly text: string }[];

/**
 * Returns the document of an edition that has the quote, the nearest one to the former document; null when none has it. An empty quote is the end of a
 * chapter: it stays in its document, or in the last one of a shorter book.
 */
export function documentOfQuote(text: EditionText, quote: string, former: number): number | null {
  const last = text.reduce((most, { documentIndex }) => Math.max(most, documentIndex), 0);
  const wanted = bare(quote);
  if (wanted === '') return Math.min(former, last);
  const found = text.filter((one) => bare(one.text).includes(wanted)).map(({ documentIndex }) => documentIndex);
  return found.toSorted((one, two) => Math.abs(one - former) - Math.abs(two - former))[0] ?? null;
}

/** Joins the parts in which the text of a document is stored. */
export function joinParts(parts: readonly { readonly orderNum: number; readonly text: string }[]): EditionText {
  const texts = new Map<number, string>();
  for (const { orderNum, text } of parts) texts.set(orderNum, `${texts.get(orderNum) ?? ''}${text}`);
  return [...texts].map(([documentIndex, text]) => ({ documentIndex, text }));
}
