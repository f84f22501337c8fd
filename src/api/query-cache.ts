import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client';
import type { Query } from '@tanstack/react-query';
import { del, get, set } from 'idb-keyval';
import { getProfile } from '../../contract/identity/profile.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { deviceStore } from '../storage/device-store.ts';
import { CACHE_MS, queryClient } from './query-client.ts';

const store = deviceStore('shuzhou-answers', 'answers');
const options = {
  key: 'answers',
  // A stored answer stays valid after a later failed query, so a second offline start shows it again.
  deserialize: (kept: string) => {
    const client = JSON.parse(kept) as PersistedClient;
    for (const { state } of client.clientState.queries) if (state.status === 'error') Object.assign(state, { status: 'success', error: null });
    return client;
  },
  storage: {
    getItem: async (key: string) => (await get<string>(key, store)) ?? null,
    setItem: (key: string, value: string) => set(key, value, store),
    removeItem: (key: string) => del(key, store),
  },
};
const persister = createAsyncStoragePersister({ ...options, throttleTime: 1500 });
const atOnce = createAsyncStoragePersister({ ...options, throttleTime: 0 });
const OWNER = 'shuzhou.answers.owner';
/** Increase this when the shape of the answers changes. */
const SHAPE = '2';

const keeping = {
  queryClient,
  persister,
  buster: SHAPE,
  dehydrateOptions: {
    // An editor starts from the answer it gets: one from before a reload would put an old draft into it.
    shouldDehydrateQuery: (query: Query) =>
      query.gcTime > 0 && query.state.data !== undefined && query.queryKey[2] !== 'passing' && query.queryKey[0] !== getProfile.key,
  },
};

/** Restores stored answers, then keeps storing new ones. */
export async function persistQueries(): Promise<void> {
  await persistQueryClientRestore({ queryClient, persister, maxAge: CACHE_MS, buster: SHAPE }).catch(() => undefined);
  // Private answers may be older than the user's last action: they are shown and refetched.
  const before = (query: Query): boolean => isPrivate(query.queryKey[0]) && query.state.dataUpdatedAt < performance.timeOrigin;
  void queryClient.invalidateQueries({ predicate: before, refetchType: navigator.onLine ? 'active' : 'none' });
  persistQueryClientSubscribe(keeping);
  // Data from the first HTML is stored too, so the home page opens offline after one visit.
  await persistQueryClientSave(keeping);
}

/** Stores the answers at once: what somebody asked to keep is there, also when the page is closed now. */
export const storeQueries = (): Promise<void> => persistQueryClientSave({ ...keeping, persister: atOnce });

/**
 * When the user changes or signs out, the previous user's answers are removed from memory and the device. If nobody
 * was signed in, a pending query belongs to the new user, and its observers get the answer.
 */
export async function answersBelongTo(userId: number | null): Promise<void> {
  const owner = String(userId ?? '');
  const before = readMemory(OWNER);
  if (before === owner) return;
  writeMemory(OWNER, owner);
  const theirs = ({ state }: Query): boolean => Boolean(before) || (state.data !== undefined && state.dataUpdatedAt < performance.timeOrigin);
  queryClient.removeQueries({ predicate: (query) => isPrivate(query.queryKey[0]) && theirs(query) });
  await del('answers', store).catch(() => undefined);
}

const isPrivate = (key: unknown): boolean =>
  typeof key === 'string' && (key.includes(' /info/') || key.includes('/profile') || key === 'GET /getInfo' || !key.includes(' /cms/'));
