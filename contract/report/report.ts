import { z } from 'zod';
import { DAY_MS } from '../clock.ts';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { paging } from '../page.ts';

/** All days of reports are days of this zone. */
export const REPORT_ZONE = 'Asia/Shanghai';
const YEARS_MOST = 10;

const day = z
  .string('请选择日期')
  .regex(/^\d{4}-\d{2}-\d{2}$/, '日期形如 2026-01-31')
  .refine((text) => !Number.isNaN(Date.parse(text)), '日期不存在');

const RANGE = { begin: day, end: day };
type Range = { begin: string; end: string };
const ordered = ({ begin, end }: Range): boolean => begin <= end;
const short = ({ begin, end }: Range): boolean => Date.parse(end) - Date.parse(begin) < YEARS_MOST * 366 * DAY_MS;
const ORDER = { message: '结束日期不能早于开始日期', path: ['end'] };
const LENGTH = { message: `统计时间不能超过${YEARS_MOST}年`, path: ['end'] };

const key = z.string('请选择报表').regex(/^[a-z]{2,20}$/i, '没有这张报表');

const figure = z.object({
  key: z.string(),
  label: z.string(),
  /** What exactly is counted. */
  definition: z.string(),
  unit: z.string(),
  value: z.number(),
  /** The same figure in the period of equal length before, and in the same days of last year; null where a comparison means nothing. */
  before: z.number().nullable(),
  lastYear: z.number().nullable(),
  /** Whether the rows behind the figure can be listed. */
  listed: z.boolean(),
});
export type ReportFigure = z.output<typeof figure>;

const chart = z.object({
  key: z.string(),
  label: z.string(),
  definition: z.string(),
  kind: z.enum(['line', 'bar', 'pie']),
  unit: z.string(),
  names: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number()) })),
});
export type ReportChart = z.output<typeof chart>;

const table = z.object({
  key: z.string(),
  label: z.string(),
  definition: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
});
export type ReportTable = z.output<typeof table>;

const report = z.object({
  key: z.string(),
  label: z.string(),
  zone: z.string(),
  begin: z.string(),
  end: z.string(),
  /** When the figures were read, `yyyy-MM-dd HH:mm:ss`. */
  asOf: z.string(),
  figures: z.array(figure),
  charts: z.array(chart),
  tables: z.array(table),
});
export type Report = z.output<typeof report>;

/** The reports that exist, in the order of their tabs. */
export const reportTabs = endpoint('GET /report/tabs', {
  summary: '报表目录',
  access: 'report:report:list',
  data: z.array(z.object({ key: z.string(), label: z.string() })),
});

/** #137: one report for a range of days, both included. */
export const reportData = endpoint('GET /report/{key}', {
  summary: '统计报表',
  access: 'report:report:list',
  params: z.object({ key }),
  query: z.object(RANGE).refine(ordered, ORDER).refine(short, LENGTH),
  data: report,
});

const row = z.object({ id: z.number(), title: z.string(), note: z.string(), at: z.string(), link: z.string() });
export type ReportRow = z.output<typeof row>;

/** The rows behind a figure; their number is the figure. */
export const reportRows = endpoint('GET /report/{key}/{figure}', {
  summary: '报表明细',
  access: 'report:report:list',
  params: z.object({ key, figure: key }),
  query: paging.extend(RANGE).refine(ordered, ORDER).refine(short, LENGTH),
  row,
});

export const exportReport = endpoint('POST /report/export', {
  summary: '导出报表',
  access: 'report:report:export',
  body: z
    .object({ ...RANGE, key })
    .refine(ordered, ORDER)
    .refine(short, LENGTH),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
