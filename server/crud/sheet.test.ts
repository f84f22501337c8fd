import ExcelJS from 'exceljs';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { post } from '../../contract/system/post.ts';
import { sheetBytes } from './crud-export.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
let clerk: Bearer;
let reader: Bearer;

beforeAll(async () => {
  t = await testContext();
  const actions = ['list', 'query', 'add', 'edit', 'export', 'import'];
  await t.addUser({ userName: 'clerk', permissions: actions.map((action) => `system:post:${action}`) });
  await t.addUser({ userName: 'reader' });
  clerk = await t.as('clerk');
  reader = await t.as('reader');
  const base = { createTime: Date.now(), updateTime: Date.now() };
  await t.context.db
    .insertInto('dictType')
    .values({ dictName: '系统开关', dictType: 'sys_normal_disable', ...base })
    .execute();
  for (const [dictValue, dictLabel] of [
    ['0', '正常'],
    ['1', '停用'],
  ] as const)
    await t.context.db
      .insertInto('dictData')
      .values({ dictType: 'sys_normal_disable', dictSort: 1, dictValue, dictLabel, ...base })
      .execute();
});
afterAll(() => t.close());

const HEAD = ['岗位编码*', '岗位名称*', '显示顺序*', '状态', '备注'];

async function sheet(rows: readonly (readonly unknown[])[]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('岗位').addRows(rows as unknown[][]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

async function send(file: Buffer, fields: Record<string, string>, headers: Bearer = clerk, name = '岗位.xlsx') {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([new Uint8Array(file)]), name);
  const request = new Request('http://test/', { method: 'POST', body: form });
  const answer = await t.app.inject({
    method: 'POST',
    url: '/prod-api/system/post/importData',
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{
    code: number;
    msg: string;
    data: { added: number; updated: number; trial: boolean; head: string[]; refused: { line: number; why: string; cells: string[] }[] };
  }>();
}

const cellsOf = (book: ExcelJS.Workbook, row: number): unknown[] => (book.worksheets[0]?.getRow(row).values ?? []) as unknown[];

const posts = () => t.context.db.selectFrom('post').selectAll().orderBy('id').execute();

async function exported(body: string, headers: Bearer = clerk) {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/prod-api/system/post/export',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: body,
  });
  return answer;
}

test('reports the errors of each line in a trial and writes nothing', async () => {
  const file = await sheet([
    HEAD,
    ['zb', '主编', 1, '正常', ''],
    ['', '无编码', 2, '正常', ''],
    ['jd', '校对', '三', '停用', ''],
    ['px', '排版', 4, '不知', ''],
  ]);
  const answer = await send(file, { dryRun: '1', updateSupport: '0' });
  expect(answer.data).toMatchObject({ added: 1, trial: true });
  expect(answer.data.refused).toMatchObject([
    { line: 3, title: '无编码', why: '岗位编码不能为空' },
    { line: 4, title: '校对', why: '显示顺序须是整数' },
    { line: 5, title: '排版', why: '状态不正确' },
  ]);
  expect(await posts()).toEqual([]);
  expect((await send(file, { dryRun: '0', updateSupport: '0' })).data).toMatchObject({ trial: true });
  expect(await posts()).toEqual([]);
});

test('imports a valid sheet completely, sends compatible clients their message, and updates existing rows only on request', async () => {
  const file = await sheet([HEAD, ['zb', '主编', 1, '正常', ''], ['jd', '校对', 2, '停用', '=1+1']]);
  expect(await send(file, {})).toMatchObject({ code: 200, msg: '恭喜您，数据已全部导入成功！共 2 条' });
  expect((await posts()).map((row) => [row.postCode, row.status, row.createBy])).toEqual([
    ['zb', '0', 'clerk'],
    ['jd', '1', 'clerk'],
  ]);
  const again = await send(file, {});
  expect(again.code).toBe(500);
  expect(again.msg).toContain('很抱歉，导入失败！共 2 条数据格式不正确');
  const changed = await sheet([HEAD, ['zb2', '主编', 9, '停用', '改']]);
  expect(await send(changed, { updateSupport: '1', dryRun: '0' })).toMatchObject({ data: { added: 0, updated: 1, trial: false } });
  expect((await posts())[0]).toMatchObject({ postCode: 'zb2', postSort: 9, remark: '改', updateBy: 'clerk' });
  const log = await t.context.db.selectFrom('operLog').select(['businessType', 'status']).where('businessType', '=', 6).orderBy('id').execute();
  expect(log.map((row) => row.status)).toEqual([1, 0, 1, 0]);
});

test('keeps fields without a column when a sheet updates rows', async () => {
  const before = (await posts()).find((row) => row.postCode === 'jd');
  expect(before).toMatchObject({ status: '1', remark: '=1+1' });
  const names = await sheet([
    ['岗位编码', '岗位名称', '显示顺序'],
    ['jd', '校对', 7],
  ]);
  expect((await send(names, { updateSupport: '1', dryRun: '0' })).data).toMatchObject({ updated: 1, refused: [] });
  expect((await posts()).find((row) => row.postCode === 'jd')).toMatchObject({ postSort: 7, status: '1', remark: '=1+1' });
  const emptied = await sheet([HEAD, ['jd', '校对', 2, '停用', '']]);
  expect((await send(emptied, { updateSupport: '1', dryRun: '0' })).data).toMatchObject({ updated: 1 });
  expect((await posts()).find((row) => row.postCode === 'jd')).toMatchObject({ postSort: 2, status: '1', remark: '' });
});

test('exports Chinese headings and labels and no formulas', async () => {
  await t.context.db.updateTable('post').set({ remark: '=cmd|calc' }).where('postCode', '=', 'jd').execute();
  const answer = await exported('postCode=jd');
  expect(answer.headers['content-type']).toContain('spreadsheetml');
  expect(decodeURIComponent(String(answer.headers['download-filename']))).toMatch(/^岗位_\d{14}\.xlsx$/);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(answer.rawPayload as never);
  expect(cellsOf(book, 1).slice(1)).toEqual(['编号', '岗位编码', '岗位名称', '显示顺序', '状态', '备注', '创建人', '创建时间', '修改人', '修改时间']);
  expect(cellsOf(book, 2).slice(2, 7)).toEqual(['jd', '校对', 2, '停用', "'=cmd|calc"]);
  expect(book.worksheets[0]?.rowCount).toBe(2);
  expect((await exported('', reader)).json()).toEqual({ code: 403, msg: '当前操作没有权限' });
});

test('#46.3 rows beyond the limit of a worksheet go into further worksheets, and none is lost', async () => {
  const row = (id: number) => ({ postId: id, postCode: `c${id}`, postName: `n${id}`, postSort: id, status: '0', remark: '' });
  async function* parts() {
    yield [1, 2, 3].map(row);
    yield [4, 5, 6, 7].map(row);
  }
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await sheetBytes(t.context, post, parts(), 3)) as never);
  expect(book.worksheets.map((one) => [one.name, one.rowCount])).toEqual([
    ['岗位', 4],
    ['岗位（2）', 4],
    ['岗位（3）', 2],
  ]);
  expect(book.worksheets.flatMap((one) => one.getColumn(2).values.slice(2))).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7']);
});

