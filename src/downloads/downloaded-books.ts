import { addressKey, bookKey, BOOKS_PREFIX, fileKey, filesPrefix, type DownloadedBook, type EncryptedFile } from '../../sw/messages.ts';
import { type Entry, downloadStorage } from './download-storage.ts';

/** The downloaded books of one user on this device. */
export interface DownloadedBooks {
  readonly userId: number;
  list(): Promise<DownloadedBook[]>;
  get(publishId: number): Promise<DownloadedBook | null>;
  /** Stored paths of an edition; each was verified before it was written. */
  paths(publishId: number, editionId: number): Promise<Set<string>>;
  file(publishId: number, editionId: number, path: string): Promise<EncryptedFile | null>;
  /** By its storage key. */
  has(key: string): Promise<boolean>;
  /** One transaction: all or nothing. */
  write(entries: readonly Entry[]): Promise<void>;
  remove(publishId: number): Promise<void>;
  /** Removes files of replaced editions. */
  tidy(publishId: number, editionIds: readonly number[]): Promise<void>;
}

export function downloadedBooks(userId: number): DownloadedBooks {
  const store = downloadStorage(userId);
  return {
    userId,
    list: () => store.all<DownloadedBook>(BOOKS_PREFIX),
    get: (publishId) => store.get<DownloadedBook>(bookKey(publishId)),
    file: (publishId, editionId, path) => store.file(fileKey(publishId, editionId, path)),
    async paths(publishId, editionId) {
      const prefix = fileKey(publishId, editionId, '');
      return new Set((await store.keys(prefix)).map((key) => key.slice(prefix.length)));
    },
    has: async (key) => (await store.keys(key)).includes(key),
    write: (entries) => store.write(entries),
    async tidy(publishId, editionIds) {
      // Another tab may have removed or renewed the copy since it was read.
      const kept = await store.get<DownloadedBook>(bookKey(publishId));
      if (!kept) return;
      const gone = editionIds.filter((editionId) => editionId !== kept.editionId);
      await store.remove(
        [],
        gone.map((editionId) => fileKey(publishId, editionId, '')),
      );
      const { replaced = [], ...rest } = kept;
      const left = replaced.filter((editionId) => !editionIds.includes(editionId));
      await store.write([[bookKey(publishId), left.length > 0 ? { ...rest, replaced: left } : rest]]);
    },
    async remove(publishId) {
      const kept = await store.get<DownloadedBook>(bookKey(publishId));
      await store.remove([bookKey(publishId), ...(kept?.coverAddress ? [addressKey(kept.coverAddress)] : [])], [filesPrefix(publishId)]);
    },
  };
}
