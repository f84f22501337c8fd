import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import {
  addressKey,
  bookKey,
  BOOKS_PREFIX,
  fileKey,
  filesPrefix,
  keptDatabase,
  KEPT_STORE,
  type KeptBook,
  type KeptFile,
} from '../../sw/messages.ts';

/** The books one person keeps on this device. */
export interface KeptBooks {
  list(): Promise<KeptBook[]>;
  get(publishId: number): Promise<KeptBook | null>;
  /** Paths of an edition that are stored; each was verified before it was written. */
  paths(publishId: number, editionId: number): Promise<Set<string>>;
  file(publishId: number, editionId: number, path: string): Promise<KeptFile | null>;
  /** One transaction: all of it or nothing. */
  write(entries: readonly (readonly [key: string, value: KeptFile | KeptBook])[]): Promise<void>;
  remove(publishId: number): Promise<void>;
}

const opened = new Map<number, UseStore>();
const startingWith = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

export function keptBooks(userId: number): KeptBooks {
  const store = opened.get(userId) ?? createStore(keptDatabase(userId), KEPT_STORE);
  opened.set(userId, store);
  const get = <T>(key: string): Promise<T | null> =>
    store('readonly', async (files) => ((await promisifyRequest<unknown>(files.get(key))) as T | undefined) ?? null);

  return {
    list: () => store('readonly', async (files) => (await promisifyRequest<unknown[]>(files.getAll(startingWith(BOOKS_PREFIX)))) as KeptBook[]),
    get: (publishId) => get<KeptBook>(bookKey(publishId)),
    file: (publishId, editionId, path) => get<KeptFile>(fileKey(publishId, editionId, path)),
    paths: (publishId, editionId) =>
      store('readonly', async (files) => {
        const prefix = fileKey(publishId, editionId, '');
        const keys = await promisifyRequest(files.getAllKeys(startingWith(prefix)));
        return new Set(keys.map((key) => String(key).slice(prefix.length)));
      }),
    write: (entries) =>
      store('readwrite', (files) => {
        for (const [key, value] of entries) files.put(value, key);
        return promisifyRequest(files.transaction);
      }),
    async remove(publishId) {
      const kept = await get<KeptBook>(bookKey(publishId));
      await store('readwrite', (files) => {
        files.delete(bookKey(publishId));
        files.delete(startingWith(filesPrefix(publishId)));
        if (kept?.coverAddress) files.delete(addressKey(kept.coverAddress));
        return promisifyRequest(files.transaction);
      });
    },
  };
}
