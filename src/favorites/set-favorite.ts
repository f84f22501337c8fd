import { personHere } from '../session/current-person.ts';
import { collectWishes, type Reached, writeCollects } from './pending-favorites.ts';

/**
 * Collects a work, or lets it go: on this device at once, at the house now or once it can be reached. Throws what the house
 * says against it. What sends comes after the first picture; should it not come, the wish is noted.
 */
export async function wishCollected(publishId: number, wanted: boolean): Promise<Reached> {
  const userId = personHere();
  if (userId !== null) writeCollects(userId, { ...collectWishes(userId), [publishId]: wanted });
  const sender = await import('./favorites.store.ts').catch((error: unknown) => {
    if (userId === null) throw error;
    return null;
  });
  return sender ? sender.sendCollect(userId, publishId, wanted) : 'later';
}
