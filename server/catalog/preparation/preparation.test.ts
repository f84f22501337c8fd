import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeEpub } from '../../../tests/support/epub-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { prepareFile, upload } from '../../../tests/support/upload.ts';
import { up as languagesMigration } from '../../db/migrations/013-languages.ts';
import { prepareNext } from './preparation-run.service.ts';
import { removeOldUploads } from '../../files/resumable-upload.ts';

const PATH = '/prod-api/publication-uploads';
const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { 'content-type': 'application/offset+octet-stream' };
const MB = 1024 * 1024;

let context: TestContext;
let editor: Bearer;
let editorId: number;

beforeEach(async () => {
  context = await testContext();
  editorId = await context.addUser({ userName: 'editor', permissions: ['publish:publication:add'] });
  await context.addUser({ userName: 'other', permissions: ['publish:publication:add'] });
  await context.addUser({ userName: 'reader' });
  editor = await context.as('editor');
});
afterEach(() => context.close());

const inData = async (place: string): Promise<string[]> => {
  const path = join(context.context.settings.dataDir, place);
  return existsSync(path) ? readdir(path) : [];
};
const start = (uploadId: string, headers = editor, more: object = {}) =>
  context.app.inject({ method: 'POST', url: '/prod-api/cms/publish/preparation', headers, payload: { uploadId, ...more } });

test('creates publication, edition, chapters, files, texts and index words, and removes the upload', async () => {
  const ended = await prepareFile(
    context,
    editor,
    await makeEpub({ title: '望月怀远', metadata: '<dc:identifier>urn:isbn:9787020002207</dc:identifier>' }),
  );
  expect(ended).toMatchObject({ state: 'ready', message: '', fileName: '书.epub' });
  const { db, files } = context.context;
  const work = await db
    .selectFrom('publication')
    .selectAll()
    .where('id', '=', ended.publishId ?? 0)
    .executeTakeFirstOrThrow();
  expect(work).toMatchObject({ title: '望月怀远', authorsText: '张九龄', status: 'draft', createBy: 'editor', trialChapters: 1 });
  const edition = await db.selectFrom('edition').selectAll().where('id', '=', work.editionId).executeTakeFirstOrThrow();
  expect(edition).toMatchObject({ publicationId: work.id, documents: 2, characters: 30 });
  expect(await db.selectFrom('chapter').select(['title', 'orderNum']).orderBy('orderNum').execute()).toEqual([
    { title: '第一章', orderNum: 0 },
    { title: '第二章', orderNum: 1 },
  ]);
  expect(await db.selectFrom('bookText').select(['orderNum', 'text']).orderBy('id').execute()).toEqual([
    { orderNum: 0, text: '第一章\n江上起了雾，船都不出港。' },
    { orderNum: 1, text: '第二章\n灯在雾里走，像有人提着。' },
  ]);
  for (const { path } of await db.selectFrom('editionFile').select('path').execute())
    expect(await files.size(`${edition.folder}/${path}`)).toBeGreaterThan(0);
  expect(await files.size(`sources/${edition.sourceSha256}.epub`)).toBe(edition.sourceBytes);
  expect(await inData('uploads')).toEqual([]);
  expect(await inData('preparing')).toEqual([]);
});

