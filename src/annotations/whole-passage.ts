import { isForeignPage } from '../reader-engine/frame/foreign-page.ts';
import { BOOK_FILE, bookFolder, type PreparedBook } from '../../contract/reading/prepared-book.ts';
import { holdGrant } from '../downloads/reading-grant.ts';
import { findQuote } from '../reader-engine/passage.ts';
import { quoteOf } from '../reader-engine/quote.ts';
import { textNodesOf } from '../reader-engine/visible-text.ts';
import { asShown, isCut } from './cut-passage.ts';
import type { StoredMark } from './annotation-record.ts';

type Place = Pick<StoredMark, 'publishId' | 'editionId' | 'documentIndex'>;

/** Returns the marks with their complete passages from the books; a passage that cannot be read is marked as shortened. */
export async function withWholePassages(marks: readonly StoredMark[]): Promise<StoredMark[]> {
  const known = new Map<string, Promise<readonly Text[]>>();
  const signal = AbortSignal.timeout(WAIT_MS);
  const textsOf = (place: Place): Promise<readonly Text[]> => {
    const key = `${place.publishId}/${place.editionId}/${place.documentIndex}`;
    const texts = known.get(key) ?? textsAt(place, signal).catch(() => []);
    known.set(key, texts);
    return texts;
  };
  const whole: StoredMark[] = [];
  for (const mark of marks) whole.push(isCut(mark.text) ? { ...mark, text: wholeIn(await textsOf(mark), mark) ?? asShown(mark.text) } : mark);
  return whole;
}

function wholeIn(texts: readonly Text[], { text, before, after }: StoredMark): string | null {
  const found = findQuote(texts, { text, before, after, cut: true });
  const said = found && quoteOf(texts, found.range, 0)?.text;
  return said && said.length > text.trim().length ? said : null;
}

/** A stalled connection delays an export at most this long; missing passages are marked as shortened. */
const WAIT_MS = 15_000;

async function textsAt({ publishId, editionId, documentIndex }: Place, signal: AbortSignal): Promise<readonly Text[]> {
  const folder = bookFolder(publishId, editionId);
  const book = (await (await fileAt(publishId, folder + BOOK_FILE, signal)).json()) as PreparedBook;
  const href = book.spine[documentIndex]?.href ?? '';
  const text = await (await fileAt(publishId, folder + href.split('/').map(encodeURIComponent).join('/'), signal)).text();
  const parsed = new DOMParser().parseFromString(text, 'text/html');
  return textNodesOf(parsed.body ?? parsed.documentElement);
}

async function fileAt(publishId: number, address: string, signal: AbortSignal): Promise<Response> {
  let answer = await fetch(address, { signal });
  if (answer.status === 403) {
    await holdGrant(publishId);
    answer = await fetch(address, { signal });
  }
  if (!answer.ok || isForeignPage(answer)) throw new Error(`${address}: ${answer.status}`);
  return answer;
}
