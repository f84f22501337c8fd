import { collect, collectCount, myCollects, uncollect } from '../../contract/library/favorite.ts';
import { CODE } from '../../contract/error.ts';
import { myStatistics, shelfState } from '../../contract/library/shelf.ts';
import { call, CallError, isAway } from '../api/call.ts';
import { queryClient, queryOf } from '../api/query-client.ts';
import { isPermanentError } from '../sync/permanent-error.ts';
import { aloneAs, createOutbox } from '../sync/outbox.ts';
import { onPersonChange, personOfToken } from '../session/session.store.ts';
import { pendingFavorites, dropFavorite, type SendResult } from './pending-favorites.ts';

/** Entries the user has just changed, with the server's error. */
const pressed = new Map<number, unknown>();
const line = createOutbox({ round, alone: aloneAs('collects') });

const isSignedOut = (error: unknown): error is CallError => error instanceof CallError && error.code === CODE.signedOut;

const send = (publishId: number, wanted: boolean): Promise<unknown> =>
  wanted ? call(collect, { body: { targetId: publishId } }) : call(uncollect, { params: { targetIds: String(publishId) } });

/** Sending twice has the same effect as once, so a lost answer does no harm. */
async function round(went: () => void): Promise<'done' | 'later'> {
  const userId = personOfToken();
  if (userId === null) return 'done';
  let left = false;
  for (const [id, wanted] of Object.entries(pendingFavorites(userId))) {
    const publishId = Number(id);
    if (personOfToken() !== userId) return 'done';
    try {
      await send(publishId, wanted);
    } catch (error) {
      if (isAway(error)) return 'later';
      if (isSignedOut(error)) {
        // Also applies to entries that were not reached: none of them is sent before a sign-in.
        if (!error.byStatus) for (const one of pressed.keys()) pressed.set(one, error);
        return 'later';
      }
      // The error goes to a waiting caller; without one, a temporary failure keeps the entry.
      if (!pressed.has(publishId) && !isPermanentError(error)) {
        left = true;
        continue;
      }
      pressed.set(publishId, error);
    }
    went();
    dropFavorite(userId, publishId, wanted);
    heard(publishId);
  }
  return left ? 'later' : 'done';
}

/** Queries sent during this request may have an answer from before it. */
function heard(publishId: number): void {
  void queryClient.invalidateQueries({ queryKey: queryOf(shelfState, { params: { publishId } }).queryKey });
  for (const endpoint of [collectCount, myStatistics]) void queryClient.invalidateQueries({ queryKey: [endpoint.key] });
  // The shelf keeps a removed favourite in its list until the user leaves it.
  void queryClient.invalidateQueries({ queryKey: [myCollects.key], refetchType: 'none' });
}

/** Sends the entry just stored. Returns `ended` if the server requires a sign-in, which is then requested. Throws the server's error. */
export async function sendFavorite(userId: number | null, publishId: number, wanted: boolean): Promise<SendResult> {
  if (userId === null) {
    await send(publishId, wanted);
    heard(publishId);
    return 'heard';
  }
  pressed.set(publishId, null);
  await line.sendNow();
  const error = pressed.get(publishId);
  pressed.delete(publishId);
  if (isSignedOut(error)) return 'ended';
  if (error) throw error;
  return publishId in pendingFavorites(userId) ? 'later' : 'heard';
}

/** Sends offline changes; called at start. */
export function startFavorites(): void {
  line.wake();
  window.addEventListener('online', () => void line.sendNow());
  onPersonChange((userId) => {
    if (userId !== null) line.wake();
  });
}
