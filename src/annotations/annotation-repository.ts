import { promisifyRequest, type UseStore } from 'idb-keyval';
import type { Change } from '../../contract/annotation/sync.ts';
import { writeMemory } from '../storage/local-memory.ts';
import { deviceStoreOrMemory, isMemoryOnly } from '../storage/device-store.ts';
import type { AnnotationRecord } from './annotation-record.ts';

/** All annotations of one user on this device. */
export interface AnnotationRepository {
  all(): Promise<AnnotationRecord[]>;
  some(clientIds: readonly string[]): Promise<AnnotationRecord[]>;
  /** Stores the versions with the higher clocks in one transaction. Throws when the storage is full; the objects are sent anyway. */
  put(objects: readonly AnnotationRecord[]): Promise<void>;
  /** Objects not yet sent to the server, in the order of writing. */
  unsent(): Promise<AnnotationRecord[]>;
  cursor(): Promise<number>;
  /**
   * Stores the answer of a call and its cursor in one transaction. Returns the ids of changed objects. A cursor lower than
   * the requested one means that the server was restored from a backup: objects it accepted since then are sent again.
   */
  settle(answer: Answered): Promise<string[]>;
}

export interface Answered {
  readonly changes: readonly Change[];
  readonly cursor: number;
  readonly sent: readonly AnnotationRecord[];
  readonly refused: readonly { readonly clientId: string; readonly why: string }[];
}

const CURSOR = '#cursor';
/** Objects that neither the database nor (if there is none) the server has stored yet, so a killed tab loses nothing. */
const AHEAD = 'shuzhou.notes.ahead';
interface Ahead {
  readonly userId: number;
  readonly object: AnnotationRecord;
}

function ahead(): Ahead[] {
  try {
    return (JSON.parse(localStorage.getItem(AHEAD) ?? '[]') ?? []) as Ahead[];
  } catch {
    return [];
  }
}

function writeAhead(list: readonly Ahead[]): void {
  writeMemory(AHEAD, list.length > 0 ? JSON.stringify(list) : null);
}

const opened = new Map<number, AnnotationRepository>();
/** One database for each user, so no other user of this device sees the notes. */
export function annotationRepository(userId: number): AnnotationRepository {
  const book = opened.get(userId) ?? bookIn(userId, deviceStoreOrMemory(`annotations-${userId}`, 'objects'));
  opened.set(userId, book);
  return book;
}