test('resumes an interrupted upload for its creator only', async () => {
  const bytes = await makeEpub();
  const created = await context.app.inject({ method: 'POST', url: PATH, headers: { ...editor, ...TUS, 'upload-length': String(bytes.length) } });
  const url = String(created.headers['location']);
  expect(url).toMatch(/^\/prod-api\/publication-uploads\/[0-9a-f]{32}$/);
  await context.app.inject({ method: 'PATCH', url, headers: { ...editor, ...TUS, ...BYTES, 'upload-offset': '0' }, payload: bytes.subarray(0, 700) });
  expect((await context.app.inject({ method: 'HEAD', url, headers: { ...editor, ...TUS } })).headers['upload-offset']).toBe('700');
  expect((await start(url.split('/').at(-1) ?? '')).json()).toMatchObject({ code: 601, msg: expect.stringContaining('还没有上传完') });

  const other = await context.as('other');
  const reader = await context.as('reader');
  for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
    const headers = { ...TUS, ...BYTES, 'upload-offset': '700' };
    const payload = method === 'PATCH' ? bytes.subarray(700) : undefined;
    expect((await context.app.inject({ method, url, headers: { ...other, ...headers }, ...(payload ? { payload } : {}) })).statusCode).toBe(403);
    expect((await context.app.inject({ method, url, headers: { ...reader, ...headers }, ...(payload ? { payload } : {}) })).statusCode).toBe(403);
    expect((await context.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })).statusCode).toBe(401);
  }
  const rest = await context.app.inject({
    method: 'PATCH',
    url,
    headers: { ...editor, ...TUS, ...BYTES, 'upload-offset': '700' },
    payload: bytes.subarray(700),
  });
  expect(rest.statusCode).toBe(204);
  expect((await start(url.split('/').at(-1) ?? '', other)).json()).toMatchObject({ code: 403 });
  expect((await start(url.split('/').at(-1) ?? '')).json()).toMatchObject({ code: 200 });
});

test('rejects a file over the size limit with a message before any byte is sent', async () => {
  const answer = await context.app.inject({ method: 'POST', url: PATH, headers: { ...editor, ...TUS, 'upload-length': String(301 * MB) } });
  expect(answer.statusCode).toBe(413);
  expect(JSON.parse(answer.body)).toEqual({ code: 413, msg: '文件超过300MB，请压缩书中的图片后再上传' });
  expect((await context.app.inject({ method: 'POST', url: PATH, headers: { ...TUS, 'upload-length': '5' } })).json()).toMatchObject({ code: 401 });
  expect(await inData('uploads')).toEqual([]);
});

test('prepares an upload once when it is submitted twice', async () => {
  const uploadId = await upload(context, editor, await makeEpub());
  const [first, second] = await Promise.all([start(uploadId), start(uploadId)]);
  expect(first.json().data.preparationId).toBe(second.json().data.preparationId);
  await context.context.jobs.settled();
  expect((await start(uploadId)).json()).toMatchObject({ code: 200, data: { state: 'ready' } });
  expect(await context.context.db.selectFrom('publication').select('id').execute()).toHaveLength(1);
});

test('keeps a submitted upload until it is prepared', async () => {
  const uploadId = await upload(context, editor, await makeEpub());
  const row = { fileName: '书.epub', size: 1, state: 'queued', publicationId: null, userId: editorId, createBy: 'editor', createTime: 1 } as const;
  await context.context.db
    .insertInto('preparation')
    .values({ uploadId, ...row })
    .execute();
  const remove = () => context.app.inject({ method: 'DELETE', url: `${PATH}/${uploadId}`, headers: { ...editor, ...TUS } });
  const refused = await remove();
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toEqual({ code: 409, msg: '文件正在处理，不能取消上传，请等处理结束' });
  expect(await prepareNext(context.context)).toBe(true);
  expect(await context.context.db.selectFrom('preparation').select('state').execute()).toEqual([{ state: 'ready' }]);
  expect((await remove()).statusCode).toBe(404);
});

test('rejects the same file with the title of its existing work', async () => {
  const bytes = await makeEpub({ title: '唐诗' });
  const first = await prepareFile(context, editor, bytes);
  const again = await prepareFile(context, editor, bytes, { fileName: '另一个名字.epub' });
  expect(again).toMatchObject({ state: 'failed', message: expect.stringContaining('《唐诗》') });
  const { db } = context.context;
  expect(await db.selectFrom('edition').select('publicationId').execute()).toEqual([{ publicationId: first.publishId }]);
  expect(await inData('files/books')).toHaveLength(1);
  expect(await inData('files/sources')).toHaveLength(1);
  expect(await inData('uploads')).toEqual([]);
});

