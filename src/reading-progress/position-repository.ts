import { promisifyRequest, type UseStore } from 'idb-keyval';
import { placeKey, PLACES_DATABASE, PLACES_STORE } from '../../sw/messages.ts';
import { deviceStoreOrMemory } from '../storage/device-store.ts';
import { writeMemory } from '../storage/local-memory.ts';
import { isClock } from '../sync/logical-clock.ts';

/** The last place of a person in a book, as this device knows it. */
export interface SavedPosition {
  readonly userId: number | null;
  readonly publishId: number;
  readonly editionId: number;
  readonly cfi: string;
  readonly percent: number;
  readonly documentIndex: number;
  readonly chapterTitle: string;
  readonly clock: number;
  /** The server has it, or will not take it. */
  readonly sent: boolean;
}

export interface PositionRepository {
  get(userId: number | null, publishId: number): Promise<SavedPosition | null>;
  /** Keeps the place with the higher clock. Throws where there is no room: it is sent all the same. */
  put(place: SavedPosition): Promise<void>;
  unsent(userId: number): Promise<SavedPosition[]>;
  /** Marks a write as done, with the clock it has at the server, unless the reader has turned on since. */
  settle(place: SavedPosition, clock?: number): Promise<void>;
}

/** Written at once at each turn: a killed tab loses nothing that the database had not taken yet. */
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

/** One that cannot be compared is older than any. */
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
  /** What the database had no room for: it is read, and sent, as if it stood there. */
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
      // Otherwise the next start would bring it back as it was.
      if (ahead && isSame(ahead, place)) writeAhead(settled);
      const waiting = unstored.get(placeKey(place.userId, place.publishId));
      if (!waiting) return change(place.userId, place.publishId, (now) => (now && !isSame(now, place) ? undefined : settled));
      // The account has it: that the device has no room holds nothing up.
      if (isSame(waiting, place)) await put(settled).catch(() => undefined);
    },
  };
}
