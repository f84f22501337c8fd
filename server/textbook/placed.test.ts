import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { addTextbook } from '../../tests/support/textbook-fixture.ts';
import { documentOfQuote } from './place-carry.rule.ts';

let t: TestContext;
let editor: Bearer;
let reader: Bearer;
let buyer: Bearer;
let buyerId = 0;

beforeAll(async () => {
  t = await testContext();
  await t.addUser({
    userName: 'editor',
    permissions: ['textbook:textbook:list', 'textbook:textbook:query', 'textbook:textbook:edit', 'publish:audio:remove'],
  });
  await t.addUser({ userName: 'reader' });
  buyerId = await t.addUser({ userName: 'buyer' });
  [editor, reader, buyer] = [await t.as('editor'), await t.as('reader'), await t.as('buyer')];
});
afterAll(() => t.close());

// oxlint-disable-next-line no-explicit-any -- the answer of any call
type Answer = { code: number; msg: string; data: any; rows: any[] };
async function ask(
  headers: Bearer | Record<string, string>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
): Promise<Answer> {
  return (await t.app.inject({ method, url: `/prod-api${path}`, headers, ...(payload ? { payload } : {}) })).json<Answer>();
}
const place = (publishId: number, mediaId: number, documentIndex: number, quote: string, more: object = {}) =>
  ask(editor, 'POST', '/textbook/placed', { publishId, kind: 'listen', label: '听课文', mediaId, documentIndex, quote, ...more });
const own = (publishId: number) =>
  t.context.db
    .insertInto('entitlement')
    .values({ userId: buyerId, publicationId: publishId, source: 'order', validFrom: 0, validTo: null, createBy: 'x', createTime: 1 })
    .execute();

test('S2.1.18 a recording of a textbook is free where its chapter is, and needs the right elsewhere', async () => {
  const { publishId, media } = await addTextbook(t, { title: '试听' });
  const [first = 0, second = 0] = media;
  expect(await ask({}, 'GET', `/cms/publish/tracks/${publishId}`)).toMatchObject({ code: 200, data: [] });
  expect(await place(publishId, first, 0, 'The ferry leaves')).toMatchObject({
    code: 200,
    data: { target: 'Track 1', chapterTitle: 'Unit 1', lost: false },
  });
  expect(await place(publishId, second, 1, 'A letter came.')).toMatchObject({ code: 200 });
  const { data } = await ask({}, 'GET', `/cms/textbook/placed/${publishId}`);
  expect(data.items).toMatchObject([
    { kind: 'listen', documentIndex: 0, isFree: true, track: { mediaId: first, isFree: true } },
    { documentIndex: 1, isFree: false, track: { mediaId: second, isFree: false, trialSec: 0 } },
  ]);
  expect(await ask({}, 'GET', `/cms/publish/media/${first}`)).toMatchObject({ code: 200, data: { whole: true, playSec: 10 } });
  for (const who of [{}, reader]) expect(await ask(who, 'GET', `/cms/publish/media/${second}`)).toMatchObject({ code: 403 });
  await own(publishId);
  expect(await ask(buyer, 'GET', `/cms/publish/media/${second}`)).toMatchObject({ code: 200, data: { whole: true } });
  expect(await ask(editor, 'DELETE', `/cms/media/${first}`)).toMatchObject({ code: 601, msg: '“Track 1”已放在书里，请先从书里移走再删除' });
});

test('S2.1.18 places follow their paragraphs to a new edition; one whose paragraph is gone is listed and comes back with it', async () => {
  const { publishId, media, edition } = await addTextbook(t, { title: '换版' });
  const [first = 0, second = 0] = media;
  await place(publishId, first, 0, 'The ferry leaves at six.');
  await place(publishId, second, 1, 'A letter came.');
  await edition(['A new preface.', 'The ferry  leaves at six.', 'The bridge is open.']);
  await t.context.jobs.wake();
  await t.context.jobs.settled();
  const placed = async () => (await ask({}, 'GET', `/cms/textbook/placed/${publishId}`)).data;
  expect((await placed()).items).toMatchObject([
    { documentIndex: 1, lost: false, track: { mediaId: first } },
    { documentIndex: 1, lost: true, track: { mediaId: second } },
  ]);
  const { data: check } = await ask(editor, 'GET', `/textbook/textbook/check/${publishId}`);
  expect(check).toMatchObject({ lost: [{ label: '听课文', quote: 'A letter came.' }], unplaced: [] });
  expect(check.chapters.map(({ silent }: { silent: boolean }) => silent)).toEqual([true, false, true]);
  expect((await ask(editor, 'GET', '/textbook/textbook/list?title=换版')).rows).toMatchObject([{ placedCount: 2, lostCount: 1 }]);
  await edition(['The ferry leaves at six.', 'A letter came.', 'The bridge is open.']);
  await t.context.jobs.wake();
  await t.context.jobs.settled();
  expect((await placed()).items).toMatchObject([
    { documentIndex: 0, lost: false },
    { documentIndex: 1, lost: false },
  ]);
});

