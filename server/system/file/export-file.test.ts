import ExcelJS from 'exceljs';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../contract/clock.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { EXPORT, EXPORT_LATER, type ExportFile } from '../../../contract/system/export-file.ts';
import { sweepFiles } from '../../monitor/file-sweep.service.ts';
import { removeExpiredExports, runNextExport } from './export-file.service.ts';

const ROWS = EXPORT.directRows + 500;

let t: TestContext;
const people: Record<'clerk' | 'other', Bearer> = {} as never;

beforeAll(async () => {
  t = await testContext();
  for (const userName of ['clerk', 'other'] as const) {
    await t.addUser({ userName, permissions: ['system:post:list', 'system:post:export'] });
    people[userName] = await t.as(userName);
  }
  // Work is done by the tests themselves.
  await t.context.jobs.stop();
  const base = { createTime: 1, updateTime: 1 };
  for (let from = 0; from < ROWS; from += 2_000)
    await t.context.db
      .insertInto('post')
      .values(
        Array.from({ length: Math.min(2_000, ROWS - from) }, (_, at) => ({
          postCode: `p${from + at}`,
          postName: `岗位${from + at}`,
          postSort: (from + at) % 2,
          status: '0' as const,
          ...base,
        })),
      )
      .execute();
});
afterAll(() => t.close());
beforeEach(async () => {
  vi.useRealTimers();
  await t.context.db.deleteFrom('exportFile').execute();
  await t.context.db.deleteFrom('message').execute();
});

const ask = (as: Bearer, filter = '') =>
  t.app.inject({
    method: 'POST',
    url: '/prod-api/system/post/export',
    headers: { ...as, 'content-type': 'application/x-www-form-urlencoded' },
    payload: filter,
  });
const get = (as: Bearer, path: string) => t.app.inject({ url: `/prod-api${path}`, headers: as });
const mine = async (as: Bearer): Promise<ExportFile[]> => (await get(as, '/info/export/mine')).json<{ data: ExportFile[] }>().data;
const messages = () => t.context.db.selectFrom('message').select(['userId', 'title', 'content', 'link']).orderBy('id').execute();

test('46.1 makes a large export in the background, sends a message with a link, and keeps the file for its asker alone', async () => {
  const answer = await ask(people.clerk);
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.json()).toEqual({ code: 200, msg: EXPORT_LATER });
  expect(await mine(people.clerk)).toMatchObject([{ name: '岗位', state: 'queued', expiresAt: '' }]);
  const log = await t.context.db.selectFrom('operLog').select('businessType').where('title', '=', '岗位管理').execute();
  expect(log.map((row) => row.businessType)).toContain(5);

  expect(await runNextExport(t.context)).toBe(true);
  expect(await runNextExport(t.context)).toBe(false);
  const [made] = await mine(people.clerk);
  expect(made).toMatchObject({ state: 'ready', rows: ROWS, reason: '' });
  expect(await messages()).toMatchObject([{ title: `岗位已导出，共${ROWS}行`, link: '/admin/exports' }]);

  const file = await get(people.clerk, `/info/export/${made?.exportId}`);
  expect(file.headers['content-disposition']).toContain(encodeURIComponent('岗位_'));
  expect(file.rawPayload.length).toBe(made?.bytes);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(file.rawPayload as never);
  expect(book.worksheets[0]?.rowCount).toBe(ROWS + 1);
  expect(book.worksheets[0]?.getRow(ROWS + 1).getCell(3).value).toBe(`岗位${ROWS - 1}`);

  expect(await mine(people.other)).toEqual([]);
  expect((await get(people.other, `/info/export/${made?.exportId}`)).json()).toMatchObject({ code: 404 });
  await t.app.inject({ method: 'DELETE', url: `/prod-api/info/export/${made?.exportId}`, headers: people.other });
  expect(await mine(people.clerk)).toHaveLength(1);
});

test('46.1 sends a smaller export at once', async () => {
  const answer = await ask(people.clerk, 'postCode=p12');
  expect(answer.headers['content-type']).toContain('spreadsheetml');
  expect(await mine(people.clerk)).toEqual([]);
});

