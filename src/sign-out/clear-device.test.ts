// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { annotationRepository } from '../annotations/annotation-repository.ts';
import type { AnnotationRecord } from '../annotations/annotation-record.ts';
import { pendingFavorites, writeFavorites } from '../favorites/pending-favorites.ts';
import { devicePosition, storePosition } from '../media-player/positions.ts';
import { positions } from '../reading-progress/reading-progress.store.ts';
import { clearDevice, prepareKey, restoreUnsent } from './clear-device.ts';
import { removeNotes } from './device-rows.ts';
import { sealedUsers } from './sealed-users.ts';

const state = vi.hoisted(() => ({ online: true, person: 7 }));
vi.mock('../api/call.ts', async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: { path: string }) => {
    if (!state.online) throw new Error('offline');
    if (path === '/system/user/profile/deviceKey') return { key: btoa(String.fromCharCode(...Array.from({ length: 32 }, () => state.person))) };
    throw new Error(`unexpected call: ${path}`);
  },
}));

const note = (clientId: string, text: string, sent: boolean): AnnotationRecord =>
  ({ kind: 'mark', clientId, clock: 9, seq: 0, sent, refused: '', deleted: false, text, note: text, twins: [] }) as unknown as AnnotationRecord;
const place = (userId: number, sent: boolean) => ({
  userId,
  publishId: sent ? 1 : 2,
  editionId: 1,
  cfi: 'epubcfi(/6/2)',
  percent: 5,
  documentIndex: 0,
  chapterTitle: 'secret-chapter',
  clock: 9,
  sent,
});

/** All that the next person on the device can read: every database and the local storage. */
async function readable(): Promise<string> {
  const parts = [JSON.stringify({ ...localStorage })];
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error ?? new Error(name)));
    });
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve) => {
        const all = db.transaction(store).objectStore(store).getAll();
        all.addEventListener('success', () => resolve(all.result));
      });
      const plain = rows.map((row) =>
        row instanceof Object && 'bytes' in row ? new TextDecoder().decode(row.bytes as ArrayBuffer) : JSON.stringify(row),
      );
      parts.push(name, ...plain.map(String));
    }
    db.close();
  }
  return parts.join('\n');
}

async function write(userId: number): Promise<void> {
  await annotationRepository(userId).put([note('sent', 'secret-sent', true), note('unsent', 'secret-unsent', false)]);
  for (const sent of [true, false]) await positions.put(place(userId, sent));
  storePosition(userId, 3, 61_000);
  writeFavorites(userId, { 12: true });
}

beforeEach(async () => {
  Object.assign(state, { online: true, person: 7 });
  localStorage.clear();
  for (const userId of [7, 8]) await removeNotes(userId);
});

test('#43.7 after a sign-out without a network the device holds nothing readable, and the unsent comes back to its user', async () => {
  await prepareKey(7);
  state.online = false;
  await write(7);
  expect(await readable()).toMatch(/secret-unsent/);
  await clearDevice(7);
  const left = await readable();
  for (const word of ['secret-', 'epubcfi', '61000']) expect([word, left.includes(word)]).toEqual([word, false]);
  expect(sealedUsers()).toEqual([7]);
  expect(pendingFavorites(7)).toEqual({});

  state.online = true;
  await restoreUnsent(7);
  const back = await annotationRepository(7).all();
  expect(back.map(({ clientId, sent }) => [clientId, sent])).toEqual([['unsent', false]]);
  expect((await positions.unsent(7)).map(({ publishId }) => publishId)).toEqual([2]);
  expect(devicePosition(7, 3)).toMatchObject({ positionMs: 61_000, sent: false });
  expect(pendingFavorites(7)).toEqual({ 12: true });
  expect(sealedUsers()).toEqual([]);
});

test('#43.7 another user cannot read what is encrypted, and it stays for its owner', async () => {
  await prepareKey(7);
  state.online = false;
  await write(7);
  await clearDevice(7);
  Object.assign(state, { online: true, person: 8 });
  await prepareKey(8);
  await clearDevice(8);
  expect(await annotationRepository(8).all()).toEqual([]);
  expect(sealedUsers()).toEqual([7]);
  state.person = 7;
  await restoreUnsent(7);
  expect((await annotationRepository(7).all()).map(({ clientId }) => clientId)).toEqual(['unsent']);
});

test('#43.7 what is sent leaves the device even when the key could not be fetched; nothing unsent is lost', async () => {
  state.online = false;
  await write(9);
  await clearDevice(9);
  expect((await annotationRepository(9).all()).map(({ clientId }) => clientId)).toEqual(['unsent']);
  expect(await readable()).not.toContain('secret-sent');
});
