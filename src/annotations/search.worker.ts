import { type BookTexts, search } from './book-search.ts';
import { documentsIn, textsOf } from './texts-of.ts';

/** What the page asks: the text of a book first, then words in it, each answered under its number. */
export type ToSearch = { readonly id: number; readonly text: ArrayBuffer } | { readonly id: number; readonly query: string; readonly most: number };

const scope = self as unknown as { postMessage(message: unknown): void };
let texts: BookTexts | null = null;

addEventListener('message', ({ data }: MessageEvent<ToSearch>) => {
  if ('query' in data) return scope.postMessage({ id: data.id, answer: texts ? search(texts, data.query, data.most) : null });
  void read(data.text).then((answer) => scope.postMessage({ id: data.id, answer }));
});

/** True once there is something to search in. */
async function read(text: ArrayBuffer): Promise<boolean> {
  try {
    texts = await textsOf(documentsIn(text));
    return true;
  } catch {
    return false;
  }
}
