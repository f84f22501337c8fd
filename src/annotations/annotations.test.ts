// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { createStore } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import type { Change } from '../../contract/annotation/sync.ts';
import { type AnnotationRepository, bookIn } from './annotation-repository.ts';
import { annotationSync, type SyncAnswer, type SyncOutcome } from './annotation-sync.ts';
import { type AnnotationRecord, type StoredMark, sendable } from './annotation-record.ts';

let databases = 0;
const fresh = (userId = 1): AnnotationRepository => bookIn(userId, createStore(`annotations-test-${++databases}`, 'objects'));
beforeEach(() => localStorage.clear());

let clock = 1_000;
const mark = (clientId: string, change: Partial<StoredMark> = {}): StoredMark => ({
  kind: 'mark',
  clientId,
  clock: ++clock,
  deleted: false,
  seq: 0,
  device: '安卓手机',
  createTime: '2026-11-21 09:00:00',
  updateTime: '2026-11-21 09:00:00',
  publishId: 7,
  editionId: 2,
  documentIndex: 1,
  chapterTitle: '第二章',
  cfi: 'epubcfi(/6/4!/4/2,/1:0,/1:4)',
  text: '灯',
  before: '',
  after: '',
  type: 'note',
  note: '记',
  colour: 'yellow',
  percent: 3,
  twins: [],
  sent: false,
  refused: '',
  ...change,
});

/** A simulated server of one user with a bad connection: it may accept a batch whose answer is lost. */
function line(trouble: (call: number) => 'fine' | 'before' | 'after') {
  const rows = new Map<string, Change & { heard: number }>();
  const takes = new Map<string, number>();
  let seq = 0;
  let calls = 0;
  const send = async (cursor: number, objects: readonly AnnotationRecord[]): Promise<SyncOutcome> => {
    const state = trouble(++calls);
    if (state === 'before') return 'later';
    for (const one of objects) {
      const sent = sendable(one) as unknown as Change;
      const row = rows.get(sent.clientId);
      if (row && row.heard >= sent.clock) continue;
      takes.set(sent.clientId, (takes.get(sent.clientId) ?? 0) + 1);
      rows.set(sent.clientId, { ...one, ...sent, seq: ++seq, heard: sent.clock });
    }
    if (state === 'after') return 'later';
    const changes = [...rows.values()].filter((row) => row.seq > cursor);
    return { changes, cursor: seq, more: false, refused: [] } satisfies SyncAnswer;
  };
  /** Restores the state the server had at this sequence number. */
  const restore = (upTo: number): void => {
    for (const [clientId, row] of rows) if (row.seq > upTo) rows.delete(clientId);
    seq = upTo;
  };
  return { rows, takes, send, restore, calls: () => calls };
}

const senderOf = (
  book: AnnotationRepository,
  send: (cursor: number, objects: readonly AnnotationRecord[]) => Promise<SyncOutcome>,
  person = () => 1 as number | null,
) => annotationSync({ person, bookOf: () => book, send, alone: (work) => work(), settled: () => undefined });

test('delivers 500 offline writes exactly once when every third call and every third answer is lost', async () => {
  const book = fresh();
  await book.put(Array.from({ length: 500 }, (_one, index) => mark(`note-${index}`)));
  const server = line((call) => (call % 3 === 1 ? 'before' : call % 3 === 2 ? 'after' : 'fine'));
  const sender = senderOf(book, server.send);
  for (let round = 0; round < 60 && (await book.unsent()).length > 0; round++) await sender.sendNow();
  expect(server.rows.size).toBe(500);
  expect(new Set(server.takes.values())).toEqual(new Set([1]));
  expect(await book.unsent()).toEqual([]);
  const all = await book.all();
  expect(all).toHaveLength(500);
  expect(all.every((one) => one.sent && one.seq > 0)).toBe(true);
});

test('a new tab of the same user finds what a killed tab had only written ahead', async () => {
  localStorage.setItem('shuzhou.notes.ahead', JSON.stringify([{ userId: 1, object: mark('cut-off') }]));
  expect(await fresh(2).all()).toEqual([]);
  const book = fresh(1);
  expect((await book.all()).map((one) => one.clientId)).toEqual(['cut-off']);
  expect(localStorage.getItem('shuzhou.notes.ahead')).toBeNull();
});

test('sends what is written during a call with the next call and does not mark it as sent', async () => {
  const book = fresh();
  await book.put([mark('a', { note: '一' })]);
  const server = line(() => 'fine');
  let slipped = false;
  const sender = senderOf(book, async (cursor, objects) => {
    const answer = await server.send(cursor, objects);
    if (!slipped) await book.put([mark('a', { note: '二' })]);
    slipped = true;
    return answer;
  });
  await sender.sendNow();
  expect(await book.unsent()).toMatchObject([{ note: '二', seq: 1 }]);
  await sender.sendNow();
  expect(server.rows.get('a')).toMatchObject({ note: '二' });
  expect(await book.unsent()).toEqual([]);
});

