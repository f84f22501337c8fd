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

/** What stands around a hit, on one line. */
export function around(text: string, { start, end }: Pick<Hit, 'start' | 'end'>, before = 16, after = 32): readonly [string, string, string] {
  const line = (part: string): string => part.replace(/\s+/g, ' ');
  return [line(text.slice(Math.max(0, start - before), start)), text.slice(start, end), line(text.slice(end, end + after))];
}
