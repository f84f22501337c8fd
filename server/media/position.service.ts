import { CLOCK_AHEAD_MS } from '../../contract/clock.ts';
import type { MediaPlace } from '../../contract/media/position.ts';
import { knowsOf } from '../commerce/entitlement.service.ts';
import { wireTime } from '../db/clock.ts';
import type { MediaPlaceTable } from '../db/media-tables.ts';
import type { House } from '../context.ts';
import { missing } from '../http/app-error.ts';
import type { Visitor } from '../http/current-user.ts';
import { placeIn, placesOf, putPlace } from './position.queries.ts';
import { trackById } from './track.queries.ts';

const wire = (row: MediaPlaceTable): MediaPlace => ({
  mediaId: row.mediaId,
  publishId: row.publicationId,
  positionMs: row.positionMs,
  clock: row.clock,
  device: row.device,
  updateTime: wireTime(row.updateTime),
});

/** The latest first. */
export async function myPlaces(house: House, visitor: Visitor, publishId: number): Promise<MediaPlace[]> {
  return (await placesOf(house.db, visitor.userId, publishId)).map(wire);
}

/** Keeps the place with the highest clock and answers the one that stands. */
export async function savePlace(
  house: House,
  visitor: Visitor,
  input: { mediaId: number; positionMs: number; device: string; clock: number },
): Promise<MediaPlace> {
  const track = await trackById(house.db, input.mediaId);
  if (!track || !(await knowsOf(house, visitor, track.publicationId))) throw missing('这段音视频不存在或已删除');
  const now = Date.now();
  await putPlace(house.db, {
    userId: visitor.userId,
    mediaId: track.id,
    publicationId: track.publicationId,
    positionMs: Math.min(input.positionMs, track.durationMs),
    device: input.device,
    clock: Math.min(input.clock, now + CLOCK_AHEAD_MS),
    updateTime: now,
  });
  return wire(await placeIn(house.db, visitor.userId, track.id));
}
