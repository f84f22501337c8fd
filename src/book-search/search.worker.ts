import { type BookTexts, search } from './book-search.ts';
import { BookLetters, locate, type Located, type OldPassage } from './locate.ts';
import { documentsIn, textsOf } from './book-texts.ts';

/** Messages from the page: first the text of a book, then search terms or passages of another edition; each answer carries the same id. */
export type ToSearch = { readonly id: number } & (
  | { readonly address: string }
  | { readonly query: string; readonly most: number }
  | { readonly passages: readonly OldPassage[] }
);

const scope = self as { postMessage(message: unknown): void };
let texts: BookTexts | null = null;
let letters: BookLetters | null = null;

addEventListener('message', ({ data }: MessageEvent<ToSearch>) => {
  if ('query' in data) return scope.postMessage({ id: data.id, answer: texts ? search(texts, data.query, data.most) : null });
  if ('passages' in data) return scope.postMessage({ id: data.id, answer: located(data.passages) });
  void read(data.address).then((answer) => scope.postMessage({ id: data.id, answer }));
});

function located(passages: readonly OldPassage[]): (Located | null)[] | null {
  if (!texts) return null;
  const book = (letters ??= new BookLetters(texts.documents, texts.simple));
  return passages.map((one) => locate(book, one));
}

/** Returns the HTTP status; 0 without an answer. */
async function read(address: string): Promise<number> {
  try {
    const answer = await fetch(address);
    if (answer.ok) texts = await textsOf(answer.arrayBuffer().then(documentsIn));
    return answer.status;
  } catch {
    return 0;
  }
}
