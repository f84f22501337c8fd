// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { personOf } from '../../tests/support/person.ts';
import { endSession } from '../session/session.store.ts';
import { logIn } from '../session/sign-in.ts';
import { storedById, storedOf, openAnnotations, syncNow } from './annotations.store.ts';
import { idOf } from '../sync/device-id.ts';
import { type StoredWord, sendable } from './annotation-record.ts';
import { addBookmark, addWord, changeWord, removeMark, removeWord } from './marks.ts';

const user = personOf({ userId: 32, userName: 'reader' });
const passage = { publishId: 12, editionId: 3, documentIndex: 0, chapterTitle: '', cfi: 'epubcfi(/6/2!/4/2)', before: '', after: '', text: ' 灯塔 ' };
vi.stubGlobal('fetch', async (address: string) => {
  if (address.endsWith('/login')) return Response.json({ code: 200, msg: '', token: 'a-token' });
  if (address.endsWith('/getInfo')) return Response.json({ code: 200, msg: '', user, roles: [], permissions: [] });
  return Response.json({ code: 200, msg: '', data: { changes: [], refused: [], cursor: 1, more: false } });
});

beforeAll(async () => {
  await logIn({ username: 'reader', password: 'right-pass-1', code: '', uuid: '' }, false);
  await openAnnotations();
});
afterAll(() => endSession());
afterEach(() => vi.restoreAllMocks());

const word = (): StoredWord => storedOf('word')[0] as StoredWord;
/** The object as it would be sent. */
const said = (): object => sendable(word());

test('a word of a book and a bookmark at a position have the same id on every device and when they are set again', async () => {
  const [lamp, place] = [await addWord(passage, '', ''), await addBookmark({ ...passage, percent: 1 })];
  expect(lamp).toBe(await idOf('word', 12, '灯塔'));
  expect(place).toBe(await idOf('bookmark', 12, 3, passage.cfi));
  expect(lamp).toMatch(/^[\w-]{4,36}$/);
  removeMark(place);
  expect(await addBookmark({ ...passage, percent: 1 })).toBe(place);
  expect(storedById(place)).toMatchObject({ type: 'bookmark', deleted: false });
  const others = [await addWord({ ...passage, publishId: 13 }, '', ''), await addWord({ ...passage, text: '灯' }, '', '')];
  expect(new Set([lamp, ...others]).size).toBe(3);
  for (const one of storedOf('word')) removeWord(one);
});

test('without a secure context no derived id exists, and nothing is lost', async () => {
  vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as unknown as SubtleCrypto);
  const ids = [await idOf('word', 12, '灯塔'), await idOf('word', 12, '灯塔')];
  expect(ids[0]).not.toBe(ids[1]);
  for (const id of ids) expect(id).toMatch(/^[\w-]{4,36}$/);
});

test('sends whether the meaning of a word was written here, until the server has it', async () => {
  await addWord(passage, '', '海边的灯');
  expect(said()).toMatchObject({ meaning: '海边的灯', meant: true });
  changeWord(word(), { box: 1, reviews: 1 });
  expect(said()).toMatchObject({ box: 1, meant: true });
  await syncNow();
  await vi.waitFor(() => expect(word()).toMatchObject({ sent: true }));
  changeWord(word(), { box: 2, reviews: 2 });
  expect(said()).toMatchObject({ meaning: '海边的灯', meant: false });
  changeWord(word(), { meaning: '灯' });
  expect(said()).toMatchObject({ meaning: '灯', meant: true });
});
