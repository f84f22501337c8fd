import { isForeignPage } from './foreign-page.ts';
import { type PreparedBook, STYLE_SHEET } from '../../../contract/reading/prepared-book.ts';
import { absoluteCss, prepareDocument, type ReadyDocument } from './prepare-document.ts';

/** A file of the book failed to load; `status` is 0 without a network. */
export class BookFileError extends Error {
  readonly status: number;
  constructor(status: number, address: string) {
    super(`${address}: ${status}`);
    this.status = status;
  }
}

/** Time limits for the start of an answer and for the complete text; after them the request has failed. */
const ANSWER_MS = 15_000;
const WHOLE_MS = 60_000;

/** Number of cached chapter texts near the reader; a text is at most a few hundred kilobytes. */
const KEPT_TEXTS = 8;

export interface DocumentLoader {
  load(documentIndex: number): Promise<ReadyDocument>;
  /** Starts loading without preparing. */
  expect(documentIndex: number): void;
  addressOf(documentIndex: number): string;
  stop(): void;
}

export const fileAddress = (base: string, path: string): string => base + path.split('/').map(encodeURIComponent).join('/');

/**
 * Loads and prepares the documents of the book in `folder`. A request rejected while `right` is pending is
 * repeated once the right is known, so loading need not wait for the right.
 */
export function documentLoader(folder: string, book: PreparedBook, right: Promise<unknown> = Promise.resolve()): DocumentLoader {
  const base = new URL(folder, location.href).href;
  let known = false;
  const settled = right.then(
    () => (known = true),
    () => (known = true),
  );
  const stopping = new AbortController();
  const texts = new Map<number, Promise<string>>();
  const sheets = new Map<string, Promise<string>>();

  const addressOf = (documentIndex: number): string => fileAddress(base, book.spine[documentIndex]?.href ?? '');

  const ask = async (address: string): Promise<{ status: number; text: string }> => {
    stopping.signal.throwIfAborted();
    const patience = new AbortController();
    const lost = (): void => patience.abort();
    stopping.signal.addEventListener('abort', lost);
    let timer = setTimeout(lost, ANSWER_MS);
    try {
      const response = await fetch(address, { signal: patience.signal });
      clearTimeout(timer);
      timer = setTimeout(lost, WHOLE_MS);
      // Status 0: a captive portal answered, not the server. There is no chapter text.
      return isForeignPage(response) ? { status: 0, text: '' } : { status: response.status, text: response.ok ? await response.text() : '' };
    } catch (error) {
      if (stopping.signal.aborted) throw error;
      throw new BookFileError(0, address);
    } finally {
      clearTimeout(timer);
      stopping.signal.removeEventListener('abort', lost);
    }
  };
  const fetchText = async (address: string): Promise<string> => {
    const early = !known;
    let answer = await ask(address);
    if (answer.status === 403 && early) {
      await settled;
      answer = await ask(address);
    }
    if (answer.status !== 200) throw new BookFileError(answer.status, address);
    return answer.text;
  };

  const textOf = (documentIndex: number): Promise<string> => {
    const found = texts.get(documentIndex);
    if (found) return found;
    const text = fetchText(addressOf(documentIndex));
    texts.set(documentIndex, text);
    text.catch(() => texts.delete(documentIndex));
    for (const old of texts.keys()) if (texts.size > KEPT_TEXTS && old !== documentIndex) texts.delete(old);
    return text;
  };

  const cssOf = (address: string): Promise<string> => {
    const found = sheets.get(address);
    if (found) return found;
    const css = fetchText(address).then((text) => absoluteCss(text, address));
    sheets.set(address, css);
    css.catch(() => sheets.delete(address));
    return css;
  };

  const framedOf = (address: string): Promise<string> =>
    address.startsWith(base) ? fetchText(address) : Promise.reject(new BookFileError(404, address));

  return {
    addressOf,
    expect(documentIndex) {
      if (!book.spine[documentIndex]) return;
      textOf(documentIndex).catch(() => undefined);
      // The chapter's style sheets are known before the chapter arrives, so both are fetched in parallel.
      const first = book.resources.filter((file) => file.type === STYLE_SHEET && file.document <= documentIndex).slice(0, 4);
      for (const file of first) cssOf(fileAddress(base, file.path)).catch(() => undefined);
    },
    async load(documentIndex) {
      return prepareDocument(await textOf(documentIndex), addressOf(documentIndex), book.language, { cssOf, framedOf });
    },
    stop: () => stopping.abort(),
  };
}
