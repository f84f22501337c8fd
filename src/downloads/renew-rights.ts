import { bookKey, type DownloadedBook, type DownloadedTrack } from '../../sw/messages.ts';
import { getLink } from '../../contract/media/link.ts';
import { call } from '../api/call.ts';
import { downloadedBooks } from './downloaded-books.ts';
import { downloadedTracks } from './downloaded-tracks.ts';
import { forgetGrant, holdGrant } from './reading-grant.ts';

/**
 * Asks the server how long a copy may be read, and stores the answer in it: a renewed license needs no new download. Resolves to true when
 * the copy has another end than before. Without the license the copy stays as it is; rejects when the server is not reached.
 */
async function renewBook(userId: number, { book: { publishId } }: Pick<DownloadedBook, 'book'>): Promise<boolean> {
  // A grant of this session can be older than the renewal.
  forgetGrant(publishId);
  const { entitled, validTo } = await holdGrant(publishId);
  const books = downloadedBooks(userId);
  const now = entitled ? await books.get(publishId) : null;
  if (!now?.complete || now.validTo === validTo) return false;
  await books.write([[bookKey(publishId), { ...now, validTo }]]);
  return true;
}

/** As `renewBook`, for a track. Its end is sent as a remaining time, so smaller differences than a minute are none. */
async function renewTrack(userId: number, { mediaId }: Pick<DownloadedTrack, 'mediaId'>): Promise<boolean> {
  const { whole, rightMs } = await call(getLink, { params: { mediaId } }, { known: true });
  const validTo = rightMs === null ? null : Date.now() + rightMs;
  const tracks = downloadedTracks(userId);
  const now = whole ? await tracks.get(mediaId) : null;
  if (!now?.complete || Math.abs((now.validTo ?? Infinity) - (validTo ?? Infinity)) < 60_000 || now.validTo === validTo) return false;
  await tracks.put({ ...now, validTo });
  return true;
}

/** Works whose copies were compared with the server since the last connection. */
const asked = new Set<number>();
globalThis.addEventListener?.('online', () => asked.clear());

/**
 * Renews the copies of one work, or all copies with an end once per connection. Resolves to true when one of them has another end. Rejects
 * for one work when the server is not reached.
 */
export async function renewRights(userId: number, publishId?: number): Promise<boolean> {
  const [books, tracks] = await Promise.all([downloadedBooks(userId).list(), downloadedTracks(userId).list()]);
  const isDue = (work: number, { complete, validTo }: Pick<DownloadedBook, 'complete' | 'validTo'>): boolean =>
    complete && validTo !== null && (publishId === undefined ? navigator.onLine && !asked.has(work) : work === publishId);
  const dueBooks = books.filter((kept) => isDue(kept.book.publishId, kept));
  const dueTracks = tracks.filter((kept) => isDue(kept.work.publishId, kept));
  for (const { publishId: work } of [...dueBooks.map(({ book }) => book), ...dueTracks.map(({ work: card }) => card)]) asked.add(work);
  let some = false;
  // One after another: a shelf can have hundreds of copies.
  for (const one of [...dueBooks.map((kept) => () => renewBook(userId, kept)), ...dueTracks.map((kept) => () => renewTrack(userId, kept))])
    some = (await one().catch((error: unknown) => (publishId === undefined ? false : Promise.reject(error as Error)))) || some;
  return some;
}
