import 'fake-indexeddb/auto';
import { createStore, set } from 'idb-keyval';
import { expect, it } from 'vitest';
import { becomeWho, bookPathOf, forgetRights, keptAnswer, keptDetail } from './kept-answers.ts';
import { bookKey, fileKey, keptDatabase, KEPT_STORE } from './messages.ts';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;
const mine = createStore(keptDatabase(1), KEPT_STORE);
const theirs = createStore(keptDatabase(2), KEPT_STORE);
const at = { publishId: 7, editionId: 3, path: 'OPS/第一章.xhtml' };

it('an address of a book is read, decoded', () => {
  expect(bookPathOf(new URL('https://h/books/7/3/OPS/%E7%AC%AC%E4%B8%80%E7%AB%A0.xhtml'))).toEqual(at);
  expect(bookPathOf(new URL('https://h/books/7/x/a'))).toBeNull();
  expect(bookPathOf(new URL('https://h/books/7/3/%E0%A4%A'))).toBeNull();
});

it('only the person who is here is answered', async () => {
  await set(fileKey(7, 3, at.path), { type: 'application/xhtml+xml', body: bytes('我的') }, mine);
  await set(bookKey(7), { validTo: null, detail: { title: '书' } }, mine);
  await becomeWho(null);
  expect(await keptAnswer(at, null)).toBeNull();
  await becomeWho(2);
  expect(await keptAnswer(at, null)).toBeNull();
  await becomeWho(1);
  const answer = await keptAnswer(at, null);
  expect(answer?.headers.get('content-type')).toBe('application/xhtml+xml');
  expect(await answer?.text()).toBe('我的');
  expect(await (await keptDetail(7))?.json()).toEqual({ code: 200, msg: '操作成功', data: { title: '书' } });
});

it('a copy whose right ran out is refused, without a byte', async () => {
  await becomeWho(2);
  await set(fileKey(7, 3, 'a.xhtml'), { type: 'text/html', body: bytes('过期') }, theirs);
  await set(bookKey(7), { validTo: 1_000, detail: null }, theirs);
  forgetRights();
  const answer = await keptAnswer({ ...at, path: 'a.xhtml' }, null, 2_000);
  expect(answer?.status).toBe(403);
  expect(await answer?.text()).toBe('');
  expect((await keptAnswer({ ...at, path: 'a.xhtml' }, null, 999))?.status).toBe(200);
});
