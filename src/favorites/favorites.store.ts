import { collect, collectCount, followedScholars, myCollects, uncollect } from '../../contract/library/favorite.ts';
import { CODE } from '../../contract/error.ts';
import { myStatistics, shelfState } from '../../contract/library/shelf.ts';
import { call, CallError, isAway } from '../api/call.ts';
import { allOf } from '../api/all-of.ts';
import { queryClient, queryOf } from '../api/query-client.ts';
import { isPermanentError } from '../sync/permanent-error.ts';
import { aloneAs, createOutbox } from '../sync/outbox.ts';
import { onPersonChange, personOfToken } from '../session/session.store.ts';
import { dropFavorite, type FavoriteTarget, pendingFavorites, type SendResult } from './pending-favorites.ts';

/** Entries the user has just changed, with the server's error. */
const pressed = new Map<FavoriteTarget, unknown>();
const line = createOutbox({ round, alone: aloneAs('collects') });

const isSignedOut = (error: unknown): error is CallError => error instanceof CallError && error.code === CODE.signedOut;

const SCHOLAR = 'scholar:';
/** The key of a pending entry: works were stored by their number alone. */
const targetOf = (key: string): FavoriteTarget => (key.startsWith(SCHOLAR) ? (key as FavoriteTarget) : Number(key));

function send(target: FavoriteTarget, wanted: boolean): Promise<unknown> {
  const isWork = typeof target === 'number';
  const targetId = isWork ? target : Number(target.slice(SCHOLAR.length));
  // A work is the default of the server.
  const type = isWork ? {} : { targetType: 'scholar' as const };
  return wanted ? call(collect, { body: { ...type, targetId } }) : call(uncollect, { params: { targetIds: String(targetId) }, query: type });
}

/** Sending twice has the same effect as once, so a lost answer does no harm. */
async function round(went: () => void): Promise<'done' | 'later'> {
  const userId = personOfToken();
  if (userId === null) return 'done';
  let left = false;
  for (const [key, wanted] of Object.entries(pendingFavorites(userId))) {
    const target = targetOf(key);
    if (personOfToken() !== userId) return 'done';
    try {
      await send(target, wanted);
    } catch (error) {
      if (isAway(error)) return 'later';
      if (isSignedOut(error)) {
        // Also applies to entries that were not reached: none of them is sent before a sign-in.
        if (!error.byStatus) for (const one of pressed.keys()) pressed.set(one, error);
        return 'later';
      }
      // The error goes to a waiting caller; without one, a temporary failure keeps the entry.
      if (!pressed.has(target) && !isPermanentError(error)) {
        left = true;
        continue;
      }
      pressed.set(target, error);
    }
    went();
    dropFavorite(userId, target, wanted);
    heard(target, wanted && !pressed.has(target));
  }
  return left ? 'later' : 'done';
}

/** Queries sent during this request may have an answer from before it. `late`: added on an earlier page, so that an open shelf lacks it. */
function heard(target: FavoriteTarget, late = false): void {
  if (typeof target !== 'number') {
    void queryClient.invalidateQueries(allOf(followedScholars));
    return;
  }
  void queryClient.invalidateQueries(queryOf(shelfState, { params: { publishId: target } }));
  for (const endpoint of [collectCount, myStatistics]) void queryClient.invalidateQueries(allOf(endpoint));
  // The shelf keeps a removed favourite in its list until the user leaves it.
  void queryClient.invalidateQueries({ ...allOf(myCollects), refetchType: late ? 'active' : 'none' });
}

/** Sends the entry just stored. Returns `ended` if the server requires a sign-in, which is then requested. Throws the server's error. */
export async function sendFavorite(userId: number | null, target: FavoriteTarget, wanted: boolean): Promise<SendResult> {
  if (userId === null) {
    await send(target, wanted);
    heard(target);
    return 'heard';
  }
  pressed.set(target, null);
  await line.sendNow();
  const error = pressed.get(target);
  pressed.delete(target);
  if (isSignedOut(error)) return 'ended';
  if (error) throw error;
  return target in pendingFavorites(userId) ? 'later' : 'heard';
}

/** Sends offline changes; called at start. */
export function startFavorites(): void {
  line.wake();
  window.addEventListener('online', () => void line.sendNow());
  onPersonChange((userId) => {
    if (userId !== null) line.wake();
  });
}
