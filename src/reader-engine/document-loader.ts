import { type PreparedBook, STYLE_SHEET } from '../../contract/reading/prepared-book.ts';
import { absoluteCss, prepareDocument, type ReadyDocument } from './prepare-document.ts';

/** A file of the book did not come; `status` is 0 where the network was gone. */
export class BookFileError extends Error {
  readonly status: number;
  constructor(status: number, address: string) {
    super(`${address}: ${status}`);
    this.status = status;
  }
}

/** Texts of chapters near the reader; a text is at most a few hundred kilobytes. */
const KEPT_TEXTS = 8;

export interface DocumentLoader {
  load(documentIndex: number): Promise<ReadyDocument>;
  /** Begins to fetch without preparing. */
  expect(documentIndex: number): void;
  addressOf(documentIndex: number): string;
  stop(): void;
}

export const fileAddress = (base: string, path: string): string => base + path.split('/').map(encodeURIComponent).join('/');

/**
 * Fetches and prepares the documents of the book in `folder`. What is refused while `right` is still being asked for is
 * asked for again once it is known: a head start is not waited with.
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

  const ask = (address: string): Promise<Response> =>
    fetch(address, { signal: stopping.signal }).catch((error: unknown) => {
      if (stopping.signal.aborted) throw error;
      throw new BookFileError(0, address);
    });
  const fetchText = async (address: string): Promise<string> => {
    const early = !known;
    let response = await ask(address);
    if (response.status === 403 && early) {
      await settled;
      response = await ask(address);
    }
    if (!response.ok) throw new BookFileError(response.status, address);
    return response.text();
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
      // The chapter's style sheets are known before it arrives.
      const first = book.resources.filter((file) => file.type === STYLE_SHEET && file.document <= documentIndex).slice(0, 4);
      for (const file of first) cssOf(fileAddress(base, file.path)).catch(() => undefined);
    },
    async load(documentIndex) {
      return prepareDocument(await textOf(documentIndex), addressOf(documentIndex), book.language, { cssOf, framedOf });
    },
    stop: () => stopping.abort(),
  };
}
