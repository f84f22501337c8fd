import { type BookTexts, search } from './book-search.ts';
import { documentsIn, textsOf } from './book-texts.ts';

/** Messages from the page: first the text of a book, then search terms; each answer carries the same id. */
export type ToSearch = { readonly id: number; readonly address: string } | { readonly id: number; readonly query: string; readonly most: number };

const scope = self as unknown as { postMessage(message: unknown): void };
let texts: BookTexts | null = null;

addEventListener('message', ({ data }: MessageEvent<ToSearch>) => {
  if ('query' in data) return scope.postMessage({ id: data.id, answer: texts ? search(texts, data.query, data.most) : null });
  void read(data.address).then((answer) => scope.postMessage({ id: data.id, answer }));
});

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
