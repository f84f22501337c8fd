import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { MEDIA_UPLOAD_PATH } from '../../contract/media/track.ts';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { objectStore } from '../../tests/support/object-store.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { prepareFile, upload } from '../../tests/support/upload.ts';
import { wavTune } from '../seed/demo/wav-tune.ts';
import { filesBelow } from '../files/disk-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { s3Store } from '../files/s3-store.ts';
import type { AppContext } from '../context.ts';
import { sweepFiles } from './file-sweep.service.ts';

const DAYS = 30;

let t: TestContext;
let editor: Bearer;
let editorId: number;
let publishId: number;
beforeEach(async () => {
  t = await testContext();
  editorId = await t.addUser({
    userName: 'editor',
    permissions: ['publish:publication:add', 'publish:audio:add', 'publish:audio:query', 'publish:audio:list'],
  });
  editor = await t.as('editor');
  publishId = await book('第一稿');
});
afterEach(() => t.close());

const book = async (title: string): Promise<number> => (await prepareFile(t, editor, await makeEpub({ title }))).publishId ?? 0;
const correct = async (title: string): Promise<void> => void (await prepareFile(t, editor, await makeEpub({ title }), { publishId }));
const editions = () => t.context.db.selectFrom('edition').selectAll().orderBy('id').execute();
const store = (): string => join(t.context.settings.dataDir, 'files');
const stored = async (): Promise<string[]> => (await filesBelow(store())).toSorted();
const texts = async (editionId: number): Promise<number> =>
  (await t.context.db.selectFrom('bookText').select('id').where('editionId', '=', editionId).execute()).length;

/** Makes every edition row and every file older by this many days. */
async function age(days: number): Promise<void> {
  const { db } = t.context;
  for (const row of await editions())
    await db
      .updateTable('edition')
      .set({ createTime: row.createTime - days * DAY_MS })
      .where('id', '=', row.id)
      .execute();
  await db
    .updateTable('media')
    .set((eb) => ({ updateTime: eb('updateTime', '-', days * DAY_MS) }))
    .execute();
  await db
    .updateTable('publication')
    .set((eb) => ({ updateTime: eb('updateTime', '-', days * DAY_MS) }))
    .execute();
  for (const name of await readdir(store(), { recursive: true })) {
    const at = (await stat(join(store(), name))).mtimeMs / 1000 - days * 86_400;
    await utimes(join(store(), name), at, at);
  }
}
const list = () => t.context.db.updateTable('publication').set({ status: 'listed', isFree: '1' }).where('id', '=', publishId).execute();
const reads = async (editionId: number): Promise<number> => {
  await list();
  return (await t.app.inject(`/books/${publishId}/${editionId}/OPS/c1.xhtml`)).statusCode;
};
const stopAt = (editionId: number, clock: number) =>
  t.app.inject({
    method: 'PUT',
    url: '/prod-api/info/progress',
    headers: editor,
    payload: { publishId, editionId, cfi: 'epubcfi(/6/2!/4/2)', percent: 60, documentIndex: 1, device: '手机', clock },
  });

test('removes the files, texts and source of a superseded edition after the configured days and leaves its row and the new edition', async () => {
  await correct('第二稿');
  const [old, now] = await editions();
  if (!old || !now) throw new Error('two editions are needed');
  await age(DAYS - 1);
  expect(await sweepFiles(t.context, DAYS)).toMatchObject({ editions: 0 });
  expect([await reads(old.id), await reads(now.id)]).toEqual([200, 200]);
  await age(2);
  const swept = await sweepFiles(t.context, DAYS);
  expect(swept.editions).toBe(1);
  expect(swept.files).toBeGreaterThan(3);
  expect(swept.bytes).toBeGreaterThan(500);
  expect([await reads(old.id), await reads(now.id)]).toEqual([403, 200]);
  expect((await stored()).filter((path) => path.includes(old.folder) || path.includes(old.sourceSha256))).toEqual([]);
  expect(await stored()).toContain(`sources/${now.sourceSha256}.epub`);
  expect([await texts(old.id), await texts(now.id)]).toEqual([0, 2]);
  expect((await editions()).map((row) => row.clearedAt === null)).toEqual([false, true]);
  expect(await sweepFiles(t.context, DAYS)).toEqual({ editions: 0, tracks: 0, files: 0, bytes: 0 });
  // A correction can be undone, so the file of the first edition may be used again.
  await correct('第一稿');
  expect((await editions()).at(-1)).toMatchObject({ sourceSha256: old.sourceSha256, publicationId: publishId });
});