test('makes a new file the current edition of its publication and changes nothing else', async () => {
  const first = await prepareFile(context, editor, await makeEpub({ title: '初版' }));
  const publishId = first.publishId ?? 0;
  const { db } = context.context;
  const before = await db.selectFrom('publication').selectAll().where('id', '=', publishId).executeTakeFirstOrThrow();
  const next = await prepareFile(context, editor, await makeEpub({ title: '再版' }), { publishId });
  expect(next).toMatchObject({ state: 'ready', publishId });
  const after = await db.selectFrom('publication').selectAll().where('id', '=', publishId).executeTakeFirstOrThrow();
  expect(after).toMatchObject({ title: '初版', trialChapters: before.trialChapters });
  expect(after.editionId).not.toBe(before.editionId);
  expect(after.version).toBe(before.version + 1);
});

test('accepts the file from before a correction again, but not the current file', async () => {
  const [one, other] = [await makeEpub({ title: '初版' }), await makeEpub({ title: '错版' })];
  const publishId = (await prepareFile(context, editor, one)).publishId ?? 0;
  await prepareFile(context, editor, other, { publishId });
  expect(await prepareFile(context, editor, other, { publishId })).toMatchObject({ state: 'failed' });
  expect(await prepareFile(context, editor, one, { publishId })).toMatchObject({ state: 'ready', publishId });
  const { db } = context.context;
  const shown = db.selectFrom('publication').innerJoin('edition', 'edition.id', 'publication.editionId');
  expect((await shown.select('sourceSha256').executeTakeFirstOrThrow()).sourceSha256).toBe(createHash('sha256').update(one).digest('hex'));
});

test('maps the language of a file to the dictionary that readers filter by, also for books of earlier releases', async () => {
  const { db } = context.context;
  const stamps = { createTime: 0, updateTime: 0 };
  const entries = ['zh', 'en', 'other'].map((dictValue, dictSort) => ({
    dictType: 'publish_publication_language',
    dictLabel: dictValue,
    dictValue,
    dictSort,
    ...stamps,
  }));
  await db.deleteFrom('dictData').where('dictType', '=', 'publish_publication_language').execute();
  await db.insertInto('dictData').values(entries).execute();
  for (const language of ['zh-CN', 'en_US', 'ko']) await prepareFile(context, editor, await makeEpub({ title: language, language }));
  const languages = async () => (await db.selectFrom('publication').select('language').orderBy('id').execute()).map((row) => row.language);
  expect(await languages()).toEqual(['zh', 'en', 'other']);
  for (const language of ['zh-CN', 'en-GB', 'ja-jp'])
    await db
      .updateTable('publication')
      .set({ language })
      .where('title', '=', { 'zh-CN': 'zh-CN', 'en-GB': 'en_US' }[language] ?? 'ko')
      .execute();
  await languagesMigration(db as never);
  expect(await languages()).toEqual(['zh', 'en', 'other']);

  // #33.10 A Chinese book that says `en` is listed as Chinese; what an editor sets stays when its file is replaced.
  const chinese = (title: string) =>
    makeEpub({ title, language: 'en', chapters: { 'c1.xhtml': `<p>${'江上起了雾，船都不出港，灯在雾里走。'.repeat(9)}</p>` } });
  const made = await prepareFile(context, editor, await chinese('其实是中文'));
  const publishId = made.publishId ?? 0;
  const language = async () => (await db.selectFrom('publication').select('language').where('id', '=', publishId).executeTakeFirstOrThrow()).language;
  expect(await language()).toBe('zh');
  await db.updateTable('publication').set({ language: 'en' }).where('id', '=', publishId).execute();
  expect(await prepareFile(context, editor, await chinese('其实是中文 第二版'), { publishId })).toMatchObject({ state: 'ready' });
  expect(await language()).toBe('en');
});

