import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { up as noteBytesMigration } from '../db/migrations/012-note-bytes.ts';
import { BYTES_MOST, bytesOf, ERRATA_WAITING_MOST, OBJECTS_MOST } from './sync-quota.ts';

let town: TestContext;
let one: Bearer;
let other: Bearer;
let staff: Bearer;
let work = 0;
let cursors: Record<string, number> = {};

beforeAll(async () => {
  town = await testContext();
  for (const userName of ['one', 'other']) await town.addUser({ userName });
  await town.addUser({ userName: 'staff', permissions: ['publish:erratum:list', 'publish:erratum:edit'] });
  [one, other, staff] = [await town.as('one'), await town.as('other'), await town.as('staff')];
  const now = Date.now();
  const row = {
    publishNo: 'n1',
    kind: 'book' as const,
    title: '桥上的灯',
    authorsText: '何语',
    edition: 1,
    status: 'listed' as const,
    listTime: now,
    createTime: now,
    updateTime: now,
  };
  work = (await town.context.db.insertInto('publication').values(row).returning('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => town.close());
beforeEach(() => {
  cursors = {};
});

interface Answer {
  code: number;
  msg: string;
  rows: Record<string, unknown>[];
  data: { changes: Record<string, unknown>[]; cursor: number; more: boolean; refused: { clientId: string; why: string }[] };
}
const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, headers: Bearer, payload?: object): Promise<Answer> =>
  (await town.app.inject({ method, url: `/prod-api${url}`, headers, ...(payload ? { payload } : {}) })).json<Answer>();

/** Sends objects from a device and returns the changes since its last sync. */
async function sync(device: string, objects: object[] = [], who = one): Promise<Answer['data']> {
  const answer = await ask('POST', '/info/annotation/sync', who, { deviceId: `device-${device}`, device, cursor: cursors[device] ?? 0, objects });
  expect(answer).toMatchObject({ code: 200 });
  cursors[device] = answer.data.cursor;
  return answer.data;
}

let clock = Date.now();
let made = 0;
const passage = () => ({
  publishId: work,
  editionId: 1,
  documentIndex: 2,
  chapterTitle: '第三章',
  cfi: 'epubcfi(/6/6!/4/2,/1:0,/1:8)',
  text: '桥上的灯亮了',
  before: '天黑以后，',
  after: '，河水慢下来。',
});
const mark = (change: object = {}) => ({
  kind: 'mark',
  clientId: `mark-${++made}`,
  base: 0,
  clock: ++clock,
  deleted: false,
  ...passage(),
  type: 'note',
  note: '记一下',
  colour: 'yellow',
  percent: 12.34,
  settle: true,
  ...change,
});
const found = (data: Answer['data'], clientId: string) => data.changes.find((change) => change['clientId'] === clientId);

test('syncs a note to the other devices of the same reader only', async () => {
  const note = mark();
  const first = await sync('phone', [note]);
  const seen = found(await sync('pad'), note.clientId);
  expect(seen).toMatchObject({ kind: 'mark', note: '记一下', colour: 'yellow', percent: 12.34, publishId: work, device: 'phone', twins: [] });
  expect(seen?.['seq']).toBe(first.cursor);
  expect((await sync('phone')).changes).toEqual([]);
  expect((await sync('stranger', [], other)).changes).toEqual([]);
});

test('counts a repeated write once, also after another device has written', async () => {
  const note = mark();
  await sync('phone', [note]);
  const seen = found(await sync('pad'), note.clientId);
  await sync('pad', [mark({ clientId: note.clientId, base: seen?.['seq'], note: '平板上改的' })]);
  await sync('phone', [note]);
  await sync('phone', [note]);
  expect(found(await sync('third'), note.clientId)).toMatchObject({ note: '平板上改的', twins: [] });
});

test('keeps both texts of a note changed on two devices at once until the reader decides', async () => {
  const note = mark();
  await sync('phone', [note]);
  const base = found(await sync('pad'), note.clientId)?.['seq'];
  await sync('pad', [mark({ clientId: note.clientId, base, note: '平板的话' })]);
  await sync('phone', [mark({ clientId: note.clientId, base, note: '手机的话' })]);
  const both = found(await sync('pad'), note.clientId);
  expect(both).toMatchObject({ note: '手机的话', device: 'phone', twins: [{ note: '平板的话', device: 'pad' }] });
  // The device that wrote the current text has not seen the other one; its next write does not drop that text.
  await sync('phone', [mark({ clientId: note.clientId, base, note: '手机又写' })]);
  const now = found(await sync('pad'), note.clientId);
  expect(now).toMatchObject({ note: '手机又写', twins: [{ note: '平板的话' }] });
  await sync('pad', [mark({ clientId: note.clientId, base: now?.['seq'], note: '合起来的话' })]);
  expect(found(await sync('phone'), note.clientId)).toMatchObject({ note: '合起来的话', twins: [] });
});

test('stores a late write with an older clock as a twin of the current version', async () => {
  const note = mark();
  await sync('phone', [note]);
  const base = found(await sync('pad'), note.clientId)?.['seq'];
  const early = mark({ clientId: note.clientId, base, note: '先写后到' });
  await sync('pad', [mark({ clientId: note.clientId, base, note: '后写先到' })]);
  await sync('phone', [early]);
  expect(found(await sync('pad'), note.clientId)).toMatchObject({ note: '后写先到', device: 'pad', twins: [{ note: '先写后到', device: 'phone' }] });
  // A device that deletes its own version does not delete a text that it never saw.
  await sync('pad', [mark({ clientId: note.clientId, base: Number(base) + 1, deleted: true })]);
  expect(found(await sync('third'), note.clientId)).toMatchObject({ deleted: false, twins: [{ note: '先写后到' }] });
});

test('keeps a text added by another device when a concurrent write changes the colour or deletes the mark', async () => {
  for (const change of [{ note: '', colour: 'green' }, { deleted: true }]) {
    const plain = mark({ type: 'highlight', note: '' });
    await sync('phone', [plain]);
    const base = found(await sync('pad'), plain.clientId)?.['seq'];
    await sync('pad', [mark({ clientId: plain.clientId, base, note: '平板补的话' })]);
    await sync('phone', [mark({ clientId: plain.clientId, base, ...change })]);
    expect(found(await sync('third'), plain.clientId)).toMatchObject({ note: '平板补的话', deleted: false });
    expect(found(await sync('pad'), plain.clientId)).toMatchObject({ note: '平板补的话', deleted: false });
  }
});

test('syncs a delete that has seen the last version as a tombstone', async () => {
  const note = mark();
  await sync('phone', [note]);
  const seq = found(await sync('pad'), note.clientId)?.['seq'];
  await sync('pad', [mark({ clientId: note.clientId, base: seq, deleted: true })]);
  expect(found(await sync('phone'), note.clientId)).toMatchObject({ deleted: true });
});

test('keeps the later look, both meanings of a word, and the minutes of each device separately', async () => {
  const word = (change: object) => ({
    ...mark(),
    kind: 'word',
    clientId: 'word-lamp',
    sentence: '灯亮了',
    meaning: '',
    box: 0,
    dueAt: 1,
    reviews: 0,
    ...change,
  });
  const late = word({ meaning: '后来的' });
  await sync('phone', [{ ...late, clock: ++clock + 10 }]);
  await sync('pad', [word({ meaning: '先前的', clock: clock - 5 })]);
  const look = { kind: 'look', clientId: 'look-0', base: 0, clock: ++clock, deleted: false, publishId: 0, look: { fontSize: 22, theme: 'night' } };
  const day = (device: string, seconds: number) => ({
    kind: 'day',
    clientId: `day-20261121-${device}`,
    base: 0,
    clock: ++clock,
    deleted: false,
    day: '2026-11-21',
    seconds,
    pages: 9,
    finished: [work],
  });
  await sync('phone', [look, day('phone', 600)]);
  const all = await sync('third', [day('third', 300)]);
  expect(found(all, 'word-lamp')).toMatchObject({ meaning: '后来的；先前的' });
  expect(found(all, 'look-0')).toMatchObject({ look: { fontSize: 22, theme: 'night' } });
  expect(all.changes.filter((change) => change['kind'] === 'day').map((change) => change['seconds'])).toEqual([600, 300]);
});

test('rejects texts that are too long with a message, and lists a write for a missing book while the rest is stored', async () => {
  const send = (object: object) => ask('POST', '/info/annotation/sync', one, { deviceId: 'device-x', device: '', cursor: 0, objects: [object] });
  expect(await send(mark({ note: '长'.repeat(1001) }))).toMatchObject({ code: 400, msg: '笔记不能超过1000个字' });
  const spent = { kind: 'day', clientId: 'day-never', base: 0, clock, deleted: false, seconds: 1, pages: 1, finished: [] };
  for (const day of ['9999-99-99', '2026-02-30', '20261121'])
    expect(await send({ ...spent, day }), day).toMatchObject({ code: 400, msg: '日期不正确' });
  const [lost, good] = [mark({ publishId: 999_999 }), mark()];
  const data = await sync('phone', [lost, good]);
  expect(data.refused).toEqual([{ clientId: lost.clientId, why: '这本书已不存在，这一条没有同步' }]);
  expect(found(data, good.clientId)).toBeTruthy();
  expect(found(data, lost.clientId)).toBeUndefined();
});

test('stores five hundred offline writes once each when every second response is lost', async () => {
  const notes = Array.from({ length: 500 }, () => mark());
  await sync('reader', []);
  const before = cursors['reader'] ?? 0;
  for (let from = 0; from < notes.length; from += 50) {
    const batch = notes.slice(from, from + 50);
    // The server applies the batch, the response is lost, and the device sends it again with its old cursor.
    if (from % 100 === 0) await ask('POST', '/info/annotation/sync', one, { deviceId: 'device-phone', device: 'phone', cursor: 0, objects: batch });
    await sync('phone', batch);
  }
  const seen = [];
  for (let more = true; more; ) {
    const data = await sync('reader');
    seen.push(...data.changes.map((change) => change['clientId']));
    more = data.more;
  }
  expect(seen.filter((clientId) => notes.some((note) => note.clientId === clientId))).toHaveLength(500);
  expect(new Set(seen).size).toBe(seen.length);
  expect((cursors['reader'] ?? 0) - before).toBe(500);
});

test('lists an erratum for staff, accepts one answer, and notifies its reader', async () => {
  const report = { ...mark(), kind: 'erratum', clientId: 'erratum-1', text: '桥上的等', wrong: '“等”应为“灯”' };
  await sync('phone', [report]);
  expect(await ask('GET', '/annotation/erratum/list', one)).toMatchObject({ code: 403 });
  const [row] = (await ask('GET', '/annotation/erratum/list?status=pending', staff)).rows;
  expect(row).toMatchObject({ text: '桥上的等', wrong: '“等”应为“灯”', title: '桥上的灯', userName: 'one', status: 'pending', publishId: work });
  const path = `/annotation/erratum/answer/${String(row?.['erratumId'])}`;
  expect(await ask('PUT', path, one, { status: 'accepted', reply: '谢谢' })).toMatchObject({ code: 403 });
  expect(await ask('PUT', path, staff, { status: 'accepted', reply: ' ' })).toMatchObject({ code: 400, msg: '答复至少2个字' });
  expect(await ask('PUT', path, staff, { status: 'accepted', reply: '谢谢，下一版改正' })).toMatchObject({ code: 200 });
  expect(await ask('PUT', path, staff, { status: 'rejected', reply: '再答一次' })).toMatchObject({ code: 500 });
  expect(found(await sync('phone'), 'erratum-1')).toMatchObject({ status: 'accepted', reply: '谢谢，下一版改正' });
  const message = await town.context.db.selectFrom('message').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(message).toMatchObject({ title: '您的错字反馈已采纳', link: '/personalCenter/errata' });
  const log = await town.context.db.selectFrom('operLog').select('title').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(log.title).toBe('错字反馈');
});

test('hides an erratum from staff when its reader withdraws it before an answer', async () => {
  const report = { ...mark(), kind: 'erratum', clientId: 'erratum-2', wrong: '看错了' };
  await sync('phone', [report]);
  await sync('phone', [{ ...report, clock: ++clock, deleted: true }]);
  expect((await ask('GET', '/annotation/erratum/list?wrong=看错', staff)).rows).toEqual([]);
});

test('limits the pending errata of one user, and accepts another after one is answered', async () => {
  await town.addUser({ userName: 'many' });
  const many = await town.as('many');
  const report = (at: number) => ({ ...mark(), kind: 'erratum', clientId: `many-${at}`, wrong: '不对' });
  const reports = (from: number, length: number) => Array.from({ length }, (_none, at) => report(from + at));
  for (let at = 0; at < ERRATA_WAITING_MOST - 50; at += 50) await sync('many', reports(at, 50), many);
  // Two devices that write at the same moment share the remaining quota.
  const both = await Promise.all([sync('here', reports(1000, 40), many), sync('there', reports(2000, 40), many)]);
  const refused = both.flatMap((answer) => answer.refused);
  expect(refused).toHaveLength(30);
  const why = '您有300条错字反馈还在等待处理，请等答复后再提交';
  expect(new Set(refused.map((one) => one.why))).toEqual(new Set([why]));
  const over = report(3000);
  expect((await sync('many', [over, { ...report(0), wrong: '改一改' }], many)).refused).toEqual([{ clientId: over.clientId, why }]);
  const [row] = (await ask('GET', '/annotation/erratum/list?status=pending', staff)).rows;
  await ask('PUT', `/annotation/erratum/answer/${String(row?.['erratumId'])}`, staff, { status: 'rejected', reply: '没有错' });
  expect((await sync('many', [over], many)).refused).toEqual([]);
});

test('accepts concurrent writes of several devices and skips no version number', async () => {
  const notes = Array.from({ length: 24 }, () => mark());
  while ((await sync('watch')).more);
  const start = cursors['watch'] ?? 0;
  await Promise.all(notes.map((note, index) => sync(`d${index % 6}`, [note])));
  const data = await sync('watch');
  expect(data.changes.map((change) => change['seq'])).toEqual(notes.map((_note, index) => start + index + 1));
});

test('counts the stored bytes of a user exactly after every kind of change', async () => {
  const userId = await town.addUser({ userName: 'writer' });
  const writer = await town.as('writer');
  const [kept, fought, gone] = [mark({ note: '字'.repeat(300) }), mark(), mark()];
  const more = { base: 0, clock: ++clock, deleted: false };
  const word = { ...mark(), kind: 'word', clientId: 'word-w', sentence: '灯亮了😀', meaning: 'lamp', box: 0, dueAt: 0, reviews: 0 };
  const wrong = { ...mark(), kind: 'erratum', clientId: 'wrong-w', wrong: '错了一个字' };
  const day = { ...more, kind: 'day', clientId: 'day-w', day: '2026-11-21', seconds: 1, pages: 1, finished: [work] };
  const look = { ...more, kind: 'look', clientId: 'look-w', publishId: 0, look: { font: '楷体' } };
  await sync('w1', [kept, fought, gone, word, wrong, day, look], writer);
  const base = found(await sync('w2', [], writer), fought.clientId)?.['seq'];
  await sync('w2', [mark({ clientId: fought.clientId, base, note: '平板的话' })], writer);
  await sync('w1', [mark({ clientId: fought.clientId, base, note: '手机的话，长一些' }), { ...gone, clock: ++clock, deleted: true }], writer);
  await sync(
    'w1',
    [
      { ...wrong, clock: ++clock, deleted: true },
      { ...word, clock: ++clock, deleted: true },
      mark({ deleted: true }),
      { ...look, clock: ++clock, look: { font: '宋体', size: 20 } },
    ],
    writer,
  );
  const { db } = town.context;
  const texts = {
    annotation: ['chapterTitle', 'cfi', 'text', 'before', 'after', 'note', 'twins'],
    word: ['chapterTitle', 'cfi', 'text', 'before', 'after', 'sentence', 'meaning'],
    readingDay: ['finished'],
    readingSetting: ['look'],
    erratum: ['chapterTitle', 'cfi', 'text', 'before', 'after', 'wrong'],
  };
  let sum = 0;
  for (const [table, names] of Object.entries(texts)) {
    const lengths = sql.join(
      ['device', 'heard', ...names].map((name) => sql`octet_length(${sql.ref(name)})`),
      sql` + `,
    );
    const { rows } = await sql<{
      bytes: number;
      rows: number;
    }>`select sum(200 + ${lengths}) as bytes, count(*) as rows from ${sql.table(table)} where user_id = ${userId}`.execute(db);
    expect(Number(rows[0]?.rows), table).toBeGreaterThan(0);
    sum += Number(rows[0]?.bytes);
  }
  expect(await stored(userId)).toBe(sum);
  // An installation from before the byte count existed.
  await sql`alter table sync_counter drop column bytes`.execute(db);
  await db.updateTable('annotation').set({ note: '删除时留下的话' }).where('userId', '=', userId).where('deleted', '=', '1').execute();
  await noteBytesMigration(db as never, db.engine);
  expect(await stored(userId)).toBe(sum);
  // A tombstone holds no user text.
  const tombs = await db
    .selectFrom('annotation')
    .select(['text', 'before', 'note'])
    .where('userId', '=', userId)
    .where('deleted', '=', '1')
    .execute();
  expect(tombs).toEqual([
    { text: '', before: '', note: '' },
    { text: '', before: '', note: '' },
  ]);
});

const stored = async (userId: number): Promise<number> =>
  (await town.context.db.selectFrom('syncCounter').select('bytes').where('userId', '=', userId).executeTakeFirstOrThrow()).bytes;

test('rejects growth with a message when the quota is full, accepts writes that do not grow, and frees space by a delete', async () => {
  const userId = await town.addUser({ userName: 'hoarder' });
  const hoarder = await town.as('hoarder');
  const long = mark({ note: '长'.repeat(900) });
  await sync('h', [long], hoarder);
  const said = await stored(userId);
  await town.context.db
    .updateTable('syncCounter')
    .set({ bytes: BYTES_MOST - 100 })
    .where('userId', '=', userId)
    .execute();
  const small = mark({ clientId: 'small-h', note: '短' });
  const why = '笔记、生词等合计已满64MB，请先删除一些再添加';
  expect((await sync('h', [small, mark({ clientId: long.clientId, note: '长'.repeat(1000) })], hoarder)).refused).toEqual([
    { clientId: 'small-h', why },
    { clientId: long.clientId, why },
  ]);
  const { refused, changes } = await sync('h', [mark({ clientId: long.clientId, note: '长'.repeat(900), colour: 'green' })], hoarder);
  expect([refused, changes]).toMatchObject([[], [{ clientId: long.clientId, colour: 'green' }]]);
  expect((await sync('h', [{ ...long, clock: ++clock, deleted: true }], hoarder)).refused).toEqual([]);
  expect(await stored(userId)).toBeLessThan(BYTES_MOST - 100 - 900 * 3);
  expect((await sync('h', [{ ...small, clock: ++clock }], hoarder)).refused).toEqual([]);
  expect(said).toBeLessThan(5_000);
});

test('fits the maximum number of marks and words of typical length into the quota', () => {
  const phone = { device: '张三的平板电脑', heard: JSON.stringify(Object.fromEntries([1, 2, 3].map((one) => [`${one}`.repeat(36), Date.now()]))) };
  const place = {
    ...phone,
    chapterTitle: '第'.repeat(20),
    cfi: 'epubcfi(/6/120!/4/2[part]/244,/1:1024,/1:1100)',
    before: '前'.repeat(64),
    after: '后'.repeat(64),
  };
  const highlight = bytesOf('annotation', { ...place, text: '句'.repeat(80), note: '记'.repeat(30) });
  const word = bytesOf('word', { ...place, text: '生词', sentence: '句'.repeat(60), meaning: '义'.repeat(40) });
  const days = 100 * 366 * bytesOf('readingDay', phone);
  expect((highlight + word) * OBJECTS_MOST + days).toBeLessThan(BYTES_MOST);
});

test('limits a user to twenty thousand objects of a kind, also when a new object claims a base version', async () => {
  const userId = await town.addUser({ userName: 'collector' });
  const collector = await town.as('collector');
  const { publishId: publicationId, ...rest } = passage();
  const row = { ...rest, publicationId, type: 'note', note: '', colour: 'blue', percent: 0, twins: '[]', userId, device: '', deviceId: 'device-old' };
  const stamps = { clock: 1, heard: '{}', deleted: '0' as const, createTime: 1, updateTime: 1 };
  for (let from = 0; from < OBJECTS_MOST; from += 1000) {
    const some = Array.from({ length: 1000 }, (_, index) => ({ ...row, ...stamps, clientId: `kept-${from + index}`, seq: from + index + 1 }));
    await town.context.db.insertInto('annotation').values(some).execute();
  }
  await town.context.db.insertInto('syncCounter').values({ userId, seq: OBJECTS_MOST }).execute();
  cursors['full'] = OBJECTS_MOST;
  for (const base of [0, 7])
    expect((await sync('full', [mark({ clientId: `more-${base}`, base })], collector)).refused).toMatchObject([{ clientId: `more-${base}` }]);
  const { refused, changes } = await sync('full', [mark({ clientId: 'kept-5', base: 6, note: '还能改' })], collector);
  expect([refused, changes]).toMatchObject([[], [{ clientId: 'kept-5', note: '还能改' }]]);
  expect(
    (await sync('full', [{ ...mark({ clientId: 'word-1' }), kind: 'word', sentence: '', meaning: '', box: 0, dueAt: 0, reviews: 0 }], collector))
      .refused,
  ).toEqual([]);
});