test('keeps the text of a superseded edition while a position refers to it, and accepts a late position from a device', async () => {
  await list();
  const [old] = await editions();
  await stopAt(old?.id ?? 0, 1);
  await correct('第二稿');
  await age(DAYS + 1);
  expect(await sweepFiles(t.context, DAYS)).toMatchObject({ editions: 1 });
  const place = async () => (await t.app.inject({ url: `/prod-api/info/progress?publishId=${publishId}`, headers: editor })).json().data;
  expect(await place()).toMatchObject({ editionId: old?.id, words: expect.stringContaining('灯在雾里走') });
  expect((await stopAt(old?.id ?? 0, 2)).json()).toMatchObject({ code: 200 });
  await stopAt((await editions())[1]?.id ?? 0, 3);
  expect(await texts(old?.id ?? 0)).toBe(2);
  await sweepFiles(t.context, DAYS);
  expect(await texts(old?.id ?? 0)).toBe(0);
});

test('keeps all files of a work in the recycle bin and removes the editions and tracks of a permanently deleted work', async () => {
  const { db } = t.context;
  await db.updateTable('publication').set({ delFlag: '1' }).where('id', '=', publishId).execute();
  await age(DAYS + 1);
  const before = await stored();
  expect(await sweepFiles(t.context, DAYS)).toMatchObject({ editions: 0, files: 0 });
  await db.updateTable('publication').set({ delFlag: '2' }).where('id', '=', publishId).execute();
  await t.context.files.put('covers/its.webp', Buffer.from('cover'), 'image/webp');
  await db.updateTable('publication').set({ coverUrl: '/covers/its.webp' }).where('id', '=', publishId).execute();
  await age(2);
  expect(await sweepFiles(t.context, DAYS)).toMatchObject({ editions: 1 });
  expect([before.length > 0, await stored()]).toEqual([true, []]);
});

async function film(): Promise<{ mediaId: number; fileKey: string; posterUrl: string; streamKey: string }> {
  const call = async (url: string, payload: object) =>
    (await t.app.inject({ method: 'POST', url: `/prod-api${url}`, headers: editor, payload })).json();
  const { data: work } = await call('/cms/publish/audio', { kind: 'audio', title: '听灯', authorsText: '何语' });
  const { data } = await call('/cms/media', {
    publishId: work.publishId,
    uploadId: await upload(t, editor, wavTune('1 3 5', 6), '一.wav', MEDIA_UPLOAD_PATH),
    title: '一',
  });
  await t.context.jobs.settled();
  const { db, files } = t.context;
  const [posterUrl, streamKey] = [`/covers/poster${data.mediaId}.webp`, `streams/pieces${data.mediaId}`];
  await files.put(posterUrl.slice(1), Buffer.from('poster'), 'image/webp');
  await files.put(`${streamKey}/360-init.mp4`, Buffer.from('init'), 'video/mp4');
  await db.updateTable('media').set({ posterUrl }).where('id', '=', data.mediaId).execute();
  const stream = {
    mediaId: data.mediaId,
    state: 'ready',
    message: '',
    fileKey: streamKey,
    levels: '[]',
    attempts: 1,
    leaseUntil: 0,
    leaseBy: '',
    updateTime: 1,
  } as const;
  await db.insertInto('mediaStream').values(stream).execute();
  const { fileKey } = await db.selectFrom('media').select('fileKey').where('id', '=', data.mediaId).executeTakeFirstOrThrow();
  return { mediaId: data.mediaId, fileKey, posterUrl, streamKey };
}
const mark = (mediaId: number, delFlag: '1' | '2') => t.context.db.updateTable('media').set({ delFlag }).where('id', '=', mediaId).execute();

test('removes the segments and the picture of a permanently deleted track and keeps those of deleted and playable tracks', async () => {
  const [gone, binned, plays] = [await film(), await film(), await film()];
  await mark(gone.mediaId, '2');
  await mark(binned.mediaId, '1');
  await age(DAYS - 1);
  expect(await sweepFiles(t.context, DAYS)).toMatchObject({ tracks: 0, files: 0 });
  await age(2);
  expect(await sweepFiles(t.context, DAYS)).toMatchObject({ tracks: 1, files: 3 });
  const left = await stored();
  const of = ({ fileKey, posterUrl, streamKey }: typeof gone) => [`${fileKey}/file`, posterUrl.slice(1), `${streamKey}/360-init.mp4`];
  expect(left).not.toEqual(expect.arrayContaining([of(gone)[0]]));
  expect(left.filter((path) => of(gone).includes(path))).toEqual([]);
  expect(left).toEqual(expect.arrayContaining([...of(binned), ...of(plays)]));
  expect(await sweepFiles(t.context, DAYS)).toMatchObject({ tracks: 0, files: 0 });
});

