import { createStore, type UseStore } from 'idb-keyval';
import { reportIfFull } from './storage-full.ts';

/**
 * A page that may be gone back to stands still with whatever transaction it has open, and in WebKit the next page waits
 * for that one without end. So it is undone as the page goes, and none begins until the page is back: nothing that
 * matters may be written then to these stores alone.
 */
const going = new Set<IDBTransaction>();
let away = false;
/** Nothing is amiss with the store: what was asked of it is asked again when the page is back. */
const LEFT = new DOMException('the page is being left', 'AbortError');

globalThis.addEventListener?.('pagehide', (event) => {
  if (!event.persisted) return;
  away = true;
  for (const transaction of going) transaction.abort();
});
globalThis.addEventListener?.('pageshow', () => (away = false));

/**
 * A store of this device. Where the browser lets nothing be stored it may throw before it promises anything: here every
 * refusal is a rejection, so that reading goes on without it.
 */
export function deviceStore(database: string, name: string): UseStore {
  const store = createStore(database, name);
  return async (mode, work) =>
    store(mode, (rows) => {
      const { transaction } = rows;
      if (away) {
        transaction.abort();
        throw LEFT;
      }
      going.add(transaction);
      const over = (): void => void going.delete(transaction);
      for (const end of ['complete', 'abort']) transaction.addEventListener(end, over);
      return work(rows);
    });
}

const passing = new WeakSet<UseStore>();
/** What is in this store is gone with the page. */
export const isMemoryOnly = (store: UseStore): boolean => passing.has(store);

/** The same, but where the browser opens no store at all, one that lasts as long as the page: what is in it is on its way to the account. */
export function deviceStoreOrMemory(database: string, name: string): UseStore {
  const store = deviceStore(database, name);
  // Once is for good: what is there would not be seen beside a store that opens after all.
  let instead: Promise<UseStore> | undefined;
  const either: UseStore = async (mode, work) => {
    let opened = false;
    try {
      if (!instead)
        return await store(mode, (rows) => {
          opened = true;
          return work(rows);
        });
    } catch (error) {
      if (opened || error === LEFT) throw error;
      reportIfFull(error);
      instead ??= import('./memory-store.ts').then(({ memoryStore }) => memoryStore());
      passing.add(either);
    }
    return (await (instead as Promise<UseStore>))(mode, work);
  };
  return either;
}

const PATIENCE_MS = 4_000;

/** What a store answers, or `otherwise` where it fails, or lets wait: a browser's database may stall, and reading goes on. */
export function withTimeout<T, O>(answer: Promise<T>, otherwise: O): Promise<T | O> {
  return Promise.race([answer.catch(() => otherwise), new Promise<O>((resolve) => setTimeout(() => resolve(otherwise), PATIENCE_MS))]);
}
