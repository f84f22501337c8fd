import { isOwnBook } from '../../contract/reading/own-book-id.ts';
import { annotationRepository } from '../annotations/annotation-repository.ts';
import { annotationSender, rereadAnnotations } from '../annotations/annotations.store.ts';
import { pendingFavorites, writeFavorites } from '../favorites/pending-favorites.ts';
import { unsubscribeBrowser } from '../install/browser-push.ts';
import { mediaPositions, writeMediaPositions } from '../media-player/positions.ts';
import { storeHintsOf } from '../reading-progress/position-hints.ts';
import { positions, positionSender, storePending } from '../reading-progress/reading-progress.store.ts';
import { dropKey, prepareKey, storedKey } from '../device-key/device-key.ts';
import { ownPositions, removeNotes, removePositions } from './device-rows.ts';
import { clearKeysOf, clearRowsOf, keysBelongTo, putRows, unsentRows } from './personal-keys.ts';
import { sealedUsers, writeLeaving } from './sealed-users.ts';
import { sendWaiting } from './send-waiting.ts';
import { isEmpty, removeSealed, seal, unseal, type Unsent } from './sealed-unsent.ts';

const isOwn = (one: object): boolean => 'publishId' in one && isOwnBook(Number(one.publishId));

/** Returns what the account of a user does not have yet, or never gets because it is about an own book. */
export async function unsentOf(userId: number): Promise<Unsent> {
  const media = Object.entries(mediaPositions(userId)).filter(([, place]) => !place.sent);
  return {
    notes: (await annotationRepository(userId).all()).filter((one) => !one.sent || isOwn(one)),
    positions: [...(await positions.unsent(userId)), ...(await ownPositions(userId))],
    media: Object.fromEntries(media),
    favorites: pendingFavorites(userId),
    rows: await unsentRows(userId),
  };
}

/**
 * Removes what `src/storage/registry.ts` says of a user who signs out: notes, vocabulary, reading days, positions, waiting favourites, search
 * terms, settings and drafts, because the next person on a shared device can read everything. What the account does not have yet is
 * encrypted for the user. Safe to repeat.
 */
export async function clearDevice(userId: number): Promise<void> {
  await storePending();
  const unsent = await unsentOf(userId);
  const key = await storedKey(userId);
  // Without a key, which needs a network once, unsent data stays readable on the device instead of being lost.
  const keep = key === null && !isEmpty(unsent);
  if (key && !isEmpty(unsent)) await seal(userId, key, unsent);
  await removeNotes(userId);
  await removePositions(userId);
  clearKeysOf(userId);
  await clearRowsOf(userId);
  storeHintsOf(null);
  writeMediaPositions(userId, {});
  writeFavorites(userId, {});
  if (keep) await putBack(userId, unsent);
  await dropKey(userId);
  await unsubscribeBrowser();
  writeLeaving(null);
}

/** Stores what was unsent again; a newer position on this device stays. It is then sent as usual. */
async function putBack(userId: number, { notes, positions: places, media, favorites, rows = [] }: Unsent): Promise<void> {
  await annotationRepository(userId).put(notes);
  await rereadAnnotations(
    userId,
    notes.map(({ clientId }) => clientId),
  );
  for (const place of places) await positions.put(place);
  const now = mediaPositions(userId);
  const newer = Object.entries(media).filter(([mediaId, place]) => place.clock > (now[mediaId]?.clock ?? 0));
  if (newer.length > 0) writeMediaPositions(userId, { ...now, ...Object.fromEntries(newer) });
  writeFavorites(userId, { ...favorites, ...pendingFavorites(userId) });
  await putRows(rows);
  annotationSender.wake();
  positionSender.wake();
}

/** A user is signed in: fetches the key for data that may be unsent at the sign-out, puts back what was unsent at the last one, and sends what waits. */
export async function signedIn(userId: number): Promise<void> {
  keysBelongTo(userId);
  // Without a network the next start tries again.
  await (sealedUsers().includes(userId) ? restoreUnsent(userId) : prepareKey(userId)).catch(() => undefined);
  await sendWaiting(userId);
}

/** Puts back what the user had not sent at the last sign-out on this device. */
export async function restoreUnsent(userId: number): Promise<void> {
  const key = await prepareKey(userId);
  const unsent = key && (await unseal(userId, key));
  if (unsent) await putBack(userId, unsent);
  await removeSealed(userId);
}