test('rejects restoring a work from the recycle bin while another work has its file', async () => {
  await context.addUser({ userName: 'chief', permissions: ['publish:publication:remove', 'recycle:publication:restore'] });
  const headers = await context.as('chief');
  const remove = (id: number | null) => context.app.inject({ method: 'DELETE', url: `/prod-api/cms/publish/${id}`, headers });
  const restore = async (title: string) => {
    const item = await context.context.db.selectFrom('recycleItem').select('id').where('title', '=', title).executeTakeFirstOrThrow();
    return (await context.app.inject({ method: 'PUT', url: `/prod-api/recycle/restore/${item.id}`, headers })).json<{
      code: number;
      msg: string;
    }>();
  };
  const bytes = await makeEpub({ title: '旧藏' });
  const first = await prepareFile(context, editor, bytes);
  await remove(first.publishId);
  const second = await prepareFile(context, editor, bytes);
  await context.context.db
    .updateTable('publication')
    .set({ title: '新藏' })
    .where('id', '=', second.publishId ?? 0)
    .execute();
  expect(await restore('旧藏')).toEqual({ code: 601, msg: '《旧藏》的电子书文件已用于《新藏》，不能恢复；如要恢复，请先删除《新藏》' });
  await remove(second.publishId);
  expect(await restore('旧藏')).toMatchObject({ code: 200 });
});

const covered = (png: Uint8Array | string, title: string): Promise<Buffer> =>
  makeEpub({
    title,
    entries: { 'OPS/cover.png': png },
    manifest: '<item id="cv" href="cover.png" media-type="image/png" properties="cover-image"/>',
  });

test.each([
  ['无法读取', async () => 'no picture'],
  [
    '超过6000万像素',
    () =>
      sharp({ create: { width: 9_000, height: 7_000, channels: 3, background: 'red' } })
        .png({ compressionLevel: 1 })
        .toBuffer(),
  ],
])('reports why a cover is not used: %s', async (why, picture) => {
  const ended = await prepareFile(context, editor, await covered(await picture(), '无封面'));
  expect(ended).toMatchObject({
    state: 'ready',
    message: `封面图片“OPS/cover.png”${why}，没有采用；请换一张图片，在出版物里上传封面`,
  });
});