test('imports an exported file again and removes the apostrophe before a formula', async () => {
  const answer = await exported('postCode=jd');
  const back = await send(answer.rawPayload, { updateSupport: '1', dryRun: '0' });
  expect(back.data).toMatchObject({ updated: 1, refused: [] });
  expect((await posts()).find((row) => row.postCode === 'jd')?.remark).toBe('=cmd|calc');
});

test('puts every column into the template, and rejects a sheet without one by its name', async () => {
  const answer = await t.app.inject({ method: 'POST', url: '/prod-api/system/post/importTemplate', headers: clerk });
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(answer.rawPayload as never);
  expect(cellsOf(book, 1).slice(1)).toEqual(['岗位编码*', '岗位名称*', '显示顺序*', '状态', '备注']);
  expect(
    (
      await send(
        await sheet([
          ['岗位编码', '备注'],
          ['x', 'y'],
        ]),
        {},
      )
    ).msg,
  ).toContain('缺少「岗位名称」、「显示顺序」列');
});

test('F13 rejects a zip bomb, a web page, an empty file and another file type with a message', async () => {
  const bomb = new ZipFile();
  bomb.addReadStream(Readable.from(zeros(70)), 'xl/worksheets/sheet1.xml');
  bomb.end();
  const chunks: Buffer[] = [];
  for await (const chunk of bomb.outputStream) chunks.push(chunk as Buffer);
  expect((await send(Buffer.concat(chunks), {})).msg).toContain('表格展开后过大');
  expect((await send(Buffer.from('<html>'), {})).msg).toContain('文件不是可以读取的表格');
  expect((await send(Buffer.alloc(0), {})).msg).toContain('文件不是可以读取的表格');
  expect((await send(Buffer.from('a,b'), {}, clerk, '岗位.xls')).msg).toBe('请上传 .xlsx 或 .csv 格式的表格');
  expect((await send(await sheet([HEAD]), {}, clerk, '岗位.csv')).msg).toContain('文件不是可以读取的表格');
  expect((await send(await sheet([HEAD]), {})).msg).toBe('表格里没有数据行，请填写后重新上传');
  expect((await send(await sheet([HEAD]), {}, reader)).code).toBe(403);
});

