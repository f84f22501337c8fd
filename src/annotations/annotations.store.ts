import { proxy } from 'valtio/vanilla';
import { syncAnnotations } from '../../contract/annotation/sync.ts';
import { CODE } from '../../contract/error.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { isOwnBook } from '../../contract/reading/own-book-id.ts';
import { call, CallError, isAway } from '../api/call.ts';
import { nextClock } from '../sync/logical-clock.ts';
import { deviceName } from '../sync/device-name.ts';
import { aloneAs } from '../sync/outbox.ts';
import { reportIfFull } from '../storage/storage-full.ts';
import { currentPerson } from '../session/current-person.ts';
import { onPersonChange, personOfToken } from '../session/session.store.ts';
import { annotationRepository } from './annotation-repository.ts';
import { annotationSync, type SyncAnswer, type SyncOutcome } from './annotation-sync.ts';
import { deviceId } from '../sync/device-id.ts';
import { type AnnotationRecord, type StoredOf, sendable, wireNow } from './annotation-record.ts';

/**
 * `changed` is incremented on every change, so views read their data again. `heard`: this device has received the data of the
 * other devices at least once; before that, no local data does not mean that there is none.
 */
export const annotations = proxy<{ userId: number | null; ready: boolean; heard: boolean; changed: number }>({
  userId: null,
  ready: false,
  heard: false,
  changed: 0,
});

/** While the user keeps writing, changes are sent at most this often. */
const SEND_AFTER_MS = 1_500;
/** While the user reads, notes from other devices are requested this often. */
const ASK_EVERY_MS = 60_000;

const held = new Map<string, AnnotationRecord>();
/** Objects that the database has not yet stored, with their clock: until then they are not treated as stored. */
const putting = new Map<string, number>();
let highest = 0;
let loading: Promise<void> | null = null;
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('annotations') : null;

const sender = annotationSync({
  person: personOfToken,
  bookOf: annotationRepository,
  send,
  alone: aloneAs('annotations'),
  settled(userId, clientIds) {
    tabs?.postMessage({ userId, clientIds });
    void reread(userId, clientIds);
  },
});

async function send(cursor: number, objects: readonly AnnotationRecord[]): Promise<SyncOutcome> {
  try {
    const body = { deviceId: deviceId(), device: deviceName(), cursor, objects: objects.map(sendable) };
    const asked = annotations.userId;
    const answer = await call(syncAnnotations, { body } as InputOf<typeof syncAnnotations>);
    if (!isWhole(answer)) return 'later';
    if (annotations.userId === asked) annotations.heard = true;
    return answer;
  } catch (error) {
    if (!(error instanceof CallError) || isAway(error) || error.code === CODE.signedOut) return 'later';
    return error.code === CODE.invalid && !error.byStatus ? { invalid: error.message } : 'failed';
  }
}

/** An incomplete answer does not confirm that anything was stored. */
const isWhole = ({ changes, refused, cursor }: Partial<SyncAnswer>): boolean =>
  Array.isArray(changes) && Array.isArray(refused) && Number.isFinite(cursor);

function show(): void {
  annotations.changed += 1;
}

async function reread(userId: number, clientIds: readonly string[]): Promise<void> {
  if (annotations.userId !== userId) return;
  // A page that is being unloaded reads nothing.
  const some = await annotationRepository(userId)
    .some(clientIds)
    .catch(() => null);
  if (annotations.userId !== userId || !some) return;
  const rows = new Map(some.map((one) => [one.clientId, one]));
  for (const clientId of clientIds) {
    const row = rows.get(clientId);
    if ((putting.get(clientId) ?? 0) > (row?.clock ?? 0)) continue;
    if (row) held.set(clientId, row);
    else held.delete(clientId);
    highest = Math.max(highest, row?.clock ?? 0);
  }
  show();
}

/** Loads what the user of this device wrote; resolves when it can be shown. Loads nothing for an anonymous visitor. */
export function openAnnotations(): Promise<void> {
  const userId = currentPerson();
  if (annotations.userId === userId && loading) return loading;
  held.clear();
  putting.clear();
  highest = 0;
  Object.assign(annotations, { userId, ready: userId === null, heard: false });
  show();
  loading = userId === null ? Promise.resolve() : load(userId);
  return loading;
}