const STRAYS = [
  'books/stray/book.json',
  'sources/abc.epub',
  'media/stray/file',
  'streams/stray/360-init.mp4',
  'covers/stray.webp',
  'covers/stray-240.webp',
  'avatars/stray.webp',
  'profile/upload/2026/01/02/stray.png',
  'temporary/stray.xlsx',
];

describe.each(['disk', 's3'])('files without a row, on %s', (kind) => {
  let context: AppContext;
  let close = async () => {};
  let grow: () => Promise<void>;
  beforeEach(async () => {
    context = t.context;
    grow = () => age(2);
    if (kind === 'disk') return;
    const remote = await objectStore();
    close = remote.close;
    context = { ...t.context, files: s3Store(remote.settings) };
    grow = async () => [...remote.written.keys()].forEach((key) => remote.written.set(key, Date.now() - 2 * DAY_MS));
  });
  afterEach(() => close());
  const there = async (keys: readonly string[]): Promise<string[]> => {
    const sizes = await Promise.all(keys.map((key) => context.files.size(key)));
    return keys.filter((_, index) => sizes[index] !== null);
  };

  test('removes a file when it is a day old and keeps what an article, a user or an upload references', async () => {
    const { db } = context;
    const used = ['covers/shown.webp', 'covers/shown-240.webp', 'covers/drawn.webp', 'avatars/me.webp', 'profile/upload/2026/01/02/mine.png'];
    for (const key of [...STRAYS, ...used, 'elsewhere/thing']) await context.files.put(key, Buffer.from(key), 'x/y');
    await db
      .updateTable('publication')
      .set({ coverUrl: '/covers/shown.webp', intro: '<p><img src="/prod-api/covers/drawn.webp"></p>' })
      .where('id', '=', publishId)
      .execute();
    await db.updateTable('user').set({ avatar: '/avatars/me.webp' }).where('id', '=', editorId).execute();
    const row = {
      fileOriginName: 'a.png',
      url: '',
      size: 1,
      mime: 'image/png',
      sha256: '',
      ownerId: editorId,
      isPublic: '1',
      createTime: Date.now(),
    } as const;
    await db
      .insertInto('file')
      .values({ ...row, fileName: '/profile/upload/2026/01/02/mine.png' })
      .execute();
    await sweepFiles(context, DAYS);
    expect(await there(STRAYS)).toEqual(STRAYS);
    await grow();
    expect(await sweepFiles(context, DAYS)).toMatchObject({ files: STRAYS.length, bytes: STRAYS.join('').length });
    expect(await there(STRAYS)).toEqual([]);
    expect(await there([...used, 'elsewhere/thing'])).toEqual([...used, 'elsewhere/thing']);
  });
});

test('removes nothing from a store where most files are unknown, and reports it in the job log', async () => {
  const strange = Array.from({ length: 30 }, (_, index) => `books/other${index}/book.json`);
  for (const key of strange) await t.context.files.put(key, Buffer.from('{}'), 'application/json');
  await age(DAYS + 1);
  const before = await stored();
  await expect(sweepFiles(t.context, DAYS)).rejects.toThrow('连错了数据库或存储；没有删除任何文件');
  expect(await stored()).toEqual(before);
});

test('continues after a stop at any removal, and published files stay readable throughout', async () => {
  await correct('第二稿');
  for (const key of STRAYS) await t.context.files.put(key, Buffer.from(key), 'x/y');
  await age(DAYS + 1);
  const now = (await editions())[1]?.id ?? 0;
  for (let stops = 0; ; stops += 1) {
    const done = await sweepFiles({ ...t.context, files: killedAt(t.context.files, 1) }, DAYS).then(
      () => true,
      (error: Error) => error.message !== 'killed' && Promise.reject(error),
    );
    expect(await reads(now)).toBe(200);
    if (done) {
      expect(stops).toBeGreaterThan(STRAYS.length);
      break;
    }
  }
  const old = (await editions())[0]?.folder ?? '?';
  const left = (await stored()).filter((path) => STRAYS.includes(path) || path.includes(old));
  expect(left).toEqual([]);
});