test('46.1 does not queue the same export twice, and no more than three of one user', async () => {
  await ask(people.clerk);
  await ask(people.clerk);
  expect(await mine(people.clerk)).toHaveLength(1);
  for (const status of ['status=0', 'postName=岗位']) await ask(people.clerk, status);
  expect((await ask(people.clerk, 'postCode=p')).json()).toMatchObject({ code: 500, msg: '您已有3个导出在等待，完成后再导出' });
  expect((await ask(people.other)).json()).toEqual({ code: 200, msg: EXPORT_LATER });
});

test('46.1 says in a message why an export failed, and refuses rows and file to a user without the permission', async () => {
  await ask(people.clerk);
  await runNextExport(t.context);
  const [made] = await mine(people.clerk);
  await ask(people.clerk, 'status=0');
  const granted = await t.context.db.selectFrom('roleMenu').selectAll().execute();
  await t.context.db.deleteFrom('roleMenu').execute();
  try {
    await runNextExport(t.context);
    const [failed] = await mine(people.clerk);
    expect(failed).toMatchObject({ state: 'failed', reason: '您已没有导出岗位的权限' });
    expect((await messages()).at(-1)).toMatchObject({ title: '岗位导出失败', content: '您已没有导出岗位的权限', link: '/admin/exports' });
    expect((await get(people.clerk, `/info/export/${made?.exportId}`)).json()).toMatchObject({ code: 403 });
  } finally {
    await t.context.db.insertInto('roleMenu').values(granted).execute();
  }
});

test('46.1 tries again after an error, three times, and then says so', async () => {
  await ask(people.clerk);
  const put = vi.spyOn(t.context.files, 'put').mockRejectedValue(new Error('disk full'));
  for (let attempt = 1; attempt < 3; attempt += 1) {
    await expect(runNextExport(t.context)).rejects.toThrow('disk full');
    expect(await mine(people.clerk)).toMatchObject([{ state: 'queued' }]);
  }
  await expect(runNextExport(t.context)).rejects.toThrow('disk full');
  put.mockRestore();
  const [failed] = await mine(people.clerk);
  expect(failed).toMatchObject({ state: 'failed' });
  expect(failed?.reason).toContain('请缩小范围后重新导出');
  expect(await messages()).toHaveLength(1);
});

test('46.1 leaves an export to the next server when its own has stopped', async () => {
  await ask(people.clerk);
  const now = Date.now();
  await t.context.db
    .updateTable('exportFile')
    .set({ state: 'running', attempts: 1, leaseUntil: now + 60_000 })
    .execute();
  expect(await runNextExport(t.context)).toBe(false);
  await t.context.db
    .updateTable('exportFile')
    .set({ leaseUntil: now - 1 })
    .execute();
  expect(await runNextExport(t.context)).toBe(true);
  expect(await mine(people.clerk)).toMatchObject([{ state: 'ready' }]);
});

test('46.1 drops the file of an export that its asker removed meanwhile, and removes files after seven days', async () => {
  await ask(people.clerk);
  const put = t.context.files.put.bind(t.context.files);
  const spy = vi.spyOn(t.context.files, 'put').mockImplementation(async (...given) => {
    await put(...given);
    const [one] = await mine(people.clerk);
    await t.app.inject({ method: 'DELETE', url: `/prod-api/info/export/${one?.exportId}`, headers: people.clerk });
  });
  await runNextExport(t.context);
  const [key] = spy.mock.calls[0] ?? [''];
  spy.mockRestore();
  expect(await t.context.files.size(key)).toBeNull();
  expect(await messages()).toEqual([]);

  await ask(people.clerk);
  await runNextExport(t.context);
  const { fileKey } = await t.context.db.selectFrom('exportFile').select('fileKey').executeTakeFirstOrThrow();
  await removeExpiredExports(t.context);
  vi.useFakeTimers({ now: Date.now() + 2 * DAY_MS, toFake: ['Date'] });
  await sweepFiles(t.context, 30);
  expect(await t.context.files.size(fileKey)).toBeGreaterThan(0);
  vi.useFakeTimers({ now: Date.now() + 6 * DAY_MS, toFake: ['Date'] });
  await removeExpiredExports(t.context);
  expect(await t.context.files.size(fileKey)).toBeNull();
  vi.useRealTimers();
  expect(await mine(people.clerk)).toEqual([]);
});