test('S2.1.18 rejects a recording of another work, a second target, the wrong kind and a chapter that does not exist', async () => {
  const { publishId, media } = await addTextbook(t, { title: '校验' });
  const other = await addTextbook(t, { title: '别的书', tracks: 1 });
  const [first = 0] = media;
  expect(await place(publishId, other.media[0] ?? 0, 0, '')).toMatchObject({ code: 23902 });
  expect(await place(publishId, first, 9, '')).toMatchObject({ code: 23903 });
  expect(await place(publishId, first, 0, '', { fileId: 1 })).toMatchObject({ msg: '一处只能放一样内容，请分开放' });
  expect(await place(publishId, first, 0, '', { kind: 'watch' })).toMatchObject({ msg: '“Track 1”是音频，请选“听”' });
  expect(await ask(editor, 'POST', '/textbook/placed', { publishId, kind: 'file', label: '讲义', fileId: 999_999, documentIndex: 0 })).toMatchObject({
    code: 23902,
  });
  expect(await ask(reader, 'GET', `/textbook/placed/list?publishId=${publishId}`)).toMatchObject({ code: 403 });
});

test('S2.1.18 a placed file opens with the right to its chapter', async () => {
  const { publishId } = await addTextbook(t, { title: '资料', tracks: 0 });
  const { db, files } = t.context;
  await files.put('profile/upload/list.pdf', Buffer.from('%PDF'), 'application/pdf');
  const { id: ownerId } = await db.selectFrom('user').select('id').where('userName', '=', 'editor').executeTakeFirstOrThrow();
  const file = {
    fileName: '/profile/upload/list.pdf',
    fileOriginName: '词表.pdf',
    url: '',
    size: 4,
    mime: 'application/pdf',
    sha256: '',
    isPublic: '0' as const,
  };
  const { id: fileId } = await db
    .insertInto('file')
    .values({ ...file, ownerId, createTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const put = (documentIndex: number) => ask(editor, 'POST', '/textbook/placed', { publishId, kind: 'file', label: '词表', fileId, documentIndex });
  const [open, closed] = [(await put(0)).data.placedId, (await put(2)).data.placedId];
  const read = async (headers: object, placedId: number) =>
    (await t.app.inject({ url: `/prod-api/cms/textbook/file/${placedId}`, headers: { ...headers } })).rawPayload.toString().slice(0, 14);
  expect(await read({}, open)).toBe('%PDF');
  expect(await read({}, closed)).toContain('403');
  await own(publishId);
  expect(await read(buyer, closed)).toBe('%PDF');
});

test('S2.1.18 a book becomes a textbook once; an audio work does not', async () => {
  const { db } = t.context;
  const publishId = await addListedWork(t.context, { title: '会变的书', priceFen: 100 });
  const draft = { publishId, courseName: '写作', stage: 'bachelor', subject: '写作' };
  expect(await ask(editor, 'POST', '/textbook/textbook', draft)).toMatchObject({ code: 200, data: { title: '会变的书', answerLanguage: 'zh' } });
  expect(await db.selectFrom('publication').select('kind').where('id', '=', publishId).executeTakeFirst()).toEqual({ kind: 'textbook' });
  expect((await ask(editor, 'POST', '/textbook/textbook', draft)).msg).toContain('这部作品已是数字教材，请直接修改');
  const sound = await addListedWork(t.context, { title: '声音' });
  await db.updateTable('publication').set({ kind: 'audio' }).where('id', '=', sound).execute();
  expect(await ask(editor, 'POST', '/textbook/textbook', { ...draft, publishId: sound })).toMatchObject({ code: 23901 });
  const bare = await addListedWork(t.context, { title: '来自稿件的教材' });
  await db.updateTable('publication').set({ kind: 'textbook' }).where('id', '=', bare).execute();
  t.context.jobs.wake();
  await t.context.jobs.settled();
  expect((await ask(editor, 'GET', '/textbook/textbook/list?title=来自稿件')).rows).toMatchObject([
    { courseName: '来自稿件的教材', stage: 'bachelor' },
  ]);
});

test('a quote is found in the nearest document, whatever its white space', () => {
  const text = ['Listen and answer.', 'One', 'Listen  and\nanswer.'].map((one, documentIndex) => ({ documentIndex, text: one }));
  expect(documentOfQuote(text, 'Listen and answer.', 2)).toBe(2);
  expect(documentOfQuote(text, 'Listen and answer.', 0)).toBe(0);
  expect(documentOfQuote(text, 'Gone', 1)).toBeNull();
  expect(documentOfQuote(text, '', 9)).toBe(2);
});