test('imports a CSV file like a spreadsheet', async () => {
  const file = Buffer.from('\ufeff岗位编码*,岗位名称*,显示顺序*,状态,备注\r\ncsv,"排版, 校样",6,正常,\r\n');
  expect((await send(file, { dryRun: '0', updateSupport: '0' }, clerk, '岗位.csv')).data).toMatchObject({ added: 1, refused: [], trial: false });
  expect((await posts()).find((row) => row.postCode === 'csv')).toMatchObject({ postName: '排版, 校样', postSort: 6 });
});

test('reads only the first of two sheets, and a large second one causes no delay', async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await sheet([HEAD, ['twofold', '两张表', '1', '正常', '']]))]), '岗位.xlsx');
  form.append('more', new Blob([Buffer.alloc(2_000_000, 'x')]), '又一张.xlsx');
  form.append('dryRun', '1');
  const request = new Request('http://test/', { method: 'POST', body: form });
  const headers = { ...clerk, 'content-type': request.headers.get('content-type') ?? '' };
  const payload = Buffer.from(await request.arrayBuffer());
  const answer = await t.app.inject({ method: 'POST', url: '/prod-api/system/post/importData', headers, payload });
  expect(answer.json()).toMatchObject({ code: 200, data: { trial: true, added: 1, refused: [] } });
});

function* zeros(megabytes: number): Generator<Buffer> {
  for (let count = 0; count < megabytes; count += 1) yield Buffer.alloc(1024 * 1024);
}

