import { createHash } from 'node:crypto';
import { BOOK_FILE, SEARCH_FILE } from '../../contract/reading/prepared-book.ts';
import { packedOf } from '../files/compressed-text.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../http/request-credentials.ts';
import { bookFile } from './book-file.queries.ts';
import { isGranted } from './grant.service.ts';
import { opensByLink } from './download-link.service.ts';

export interface OpenFile {
  readonly key: string;
  readonly type: string;
  /** Strong: the files of an edition never change. */
  readonly etag: string;
  /** Readable by everybody, without a grant. */
  readonly open: boolean;
  /** Key of its compressed form, if there is one. */
  readonly packed: string | null;
}

type Found = NonNullable<Awaited<ReturnType<typeof bookFile>>>;

/**
 * Returns the file when it may be read: in the trial, as a free work, or with a reading grant. Returns null for every other case, whatever
 * the cause.
 */
export async function fileFor(
  context: AppContext,
  place: { publishId: number; editionId: number; path: string },
  caller: RequestCaller,
): Promise<OpenFile | null> {
  const { publishId, editionId, path } = place;
  const file = await bookFile(context.db, publishId, editionId, path);
  if (!file) return null;
  const open = isOpen(file, path);
  if (!open && !(await isGranted(context, caller, publishId))) return null;
  const etag = `"${createHash('sha256').update(`${editionId}/${path}`).digest('base64url').slice(0, 27)}"`;
  const key = `${file.folder}/${path}`;
  return { key, type: file.type, etag, open, packed: path === SEARCH_FILE ? packedOf(key) : null };
}

/** Returns the file for a background download by link; null for everything that the link does not open. */
export async function storedFileFor(
  context: AppContext,
  place: { publishId: number; editionId: number; path: string },
  link: string,
  caller: RequestCaller,
): Promise<Pick<OpenFile, 'key' | 'type'> | null> {
  const file = await bookFile(context.db, place.publishId, place.editionId, place.path);
  if (file?.downloadable !== '1' || !(await opensByLink(context, place, link, caller))) return null;
  return { key: `${file.folder}/${place.path}`, type: file.type };
}

/** What a reader needs before the first page: no text and no pictures. */
const FRAME = /^(text\/css|font\/.*|application\/(oebps-package\+xml|x-dtbncx\+xml|xml))$/;

export function isOpen(file: Pick<Found, 'status' | 'isFree' | 'trialChapters' | 'document' | 'type'>, path: string): boolean {
  if (file.status !== 'listed') return false;
  if (file.isFree === '1' || path === BOOK_FILE) return true;
  if (path === SEARCH_FILE) return false;
  return file.document < file.trialChapters || (file.document === 0 && FRAME.test(file.type));
}