test('does not use another device’s version as the base of a local write that has not seen it', async () => {
  const book = fresh();
  await book.put([mark('a', { seq: 3, note: '这里写的' })]);
  const theirs = { ...mark('a', { seq: 9, note: '那里写的', clock: 5 }) };
  await book.settle({ changes: [theirs], cursor: 9, sent: [], refused: [] });
  expect(await book.unsent()).toMatchObject([{ note: '这里写的', seq: 3 }]);
});

test('keeps a delete until the server has stored it, and then removes everything', async () => {
  const book = fresh();
  await book.put([mark('a')]);
  await book.put([mark('a', { deleted: true })]);
  expect(await book.all()).toMatchObject([{ deleted: true }]);
  await senderOf(book, line(() => 'fine').send).sendNow();
  expect(await book.all()).toEqual([]);
});

test('sends a server restored from a backup again what it lost, and nothing that it still has', async () => {
  const book = fresh();
  const server = line(() => 'fine');
  const sender = senderOf(book, async (cursor, objects) => {
    const answer = (await server.send(cursor, objects)) as SyncAnswer;
    return answer.cursor < cursor ? { ...answer, changes: [...server.rows.values()] } : answer;
  });
  await book.put([mark('old'), mark('new')]);
  await sender.sendNow();
  expect(await book.all()).toMatchObject([{ seq: 2 }, { seq: 1 }]);
  server.restore(1);
  await sender.sendNow();
  await sender.sendNow();
  expect([...server.rows.keys()]).toEqual(['old', 'new']);
  expect(server.takes.get('old')).toBe(1);
  expect(await book.unsent()).toEqual([]);
});

test('one object that the server cannot read does not block the others and shows the reason', async () => {
  const book = fresh();
  await book.put(['a', 'bad', 'c'].map((clientId) => mark(clientId)));
  const server = line(() => 'fine');
  const sender = senderOf(book, async (cursor, objects) =>
    objects.some((one) => one.clientId === 'bad') ? { invalid: '笔记不能超过1000个字' } : server.send(cursor, objects),
  );
  await sender.sendNow();
  expect([...server.rows.keys()].sort()).toEqual(['a', 'c']);
  expect((await book.all()).find((one) => one.clientId === 'bad')).toMatchObject({ sent: false, refused: '笔记不能超过1000个字' });
  expect(await book.unsent()).toEqual([]);
});

test('resends objects rejected because of the limit after a delete here or elsewhere, and not before', async () => {
  const book = fresh();
  await book.put([mark('old')]);
  const server = line(() => 'fine');
  const full = (objects: readonly AnnotationRecord[]) => objects.filter((one) => one.clientId === 'new' && server.rows.get('old')?.deleted === false);
  const sender = senderOf(book, async (cursor, objects) => {
    const refused = full(objects);
    const answer = (await server.send(
      cursor,
      objects.filter((one) => !refused.includes(one)),
    )) as SyncAnswer;
    return { ...answer, refused: refused.map(({ clientId }) => ({ clientId, why: '已达两万条上限，请先删除一些再添加' })) };
  });
  await sender.sendNow();
  await book.put([mark('new')]);
  await sender.sendNow();
  await sender.sendNow();
  expect(await book.some(['new'])).toMatchObject([{ sent: false, refused: '已达两万条上限，请先删除一些再添加' }]);
  expect(await book.unsent()).toEqual([]);
  const [old] = await book.some(['old']);
  await book.put([{ ...(old as StoredMark), clock: ++clock, deleted: true, sent: false }]);
  await sender.sendNow();
  await sender.sendNow();
  expect(await book.all()).toMatchObject([{ clientId: 'new', sent: true, refused: '' }]);
});

test('one object on which the server fails does not block the others and is retried; if all fail, sending stops for a while', async () => {
  const book = fresh();
  await book.put(['a', 'odd', 'c'].map((clientId) => mark(clientId)));
  const server = line(() => 'fine');
  let mended = false;
  let calls = 0;
  const sender = senderOf(book, async (cursor, objects) => {
    calls += 1;
    return !mended && objects.some((one) => one.clientId === 'odd') ? 'failed' : server.send(cursor, objects);
  });
  await sender.sendNow();
  expect([...server.rows.keys()].sort()).toEqual(['a', 'c']);
  expect(await book.unsent()).toMatchObject([{ clientId: 'odd', refused: '' }]);
  mended = true;
  await sender.sendNow();
  expect(await book.unsent()).toEqual([]);
  calls = 0;
  const down = fresh();
  await down.put(Array.from({ length: 40 }, (_one, index) => mark(`note-${index}`)));
  await senderOf(down, async () => {
    calls += 1;
    return 'failed';
  }).sendNow();
  expect(calls).toBe(4);
  expect((await down.unsent()).length).toBe(40);
});

test('sends nothing after the user signs out, and stores no pending answer for another user', async () => {
  const book = fresh();
  await book.put(Array.from({ length: 120 }, (_one, index) => mark(`n${index}`)));
  let here: number | null = 1;
  const server = line(() => 'fine');
  const sender = senderOf(
    book,
    async (cursor, objects) => {
      const answer = await server.send(cursor, objects);
      here = null;
      return answer;
    },
    () => here,
  );
  await sender.sendNow();
  await sender.sendNow();
  expect(server.calls()).toBe(1);
  expect(await book.unsent()).toHaveLength(70);
});