test('reports no bad cover when the work has its own cover', async () => {
  const good = await sharp({ create: { width: 60, height: 80, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { publishId } = await prepareFile(context, editor, await covered(good, '有封面'));
  expect(await prepareFile(context, editor, await covered('bad', '换稿'), { publishId: publishId ?? 0 })).toMatchObject({
    state: 'ready',
    message: '',
  });
});

async function killedPreparation(attempts: number, leaseUntil: number): Promise<number> {
  const { db, files, settings } = context.context;
  const uploadId = await upload(context, editor, await makeEpub());
  const { id } = await db
    .insertInto('preparation')
    .values({
      uploadId,
      fileName: '书.epub',
      size: 1,
      state: 'running',
      publicationId: null,
      userId: editorId,
      createBy: 'editor',
      createTime: 1,
      attempts,
      leaseUntil,
      leaseBy: 'dead',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const folder = join(settings.dataDir, 'preparing', String(id));
  await mkdir(join(folder, 'raw'), { recursive: true });
  await writeFile(join(folder, 'raw', 'half.xhtml'), '<html>');
  await files.put('books/dead/half.xhtml', Buffer.from('half'), 'text/plain');
  await files.put('covers/dead.webp', Buffer.from('half'), 'image/webp');
  const edition = await db
    .insertInto('edition')
    .values({
      publicationId: -id,
      folder: 'books/dead',
      sourceName: '',
      sourceSha256: 'dead',
      sourceBytes: 1,
      bytes: 1,
      files: 1,
      characters: 1,
      documents: 1,
      createBy: 'editor',
      createTime: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('bookText').values({ editionId: edition.id, orderNum: 0, text: '一半' }).execute();
  return id;
}

test('finishes a killed preparation once and removes its partial results', async () => {
  const id = await killedPreparation(1, Date.now() - 1);
  await Promise.all([prepareNext(context.context), prepareNext(context.context)]);
  while (await prepareNext(context.context));
  const { db } = context.context;
  expect(await db.selectFrom('preparation').select(['id', 'state', 'attempts']).execute()).toEqual([{ id, state: 'ready', attempts: 2 }]);
  expect(await db.selectFrom('publication').select('id').execute()).toHaveLength(1);
  expect(await db.selectFrom('edition').select('id').where('publicationId', '<', 0).execute()).toEqual([]);
  expect(await db.selectFrom('bookText').select('text').where('text', '=', '一半').execute()).toEqual([]);
  expect(await inData('files/books')).not.toContain('dead');
  expect(await inData('files/covers')).toEqual([]);
  expect(await inData('preparing')).toEqual([]);
});

test('leaves a preparation to its server while the lease is valid', async () => {
  await killedPreparation(1, Date.now() + 60_000);
  expect(await prepareNext(context.context)).toBe(false);
  expect(await inData('files/books')).toContain('dead');
});

test('fails a preparation with a message after fifty attempts and leaves no data', async () => {
  await killedPreparation(50, Date.now() - 1);
  while (await prepareNext(context.context));
  expect(await context.context.db.selectFrom('preparation').select(['state', 'message']).execute()).toEqual([
    { state: 'failed', message: expect.stringContaining('处理中断了50次') },
  ]);
  for (const place of ['files/books', 'files/covers', 'preparing', 'uploads']) expect(await inData(place)).toEqual([]);
});

test('fails at once with a message while the file store is down, and prepares the same upload after it returns', async () => {
  const books = join(context.context.settings.dataDir, 'files/books');
  await mkdir(dirname(books), { recursive: true });
  await writeFile(books, 'in the way');
  const failed = await prepareFile(context, editor, await makeEpub());
  expect(failed).toMatchObject({ state: 'failed', mayRetry: true, message: expect.stringContaining('请重试') as string });
  await rm(books);
  const url = `/prod-api/cms/publish/preparation/retry/${failed.preparationId}`;
  expect((await context.app.inject({ method: 'PUT', url, headers: editor })).json()).toMatchObject({ data: { state: 'queued' } });
  await context.context.jobs.settled();
  const { db } = context.context;
  expect(await db.selectFrom('preparation').select('state').execute()).toEqual([{ state: 'ready' }]);
  expect(await db.selectFrom('edition').select('id').where('publicationId', '<', 0).execute()).toEqual([]);
});

test('removes an unfinished upload after a day, but not one that waits for its preparation', async () => {
  const [left, wanted] = [await upload(context, editor, await makeEpub()), await upload(context, editor, await makeEpub({ title: '二' }))];
  const day = new Date(Date.now() - 25 * 3_600_000);
  for (const name of [left, wanted]) await utimes(join(context.context.settings.dataDir, 'uploads', `${name}.json`), day, day);
  await removeOldUploads(context.context, new Set([wanted]));
  expect((await inData('uploads')).sort()).toEqual([wanted, `${wanted}.json`]);
});

test('lists the latest preparations of the current user only', async () => {
  const mine = await prepareFile(context, editor, await makeEpub());
  const list = (headers: Bearer) => context.app.inject({ url: '/prod-api/cms/publish/preparation/list', headers });
  expect((await list(editor)).json()).toMatchObject({ total: 1, rows: [{ preparationId: mine.preparationId }] });
  const other = await context.as('other');
  expect((await list(other)).json()).toMatchObject({ total: 0, rows: [] });
  expect((await context.app.inject({ url: `/prod-api/cms/publish/preparation/${mine.preparationId}`, headers: other })).json()).toMatchObject({
    code: 404,
  });
  expect((await list(await context.as('reader'))).json()).toMatchObject({ code: 403 });
});

test('keeps the file under review when a work is submitted while its next file is prepared', async () => {
  const first = await prepareFile(context, editor, await makeEpub({ title: '初稿' }));
  const publishId = first.publishId ?? 0;
  const { db, jobs } = context.context;
  const editionOf = () => db.selectFrom('publication').select('editionId').where('id', '=', publishId).executeTakeFirstOrThrow();
  const before = await editionOf();
  const asked = await start(await upload(context, editor, await makeEpub({ title: '换稿' })), editor, { publishId });
  await db.updateTable('publication').set({ status: 'checking' }).where('id', '=', publishId).execute();
  await jobs.settled();
  expect(await editionOf()).toEqual(before);
  const { preparationId } = asked.json<{ data: { preparationId: number } }>().data;
  const row = await db.selectFrom('preparation').selectAll().where('id', '=', preparationId).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 'failed', message: expect.stringContaining('上架审核') as string });
});
