import { promisifyRequest } from 'idb-keyval';
import { deviceStore } from '../storage/device-store.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { DATABASES, LOCAL_STORAGE, SESSION_STORAGE, type StoredName } from '../storage/registry.ts';

const nameFor = (userId: number, name: string): string => name.replace('{user}', String(userId));
const leaves = ({ owner, end }: StoredName): boolean => owner === 'person' && end === 'sign-out';

/** Names in a storage that are meant by a registered name. */
function namesIn(storage: Storage, name: string): string[] {
  if (!name.endsWith('*')) return [name];
  return Object.keys(storage).filter((one) => one.startsWith(name.slice(0, -1)));
}

/** Calls `work` with a storage that the browser may forbid. */
function within(storageOf: () => Storage, work: (storage: Storage) => void): void {
  try {
    work(storageOf());
  } catch {
    // Forbidden storage holds nothing.
  }
}

/** Removes the keys of a user who signs out from the local storage and from that of this window. */
export function clearKeysOf(userId: number): void {
  within(
    () => localStorage,
    (storage) => {
      for (const { name } of LOCAL_STORAGE.filter(leaves)) for (const one of namesIn(storage, nameFor(userId, name))) writeMemory(one, null);
    },
  );
  within(
    () => sessionStorage,
    (storage) => {
      for (const { name } of SESSION_STORAGE.filter(leaves)) for (const one of namesIn(storage, nameFor(userId, name))) storage.removeItem(one);
    },
  );
}

/** The last user whose keys without a user's id are on this device. */
const OWNER = 'shuzhou.owner';

/** A user signed in: removes the keys that another user left here without signing out, such as reading pace and columns of lists. */
export function keysBelongTo(userId: number): void {
  const before = readMemory(OWNER);
  if (before !== null && before !== String(userId)) {
    for (const { name } of LOCAL_STORAGE.filter((one) => leaves(one) && !one.name.includes('{user}'))) writeMemory(name, null);
  }
  writeMemory(OWNER, String(userId));
}

/** A row of a database, with where it belongs. */
export interface StoredRow {
  readonly database: string;
  readonly store: string;
  readonly key: string;
  readonly value: unknown;
}

const rangesOf = (userId: number, end: 'sign-out' | 'sealed') =>
  DATABASES.flatMap(({ name, store, rows = [] }) =>
    rows
      .filter((row) => row.end === end)
      .map((row) => {
        const begins = nameFor(userId, row.begins);
        return { database: name, store, work: row.work, range: IDBKeyRange.bound(begins, `${begins}\uffff`) };
      }),
  );

/** Returns the rows of a user that must not be lost. */
export async function unsentRows(userId: number): Promise<StoredRow[]> {
  const found: StoredRow[] = [];
  for (const { database, store, range } of rangesOf(userId, 'sealed'))
    await deviceStore(database, store)('readonly', async (rows) => {
      const [keys, values] = await Promise.all([promisifyRequest(rows.getAllKeys(range)), promisifyRequest<unknown[]>(rows.getAll(range))]);
      for (const [at, key] of keys.entries()) found.push({ database, store, key: String(key), value: values[at] });
    });
  return found;
}

export async function putRows(rows: readonly StoredRow[]): Promise<void> {
  for (const { database, store, key, value } of rows)
    await deviceStore(database, store)('readwrite', (all) => {
      all.put(value, key);
      return promisifyRequest(all.transaction);
    });
}

/** Removes the rows of a user from the databases that users share. */
export async function clearRowsOf(userId: number): Promise<void> {
  for (const { database, store, range } of [...rangesOf(userId, 'sign-out'), ...rangesOf(userId, 'sealed')])
    await deviceStore(database, store)('readwrite', (rows) => {
      rows.delete(range);
      return promisifyRequest(rows.transaction);
    });
}

/** Returns what the user loses by signing out, with its number: `2 份没有提交的草稿（评论、表单等）`. */
export async function droppedWork(userId: number): Promise<string[]> {
  const lost: string[] = [];
  for (const { database, store, work, range } of rangesOf(userId, 'sign-out')) {
    if (work === undefined) continue;
    const count = await deviceStore(database, store)('readonly', (rows) => promisifyRequest(rows.count(range)));
    if (count > 0) lost.push(`${count} ${work}`);
  }
  return lost;
}
