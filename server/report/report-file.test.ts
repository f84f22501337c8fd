import { expect, test } from 'vitest';
import type ExcelJS from 'exceljs';
import type { Report } from '../../contract/report/report.ts';
import { reportFile } from './report-file.service.ts';

const REPORT: Report = {
  key: 'sales',
  label: '销售',
  zone: 'Asia/Shanghai',
  begin: '2026-03-01',
  end: '2026-03-31',
  filter: 'channel:alipay',
  filterWords: '支付方式：支付宝',
  asOf: '2026-04-01 08:00:05',
  snapshot: true,
  later: [{ key: 'received', label: '实收', measure: 'money', value: 200_000 }],
  filters: [],
  figures: [
    {
      key: 'received',
      label: '实收',
      definition: '支付成功的金额',
      unit: '元',
      measure: 'money',
      value: 123_456,
      before: 0,
      lastYear: 7,
      kind: 'sum',
      parts: [],
    },
    {
      key: 'rate',
      label: '支付率',
      definition: '已支付的占比',
      unit: '%',
      measure: 'number',
      value: 50,
      before: null,
      lastYear: null,
      kind: 'calculated',
      parts: [
        { label: '已支付', value: 1, measure: 'number' },
        { label: '下单', value: 2, measure: 'number' },
      ],
    },
  ],
  charts: [
    { key: 'days', label: '每日实收', definition: '按天', kind: 'line', unit: '元', names: ['03-01'], series: [{ name: '实收', values: [1.5] }] },
  ],
  tables: [
    {
      key: 'works',
      label: '按作品',
      definition: '每部作品',
      columns: ['作品', '册数', '实收（元）', '编号'],
      measures: { '2': 'money' },
      rows: [
        ['=HYPERLINK("http://a.test")', 3, 5, '12345678901234567890'],
        ['+1', 0, 0, ''],
        ['@甲', 1, -5, '1'],
        ['-乙', 1, 5, '1'],
      ],
    },
  ],
};

async function book(): Promise<ExcelJS.Workbook> {
  const { default: Excel } = await import('exceljs');
  const made = new Excel.Workbook();
  await made.xlsx.load((await reportFile(REPORT, 'xlsx')) as never);
  return made;
}

test('S2.3.17 #137 money and dates of the spreadsheet are typed cells with a format', async () => {
  const sheets = await book();
  const money = sheets.getWorksheet('指标')?.getCell('B2');
  expect([money?.value, money?.numFmt]).toEqual([1234.56, '#,##0.00']);
  expect(sheets.getWorksheet('指标')?.getCell('D2').value).toBe(0);
  expect(sheets.getWorksheet('指标')?.getCell('F3').value).toBe('已支付 1 / 下单 2');
  const notes = new Map<string, ExcelJS.Cell>();
  sheets.getWorksheet('说明')?.eachRow((row) => notes.set(String(row.getCell(1).value), row.getCell(2)));
  expect(notes.get('开始日期')?.value).toEqual(new Date('2026-03-01T00:00:00Z'));
  expect(notes.get('截至')?.value).toEqual(new Date('2026-04-01T08:00:05Z'));
  expect([notes.get('时区')?.value, notes.get('筛选')?.value, notes.get('实收')?.value]).toEqual([
    'Asia/Shanghai',
    '支付方式：支付宝',
    '支付成功的金额',
  ]);
  expect(notes.get('快照之后有变动：实收现为')?.value).toBe(2000);
});

test('S2.3.17 #137 texts that begin like a formula and long numbers stay texts, also after somebody edits the cell', async () => {
  const sheet = (await book()).getWorksheet('按作品');
  for (const [cell, text] of [
    ['A2', '=HYPERLINK("http://a.test")'],
    ['A3', '+1'],
    ['A4', '@甲'],
    ['A5', '-乙'],
    ['D2', '12345678901234567890'],
  ] as const) {
    expect(sheet?.getCell(cell).value).toBe(text);
    expect(sheet?.getCell(cell).numFmt).toBe('@');
  }
  expect([sheet?.getCell('C3').value, sheet?.getCell('C4').value]).toEqual([0, -0.05]);
});

test('S2.3.17 #137 the heading of every sheet is frozen, and each chart is a table', async () => {
  const sheets = await book();
  expect(sheets.worksheets.map(({ name }) => name)).toEqual(['指标', '每日实收', '按作品', '说明']);
  for (const sheet of sheets.worksheets) expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
});

test('S2.3.17 #137 the PDF has every figure and definition on numbered pages', async () => {
  const pdf = (
    await reportFile({ ...REPORT, tables: [{ ...REPORT.tables[0]!, rows: Array.from({ length: 120 }, () => ['作品', 1, 2, '']) }] }, 'pdf')
  ).toString('latin1');
  const hex = (text: string): string => [...text].map((one) => one.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  for (const text of ['销售报表', '1,234.56', '支付成功的金额', 'Asia/Shanghai', '第1页']) expect(pdf).toContain(hex(text));
  expect(pdf.match(/\/Type \/Page /g)?.length).toBeGreaterThan(2);
});
