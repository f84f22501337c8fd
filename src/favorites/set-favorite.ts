import { currentPerson } from '../session/current-person.ts';
import { type FavoriteTarget, pendingFavorites, type SendResult, writeFavorites } from './pending-favorites.ts';

/**
 * Adds or removes a favourite: on this device at once, on the server now or once it can be reached. Throws the server's error.
 * The sending module is loaded after the first paint; if it cannot be loaded, the choice is stored.
 */
export async function setFavorite(target: FavoriteTarget, wanted: boolean): Promise<SendResult> {
  const userId = currentPerson();
  if (userId !== null) writeFavorites(userId, { ...pendingFavorites(userId), [target]: wanted });
  const sender = await import('./favorites.store.ts').catch((error: unknown) => {
    if (userId === null) throw error;
    return null;
  });
  return sender ? sender.sendFavorite(userId, target, wanted) : 'later';
}
