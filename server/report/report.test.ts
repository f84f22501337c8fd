import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { reportSources } from './report-source.service.ts';
import { rangeOf } from './report-days.rule.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const wireDay = (at: number): string => new Date(at + SHANGHAI_MS).toISOString().slice(0, 10);
const now = Date.now();
const WIDE = { begin: wireDay(now - 700 * DAY_MS), end: wireDay(now) };
const data = async (key: string, { begin, end }: { begin: string; end: string }) =>
  (await staff.ask('manager', 'GET', `/report/${key}?begin=${begin}&end=${end}`)).data;

test('#137 every figure equals the number of rows behind it, in ranges of any length', async () => {
  for (let index = 0; index < 3; index += 1) await staff.submitted('other', `第${index}部`);
  await staff.put(await staff.submitted('other', '逾期'), { status: 'assigned', dueAt: 1 });
  const ranges = [WIDE, { begin: wireDay(now), end: wireDay(now) }, { begin: '2020-01-01', end: '2020-12-31' }];
  let listed = 0;
  for (const { key } of (await staff.ask('manager', 'GET', '/report/tabs')).data)
    for (const { begin, end } of ranges)
      for (const figure of (await data(key, { begin, end })).figures.filter((one: { kind: string }) => one.kind !== 'calculated')) {
        const rows = await staff.ask('manager', 'GET', `/report/${key}/${figure.key}?begin=${begin}&end=${end}&pageNum=1&pageSize=50`);
        expect(rows).toMatchObject({ code: 200 });
        expect([key, figure.key, rows.total, Math.min(50, rows.total)]).toEqual([key, figure.key, figure.value, rows.rows.length]);
        listed += 1;
      }
  expect(listed).toBeGreaterThan(20);
  expect((await data('pipeline', WIDE)).figures).toContainEqual(expect.objectContaining({ key: 'submitted', value: 4 }));
  expect((await data('pipeline', WIDE)).figures).toContainEqual(expect.objectContaining({ key: 'late', value: 1, before: null }));
});

test('#137 days are days of Shanghai, and both ends of a range are included', () => {
  const { begin, end } = rangeOf({ begin: '2026-03-01', end: '2026-03-01' });
  expect(new Date(begin).toISOString()).toBe('2026-02-28T16:00:00.000Z');
  expect(end - begin).toBe(DAY_MS);
});

test('#137 compares with the period before and with last year', async () => {
  const archiveId = await staff.submitted('other', '比较');
  const { db } = town.context;
  const at = Date.parse('2025-06-10T12:00:00+08:00');
  await db.updateTable('flowLog').set({ at }).where('entityId', '=', archiveId).where('event', '=', 'submit').execute();
  const value = async (begin: string, end: string) =>
    (await data('pipeline', { begin, end })).figures.find((one: { key: string }) => one.key === 'submitted');
  expect(await value('2025-06-10', '2025-06-10')).toMatchObject({ value: 1, before: 0, lastYear: 0 });
  expect(await value('2025-06-11', '2025-06-20')).toMatchObject({ value: 0, before: 1, lastYear: 0 });
  expect(await value('2026-06-01', '2026-06-30')).toMatchObject({ value: 0, lastYear: 1 });
});

test('#137 the table of stages has the median days of stays that ended in the range', async () => {
  const archiveId = await staff.submitted('other', '停留');
  const { db } = town.context;
  await db.deleteFrom('flowLog').where('entityType', '=', 'manuscript').execute();
  const day = (n: number): number => Date.parse('2024-01-01T00:00:00+08:00') + n * DAY_MS;
  const step = (event: string, fromStatus: string, toStatus: string, at: number) => ({
    entityType: 'manuscript',
    entityId: archiveId,
    event,
    fromStatus,
    toStatus,
    operatorId: staff.ids.manager,
    note: '',
    at,
  });
  await db
    .insertInto('flowLog')
    .values([
      step('submit', 'draft', 'submitted', day(0)),
      step('declare', 'submitted', 'topic', day(3)),
      step('assign', 'topic', 'assigned', day(10)),
    ])
    .execute();
  const { tables } = await data('pipeline', { begin: '2024-01-01', end: '2024-12-31' });
  const rows = new Map((tables[0].rows as (string | number)[][]).map((row) => [row[0], row]));
  expect(rows.get('已投稿')?.slice(1, 4)).toEqual([1, 1, 3]);
  expect(rows.get('已派责编')?.slice(1, 4)).toEqual([1, 0, '']);
  expect([...rows.values()].some((row) => row[3] === 7)).toBe(true);
});

