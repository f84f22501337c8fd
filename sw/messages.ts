import type { BookCard, BookDetail } from '../contract/catalog/book.ts';
import type { Track } from '../contract/media/track.ts';
import type { EncryptedFile } from './download-encryption.ts';
import type { OfflineKind } from './offline-kinds.ts';

export { type EncryptedFile, keyIn, partKey, encryptParts, encryptedEntries, encryptionKey, sizeOf, decrypt } from './download-encryption.ts';
export { BACKGROUND_CHANNEL, backgroundId, backgroundOf, type BackgroundFetchManager } from './background-fetch.ts';
export { isExpired } from './license-clock.ts';
export type { OfflineKind } from './offline-kinds.ts';

/**
 * Messages from a page to the service worker. `who` is the user whose downloads may be served; null when nobody is signed in.
 * `skip-waiting` is sent by pages of earlier releases.
 */
export type ToWorker =
  | { type: 'SKIP_WAITING' | 'skip-waiting' }
  | { type: 'who'; userId: number | null }
  | { type: 'kept-changed' }
  | { type: 'version' }
  | { type: 'keep-code'; kind: OfflineKind };

/** The service worker's reply on the message port of `version` and `keep-code`. `kept` is false when a file did not arrive or was not stored. */
export type FromWorker = { type: 'version'; version: string } | { type: 'code'; kept: boolean };

/** One database per user, with one store, so that no user of this device can see another's downloads. */
export const DOWNLOAD_DATABASES = 'kept-';
export const downloadDatabase = (userId: number): string => `${DOWNLOAD_DATABASES}${userId}`;
export const DOWNLOAD_STORE = 'files';

export const filesPrefix = (publishId: number): string => `f/${publishId}/`;
export const fileKey = (publishId: number, editionId: number, path: string): string => `${filesPrefix(publishId)}${editionId}/${path}`;
export const BOOKS_PREFIX = 'b/';
export const bookKey = (publishId: number): string => `${BOOKS_PREFIX}${publishId}`;
/** Where the positions of this device are stored: database, store and key of a user's position in a work. */
export const PLACES_DATABASE = 'reading-progress';
export const PLACES_STORE = 'places';
export const placeKey = (userId: number | null, publishId: number): string => `${userId ?? 'visitor'}/${publishId}`;

/** Another resource stored with a book, by its address: the cover. */
export const addressKey = (address: string): string => `u/${address}`;

export const TRACKS_PREFIX = 'm/';
export const trackKey = (mediaId: number): string => `${TRACKS_PREFIX}${mediaId}`;
/** The track's bytes: a file in parts, as in `EncryptedFile`. */
export const trackFileKey = (mediaId: number): string => `p/${mediaId}`;

/** A track that is downloaded or downloading; playable once `complete`. */
export interface DownloadedTrack {
  readonly mediaId: number;
  readonly work: BookCard;
  readonly track: Track;
  readonly file: Pick<EncryptedFile, 'type'> & { readonly bytes: number };
  /** SHA-256 of each part, in hexadecimal. */
  readonly parts: readonly string[];
  readonly captions: string;
  /** Id of the server's download record. Missing in copies from before it existed. */
  readonly downloadId?: number;
  readonly complete: boolean;
  readonly asked: 'run' | 'pause';
  readonly bytes: number;
  readonly validTo: number | null;
  /** Epoch milliseconds. */
  readonly keptAt: number;
}

/** `asked` is what the user requested; a book is completely readable once `complete`. */
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
  /** Number of stored entries of a complete copy; if fewer are left, the browser has evicted some. Missing in older copies. */
  readonly stored?: number;
  /** The server has another edition. */
  readonly newer?: boolean;
  /** Editions that this copy replaced: their files are deleted when no page can be reading them. */
  readonly replaced?: readonly number[];
  /** Epoch milliseconds. */
  readonly keptAt: number;
}