export function bookIn(userId: number, store: UseStore): AnnotationRepository {
  const key = (one: Pick<AnnotationRecord, 'clientId'>) => one.clientId;
  const write = (objects: readonly AnnotationRecord[]): Promise<void> =>
    store('readwrite', async (rows) => {
      for (const one of objects) {
        const now = (await promisifyRequest<unknown>(rows.get(key(one)))) as AnnotationRecord | undefined;
        if (!now || now.clock < one.clock) rows.put(one, key(one));
      }
      return promisifyRequest(rows.transaction);
    });

  const nameOf = (one: Pick<AnnotationRecord, 'clientId' | 'clock'>): string => `${one.clientId}/${one.clock}`;
  const takeBack = (safe: readonly Pick<AnnotationRecord, 'clientId' | 'clock'>[]): void => {
    const names = new Set(safe.map(nameOf));
    writeAhead(ahead().filter(({ userId: whose, object }) => whose !== userId || !names.has(nameOf(object))));
  };

  /** Objects for which the database has no space. They are read and sent as if stored. */
  const unstored = new Map<string, AnnotationRecord>();
  const newest = (row: AnnotationRecord | undefined, one: AnnotationRecord | undefined): AnnotationRecord | undefined =>
    row && one && row.clock > one.clock ? row : (one ?? row);

  const put = async (objects: readonly AnnotationRecord[]): Promise<void> => {
    const names = new Set(objects.map(nameOf));
    writeAhead([...ahead().filter(({ object }) => !names.has(nameOf(object))), ...objects.map((object) => ({ userId, object }))]);
    const all = [...unstored.values(), ...objects];
    try {
      await write(all);
    } catch (error) {
      for (const one of objects) unstored.set(key(one), newest(unstored.get(key(one)), one) ?? one);
      throw error;
    }
    for (const one of all) if ((unstored.get(key(one))?.clock ?? Infinity) <= one.clock) unstored.delete(key(one));
    if (!isMemoryOnly(store)) takeBack(all);
  };

  const recovered = (async () => {
    const lost = ahead()
      .filter((one) => one.userId === userId)
      .map(({ object }) => object);
    if (lost.length === 0) return;
    await write(lost);
    if (!isMemoryOnly(store)) takeBack(lost);
  })().catch(() => undefined);

  const objects = async (): Promise<AnnotationRecord[]> => {
    await recovered;
    const rows = await store('readonly', (all) => promisifyRequest<unknown[]>(all.getAll()));
    const kept = new Map(rows.filter(isObject).map((row) => [key(row), row]));
    for (const [clientId, one] of unstored) kept.set(clientId, newest(kept.get(clientId), one) ?? one);
    return [...kept.values()];
  };

  return {
    all: objects,
    put,
    async some(clientIds) {
      const rows = await store('readonly', (all) => Promise.all(clientIds.map((one) => promisifyRequest<unknown>(all.get(one)))));
      return clientIds.flatMap((one, index) => newest(rows[index] as AnnotationRecord | undefined, unstored.get(one)) ?? []);
    },
    async unsent() {
      const all = await objects();
      return all.filter((one) => !one.sent && one.refused === '').sort((one, two) => one.clock - two.clock);
    },
    async cursor() {
      return Number((await store('readonly', (all) => promisifyRequest<unknown>(all.get(CURSOR)))) ?? 0);
    },
    async settle({ changes, cursor, sent, refused }) {
      const whys = new Map(refused.map((one) => [one.clientId, one.why]));
      const waiting = sent.filter((one) => unstored.get(key(one))?.clock === one.clock);
      // The server has stored it, whether or not the database has space for the answer.
      for (const one of waiting) unstored.set(key(one), { ...one, sent: !whys.has(key(one)), refused: whys.get(key(one)) ?? '' });
      const changed = await store('readwrite', async (rows) => {
        const touched: string[] = [];
        const clocks = new Map(sent.map((one) => [one.clientId, one.clock]));
        const read = async (clientId: string): Promise<AnnotationRecord | undefined> =>
          (await promisifyRequest<unknown>(rows.get(clientId))) as AnnotationRecord | undefined;
        const place = (clientId: string, next: AnnotationRecord | null): void => {
          if (next) rows.put(next, clientId);
          else rows.delete(clientId);
          touched.push(clientId);
        };
        for (const [clientId, clock] of clocks) {
          const now = await read(clientId);
          const why = whys.get(clientId) ?? '';
          if (now && now.clock === clock) place(clientId, why === '' && now.deleted ? null : { ...now, sent: why === '', refused: why });
        }
        for (const change of changes) {
          const now = await read(change.clientId);
          place(change.clientId, !now || now.sent ? storedRow(change) : beside(now, change, clocks.get(change.clientId)));
        }
        const room = changes.some(makesRoom);
        const wentBack = cursor < Number((await promisifyRequest<unknown>(rows.get(CURSOR))) ?? 0);
        if (room || wentBack)
          for (const one of ((await promisifyRequest<unknown[]>(rows.getAll())) as AnnotationRecord[]).filter(isObject)) {
            if (room && one.refused && !whys.has(one.clientId)) place(one.clientId, { ...one, refused: '' });
            if (wentBack && one.sent && one.seq > cursor) place(one.clientId, { ...one, sent: false });
          }
        rows.put(cursor, CURSOR);
        await promisifyRequest(rows.transaction);
        return touched;
      });
      const taken = (isMemoryOnly(store) ? sent : waiting).filter((one) => !whys.has(key(one)));
      // The answer contains it.
      for (const one of taken) if (unstored.get(key(one))?.clock === one.clock) unstored.delete(key(one));
      takeBack(taken);
      return changed;
    },
  };
}

/** Objects rejected because of the limit may be accepted after this change, so they are sent once more. */
const makesRoom = (change: Change): boolean => change.deleted || (change.kind === 'erratum' && change.status !== 'pending');

const isObject = (row: unknown): row is AnnotationRecord => typeof row === 'object' && row !== null && 'clientId' in row;

/** A tombstone is not needed any more once it has been applied. */
const storedRow = (change: Change): AnnotationRecord | null => (change.deleted ? null : ({ ...change, sent: true, refused: '' } as AnnotationRecord));

/**
 * Merges a server version that arrives after a newer local write: the local content stays. The base version advances only if
 * the server version is this device's own last write.
 */
function beside(now: AnnotationRecord, change: Change, sentClock: number | undefined): AnnotationRecord {
  const twins = change.kind === 'mark' ? { twins: change.twins } : {};
  const own = change.clock === sentClock && !('twins' in change && change.twins.length > 0);
  return { ...now, ...twins, ...(own ? { seq: change.seq } : {}) } as AnnotationRecord;
}
