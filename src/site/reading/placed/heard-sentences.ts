/** Letters and digits only: captions and print differ in quotes, dashes and blanks. */
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A caption may differ from the print by this share of its letters. */
const ENOUGH = 0.8;

/**
 * Returns the range of sentences, as [from, to), that a caption says: the first that fits from `after` on, else the first of the document; null when the
 * text does not print it.
 */
export function heardSentences(sentences: readonly string[], caption: string, after: number): readonly [from: number, to: number] | null {
  const wanted = letters(caption);
  if (wanted === '') return null;
  const order = [...sentences.keys()];
  for (const from of [...order.slice(after), ...order.slice(0, after)]) {
    let text = '';
    let to = from;
    while (to < sentences.length && wanted.startsWith(text + letters(sentences[to] ?? ''))) {
      text += letters(sentences[to] ?? '');
      to += 1;
    }
    if (text.length >= wanted.length * ENOUGH) return [from, to];
    // The print has one long sentence where the captions have several.
    if (to === from && letters(sentences[from] ?? '').includes(wanted)) return [from, from + 1];
  }
  return null;
}

/** Returns the number of the sentence with which a paragraph begins; 0 when it is not found. */
export function sentenceOfQuote(sentences: readonly string[], quote: string): number {
  const begins = letters(quote);
  if (begins === '') return 0;
  const at = sentences.findIndex((sentence) => {
    const own = letters(sentence);
    return own !== '' && (begins.startsWith(own) || own.startsWith(begins));
  });
  return Math.max(0, at);
}