async function load(userId: number): Promise<void> {
  const book = annotationRepository(userId);
  const [all, cursor] = await Promise.all([book.all().catch(() => []), book.cursor().catch(() => 0)]);
  if (annotations.userId !== userId) return;
  if (cursor > 0) annotations.heard = true;
  for (const one of all) {
    // Written here while the database was being read.
    if (!held.has(one.clientId)) held.set(one.clientId, one);
    highest = Math.max(highest, one.clock);
  }
  annotations.ready = true;
  show();
}

type Body<K extends AnnotationRecord['kind']> = Omit<StoredOf<K>, keyof Version | 'kind'>;
interface Version {
  clientId: string;
  clock: number;
  deleted: boolean;
  seq: number;
  device: string;
  createTime: string;
  updateTime: string;
  sent: boolean;
  refused: string;
}

/** Writes an object or a change of it: shown at once, stored on the device at once, sent to the server soon. */
export function write<K extends AnnotationRecord['kind']>(kind: K, clientId: string, body: Body<K>, deleted = false): void {
  const { userId } = annotations;
  if (userId === null) return;
  const before = held.get(clientId);
  highest = nextClock(highest, Date.now());
  const now = wireNow();
  const version: Version = {
    clientId,
    clock: highest,
    deleted,
    seq: before?.seq ?? 0,
    device: deviceName(),
    createTime: before?.createTime || now,
    updateTime: now,
    // What is written in a book of one's own stays on this device.
    sent: 'publishId' in body && isOwnBook(Number(body.publishId)),
    refused: '',
  };
  // The shown object may be a proxy, which a database cannot store.
  const kept = JSON.parse(JSON.stringify({ kind, ...body, ...version })) as AnnotationRecord;
  held.set(clientId, kept);
  show();
  keep(userId, kept);
  sender.wake(SEND_AFTER_MS);
}

function keep(userId: number, kept: AnnotationRecord): void {
  const { clientId, clock } = kept;
  putting.set(clientId, clock);
  void annotationRepository(userId)
    .put([kept])
    .then(() => void (putting.get(clientId) === clock && putting.delete(clientId)))
    .catch(reportIfFull)
    .then(() => tabs?.postMessage({ userId, clientIds: [clientId] }));
}

/** Stores again what the database could not store, because the page was being left or the storage was full. */
function saveAgain(): void {
  const { userId } = annotations;
  const waiting = [...putting.keys()].flatMap((clientId) => held.get(clientId) ?? []);
  if (userId === null || waiting.length === 0) return;
  for (const kept of waiting) keep(userId, kept);
  sender.wake(SEND_AFTER_MS);
}

/** Returns the stored objects of a kind without deleted ones; call it again when `annotations.changed` increases. */
export function storedOf<K extends AnnotationRecord['kind']>(kind: K): StoredOf<K>[] {
  return [...held.values()].filter((one): one is StoredOf<K> => one.kind === kind && !one.deleted);
}

export const storedById = (clientId: string): AnnotationRecord | null => held.get(clientId) ?? null;

/** Synchronises now; resolves after the attempt. */
export const syncNow = (): Promise<void> => sender.sendNow();

let started = false;
/** Starts sending offline writes and listening to other tabs; called once per page. */
export function startAnnotations(): void {
  if (started) return;
  started = true;
  void openAnnotations();
  sender.wake();
  tabs?.addEventListener('message', ({ data }: MessageEvent<{ userId: number; clientIds: string[] }>) => void reread(data.userId, data.clientIds));
  window.addEventListener('online', () => void sender.sendNow());
  window.addEventListener('pageshow', saveAgain);
  document.addEventListener('visibilitychange', () => void sender.sendNow());
  setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    saveAgain();
    sender.wake();
  }, ASK_EVERY_MS);
  onPersonChange((userId) => {
    void openAnnotations();
    if (userId !== null) sender.wake();
  });
}

// Signing out sends, reads and puts back what is waiting.
export { reread as rereadAnnotations, sender as annotationSender };
