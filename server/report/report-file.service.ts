import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { groupedYuan } from '../../contract/money.ts';
import type { Measure, Report } from '../../contract/report/report.ts';
import type { ReportFormat } from '../../contract/report/report-subscription.ts';
import { SHEET_MIME } from '../crud/crud-export.ts';
import { SheetWriter, type Cell, type SheetColumn } from '../crud/sheet-writer.ts';
import { chinesePdf, textAt, widthOf } from '../document/chinese-pdf.ts';

const WIDTH = 18;
const WIDE = 60;
const HOUR_S = 3600;

const hoursOf = (seconds: number): number => Math.round((seconds / HOUR_S) * 10) / 10;

/** Money as a cell with two decimals; seconds as hours. */
const cellOf = (value: number | string | null, measure: Measure = 'number'): Cell => {
  if (value === null || typeof value === 'string') return value;
  return measure === 'money' ? { fen: value } : measure === 'duration' ? hoursOf(value) : value;
};
const shown = (value: number, measure: Measure): string =>
  measure === 'money' ? groupedYuan(value) : measure === 'duration' ? String(hoursOf(value)) : value.toLocaleString('zh-CN');

const partsOf = (report: Report, index: number): string =>
  (report.figures[index]?.parts ?? []).map(({ label, value, measure }) => `${label} ${shown(value, measure)}`).join(' / ');

/** What is said about the whole report: days, zone, time of reading, filter. */
export function notesOf(report: Report): [label: string, value: Cell][] {
  return [
    ['报表', report.label],
    ['开始日期', { day: report.begin }],
    ['结束日期', { day: report.end }],
    ['时区', report.zone],
    ['截至', { time: report.asOf }],
    ['筛选', report.filterWords || '全部'],
    ['数据', report.snapshot ? '已结束的时期，读自当时保存的快照' : '生成时的数据'],
    ...report.later.map(({ label, measure, value }): [string, Cell] => [`快照之后有变动：${label}现为`, cellOf(value, measure)]),
  ];
}

const columns = (headers: readonly string[]): SheetColumn[] => headers.map((header) => ({ header, width: header === '口径' ? WIDE : WIDTH }));

/** The figures, every chart as a table, the tables, and a sheet with what each of them means. */
export async function writeReport(book: SheetWriter, report: Report): Promise<void> {
  await book.begin('指标', columns(['指标', '数值', '单位', '上期', '去年同期', '由来', '口径']));
  for (const [index, one] of report.figures.entries())
    await book.row([
      one.label,
      cellOf(one.value, one.measure),
      one.unit,
      cellOf(one.before, one.measure),
      cellOf(one.lastYear, one.measure),
      partsOf(report, index),
      one.definition,
    ]);
  for (const chart of report.charts) {
    await book.begin(chart.label, columns(['项目', ...chart.series.map(({ name }) => `${name}（${chart.unit}）`)]));
    for (const [index, name] of chart.names.entries()) await book.row([name, ...chart.series.map(({ values }) => values[index] ?? 0)]);
  }
  for (const table of report.tables) {
    await book.begin(table.label, columns(table.columns));
    for (const row of table.rows) await book.row(row.map((value, index) => cellOf(value, table.measures?.[String(index)])));
  }
  await book.begin('说明', columns(['项目', '口径']));
  for (const note of notesOf(report)) await book.row(note);
  for (const { label, definition } of [...report.figures, ...report.charts, ...report.tables]) await book.row([label, definition]);
}

async function sheetBytes(report: Report): Promise<Buffer> {
  const out = new PassThrough();
  const whole = buffer(out);
  const book = new SheetWriter(out);
  await writeReport(book, report);
  await book.end();
  return whole;
}

/** A4, points. */
const [PAGE_WIDTH, PAGE_HEIGHT, MARGIN] = [595, 842, 48];
const [TITLE, HEAD, TEXT, NOTE] = [18, 12, 9, 8];
const STEP = 16;
const BOTTOM = 64;
const INNER = PAGE_WIDTH - 2 * MARGIN;

function cut(text: string, width: number, size: number): string {
  let kept = '';
  for (const character of text) {
    if (widthOf(kept + character, size) > width) return `${[...kept].slice(0, -1).join('')}…`;
    kept += character;
  }
  return kept;
}

function wrapped(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    if (widthOf(line + character, size) > width) {
      lines.push(line);
      line = '';
    }
    line += character;
  }
  return [...lines, line];
}

