import { promisifyRequest, type UseStore } from 'idb-keyval';
import {
  downloadDatabase,
  DOWNLOAD_STORE,
  type DownloadedBook,
  type EncryptedFile,
  type DownloadedTrack,
  encryptedEntries,
  encryptionKey,
  decrypt,
} from '../../sw/messages.ts';
import { deviceStore } from '../storage/device-store.ts';

export type Entry = readonly [key: string, value: EncryptedFile | DownloadedBook | DownloadedTrack];

/** Storage of one user on this device: records in plain form, files encrypted with a key of that user. */
export interface DownloadStorage {
  get<T>(key: string): Promise<T | null>;
  file(key: string): Promise<EncryptedFile | null>;
  all<T>(prefix: string): Promise<T[]>;
  keys(prefix: string): Promise<string[]>;
  /** One transaction: all or nothing. */
  write(entries: readonly Entry[]): Promise<void>;
  remove(keys: readonly string[], prefixes: readonly string[]): Promise<void>;
}

const opened = new Map<number, DownloadStorage>();
const startingWith = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
const isFile = (value: Entry[1]): value is EncryptedFile => 'body' in value;

export function downloadStorage(userId: number): DownloadStorage {
  const known = opened.get(userId) ?? openStore(impatient(deviceStore(downloadDatabase(userId), DOWNLOAD_STORE)));
  opened.set(userId, known);
  return known;
}

const PATIENCE_MS = 4_000;
const STALLED = new DOMException('the store does not open', 'AbortError');

/**
 * If a browser's database stalls, or another page blocks it, callers get an error after a time limit, and later callers at once, until the
 * database opens.
 */
function impatient(store: UseStore): UseStore {
  let stalls = false;
  return (mode, work) =>
    new Promise((resolve, reject) => {
      let refused = false;
      const timer = setTimeout(
        () => {
          refused = stalls = true;
          reject(STALLED);
        },
        stalls ? 0 : PATIENCE_MS,
      );
      const begin: typeof work = (rows) => {
        clearTimeout(timer);
        stalls = false;
        if (!refused) return work(rows);
        // A caller that got the error must not find the write done later.
        rows.transaction.abort();
        throw STALLED;
      };
      store(mode, begin).then(resolve, (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      });
    });
}

function openStore(store: UseStore): DownloadStorage {
  let key: Promise<CryptoKey> | null = null;
  const own = (): Promise<CryptoKey> => {
    key ??= encryptionKey(store).catch((error: unknown) => {
      key = null;
      throw error;
    });
    return key;
  };
  const get = <T>(name: string): Promise<T | null> =>
    store('readonly', async (files) => ((await promisifyRequest<unknown>(files.get(name))) as T | undefined) ?? null);

  return {
    get,
    async file(name) {
      const file = await get<EncryptedFile>(name);
      return file && decrypt(file.iv ? await own() : null, name, file);
    },
    all: <T>(prefix: string) => store('readonly', async (files) => (await promisifyRequest<unknown[]>(files.getAll(startingWith(prefix)))) as T[]),
    keys: (prefix) => store('readonly', async (files) => (await promisifyRequest(files.getAllKeys(startingWith(prefix)))).map(String)),
    async write(entries) {
      const ready = (
        await Promise.all(entries.map(([name, value]) => (isFile(value) ? encryptedWith(own, name, value) : [[name, value] as const])))
      ).flat();
      await store('readwrite', (files) => {
        for (const [name, value] of ready) files.put(value, name);
        return promisifyRequest(files.transaction);
      });
      // The encrypted buffer is used only here. Released at once, because hundreds of parts of a film would otherwise wait for garbage
      // collection.
      for (const [, value] of ready) if (isFile(value) && value.iv && value.body instanceof ArrayBuffer) release(value.body);
    },
    remove: (names, prefixes) =>
      store('readwrite', (files) => {
        for (const name of names) files.delete(name);
        for (const prefix of prefixes) files.delete(startingWith(prefix));
        return promisifyRequest(files.transaction);
      }),
  };
}

/** Frees the bytes at once, if the browser supports it. */
export const release = (bytes: ArrayBuffer & { transfer?(length: number): ArrayBuffer }): void => void bytes.transfer?.(0);

/** An entry that only lists its parts needs no encryption. */
const encryptedWith = async (own: () => Promise<CryptoKey>, name: string, file: EncryptedFile): Promise<(readonly [string, EncryptedFile])[]> =>
  file.parts ? [[name, file]] : encryptedEntries(await own(), name, file);
