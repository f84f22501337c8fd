// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { get, set } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import { OWN_BOOKS } from '../../contract/reading/own-book-id.ts';
import { annotationRepository } from '../annotations/annotation-repository.ts';
import type { AnnotationRecord } from '../annotations/annotation-record.ts';
import { pendingFavorites, writeFavorites } from '../favorites/pending-favorites.ts';
import { devicePosition, storePosition } from '../media-player/positions.ts';
import { positions } from '../reading-progress/reading-progress.store.ts';
import { DraftStorage, readDraft } from '../drafts/draft-storage.ts';
import { deviceStore } from '../storage/device-store.ts';
import { clearDevice, restoreUnsent } from './clear-device.ts';
import { prepareKey } from '../device-key/device-key.ts';
import { keysBelongTo } from './personal-keys.ts';
import { departureWords } from './departure.ts';
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

test('44.18 what was read and written in books of one’s own, which no server has, comes back after a sign-out', async () => {
  await prepareKey(7);
  const own = OWN_BOOKS + 1;
  await annotationRepository(7).put([{ ...note('own', 'secret-own', true), publishId: own } as AnnotationRecord]);
  await positions.put({ ...place(7, true), publishId: own });
  await clearDevice(7);
  expect(await readable()).not.toContain('secret-');
  await restoreUnsent(7);
  expect((await annotationRepository(7).all()).map(({ clientId, sent }) => [clientId, sent])).toContainEqual(['own', true]);
  expect(await positions.get(7, own)).toMatchObject({ percent: 5, sent: true });
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

const judging = deviceStore('shuzhou-judging', 'judging');

test('#44.12 a sign-out removes search terms, settings, texts and drafts, and encrypts what a judge has not sent', async () => {
  await prepareKey(7);
  for (const name of ['searches.7', 'notes.lost 7', 'words', 'aloud', 'pace', 'player', 'columns', 'looks', 'held'])
    localStorage.setItem(`shuzhou.${name}`, 'own-key');
  localStorage.setItem('shuzhou.draft 7 late', 'own-late');
  localStorage.setItem('shuzhou.searches.8', 'other');
  localStorage.setItem('shuzhou.device', 'device');
  sessionStorage.setItem('desk-before-reload', 'own-desk');
  const [draft, others] = [new DraftStorage<string>(7, '评论 12'), new DraftStorage<string>(8, '评论 12')];
  for (const [one, text] of [
    [draft, 'own-draft'],
    [others, 'other-draft'],
  ] as const) {
    one.keep(text);
    await one.flush();
  }
  await set('7 queue 3/1/5/0', { title: 'own-score' }, judging);
  await set('7 file 9', 'own-file', judging);
  const words = await departureWords(7);
  expect(words).toContain('1 份评审意见');
  expect(words).toContain('退出后会删除：1 份没有提交的草稿（评论、表单等）。想留下请点“取消”');
  await clearDevice(7);
  expect(await readable()).not.toMatch(/own-(?:key|late|draft|score|file)/);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('own-');
  expect([localStorage.getItem('shuzhou.searches.8'), localStorage.getItem('shuzhou.device')]).toEqual(['other', 'device']);
  expect(await readDraft(8, '评论 12')).toMatchObject({ value: 'other-draft' });
  await restoreUnsent(7);
  expect(await get('7 queue 3/1/5/0', judging)).toEqual({ title: 'own-score' });
  expect(await get('7 file 9', judging)).toBeUndefined();
  await clearDevice(7);
});

test('#44.12 the question before a sign-out is empty when nothing is waiting, and names unsent notes', async () => {
  expect(await departureWords(8)).not.toContain('还没有同步');
  state.online = false;
  await annotationRepository(6).put([note('unsent', 'text', false)]);
  expect(await departureWords(6)).toContain('还没有同步到账号：1 条笔记、生词或阅读记录。');
});

test('#44.12 settings without a user id in their name do not pass to another user who signs in, and stay for the same one', () => {
  keysBelongTo(7);
  localStorage.setItem('shuzhou.pace', '{"pace":400,"pages":9}');
  keysBelongTo(7);
  expect(localStorage.getItem('shuzhou.pace')).not.toBeNull();
  keysBelongTo(8);
  expect(localStorage.getItem('shuzhou.pace')).toBeNull();
});
