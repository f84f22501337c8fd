import { createStore, type UseStore } from 'idb-keyval';
import { reportIfFull } from './storage-full.ts';

/**
 * A page in the back/forward cache is frozen with its open transactions, and in WebKit the next page waits for such a
 * transaction forever. So they are aborted when the page is hidden, and none starts until it is back. At that moment important data
 * must not be written to these stores only.
 */
const going = new Set<IDBTransaction>();
let away = false;
/** The store has no error: the request is repeated when the page is back. */
const LEFT = new DOMException('the page is being left', 'AbortError');

globalThis.addEventListener?.('pagehide', (event) => {
  if (!event.persisted) return;
  away = true;
  for (const transaction of going) transaction.abort();
});
globalThis.addEventListener?.('pageshow', () => (away = false));

/**
 * Opens a store of this device. A browser without storage may throw synchronously; here every
 * error is a rejection, so that reading works without the store.
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
/** Whether the content of this store is lost with the page. */
export const isMemoryOnly = (store: UseStore): boolean => passing.has(store);

/** Like `deviceStore`, but if the browser cannot open any store it returns an in-memory store: its content is sent to the account. */
export function deviceStoreOrMemory(database: string, name: string): UseStore {
  const store = deviceStore(database, name);
  // Once chosen, the memory store stays in use: its content would be invisible if a real store opened later.
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

/**
 * Resolves to the store's answer, or to `otherwise` when it fails or takes too long: a browser's database may hang, and reading must
 * continue.
 */
export function withTimeout<T, O>(answer: Promise<T>, otherwise: O): Promise<T | O> {
  return Promise.race([answer.catch(() => otherwise), new Promise<O>((resolve) => setTimeout(() => resolve(otherwise), PATIENCE_MS))]);
}