test('#137 names a wrong range in words, and keeps reports from people without the permission', async () => {
  expect(await staff.ask('manager', 'GET', '/report/pipeline?begin=2026-02-01&end=2026-01-01')).toMatchObject({
    code: 400,
    msg: expect.stringContaining('结束日期不能早于开始日期'),
  });
  expect(await staff.ask('manager', 'GET', '/report/nothing?begin=2026-01-01&end=2026-01-01')).toMatchObject({ code: 404 });
  expect(await staff.ask('manager', 'GET', '/report/pipeline/days?begin=2026-01-01&end=2026-01-01')).toMatchObject({
    code: 404,
    msg: '这个数字没有明细',
  });
  expect(await staff.ask('author', 'GET', '/report/pipeline?begin=2026-01-01&end=2026-01-01')).toMatchObject({ code: 403 });
});

test('#137 exports figures, charts and tables with numbers as numbers', async () => {
  const answer = await town.app.inject({
    method: 'POST',
    url: '/prod-api/report/export',
    headers: { ...staff.as.manager, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `key=pipeline&begin=${WIDE.begin}&end=${WIDE.end}`,
  });
  const { default: ExcelJS } = await import('exceljs');
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(answer.rawPayload as never);
  expect(book.worksheets.map(({ name }) => name)).toEqual(['指标', '各月投稿、出版与退稿', '各环节', '说明']);
  expect(typeof book.worksheets[0]?.getCell('B2').value).toBe('number');
});

test('#137 each report defines each of its figures', () => {
  expect(reportSources().length).toBeGreaterThan(1);
  for (const source of reportSources())
    for (const figure of source.figures) expect(figure.definition.length, `${source.key} ${figure.key}`).toBeGreaterThan(10);
});

test('#108 the library lists what authors handed in, by author and manuscript', async () => {
  const archiveId = await staff.submitted('other', '文库里的书');
  const file = {
    archiveId,
    fileKey: 'x',
    fileSize: 10,
    mime: 'text/plain',
    sha256: 'x',
    ownerId: staff.ids.author,
    replacedBy: null,
    createTime: 1,
    updateTime: 1,
  };
  const { db } = town.context;
  await db
    .insertInto('manuscriptFile')
    .values([
      { ...file, fileRole: 'figure', fileName: '插图一.png', status: 'current' as const },
      { ...file, fileRole: 'figure', fileName: '旧插图.png', status: 'superseded' as const },
      { ...file, fileRole: 'report', fileName: '审读报告.docx', status: 'current' as const },
    ])
    .execute();
  const list = async (query: string) => (await staff.ask('manager', 'GET', `/author/library/list?${query}`)).rows;
  expect(await list(`title=${encodeURIComponent('文库里')}`)).toMatchObject([
    { fileName: '插图一.png', title: '文库里的书', authorName: '何语', archiveStatus: 'submitted', uploaderName: 'author' },
  ]);
  expect(await list(`authorName=${encodeURIComponent('没有这个人')}`)).toEqual([]);
  expect((await staff.ask('proof1', 'GET', '/author/library/list')).code).toBe(200);
  expect((await staff.ask('author', 'GET', '/author/library/list')).code).toBe(403);
});

test('#108 a list is filtered by days: the last one is included, and a wrong range is named', async () => {
  const archiveId = await staff.submitted('other', '按日期找');
  const at = Date.parse('2026-03-02T23:59:00+08:00');
  const file = { archiveId, fileRole: 'figure', fileName: '三月的插图.png', fileKey: 'x', fileSize: 1, mime: 'image/png', sha256: 'x' };
  await town.context.db
    .insertInto('manuscriptFile')
    .values({ ...file, ownerId: staff.ids.author, status: 'current', replacedBy: null, createTime: at, updateTime: at })
    .execute();
  const found = async (range: string) => (await staff.ask('manager', 'GET', `/author/library/list?createTime=${range}`)).rows?.length;
  expect(await found('2026-03-01,2026-03-02')).toBe(1);
  expect(await found('2026-03-03,')).toBe(0);
  expect(await staff.ask('manager', 'GET', '/author/library/list?createTime=2026-03-05,2026-03-01')).toMatchObject({ code: 400 });
  expect(await staff.ask('manager', 'GET', '/author/library/list?createTime=1,2')).toMatchObject({ code: 400 });
  // A date without a time is compared as a date.
  expect(await staff.ask('manager', 'GET', '/press/protocol/list?endDate=2026-01-01,2026-12-31')).toMatchObject({ code: 200 });
});
