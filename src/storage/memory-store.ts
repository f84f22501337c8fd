import type { UseStore } from 'idb-keyval';

/** An in-memory store with the operations that reading and writing single rows needs. */
export function memoryStore(): UseStore {
  const kept = new Map<IDBValidKey, unknown>();
  const answered = (result: unknown): { result: unknown } => {
    const request = { result, onsuccess: null as (() => void) | null };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const rows = {
    get: (key: IDBValidKey) => answered(structuredClone(kept.get(key))),
    getAll: () => answered([...kept.values()].map((one) => structuredClone(one))),
    put: (value: unknown, key: IDBValidKey) => answered(void kept.set(key, structuredClone(value))),
    delete: (key: IDBValidKey) => answered(void kept.delete(key)),
    get transaction() {
      return answered(undefined);
    },
  };
  return async (_mode, work) => work(rows as unknown as IDBObjectStore);
}
