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
const persister = createAsyncStoragePersister({
  key: 'answers',
  throttleTime: 1500,
  // An answer outlives the question that failed after it: a second start without a network shows it again.
  deserialize: (kept) => {
    const client = JSON.parse(kept) as PersistedClient;
    for (const { state } of client.clientState.queries) if (state.status === 'error') Object.assign(state, { status: 'success', error: null });
    return client;
  },
  storage: {
    getItem: async (key: string) => (await get<string>(key, store)) ?? null,
    setItem: (key: string, value: string) => set(key, value, store),
    removeItem: (key: string) => del(key, store),
  },
});
const OWNER = 'shuzhou.answers.owner';
/** Changes when the shape of the answers does. */
const SHAPE = '2';

/** Brings back what was seen before, then goes on keeping what is seen. */
export async function persistQueries(): Promise<void> {
  await persistQueryClientRestore({ queryClient, persister, maxAge: CACHE_MS, buster: SHAPE }).catch(() => undefined);
  // A person's own answers may be older than what he did last: they are shown, and asked again.
  const before = (query: Query): boolean => isPrivate(query.queryKey[0]) && query.state.dataUpdatedAt < performance.timeOrigin;
  void queryClient.invalidateQueries({ predicate: before, refetchType: navigator.onLine ? 'active' : 'none' });
  const keeping = {
    queryClient,
    persister,
    buster: SHAPE,
    dehydrateOptions: {
      shouldDehydrateQuery: (query: Query) =>
        query.state.data !== undefined && query.queryKey[2] !== 'passing' && query.queryKey[0] !== getProfile.key,
    },
  };
  persistQueryClientSubscribe(keeping);
  // What came inside the first HTML is kept too: home opens without a network after one visit.
  await persistQueryClientSave(keeping);
}

/**
 * Another person, or nobody: what belonged to the last one is dropped from memory and from the device. Where there was
 * nobody, a question that is on its way is this person's own, and whoever waits for its answer gets it.
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
