import { bookFolder, SEARCH_FILE } from '../../contract/reading/prepared-book.ts';
import { addressKey, fileKey, type DownloadedBook } from '../../sw/messages.ts';
import { fetchFile } from './fetch-file.ts';
import { fetchInTime, wholeOf } from './fetch-timeout.ts';
import type { DownloadedBooks } from './downloaded-books.ts';

type Copy = Pick<DownloadedBook, 'book' | 'editionId' | 'coverAddress'>;

/**
 * The search text and the cover are optional parts of a copy. Downloads the missing ones: a background fetch
 * leaves them out, and the connection may fail at the end. Returns whether both are stored.
 */
export async function downloadOptionalFiles(
  { book: { publishId }, editionId, coverAddress }: Copy,
  kept: DownloadedBooks,
  signal: AbortSignal,
): Promise<boolean> {
  const keep = async (key: string, fetched: () => Promise<Response>): Promise<void> => {
    if (await kept.has(key)) return;
    const response = await fetched();
    if (!response.ok) throw new Error(`${response.status}`);
    await kept.write([[key, { type: response.headers.get('content-type') ?? 'application/octet-stream', body: await wholeOf(response, signal) }]]);
  };
  const outcomes = await Promise.allSettled([
    keep(fileKey(publishId, editionId, SEARCH_FILE), () => fetchFile(bookFolder(publishId, editionId) + SEARCH_FILE, publishId, signal)),
    coverAddress ? keep(addressKey(coverAddress), () => fetchInTime(coverAddress, {}, signal)) : null,
  ]);
  signal.throwIfAborted();
  return outcomes.every(({ status }) => status === 'fulfilled');
}