describe('#33.19 reads the text that a person sees in a cell', () => {
  type Change = (sheet: ExcelJS.Worksheet, book: ExcelJS.Workbook) => void;
  const made = async (rows: readonly (readonly unknown[])[], change: Change = () => undefined): Promise<Buffer> => {
    const book = new ExcelJS.Workbook();
    const page = book.addWorksheet('岗位');
    page.addRows(rows as unknown[][]);
    change(page, book);
    return Buffer.from(await book.xlsx.writeBuffer());
  };
  const kept = (code: string) => t.context.db.selectFrom('post').selectAll().where('postCode', '=', code).executeTakeFirst();
  const bring = async (file: Buffer) => (await send(file, { dryRun: '0', updateSupport: '0' })).data;

  test('reads numbers, dates, formulas, links and rich text as displayed', async () => {
    const file = await made(
      [
        HEAD,
        [
          123,
          { richText: [{ text: '编' }, { text: '审', font: { bold: true } }] },
          1,
          '正常',
          { formula: 'TODAY()', result: new Date('2026-11-25T00:00:00Z') },
        ],
        [124, '链接', '2', '正常', { text: { richText: [{ text: 'https://a.' }, { text: 'example/' }] }, hyperlink: 'https://a.example/' }],
        [125, '比例', { formula: '1+2', result: 3 }, '正常', 0.25],
      ],
      (page) => {
        for (const row of [2, 3, 4]) page.getCell(row, 1).numFmt = '00000';
        page.getCell(2, 5).numFmt = 'yyyy"年"m"月"d"日"';
        page.getCell(4, 5).numFmt = '0%';
      },
    );
    expect(await bring(file)).toMatchObject({ added: 3, refused: [] });
    expect(await kept('00123')).toMatchObject({ postName: '编审', remark: '2026年11月25日' });
    expect(await kept('00124')).toMatchObject({ postSort: 2, remark: 'https://a.example/' });
    expect(await kept('00125')).toMatchObject({ postSort: 3, remark: '25%' });
  });

  test('rejects a formula with an error or without a result by its line and column', async () => {
    const { refused } = await bring(
      await made([
        HEAD,
        [{ formula: '1/0', result: { error: '#DIV/0!' } }, '甲', 1, '正常', ''],
        ['e2', '乙', 1, '正常', { error: '#REF!' }],
        ['e3', '丙', 1, '正常', { formula: 'A1' }],
        [4.21122199001011e17, '丁', 1, '正常', ''],
      ]),
    );
    expect(refused.map(({ line, why }) => [line, why])).toEqual([
      [2, '“岗位编码”是公式错误 #DIV/0!，请改正后再导入'],
      [3, '“备注”是公式错误 #REF!，请改正后再导入'],
      [4, '“备注”是没有算出结果的公式，请用 Excel 或 WPS 打开、保存后再导入'],
      [5, '“岗位编码”是超过15位的数字，末尾几位已经丢失，请把单元格改成文本、重新填写后再导入'],
    ]);
  });

  test('skips blank rows, titles above the heading, and a hidden first sheet', async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('选项', { state: 'hidden' }).addRow(['岗位编码', '旧']);
    const page = book.addWorksheet('岗位');
    page.addRows([
      ['岗位一览表'],
      ['制表：编务'],
      HEAD,
      ['t1', '标题下', 1, '正常', ''],
      ...Array.from({ length: 300 }, () => ['', ' ', null, '\u3000', '\u200b']),
      ['t2', '末行', 2, '正常', ''],
    ]);
    page.mergeCells(1, 1, 1, 5);
    expect(await bring(Buffer.from(await book.xlsx.writeBuffer()))).toMatchObject({ added: 2, refused: [] });
    expect([(await kept('t1'))?.postName, (await kept('t2'))?.postName]).toEqual(['标题下', '末行']);
  });

  test('ignores invisible characters in headings and values', async () => {
    const file = await made([
      ['\ufeff岗位编码＊', '岗位名称\u00a0', '显示\u200b顺序*', '状态', '备注'],
      ['\u200bn\u200e1\ufeff', '看\u00ad不见\u00a0', '1\u200b', '正常', ''],
    ]);
    expect(await bring(file)).toMatchObject({ added: 1, refused: [] });
    expect(await kept('n1')).toMatchObject({ postName: '看不见', postSort: 1 });
  });
});

test('#43.22 with the choice of the good rows, a sheet with bad rows writes the good ones and returns the bad ones', async () => {
  const rows = [
    HEAD,
    ['hao1', '好一', 1, '正常', ''],
    ['huai', '', 2, '正常', '缺名称'],
    ['hao2', '好二', 3, '正常', ''],
    ['hao3', '好一', 4, '正常', '同名'],
  ];
  const all = await send(await sheet(rows), { dryRun: '0' });
  expect(all.data).toMatchObject({ trial: true, added: 2 });
  const count = async () =>
    (await t.context.db.selectFrom('post').select('postName').where('postName', 'like', '好%').orderBy('id').execute()).map((row) => row.postName);
  expect(await count()).toEqual([]);
  const some = await send(await sheet(rows), { dryRun: '0', partial: '1' });
  expect(some).toMatchObject({ code: 200, msg: '已导入 2 条，2 行有问题没有导入', data: { trial: false, added: 2, head: HEAD } });
  expect(some.data.refused).toMatchObject([
    { line: 3, why: '岗位名称不能为空', cells: ['huai', '', '2', '正常', '缺名称'] },
    { line: 5, why: '“岗位名称”与第2行相同' },
  ]);
  expect(await count()).toEqual(['好一', '好二']);
});
