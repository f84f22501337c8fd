import { CLOCK_AHEAD_MS } from '../../contract/clock.ts';
import type { MediaPosition } from '../../contract/media/position.ts';
import { knowsOf } from '../commerce/entitlement.service.ts';
import { wireTime } from '../db/clock.ts';
import type { MediaPlaceTable } from '../db/tables/media-tables.ts';
import type { AppContext } from '../context.ts';
import { missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { positionIn, positionsOf, putPosition } from './position.queries.ts';
import { trackById } from './track.queries.ts';

const wire = (row: MediaPlaceTable): MediaPosition => ({
  mediaId: row.mediaId,
  publishId: row.publicationId,
  positionMs: row.positionMs,
  clock: row.clock,
  device: row.device,
  updateTime: wireTime(row.updateTime),
});

/** Latest first. */
export async function myPositions(context: AppContext, currentUser: CurrentUser, publishId: number): Promise<MediaPosition[]> {
  return (await positionsOf(context.db, currentUser.userId, publishId)).map(wire);
}

/** Stores the position with the highest clock and returns the current one. */
export async function savePosition(
  context: AppContext,
  currentUser: CurrentUser,
  input: { mediaId: number; positionMs: number; device: string; clock: number },
): Promise<MediaPosition> {
  const track = await trackById(context.db, input.mediaId);
  if (!track || !(await knowsOf(context, currentUser, track.publicationId))) throw missing('这段音视频不存在或已删除');
  const now = Date.now();
  await putPosition(context.db, {
    userId: currentUser.userId,
    mediaId: track.id,
    publicationId: track.publicationId,
    positionMs: Math.min(input.positionMs, track.durationMs),
    device: input.device,
    clock: Math.min(input.clock, now + CLOCK_AHEAD_MS),
    updateTime: now,
  });
  return wire(await positionIn(context.db, currentUser.userId, track.id));
}