/** The same report on paper: figures with their comparisons, then every chart and table as a table, then what each means. */
export function reportPdf(report: Report): Buffer {
  const pages: string[][] = [];
  let page: string[] = [];
  let y = 0;
  const turn = (): void => {
    page = ['0.12 0.14 0.16 rg'];
    pages.push(page);
    y = PAGE_HEIGHT - 64;
  };
  const line = (text: string, size: number, step: number): void => {
    if (y - step < BOTTOM) turn();
    page.push(textAt(text, MARGIN, y, size));
    y -= step;
  };
  const row = (cells: readonly string[], head = false): void => {
    if (y - STEP < BOTTOM) turn();
    const first = Math.max(INNER * 0.3, INNER - (cells.length - 1) * 96);
    const rest = (INNER - first) / Math.max(1, cells.length - 1);
    for (const [at, cell] of cells.entries()) {
      const width = (at === 0 ? first : rest) - 6;
      const text = cut(cell, width, TEXT);
      const x = at === 0 ? MARGIN : MARGIN + first + rest * at - widthOf(text, TEXT);
      page.push(textAt(text, x, y, TEXT));
    }
    if (head) page.push(`0.5 w 0.75 G ${MARGIN} ${y - 5} m ${PAGE_WIDTH - MARGIN} ${y - 5} l S`);
    y -= STEP;
  };
  const heading = (text: string): void => {
    if (y - 4 * STEP < BOTTOM) turn();
    y -= 10;
    line(text, HEAD, STEP + 4);
  };
  turn();
  line(`${report.label}报表`, TITLE, 28);
  const compared = (value: number | null, measure: Measure): string => (value === null ? '—' : shown(value, measure));
  line(`${report.begin} 至 ${report.end}，时区 ${report.zone}，截至 ${report.asOf}`, TEXT, STEP);
  line(`筛选：${report.filterWords || '全部'}${report.snapshot ? '；已结束的时期，读自当时保存的快照' : ''}`, TEXT, STEP);
  for (const { label, measure, value } of report.later) line(`快照之后有变动：${label}现为 ${shown(value, measure)}`, TEXT, STEP);
  heading('指标');
  row(['指标', '数值', '上期', '去年同期'], true);
  for (const [index, one] of report.figures.entries()) {
    row([`${one.label}（${one.unit}）`, shown(one.value, one.measure), compared(one.before, one.measure), compared(one.lastYear, one.measure)]);
    const parts = partsOf(report, index);
    if (parts) line(`  ${parts}`, NOTE, STEP - 3);
  }
  for (const chart of report.charts) {
    heading(`${chart.label}（${chart.unit}）`);
    row(['', ...chart.series.map(({ name }) => name)], true);
    for (const [index, name] of chart.names.entries()) row([name, ...chart.series.map(({ values }) => shown(values[index] ?? 0, 'number'))]);
  }
  for (const table of report.tables) {
    heading(table.label);
    row(table.columns, true);
    for (const cells of table.rows)
      row(cells.map((value, index) => (typeof value === 'number' ? shown(value, table.measures?.[String(index)] ?? 'number') : value)));
    if (table.rows.length === 0) line('所选时间没有数据', TEXT, STEP);
  }
  heading('口径');
  for (const { label, definition } of [...report.figures, ...report.charts, ...report.tables])
    for (const piece of wrapped(`${label}：${definition}`, INNER, NOTE)) line(piece, NOTE, STEP - 3);
  return chinesePdf(
    pages.map((parts, at) => [...parts, textAt(`第${at + 1}页，共${pages.length}页`, PAGE_WIDTH - MARGIN - 60, 40, NOTE)].join('\n')),
    { width: PAGE_WIDTH, height: PAGE_HEIGHT, title: `${report.label}报表 ${report.begin} 至 ${report.end}` },
  );
}

export const PDF_MIME = 'application/pdf';
export const mimeOf = (format: ReportFormat): string => (format === 'pdf' ? PDF_MIME : SHEET_MIME);
export const fileNameOf = (report: Pick<Report, 'label' | 'begin' | 'end'>, format: ReportFormat): string =>
  `${report.label}_${report.begin}_${report.end}.${format}`;

export const reportFile = async (report: Report, format: ReportFormat): Promise<Buffer> =>
  format === 'pdf' ? reportPdf(report) : sheetBytes(report);
