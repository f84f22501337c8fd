import type { BookCard, BookDetail } from '../contract/catalog/book.ts';
import type { Track } from '../contract/media/track.ts';
import type { EncryptedFile } from './download-encryption.ts';

export { type EncryptedFile, keyIn, partKey, encryptParts, encryptedEntries, encryptionKey, sizeOf, decrypt } from './download-encryption.ts';
export { BACKGROUND_CHANNEL, backgroundId, backgroundOf, type BackgroundFetchManager } from './background-fetch.ts';
export { isExpired } from './license-clock.ts';

/**
 * Messages from a page to the worker. `who` names the person whose downloads may be served; null when nobody is signed in.
 * `SKIP_WAITING` is sent by workbox-window, `skip-waiting` by pages of releases before it.
 */
export type ToWorker =
  | { type: 'SKIP_WAITING' | 'skip-waiting' }
  | { type: 'who'; userId: number | null }
  | { type: 'kept-changed' }
  | { type: 'version' };

/** What the worker answers on the port of `who` and `version`. */
export type FromWorker = { type: 'version'; version: string };

/** One database a person, so that nobody on this device sees another's copies; one store in it. */
export const DOWNLOAD_DATABASES = 'kept-';
export const downloadDatabase = (userId: number): string => `${DOWNLOAD_DATABASES}${userId}`;
export const DOWNLOAD_STORE = 'files';

export const filesPrefix = (publishId: number): string => `f/${publishId}/`;
export const fileKey = (publishId: number, editionId: number, path: string): string => `${filesPrefix(publishId)}${editionId}/${path}`;
export const BOOKS_PREFIX = 'b/';
export const bookKey = (publishId: number): string => `${BOOKS_PREFIX}${publishId}`;
/** Where the device's places are: database, store and key of a person's place in a work. */
export const PLACES_DATABASE = 'reading-progress';
export const PLACES_STORE = 'places';
export const placeKey = (userId: number | null, publishId: number): string => `${userId ?? 'visitor'}/${publishId}`;

/** Something else kept with a book, by its address: the cover. */
export const addressKey = (address: string): string => `u/${address}`;

export const TRACKS_PREFIX = 'm/';
export const trackKey = (mediaId: number): string => `${TRACKS_PREFIX}${mediaId}`;
/** The track's bytes: a file in parts, in the sense of `KeptFile`. */
export const trackFileKey = (mediaId: number): string => `p/${mediaId}`;

/** A track that is kept, or on its way; may be played once `complete`. */
export interface DownloadedTrack {
  readonly mediaId: number;
  readonly work: BookCard;
  readonly track: Track;
  readonly file: Pick<EncryptedFile, 'type'> & { readonly bytes: number };
  /** SHA-256 of each part, in hex. */
  readonly parts: readonly string[];
  readonly captions: string;
  /** Of the house's record. Absent where it was kept before there was one. */
  readonly downloadId?: number;
  readonly complete: boolean;
  readonly asked: 'run' | 'pause';
  readonly bytes: number;
  readonly validTo: number | null;
  /** Epoch milliseconds. */
  readonly keptAt: number;
}

/** `asked` is what the reader wants; a book may be read as a whole once `complete`. */
export interface DownloadedBook {
  readonly book: BookCard;
  readonly detail: BookDetail | null;
  readonly editionId: number;
  readonly complete: boolean;
  readonly asked: 'run' | 'pause';
  readonly bytes: number;
  readonly total: number;
  readonly documentsReady: number;
  readonly validTo: number | null;
  readonly downloadId: number;
  readonly coverAddress: string;
  /** How much is stored of a whole copy: less, and the browser has taken something. Absent where it was kept before. */
  readonly stored?: number;
  /** The house has another edition by now. */
  readonly newer?: boolean;
  /** Editions this copy came in place of: their files leave when no page can be reading in them. */
  readonly replaced?: readonly number[];
  /** Epoch milliseconds. */
  readonly keptAt: number;
}
