import { currentPerson } from '../session/current-person.ts';
import { pendingFavorites, type SendResult, writeFavorites } from './pending-favorites.ts';

/**
 * Collects a work, or lets it go: on this device at once, at the house now or once it can be reached. Throws what the house
 * says against it. What sends comes after the first picture; should it not come, the wish is noted.
 */
export async function setFavorite(publishId: number, wanted: boolean): Promise<SendResult> {
  const userId = currentPerson();
  if (userId !== null) writeFavorites(userId, { ...pendingFavorites(userId), [publishId]: wanted });
  const sender = await import('./favorites.store.ts').catch((error: unknown) => {
    if (userId === null) throw error;
    return null;
  });
  return sender ? sender.sendFavorite(userId, publishId, wanted) : 'later';
}