/** A store whose server process dies after this many removals. */
function killedAt(files: FileStore, removals: number): FileStore {
  let left = removals;
  const after = async (done: Promise<void>): Promise<void> => {
    await done;
    left -= 1;
    if (left <= 0) throw new Error('killed');
  };
  return { ...files, remove: (key) => after(files.remove(key)), removeAll: (prefix) => after(files.removeAll(prefix)) };
}

test('runs from the scheduler and writes its result to the job log', async () => {
  await t.context.files.put('covers/stray.webp', Buffer.alloc(2_000_000), 'image/webp');
  await age(2);
  const now = Date.now();
  const job = {
    jobName: '清理不再需要的文件',
    jobGroup: 'SYSTEM',
    invokeTarget: 'file.sweep(30)',
    cronExpression: '0 45 3 * * ?',
    misfirePolicy: '2',
  };
  const stamps = { createTime: now, updateTime: now, askedAt: now } as const;
  await t.context.db
    .insertInto('job')
    .values({ ...job, concurrent: '1', status: '0', ...stamps })
    .execute();
  t.context.jobs.wake();
  await t.context.jobs.settled();
  const log = await t.context.db.selectFrom('jobLog').selectAll().executeTakeFirstOrThrow();
  expect(log).toMatchObject({ status: '0', jobMessage: expect.stringMatching(/^清理了0个版本、0段音视频，删除1个文件，腾出2MB，用时\d+毫秒$/) });
});

test('#33.25 removes an upload that nothing references for thirty days and keeps one that an article, an application, an answer or a textbook references', async () => {
  const { db, files } = t.context;
  const old = Date.now() - 31 * DAY_MS;
  const keep = async (name: string, createTime: number): Promise<string> => {
    const fileName = `/profile/upload/2026/01/01/${name}.png`;
    await files.put(fileName.slice(1), Buffer.from('x'), 'image/png');
    const facts = { url: fileName, size: 1, mime: 'image/png', sha256: name, isPublic: '1' as const };
    await db
      .insertInto('file')
      .values({ fileName, fileOriginName: name, ownerId: editorId, createTime, ...facts })
      .execute();
    return fileName;
  };
  const idOf = async (name: string): Promise<number> =>
    (await db.selectFrom('file').select('id').where('fileName', '=', name).executeTakeFirstOrThrow()).id;
  const answered = { photo: await keep('e', old), recording: await keep('f', old), keyed: await keep('g', old), placed: await keep('h', old) };
  const event = { deviceId: 'device-1', clock: 1, wallMs: 1, monoMs: 1, bootId: 'b', kind: 'answer', happenedAt: 1, receivedAt: 1, userId: editorId };
  await db
    .insertInto('attemptEvent')
    .values({
      ...event,
      attemptKey: 'k',
      seq: 1,
      itemId: 'q1',
      content: JSON.stringify({ answer: { photos: [await idOf(answered.photo)], recording: await idOf(answered.recording), files: [] } }),
    })
    .execute();
  await db
    .insertInto('answerFile')
    .values({ userId: editorId, fileKey: 'k', attemptKey: 'k', fileId: await idOf(answered.keyed), at: old })
    .execute();
  await db
    .insertInto('placedMedia')
    .values({
      publishId,
      kind: 'file',
      label: '资料',
      mediaId: null,
      setId: null,
      fileId: await idOf(answered.placed),
      editionId: 1,
      documentIndex: 0,
      createTime: old,
      updateTime: old,
    })
    .execute();
  const names = { unused: await keep('a', old), shown: await keep('b', old), attached: await keep('c', old), fresh: await keep('d', Date.now()) };
  const base = { createTime: old, updateTime: old };
  await db
    .insertInto('notice')
    .values({ noticeTitle: '公告', noticeType: '1', noticeContent: `<img src="${names.shown}">`, status: 'published', ...base } as never)
    .execute();
  await db
    .insertInto('applyForLog')
    .values({
      applyNo: 'A1',
      userId: editorId,
      targetMode: 'author',
      realName: '甲',
      reason: '理由',
      materials: JSON.stringify([{ url: names.attached }]),
      status: 'pending',
      ...base,
    } as never)
    .execute();
  await sweepFiles(t.context, DAYS);
  const left = (await db.selectFrom('file').select('fileName').orderBy('id').execute()).map((row) => row.fileName);
  expect(left).toEqual([...Object.values(answered), names.shown, names.attached, names.fresh]);
});
