import { promisifyRequest, type UseStore } from 'idb-keyval';
import { placeKey, PLACES_DATABASE, PLACES_STORE } from '../../sw/messages.ts';
import { deviceStoreOrMemory } from '../storage/device-store.ts';
import { writeMemory } from '../storage/local-memory.ts';
import { isClock } from '../sync/logical-clock.ts';

/** The last position of a user in a book, as this device stored it. */
export interface SavedPosition {
  readonly userId: number | null;
  readonly publishId: number;
  readonly editionId: number;
  readonly cfi: string;
  readonly percent: number;
  readonly documentIndex: number;
  readonly chapterTitle: string;
  readonly clock: number;
  /** The server has stored it or has permanently rejected it. */
  readonly sent: boolean;
}

export interface PositionRepository {
  get(userId: number | null, publishId: number): Promise<SavedPosition | null>;
  /** Stores the position with the higher clock. Throws when storage is full; the position is sent anyway. */
  put(place: SavedPosition): Promise<void>;
  unsent(userId: number): Promise<SavedPosition[]>;
  /** Marks a write as sent, with the clock of the server, unless the user has moved on since. */
  settle(place: SavedPosition, clock?: number): Promise<void>;
}

/** Written synchronously at each turn, so that a killed tab loses nothing that the database has not stored yet. */
const AHEAD = 'shuzhou.place';

export function writeAhead(place: SavedPosition): void {
  writeMemory(AHEAD, JSON.stringify(place));
}

function readAhead(): SavedPosition | null {
  try {
    return JSON.parse(localStorage.getItem(AHEAD) ?? 'null') as SavedPosition | null;
  } catch {
    return null;
  }
}

/** An invalid clock counts as older than any other. */
const clockOf = ({ clock }: SavedPosition): number => (isClock(clock) ? clock : 0);

const isSame = (one: SavedPosition, two: SavedPosition): boolean =>
  one.userId === two.userId && one.publishId === two.publishId && clockOf(one) === clockOf(two);

export function positionRepository(store: UseStore = deviceStoreOrMemory(PLACES_DATABASE, PLACES_STORE)): PositionRepository {
  const change = (userId: number | null, publishId: number, next: (now: SavedPosition | undefined) => SavedPosition | undefined): Promise<void> =>
    store('readwrite', async (places) => {
      const key = placeKey(userId, publishId);
      const value = next((await promisifyRequest<unknown>(places.get(key))) as SavedPosition | undefined);
      if (value) places.put(value, key);
      return promisifyRequest(places.transaction);
    });
  /** Positions the database had no room for. They are read and sent like stored ones. */
  const unstored = new Map<string, SavedPosition>();
  const drop = ({ userId, publishId, clock }: SavedPosition): void => {
    const key = placeKey(userId, publishId);
    if ((unstored.get(key)?.clock ?? Infinity) <= clock) unstored.delete(key);
  };
  const put = async (place: SavedPosition): Promise<void> => {
    try {
      await change(place.userId, place.publishId, (now) => (now && clockOf(now) >= place.clock ? undefined : place));
      drop(place);
    } catch (error) {
      unstored.set(placeKey(place.userId, place.publishId), place);
      throw error;
    }
  };
  const recovered = (async () => {
    const ahead = readAhead();
    if (isClock(ahead?.clock)) await put(ahead);
  })().catch(() => undefined);

  return {
    async get(userId, publishId) {
      await recovered;
      const waiting = unstored.get(placeKey(userId, publishId));
      if (waiting) return waiting;
      return store('readonly', async (places) => {
        const kept = (await promisifyRequest<unknown>(places.get(placeKey(userId, publishId)))) as SavedPosition | undefined;
        return kept ? { ...kept, clock: clockOf(kept) } : null;
      });
    },
    put,
    async unsent(userId) {
      await recovered;
      const all = await store('readonly', async (places) => (await promisifyRequest<unknown[]>(places.getAll())) as SavedPosition[]);
      const newer = [...unstored.values()];
      const older = all.filter((place) => !newer.some((one) => one.userId === place.userId && one.publishId === place.publishId));
      return [...older, ...newer].filter((place) => place.userId === userId && !place.sent);
    },
    async settle(place, clock = place.clock) {
      const settled = { ...place, clock, sent: true };
      const ahead = readAhead();
      // Otherwise the next start would restore the unsettled state.
      if (ahead && isSame(ahead, place)) writeAhead(settled);
      const waiting = unstored.get(placeKey(place.userId, place.publishId));
      if (!waiting) return change(place.userId, place.publishId, (now) => (now && !isSame(now, place) ? undefined : settled));
      // The account has it, so full storage on the device does not stop the queue.
      if (isSame(waiting, place)) await put(settled).catch(() => undefined);
    },
  };
}
