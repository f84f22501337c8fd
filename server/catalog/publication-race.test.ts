import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { meanwhile, onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { prepareFile } from '../../tests/support/upload.ts';
import type { Tx } from '../db/database.ts';

const OF_A_BOOK = ['list', 'query', 'add', 'edit', 'remove', 'publish', 'delist'].map((action) => `publish:publication:${action}`);
const OF_A_TRACK = ['add', 'edit', 'remove', 'query', 'list'].map((action) => `publish:audio:${action}`);

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

onRealPostgres('a work that two people have in hand, on a PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof realPostgres>>;
  let town: TestContext;
  let editor: Bearer;
  let typeId = 0;
  let made = 0;
  beforeAll(async () => {
    server = await realPostgres();
    town = await testContext({ databaseUrl: server.url });
    await town.addUser({ userName: 'editor', permissions: [...OF_A_BOOK, ...OF_A_TRACK] });
    editor = await town.as('editor');
    const stamps = { createTime: 0, updateTime: 0 };
    typeId = (
      await town.context.db
        .insertInto('archiveType')
        .values({ parentId: 0, typeName: '小说', orderNum: 1, ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  });
  afterAll(async () => {
    await town?.close();
    await server?.close();
  });

  const ask = async (method: Method, url: string, payload?: object): Promise<{ code: number; msg: string }> =>
    (await town.app.inject({ method, url: `/prod-api${url}`, headers: editor, ...(payload ? { payload } : {}) })).json();

  async function work(kind: 'book' | 'audio' = 'book'): Promise<number> {
    made += 1;
    const facts = { kind, title: '桥', authorsText: '何语', intro: '一座桥', archiveTypeId: typeId, isFree: '1', edition: 1 } as const;
    const { id } = await town.context.db
      .insertInto('publication')
      .values({ ...facts, publishNo: `r${made}`, coverUrl: '/covers/a.webp', createTime: 0, updateTime: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const workNow = (id: number) =>
    town.context.db
      .selectFrom('publication')
      .select(['title', 'status', 'delFlag', 'coverUrl', 'editionId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const become = (tx: Tx, id: number, status: 'checking' | 'listed') =>
    tx
      .updateTable('publication')
      .set((eb) => ({ status, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();

  async function track(publicationId: number): Promise<number> {
    made += 1;
    const stamps = { createTime: 0, updateTime: 0 };
    const { id } = await town.context.db
      .insertInto('media')
      .values({ publicationId, mediaType: 'audio', title: '一', uploadId: `u${made}`, fileName: 'a', size: 1, userId: 1, orderNum: made, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow();
    await town.context.db.updateTable('media').set({ state: 'ready' }).where('id', '=', id).execute();
    return id;
  }

  test('rejects a save of a work that was submitted meanwhile', async () => {
    const id = await work();
    const draft = { publishId: id, version: 0, title: '换过的书名', authorsText: '何语', isFree: '1', archiveTypeId: typeId };
    const saved = await meanwhile(
      town.context.db,
      (tx) => become(tx, id, 'checking'),
      () => ask('PUT', '/cms/publish', draft),
    );
    expect(saved.code).toBe(409);
    expect(await workNow(id)).toMatchObject({ title: '桥', status: 'checking' });
  });

  test('rejects deleting a work that was listed meanwhile', async () => {
    const id = await work();
    const removed = await meanwhile(
      town.context.db,
      (tx) => become(tx, id, 'listed'),
      () => ask('DELETE', `/cms/publish/${id}`),
    );
    expect(removed.code).toBe(601);
    expect(await workNow(id)).toMatchObject({ delFlag: '0', status: 'listed' });
  });

  test('keeps the cover of a work that was submitted meanwhile', async () => {
    const id = await work();
    const changed = await meanwhile(
      town.context.db,
      (tx) => become(tx, id, 'checking'),
      () => ask('DELETE', `/cms/publish/cover/${id}`),
    );
    expect(changed.code).toBe(20806);
    expect(await workNow(id)).toMatchObject({ coverUrl: '/covers/a.webp' });
  });

  test('keeps the file of a work that was submitted meanwhile', async () => {
    const id = await work();
    const ended = await meanwhile(
      town.context.db,
      (tx) => become(tx, id, 'checking'),
      async () => prepareFile(town, editor, await makeEpub({}), { publishId: id }),
    );
    expect(ended).toMatchObject({ state: 'failed', message: '出版物正在上架审核，不能更换文件；请先驳回再重新上传' });
    expect(await workNow(id)).toMatchObject({ editionId: null });
  });

  test('keeps one of the last two tracks of a work on sale when two users remove them at once', async () => {
    const id = await work('audio');
    const [one, other] = [await track(id), await track(id)];
    await town.context.db.updateTable('publication').set({ status: 'listed' }).where('id', '=', id).execute();
    const answers = await Promise.all([ask('DELETE', `/cms/media/${one}`), ask('DELETE', `/cms/media/${other}`)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 601]);
  });

  test('rejects submitting a work whose last track was removed meanwhile', async () => {
    const id = await work('audio');
    const only = await track(id);
    const gone = async (tx: Tx) => {
      await tx.updateTable('publication').set({ scoreCount: 0 }).where('id', '=', id).execute();
      await tx.updateTable('media').set({ delFlag: '1' }).where('id', '=', only).execute();
    };
    expect((await meanwhile(town.context.db, gone, () => ask('PUT', `/cms/publish/submit/${id}`, { reason: '' }))).code).toBe(20805);
    expect(await workNow(id)).toMatchObject({ status: 'draft' });
  });
});
