import { myPositions, savePosition } from '../../contract/media/position.ts';
import { call } from '../api/call.ts';
import { isClock, nextClock } from '../sync/logical-clock.ts';
import { deviceName } from '../sync/device-name.ts';
import { isPermanentError } from '../sync/permanent-error.ts';
import { aloneAs, createOutbox } from '../sync/outbox.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { reportIfFull } from '../storage/storage-full.ts';
import { onPersonChange, personOfToken } from '../session/session.store.ts';

/** The last position in a track, as stored on this device. */
export interface DevicePosition {
  readonly positionMs: number;
  readonly clock: number;
  readonly sent: boolean;
}
type Places = Record<string, DevicePosition>;

/** Maximum number of tracks remembered on one device. */
const MOST = 300;
/** If less than this is left, a track counts as finished and starts again; for a short one, its last tenth. */
const END_MS = 10_000;
const END_PART = 0.1;
const BEGUN_MS = 3_000;
/** An invalid position, stored or received, is ignored: a player could not start at it. */
const isPlace = <T extends { positionMs: number; clock: number }>(place: T | null | undefined): place is T =>
  isClock(place?.clock) && Number.isFinite(place?.positionMs);
const keyOf = (userId: number | null): string => `shuzhou.media-places.${userId ?? 'visitor'}`;

function placesOf(userId: number | null): Places {
  try {
    const kept = JSON.parse(readMemory(keyOf(userId)) ?? '{}') as Places;
    return Object.fromEntries(Object.entries(kept).filter(([, place]) => isPlace(place)));
  } catch {
    return {};
  }
}

function write(userId: number | null, places: Places): void {
  const newest = Object.entries(places)
    .sort(([, one], [, two]) => two.clock - one.clock)
    .slice(0, MOST);
  writeMemory(keyOf(userId), JSON.stringify(Object.fromEntries(newest)), reportIfFull);
}

export const devicePosition = (userId: number | null, mediaId: number): DevicePosition | null => placesOf(userId)[mediaId] ?? null;

/** Stores the position on this device at once. */
export function storePosition(userId: number | null, mediaId: number, positionMs: number): void {
  const places = placesOf(userId);
  const clock = nextClock(places[mediaId]?.clock ?? 0, Date.now());
  write(userId, { ...places, [mediaId]: { positionMs: Math.round(positionMs), clock, sent: userId === null } });
}

/** Sends unsent positions, only with the token of their user; a failure returns `later` and is sent the next time. */
export async function sendPositions(userId: number | null): Promise<'done' | 'later'> {
  let left = false;
  for (const [mediaId, place] of Object.entries(placesOf(userId))) {
    if (place.sent) continue;
    if (userId === null || personOfToken() !== userId) return 'done';
    const { positionMs, clock } = place;
    const stands = await call(savePosition, { body: { mediaId: Number(mediaId), positionMs, clock, device: deviceName() } }).catch(
      (error: unknown) => (isPermanentError(error) ? place : null),
    );
    const now = placesOf(userId);
    if (!isPlace(stands)) left = true;
    else if (now[mediaId]?.clock === clock) write(userId, { ...now, [mediaId]: { positionMs: stands.positionMs, clock: stands.clock, sent: true } });
  }
  return left ? 'later' : 'done';
}

export { placesOf as mediaPositions, write as writeMediaPositions };

/** Sends offline positions on any screen; called at start. */
export function startMediaPositions(): void {
  const line = createOutbox({ round: () => sendPositions(personOfToken()), alone: aloneAs('media-places') });
  line.wake();
  window.addEventListener('online', () => void line.sendNow());
  onPersonChange((userId) => {
    if (userId !== null) line.wake();
  });
}

/** Stores the positions of other devices that are newer than the local ones. */
export async function takePositions(userId: number | null, publishId: number): Promise<void> {
  if (userId === null) return;
  const found = await call(myPositions, { query: { publishId } }).catch(() => []);
  const places = placesOf(userId);
  if (!Array.isArray(found)) return;
  const newer = found.filter((place) => isPlace(place) && place.clock > (places[place.mediaId]?.clock ?? 0));
  if (newer.length > 0)
    write(userId, { ...places, ...Object.fromEntries(newer.map(({ mediaId, positionMs, clock }) => [mediaId, { positionMs, clock, sent: true }])) });
}

/** Whether the track was played to its end, or almost. */
const isHeard = (place: Pick<DevicePosition, 'positionMs'> | null, durationSec: number): boolean =>
  place !== null && place.positionMs > durationSec * 1000 - Math.min(END_MS, durationSec * 1000 * END_PART);

/** Returns the start in seconds: the last position, or 0 for a track that was hardly started or is finished. */
export function beginAt(place: Pick<DevicePosition, 'positionMs'> | null, durationSec: number): number {
  if (!place || place.positionMs < BEGUN_MS || isHeard(place, durationSec)) return 0;
  return place.positionMs / 1000;
}

/** Returns the track of a work that was played last. */
export function lastTrack(userId: number | null, mediaIds: readonly number[]): number | null {
  const places = placesOf(userId);
  const begun = mediaIds.filter((mediaId) => places[mediaId]);
  return begun.sort((one, two) => (places[two]?.clock ?? 0) - (places[one]?.clock ?? 0))[0] ?? null;
}

interface WayOn<T> {
  readonly track: T | undefined;
  /** `begin`: nothing was started yet; `on`: playback continues; `again`: all tracks are finished, and the first one starts again. */
  readonly how: 'begin' | 'on' | 'again';
}

/** Returns the track of a work to play now: the one played last or, if that is finished, the one after it. */
export function wayOn<T extends { readonly mediaId: number; readonly durationSec: number }>(userId: number | null, tracks: readonly T[]): WayOn<T> {
  const last = lastTrack(
    userId,
    tracks.map(({ mediaId }) => mediaId),
  );
  const at = tracks.findIndex(({ mediaId }) => mediaId === last);
  const left = tracks[at];
  if (!left) return { track: tracks[0], how: 'begin' };
  if (!isHeard(devicePosition(userId, left.mediaId), left.durationSec)) return { track: left, how: 'on' };
  return tracks[at + 1] ? { track: tracks[at + 1], how: 'on' } : { track: tracks[0], how: 'again' };
}
