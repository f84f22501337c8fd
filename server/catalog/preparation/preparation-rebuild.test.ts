import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Preparation } from '../../../contract/catalog/preparation.ts';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { makeEpub } from '../../../tests/support/epub-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { prepareFile } from '../../../tests/support/upload.ts';
import { PREPARATION } from '../../epub/book.ts';
import { queueRebuild } from './preparation-rebuild.service.ts';
import { sourceKey } from './preparation-stage.service.ts';

let context: TestContext;
let editor: Bearer;
let publishId = 0;

beforeEach(async () => {
  context = await testContext();
  await context.addUser({ userName: 'editor', permissions: ['publish:publication:add'] });
  editor = await context.as('editor');
  publishId = (await prepareFile(context, editor, await makeEpub({ title: '望月怀远' }))).publishId ?? 0;
});
afterEach(() => context.close());

const work = () => context.context.db.selectFrom('publication').selectAll().where('id', '=', publishId).executeTakeFirstOrThrow();
const editions = () => context.context.db.selectFrom('edition').selectAll().orderBy('id').execute();
const grow = () =>
  context.context.db
    .updateTable('edition')
    .set({ preparedWith: PREPARATION - 1 })
    .execute();
async function settled(): Promise<void> {
  context.context.jobs.wake();
  await context.context.jobs.settled();
}
async function sheet(folder: string): Promise<PreparedBook> {
  return JSON.parse(await text(await context.context.files.read(`${folder}/book.json`))) as PreparedBook;
}

test('rebuilds a book of an older preparation version automatically, keeps the old edition, and leaves the row unchanged for its editors', async () => {
  const before = await work();
  await grow();
  await settled();
  const [old, made, ...more] = await editions();
  expect(more).toEqual([]);
  expect(made).toMatchObject({ publicationId: publishId, preparedWith: PREPARATION, sourceSha256: old?.sourceSha256, sourceName: old?.sourceName });
  expect(await work()).toEqual({ ...before, editionId: made?.id });
  expect((await sheet(made?.folder ?? '')).former).toEqual([old?.id]);
  expect((await sheet(old?.folder ?? '')).former).toBeUndefined();
  const { db, files } = context.context;
  const texts = await db
    .selectFrom('bookText')
    .select('text')
    .where('editionId', '=', made?.id ?? 0)
    .orderBy('id')
    .execute();
  expect(texts.map((row) => row.text)).toEqual(['第一章\n江上起了雾，船都不出港。', '第二章\n灯在雾里走，像有人提着。']);
  expect(await files.size(sourceKey(old?.sourceSha256 ?? ''))).not.toBeNull();
  expect((await prepareFile(context, editor, await makeEpub({ title: '望月怀远' }))).message).toContain('已经入库');
  await settled();
  expect(await editions()).toHaveLength(2);
});

test('keeps a book that cannot be rebuilt, does not retry it, and lists it in the back office until a user retries it', async () => {
  const [old] = await editions();
  await context.context.files.remove(sourceKey(old?.sourceSha256 ?? ''));
  await grow();
  await settled();
  expect((await work()).editionId).toBe(old?.id);
  const rows = await context.context.db.selectFrom('preparation').select(['state', 'message', 'userId']).orderBy('id').execute();
  expect(rows.at(-1)).toEqual({ state: 'failed', message: '原文件已不在，无法重新处理；请重新上传', userId: 0 });
  expect(await queueRebuild(context.context)).toBe(false);
  const mine = await context.app.inject({ url: '/prod-api/cms/publish/preparation/list', headers: editor });
  const [shown] = mine.json<{ rows: Preparation[] }>().rows;
  expect(shown).toMatchObject({ state: 'failed', byHouse: true, mayRetry: false, fileName: '书.epub' });
  const retry = async () =>
    (
      await context.app.inject({
        method: 'PUT',
        url: `/prod-api/cms/publish/preparation/retry/${shown?.preparationId}`,
        headers: editor,
        payload: {},
      })
    ).json<{ code: number; msg: string }>();
  expect(await retry()).toMatchObject({ code: 601, msg: '要处理的文件已不在，请修正后重新上传' });
  await context.context.files.put(sourceKey(old?.sourceSha256 ?? ''), await makeEpub({ title: '望月怀远' }), 'application/epub+zip');
  expect(await retry()).toMatchObject({ code: 200 });
  await context.context.jobs.settled();
  expect((await work()).editionId).not.toBe(old?.id);
  expect(await retry()).toMatchObject({ code: 404 });
});

test('keeps a file that an editor uploaded during a rebuild', async () => {
  await grow();
  expect(await queueRebuild(context.context)).toBe(true);
  const third = await makeEpub({ title: '望月怀远', chapters: { 'c1.xhtml': '<p>新的一版。</p>' } });
  // The rebuild is queued first and runs first; in the meantime the publication has another edition.
  const { db } = context.context;
  const again = await db.selectFrom('preparation').select('id').where('userId', '=', 0).executeTakeFirstOrThrow();
  await db
    .updateTable('preparation')
    .set({ state: 'running', leaseUntil: Date.now() + 60_000, leaseBy: 'other' })
    .where('id', '=', again.id)
    .execute();
  expect((await prepareFile(context, editor, third, { publishId })).state).toBe('ready');
  const current = (await work()).editionId;
  await db.updateTable('preparation').set({ state: 'queued', leaseUntil: 0, leaseBy: '' }).where('id', '=', again.id).execute();
  await settled();
  expect((await work()).editionId).toBe(current);
  expect(await db.selectFrom('preparation').select(['state', 'message']).where('id', '=', again.id).executeTakeFirst()).toEqual({
    state: 'failed',
    message: '已换成别的文件，无需重新处理',
  });
  expect(await editions()).toHaveLength(2);
});
