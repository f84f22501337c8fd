import { isForeignPage } from '../reader-engine/frame/foreign-page.ts';
import { bookFolder, type PreparedBook, SEARCH_FILE } from '../../contract/reading/prepared-book.ts';
import { type BookTexts, type Found, search } from './book-search.ts';
import type { BookLetters, Located, OldPassage } from './locate.ts';
import type { ToSearch } from './search.worker.ts';
import { documentsIn, textsOf } from './book-texts.ts';

export interface Searcher {
  /** Only the free chapters are searched. */
  readonly trial: boolean;
  find(query: string, most: number): Promise<Found>;
  /** Finds passages of another edition; null for one that is gone. */
  locate(passages: readonly OldPassage[]): Promise<readonly (Located | null)[]>;
}

type Asked = { readonly address: string } | { readonly query: string; readonly most: number } | { readonly passages: readonly OldPassage[] };
let last: { key: string; found: Promise<Searcher>; stop: () => void } | null = null;

/** Returns the search of an edition, complete or limited to the readable part; the last book is cached. Throws without network and copy. */
export function searcherOf(publishId: number, editionId: number, book: PreparedBook, limit: number): Promise<Searcher> {
  const key = `${publishId}/${editionId}/${limit}`;
  if (last?.key === key) return last.found;
  last?.stop();
  const aside = searchAside();
  const found = open(bookFolder(publishId, editionId), book, limit, aside.ask);
  last = { key, found, stop: aside.stop };
  found.catch(() => {
    if (last?.found === found) last = null;
  });
  return found;
}

async function open(folder: string, book: PreparedBook, limit: number, ask: Ask): Promise<Searcher> {
  const status = (await ask({ address: new URL(folder + SEARCH_FILE, location.href).href })) as number | null;
  if (status === 200)
    return {
      trial: false,
      find: async (query, most) => (await ask({ query, most })) as Found,
      locate: async (passages) => (await ask({ passages: passages.map(plain) })) as (Located | null)[],
    };
  // Without a worker thread, search in this thread.
  const answer = status === null ? await fetch(folder + SEARCH_FILE) : null;
  if (answer?.ok) return searcherIn(await textsOf(answer.arrayBuffer().then(documentsIn)), false);
  if ((answer?.status ?? status) !== 403) throw new Error(`${SEARCH_FILE}: ${answer?.status ?? status}`);
  const texts = await textsOf(Promise.all(book.spine.slice(0, limit).map(({ href }) => textOf(folder, href))));
  return searcherIn(texts, limit < book.spine.length);
}

/** A stored note may be a proxy, which cannot be sent to a worker. */
const plain = ({ text, before, after, cut = false, documentIndex, nearest = false }: OldPassage): OldPassage => ({
  text,
  before,
  after,
  cut,
  documentIndex,
  nearest,
});

function searcherIn(texts: BookTexts, trial: boolean): Searcher {
  let letters: BookLetters | null = null;
  return {
    trial,
    find: async (query, most) => search(texts, query, most),
    async locate(passages) {
      const { BookLetters, locate } = await import('./locate.ts');
      letters ??= new BookLetters(texts.documents, texts.simple);
      const located: (Located | null)[] = [];
      for (const one of passages) {
        located.push(locate(letters, one));
        // The page stays usable between two passages.
        await new Promise((resolve) => setTimeout(resolve));
      }
      return located;
    },
  };
}

type Ask = (asked: Asked) => Promise<unknown>;

/** Uses a worker thread, so reading a novel's nine megabytes does not delay a page turn. Returns null if it does not start. */
function searchAside(): { ask: Ask; stop: () => void } {
  const waiting = new Map<number, (answer: unknown) => void>();
  let worker: Worker | null = null;
  let count = 0;
  const fail = (): void => {
    worker?.terminate();
    worker = null;
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  };
  try {
    worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', fail);
    worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; answer: unknown }>) => {
      waiting.get(data.id)?.(data.answer);
      waiting.delete(data.id);
    });
  } catch {
    // This browser has no module workers.
  }
  return {
    ask: (asked) =>
      new Promise((resolve) => {
        if (!worker) return resolve(null);
        const id = ++count;
        waiting.set(id, resolve);
        worker.postMessage({ id, ...asked } satisfies ToSearch);
      }),
    stop: fail,
  };
}

/** The same as `LINE_BREAK` of the search folding, copied to avoid loading that module. */
const LINE_BREAK = '\v';
const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, li, dt, dd, td, th, blockquote, pre, figcaption, section, article, aside';

/** Returns an empty text for a chapter that may not be read. Throws if it failed to load, which does not mean "no matches". */
async function textOf(folder: string, href: string): Promise<string> {
  const answer = await fetch(folder + href.split('/').map(encodeURIComponent).join('/'));
  if (answer.status >= 500 || isForeignPage(answer)) throw new Error(`${href}: ${answer.status}`);
  if (!answer.ok) return '';
  const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const ruby of body.querySelectorAll('rt, rp, script, style')) ruby.remove();
  // As in the search text of the whole book: one line for each block, with marks for line breaks inside it.
  for (const line of body.querySelectorAll('br')) line.replaceWith(LINE_BREAK);
  for (const block of body.querySelectorAll(BLOCKS)) block.append('\n');
  return (body.textContent ?? '')
    .replace(/[^\S\n\v]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .replace(/\s*\v\s*/g, LINE_BREAK);
}
