// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { proxy, snapshot } from 'valtio/vanilla';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OWN_BOOKS } from '../../contract/reading/own-book-id.ts';
import { personOf } from '../../tests/support/person.ts';
import { endSession } from '../session/session.store.ts';
import { logIn } from '../session/sign-in.ts';
import { annotationRepository } from './annotation-repository.ts';
import { annotations, storedById, openAnnotations, startAnnotations, syncNow } from './annotations.store.ts';
import type { StoredMark } from './annotation-record.ts';
import { addMark, removeMark, restoreMark } from './marks.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

const user = personOf({ userId: 31, userName: 'reader' });
const passage = {
  publishId: 12,
  editionId: 3,
  documentIndex: 0,
  chapterTitle: '第一章',
  cfi: 'epubcfi(/6/2!/4/2)',
  before: '',
  after: '',
  text: '灯',
};
const draft = { ...passage, type: 'note' as const, note: '记一下', colour: 'yellow' as const, percent: 1 };
let sync: () => unknown = () => ({ code: 200, msg: '', data: { changes: [], refused: [], cursor: 1, more: false } });
let status = 200;
const said: Record<string, unknown>[] = [];
vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
  if (address.endsWith('/sync')) said.push(...(JSON.parse(String(body)) as { objects: Record<string, unknown>[] }).objects);
  if (address.endsWith('/login')) return Response.json({ code: 200, msg: '', token: 'a-token' });
  if (address.endsWith('/getInfo')) return Response.json({ code: 200, msg: '', user, roles: [], permissions: [] });
  if (address.endsWith('/sync')) return Response.json(sync(), { status });
  return Response.json({ code: 200, msg: '' });
});
const unsent = async (): Promise<string[]> => (await annotationRepository(user.userId).unsent()).map((one) => one.clientId);

beforeAll(async () => {
  await logIn({ username: 'reader', password: 'right-pass-1', code: '', uuid: '' }, false);
  startAnnotations();
  await openAnnotations();
});
afterAll(() => endSession());

test('44.18 a note in a book of one’s own is stored here and never sent', async () => {
  const own = addMark({ ...draft, publishId: OWN_BOOKS + 5, note: '自己的书' });
  await vi.waitFor(async () => expect((await annotationRepository(user.userId).all()).map((one) => one.clientId)).toContain(own));
  expect(await unsent()).toEqual([]);
  await syncNow();
  expect(JSON.stringify(said)).not.toContain('自己的书');
  removeMark(own);
  await syncNow();
  expect([said, storedById(own)?.deleted]).toEqual([[], true]);
});

test('restores a removed mark from a displayed proxy object, and sends the restored mark to the server', async () => {
  const clientId = addMark(draft);
  await vi.waitFor(async () => expect(await unsent()).toEqual([clientId]));
  const store = proxy({ removed: { ...(storedById(clientId) as StoredMark), twins: [{ note: '旧', colour: 'blue', device: '手机', clock: 1 }] } });
  removeMark(clientId);
  restoreMark(store.removed as StoredMark);
  await vi.waitFor(async () =>
    expect((await annotationRepository(user.userId).some([clientId]))[0]).toMatchObject({ deleted: false, note: '记一下' }),
  );
  removeMark(clientId);
  restoreMark(snapshot(store).removed as StoredMark);
  const stands = storedById(clientId)?.clock;
  await vi.waitFor(async () => expect((await annotationRepository(user.userId).some([clientId]))[0]?.clock).toBe(stands));
  await syncNow();
  await vi.waitFor(() => expect(storedById(clientId)).toMatchObject({ deleted: false, sent: true, twins: [{ note: '旧' }] }));
  expect(said.findLast((one) => one['clientId'] === clientId)).toMatchObject({ deleted: false, settle: false, twins: [{ note: '旧' }] });
});

test('stores an object as written even when an answer about it arrives during the database write', async () => {
  const clientId = addMark(draft);
  await vi.waitFor(async () => expect(await unsent()).toEqual([clientId]));
  const book = annotationRepository(user.userId);
  const put = vi.spyOn(book, 'put').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  removeMark(clientId);
  await syncNow();
  expect(storedById(clientId)).toMatchObject({ deleted: true });
  put.mockRestore();
});

test('stores a note written while the page is being left once the page is shown again', async () => {
  // Database writes of earlier tests have ended.
  await eventLoopTurns();
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  const clientId = addMark(draft);
  await eventLoopTurns();
  window.dispatchEvent(new Event('pageshow'));
  await vi.waitFor(async () => expect(localStorage.getItem('shuzhou.notes.ahead')).toBeNull());
  expect(await annotationRepository(user.userId).some([clientId])).toMatchObject([{ note: '记一下', sent: false }]);
});

test('ignores an incomplete answer and a gateway’s answer, and keeps the note unsent', async () => {
  await syncNow();
  const clientId = addMark(draft);
  await vi.waitFor(async () => expect(await unsent()).toContain(clientId));
  for (const answer of [
    { code: 200, msg: '', data: {} },
    { code: 200, msg: '', data: { refused: [], cursor: 5 } },
  ]) {
    sync = () => answer;
    await syncNow();
    expect(await unsent()).toContain(clientId);
  }
  status = 400;
  await syncNow();
  expect((await annotationRepository(user.userId).some([clientId]))[0]).toMatchObject({ sent: false, refused: '' });
  expect(annotations.userId).toBe(31);
});
