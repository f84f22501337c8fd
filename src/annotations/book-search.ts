/** Where a query stands in a document; offsets are into its text. */
export interface Hit {
  readonly documentIndex: number;
  readonly start: number;
  readonly end: number;
}

/** Small letters, each as long as the one it stands for: offsets hold in both. */
export function folded(text: string): string {
  const small = text.toLowerCase();
  if (small.length === text.length) return small;
  return Array.from(text, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('');
}

/** Every place of the query, letters large or small, one after another without overlap. */
export function findAll(documents: readonly string[], query: string): Hit[] {
  const wanted = folded(query);
  const hits: Hit[] = [];
  if (wanted === '') return hits;
  for (const [documentIndex, text] of documents.entries())
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
      hits.push({ documentIndex, start: at, end: at + wanted.length });
  return hits;
}

export interface BookTexts {
  readonly documents: readonly string[];
  readonly small: readonly string[];
}

export const bookTexts = (documents: readonly string[]): BookTexts => ({ documents, small: documents.map(folded) });

/** Of a sentence that is not shown. */
const CLOSING = /^[\s\p{Pe}\p{Pf}，。！？；：、,.!?;:]+/u;

/** What stands around a hit, on one line. */
export function around(text: string, { start, end }: Pick<Hit, 'start' | 'end'>, before = 16, after = 32): readonly [string, string, string] {
  const line = (part: string): string => part.replace(/\s+/g, ' ');
  return [line(text.slice(Math.max(0, start - before), start)).replace(CLOSING, ''), text.slice(start, end), line(text.slice(end, end + after))];
}

/** A hit as it is listed, and what is needed to find it on the page. */
export interface FoundHit extends Hit {
  /** Characters of its document before it, as books are counted: without white space. */
  readonly characters: number;
  readonly shown: readonly [before: string, word: string, after: string];
  readonly quote: { readonly text: string; readonly before: string; readonly after: string };
}
export interface Found {
  readonly total: number;
  readonly hits: readonly FoundHit[];
}

const BESIDE = 32;

const charactersOf = (text: string): number => text.match(/[^\s\u200b\ufeff]/gu)?.length ?? 0;

/** The first hits with what stands around them, and how many there are in all. */
export function search({ documents, small }: BookTexts, query: string, most: number): Found {
  const all = findAll(small, query);
  let counted = { documentIndex: -1, start: 0, characters: 0 };
  const hits = all.slice(0, most).map((hit) => {
    const text = documents[hit.documentIndex] ?? '';
    const quote = {
      text: text.slice(hit.start, hit.end),
      before: text.slice(Math.max(0, hit.start - BESIDE), hit.start),
      after: text.slice(hit.end, hit.end + BESIDE),
    };
    if (counted.documentIndex !== hit.documentIndex) counted = { ...hit, start: 0, characters: 0 };
    const characters = counted.characters + charactersOf(text.slice(counted.start, hit.start));
    counted = { ...hit, characters };
    return { ...hit, characters, shown: around(text, hit), quote };
  });
  return { total: all.length, hits };
}
