import { CLOCK_AHEAD_MS } from '../../contract/clock.ts';
import { CHANGES_MOST, type Change, type Written } from '../../contract/annotation/sync.ts';
import type { SyncTable } from '../db/tables/annotation-tables.ts';
import type { Database, Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { kindOf, KINDS, twinsBrought } from './sync-kind.ts';
import { mergeInto } from './sync-merge.ts';
import { ANSWERED_MOST, BYTES_MOST, bytesOf, emptied, ERRATA_WAITING_MOST, FULL_OF, OBJECTS_MOST, textsOf } from './sync-quota.ts';
import {
  addVersion,
  counterOf,
  countLive,
  countWaitingErrata,
  holdCounter,
  lengthsBetween,
  setCounter,
  setVersion,
  storedRow,
  liveAmong,
  versionsBetween,
  worksAmong,
} from './sync.queries.ts';

const DEVICES_MOST = 50;

interface Said {
  readonly deviceId: string;
  readonly device: string;
  readonly cursor: number;
  readonly objects: readonly Written[];
}
interface Rejected {
  readonly clientId: string;
  readonly why: string;
}

/** Applies the writes of one device, each write once, and returns the changes since its cursor. */
export async function syncOf(context: AppContext, currentUser: CurrentUser, said: Said) {
  const refused = said.objects.length > 0 ? await context.db.transaction().execute((tx) => take(tx, currentUser, said)) : [];
  return { ...(await changesAfter(context.db, currentUser.userId, said.cursor)), refused };
}

/** Returns the rejected writes. The quota is checked while the user's counter is locked, so that concurrent requests share it. */
async function take(tx: Tx, currentUser: CurrentUser, said: Said): Promise<Rejected[]> {
  const first = await holdCounter(tx, currentUser.userId);
  const { taken, refused } = await sorted(tx, currentUser.userId, said.objects);
  let { seq, bytes } = first;
  for (const written of taken) {
    const grown = await keep(tx, currentUser, said, written, { seq: seq + 1, room: BYTES_MOST - bytes });
    if (grown === 'full') refused.push({ clientId: written.clientId, why: FULL_OF.bytes });
    else if (grown !== null) {
      seq += 1;
      bytes += grown;
    }
  }
  if (seq > first.seq) await setCounter(tx, currentUser.userId, { seq, bytes });
  return refused;
}

/** Returns the next version number for a write that does not come from the user's own devices. */
export async function nextSeq(tx: Tx, userId: number): Promise<number> {
  const seq = (await holdCounter(tx, userId)).seq + 1;
  await setCounter(tx, userId, { seq });
  return seq;
}

async function sorted(tx: Tx, userId: number, objects: readonly Written[]): Promise<{ taken: Written[]; refused: Rejected[] }> {
  const ids = new Set(objects.flatMap((one) => ('publishId' in one && one.publishId > 0 ? [one.publishId] : [])));
  const works = await worksAmong(tx, [...ids]);
  const full = new Map<string, string>();
  for (const kind of new Set(objects.map((one) => one.kind)))
    for (const [clientId, why] of await withoutRoom(
      tx,
      userId,
      kind,
      objects.filter((one) => one.kind === kind),
    ))
      full.set(clientId, why);
  const taken: Written[] = [];
  const refused: Rejected[] = [];
  for (const one of objects) {
    const gone = 'publishId' in one && one.publishId > 0 && !works.has(one.publishId);
    const why = full.get(one.clientId) ?? (gone ? '这本书已不存在，这一条没有同步' : '');
    if (why) refused.push({ clientId: one.clientId, why });
    else taken.push(one);
  }
  return { taken, refused };
}

/**
 * Returns the objects that exceed a limit, with the reason. It checks the database because the `base` a device sends does not prove that
 * the object exists.
 */
async function withoutRoom(tx: Tx, userId: number, kind: Written['kind'], objects: readonly Written[]): Promise<(readonly [string, string])[]> {
  const { table } = KINDS[kind];
  const live = await countLive(tx, table, userId, OBJECTS_MOST - objects.length);
  const waiting = kind === 'erratum' ? await countWaitingErrata(tx, userId) : 0;
  const rooms = [
    [OBJECTS_MOST - live, FULL_OF.objects] as const,
    ...(kind === 'erratum' ? [[ERRATA_WAITING_MOST - waiting, FULL_OF.errata] as const] : []),
  ];
  const [room, why] = rooms.reduce((least, one) => (one[0] < least[0] ? one : least));
  if (objects.length <= room) return [];
  const stand = await liveAmong(
    tx,
    table,
    userId,
    objects.map((one) => one.clientId),
  );
  const added = new Set(objects.filter((one) => !one.deleted && !stand.has(one.clientId)).map((one) => one.clientId));
  return [...added].slice(Math.max(0, room)).map((clientId) => [clientId, why] as const);
}

/** Returns the bytes by which the user's data grows; null when the write is a repeat, `full` when it exceeds the quota. */
async function keep(
  tx: Tx,
  { userId, userName }: CurrentUser,
  { deviceId, device }: Pick<Said, 'deviceId' | 'device'>,
  written: Written,
  { seq, room }: { seq: number; room: number },
): Promise<number | 'full' | null> {
  const { table, columns } = kindOf(written);
  const now = Date.now();
  const clock = Math.min(written.clock, now + CLOCK_AHEAD_MS);
  const row = await storedRow(tx, table, userId, written.clientId);
  const authored = table === 'erratum' ? { createBy: userName, updateBy: userName } : {};
  if (!row) {
    const deleted = written.deleted ? '1' : '0';
    const version = {
      userId,
      clientId: written.clientId,
      clock,
      seq,
      deviceId,
      device,
      heard: JSON.stringify({ [deviceId]: written.clock }),
      deleted,
    };
    const stored = { ...columns(written), ...twinsBrought(written), ...version, ...(written.deleted ? emptied(table) : {}) };
    const bytes = bytesOf(table, stored);
    if (bytes > room) return 'full';
    // For a write made offline, the creation time is the time it was written.
    const madeAt = Math.min(clock, now);
    await addVersion(tx, table, { ...stored, ...authored, createTime: madeAt, updateTime: madeAt });
    return bytes;
  }
  const heard = JSON.parse(row.heard) as Record<string, number>;
  if (wasHeard(heard[deviceId] ?? 0, written, { seq: row.seq, now })) return null;
  const { [deviceId]: _before, ...others } = heard;
  const known = JSON.stringify({ ...Object.fromEntries(Object.entries(others).slice(1 - DEVICES_MOST)), [deviceId]: written.clock });
  const merged = mergeInto(row, { ...written, clock }, { deviceId, device });
  const stands = clock > row.clock || written.base === row.seq || row.deviceId === deviceId;
  const by = merged && stands ? { clock: Math.max(clock, row.clock), deviceId, device, updateTime: now } : {};
  const gone = (merged?.deleted ?? row.deleted) === '1';
  const change = { ...by, ...merged, ...(gone ? emptied(table) : {}), heard: known, seq };
  const grown = bytesOf(table, { ...row, ...change }) - bytesOf(table, row);
  const deletes = gone && row.deleted === '0';
  if (!deletes && grown > 0 && grown > room) return 'full';
  await setVersion(tx, table, row.id, change);
  return grown;
}

/**
 * Returns whether this write was already applied; `last` is the clock of the device's last write. After a fast clock was
 * corrected, a device sends lower clocks. They are new when based on the current version, or when `last` is too far in the future.
 */
const wasHeard = (last: number, { clock, base }: Written, { seq, now }: { seq: number; now: number }): boolean =>
  clock === last || (clock < last && base !== seq && last <= now + CLOCK_AHEAD_MS);

const TABLES = Object.values(KINDS) as readonly { readonly table: SyncTable; readonly wire: (typeof KINDS)['mark']['wire'] }[];

async function changesAfter(db: Database, userId: number, cursor: number): Promise<{ changes: Change[]; cursor: number; more: boolean }> {
  // A cursor from before a database reset may exceed the counter and would never return changes, so it restarts at 0.
  const upTo = await counterOf(db, userId);
  const after = cursor > upTo ? 0 : cursor;
  if (after === upTo) return { changes: [], cursor: upTo, more: false };
  const last = await lastOfAnswer(db, userId, { after, upTo });
  const changes: Change[] = [];
  for (const { table, wire } of TABLES)
    changes.push(...(await versionsBetween(db, table, userId, after, last, CHANGES_MOST)).map((row) => wire(row)));
  changes.sort((one, two) => one.seq - two.seq);
  return { changes, cursor: last, more: last < upTo };
}

/**
 * Returns the last version number of one response. Its count and characters are limited, so that a phone can fetch it in one request and
 * the server can hold many in memory.
 */
async function lastOfAnswer(db: Database, userId: number, { after, upTo }: { after: number; upTo: number }): Promise<number> {
  const limit = CHANGES_MOST + 1;
  const found: { seq: number; length: number }[] = [];
  for (const { table } of TABLES) found.push(...(await lengthsBetween(db, table, textsOf(table), userId, { after, upTo, limit })));
  found.sort((one, two) => one.seq - two.seq);
  let last = after;
  let characters = 0;
  for (const [index, { seq, length }] of found.entries()) {
    characters += Number(length);
    if (index > 0 && (index >= CHANGES_MOST || characters > ANSWERED_MOST)) return last;
    last = seq;
  }
  return upTo;
}
