import { createStore, type UseStore } from 'idb-keyval';

/**
 * A store of this device. Where the browser lets nothing be stored it may throw before it promises anything: here every
 * refusal is a rejection, so that reading goes on without it.
 */
export function deviceStore(database: string, name: string): UseStore {
  const store = createStore(database, name);
  return async (mode, work) => store(mode, work);
}
