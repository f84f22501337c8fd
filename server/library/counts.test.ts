import { afterAll, beforeAll, expect, test } from 'vitest';
import { onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

const READERS = 24;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

onRealPostgres('on a PostgreSQL with as many connections as there are people', () => {
  let server: Awaited<ReturnType<typeof realPostgres>>;
  let town: TestContext;
  let readers: Bearer[];
  let made = 0;
  beforeAll(async () => {
    server = await realPostgres();
    town = await testContext({ databaseUrl: server.url });
    for (let index = 0; index < READERS; index += 1) await town.addUser({ userName: `reader${index}` });
    readers = await Promise.all(Array.from({ length: READERS }, (_, index) => town.as(`reader${index}`)));
    // Every connection is open before the counting starts.
    await Promise.all(readers.map((headers) => ask('GET', '/getInfo', headers)));
  });
  afterAll(async () => {
    await town?.close();
    await server?.close();
  });

  async function ask(method: Method, url: string, headers: Bearer, payload?: object): Promise<{ code: number; data: Record<string, unknown> }> {
    const answer = await town.app.inject({ method, url: `/prod-api${url}`, headers, ...(payload ? { payload } : {}) });
    const said = answer.json<{ code: number; data: Record<string, unknown> }>();
    expect([method, url, said.code]).toEqual([method, url, 200]);
    return said;
  }

  async function freeWork(): Promise<{ publishId: number; editionId: number }> {
    const now = Date.now();
    const { db } = town.context;
    made += 1;
    const work = { publishNo: `c${made}`, kind: 'book', title: '数', authorsText: '何语', edition: 1, isFree: '1', status: 'listed' } as const;
    const { id } = await db
      .insertInto('publication')
      .values({ ...work, listTime: now, createTime: now, updateTime: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const bytes = { sourceBytes: 1, bytes: 1, files: 1, characters: 1, documents: 1 };
    const edition = await db
      .insertInto('edition')
      .values({ publicationId: id, folder: `books/${id}`, sourceName: 'a.epub', sourceSha256: `${id}`, ...bytes, createBy: 'x', createTime: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('publication').set({ editionId: edition.id }).where('id', '=', id).execute();
    return { publishId: id, editionId: edition.id };
  }

  const counted = async (id: number) =>
    town.context.db
      .selectFrom('publication')
      .select(['collectNum', 'scoreSum', 'scoreCount', 'downloadNum', 'readerNum', 'viewNum'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('loses no concurrent collect or uncollect action', async () => {
    const [one, other] = [await freeWork(), await freeWork()];
    const collect = (headers: Bearer, targetId: number) => ask('POST', '/info/collect', headers, { targetType: 'publication', targetId });
    await Promise.all(
      readers.flatMap((headers) => [collect(headers, one.publishId), collect(headers, other.publishId), collect(headers, one.publishId)]),
    );
    expect([await counted(one.publishId), await counted(other.publishId)]).toMatchObject([{ collectNum: READERS }, { collectNum: READERS }]);
    // Half of the readers uncollect both works, in both orders, while others collect one again.
    const pair = [one.publishId, other.publishId];
    const going = readers.map((headers, index) =>
      index % 2 ? collect(headers, one.publishId) : ask('DELETE', `/info/collect/${(index % 4 ? pair : pair.toReversed()).join()}`, headers),
    );
    await Promise.all(going);
    expect([await counted(one.publishId), await counted(other.publishId)]).toMatchObject([{ collectNum: READERS / 2 }, { collectNum: READERS / 2 }]);
  });

  test('counts every concurrent score once', async () => {
    const { publishId } = await freeWork();
    const score = (headers: Bearer, given: number) => ask('POST', '/info/score', headers, { publishId, score: given });
    await Promise.all(readers.flatMap((headers) => [score(headers, 2), score(headers, 2)]));
    expect(await counted(publishId)).toMatchObject({ scoreCount: READERS, scoreSum: 2 * READERS });
    await Promise.all(readers.map((headers, index) => score(headers, index % 2 ? 5 : 3)));
    expect(await counted(publishId)).toMatchObject({ scoreCount: READERS, scoreSum: 4 * READERS });
  });

  test('counts a reader once who downloads a work on several devices at once, and counts each reader', async () => {
    const { publishId } = await freeWork();
    const devices = ['手机', '平板', '电脑', '旧手机'];
    const pendingItems = await Promise.all(
      readers.flatMap((headers) =>
        devices.map(async (device) => ({ headers, ...(await ask('POST', '/info/download', headers, { publishId, device })).data })),
      ),
    );
    await Promise.all(
      pendingItems.map(({ headers, ...pending }) =>
        ask('PUT', '/info/download', headers, { downloadId: Reflect.get(pending, 'downloadId'), result: 'ok' }),
      ),
    );
    expect(await counted(publishId)).toMatchObject({ downloadNum: READERS });
  });

  test('records a repeated concurrent download request once', async () => {
    const { publishId } = await freeWork();
    const [reader] = readers;
    if (!reader) throw new Error('nobody is here');
    const pendingItems = await Promise.all(Array.from({ length: 16 }, () => ask('POST', '/info/download', reader, { publishId, device: '手机' })));
    expect(new Set(pendingItems.map((pending) => pending.data['downloadId'])).size).toBe(1);
  });

  test('counts a reader once who opens a work on two devices, and counts every view', async () => {
    const { publishId, editionId } = await freeWork();
    const place = { publishId, editionId, cfi: 'epubcfi(/6/2!/4/2)', percent: 1, documentIndex: 0 };
    await Promise.all(
      readers.flatMap((headers) => [1, 2, 3].map((clock) => ask('PUT', '/info/progress', headers, { ...place, clock, device: `${clock}` }))),
    );
    await Promise.all(readers.map((headers) => ask('GET', `/cms/publish/getInfo/${publishId}`, headers)));
    await town.context.views.flush();
    expect(await counted(publishId)).toMatchObject({ readerNum: READERS, viewNum: READERS });
  });

  test('numbers concurrent writes of twenty devices once each, and every device receives all', async () => {
    const [reader] = readers;
    if (!reader) throw new Error('nobody is here');
    const { publishId, editionId } = await freeWork();
    const passage = { publishId, editionId, documentIndex: 0, chapterTitle: '', cfi: 'epubcfi(/6/2!/4/2)', text: '字', before: '', after: '' };
    const mark = { kind: 'mark', base: 0, deleted: false, ...passage, type: 'highlight', note: '', colour: 'blue', percent: 1, settle: false };
    const sync = (index: number, objects: object[]) =>
      ask('POST', '/info/annotation/sync', reader, { deviceId: `device-${String(index).padStart(3, '0')}`, device: '', cursor: 0, objects });
    const devices = Array.from({ length: 20 }, (_, index) => index);
    await Promise.all(devices.map((index) => sync(index, [{ ...mark, clientId: `mark-${index}`, clock: index + 1 }])));
    const { changes } = (await sync(0, [])).data as { changes: { seq: number }[] };
    expect(changes.map((change) => change.seq)).toEqual(devices.map((index) => index + 1));
  });
});
