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

export const reportKey = z.string('请选择报表').regex(/^[a-z]{2,20}$/i, '没有这张报表');

/** Values of filters by their key. */
export type ReportFilter = Readonly<Record<string, string>>;
const FILTER_LENGTH = 300;
/** `kind:tutor,channel:alipay`. */
export const reportFilter = z
  .string()
  .max(FILTER_LENGTH, '筛选条件过长')
  .regex(/^([a-z]+:[\w:-]+(,[a-z]+:[\w:-]+)*)?$/i, '筛选条件不正确，请重新选择')
  .default('');
export const filterText = (filter: ReportFilter): string =>
  Object.entries(filter)
    .filter(([, value]) => value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`)
    .join(',');
export const filterOf = (text: string): ReportFilter =>
  Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((part) => [part.slice(0, part.indexOf(':')), part.slice(part.indexOf(':') + 1)]),
  );

/** How a value is written: a number, fen as yuan, seconds as hours. */
export const MEASURES = ['number', 'money', 'duration'] as const;
export type Measure = (typeof MEASURES)[number];

const part = z.object({ label: z.string(), value: z.number(), measure: z.enum(MEASURES) });
export type ReportPart = z.output<typeof part>;

const figure = z.object({
  key: z.string(),
  label: z.string(),
  /** What exactly is counted. */
  definition: z.string(),
  unit: z.string(),
  measure: z.enum(MEASURES),
  value: z.number(),
  /** The same figure in the period of equal length before, and in the same days of last year; null where a comparison means nothing. */
  before: z.number().nullable(),
  lastYear: z.number().nullable(),
  /** The number of the rows or their sum is the figure; a calculated figure has no rows. */
  kind: z.enum(['counted', 'sum', 'calculated']),
  /** The numbers from which a rate was calculated. */
  parts: z.array(part),
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
  /** Indexes of the columns that are not plain numbers. */
  measures: z.record(z.string(), z.enum(MEASURES)).optional(),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
});
export type ReportTable = z.output<typeof table>;

const choice = z.object({ value: z.string(), label: z.string() });
const filter = z.object({ key: z.string(), label: z.string(), choices: z.array(choice) });

const report = z.object({
  key: z.string(),
  label: z.string(),
  zone: z.string(),
  begin: z.string(),
  end: z.string(),
  filter: z.string(),
  /** The filter in words; empty without one. */
  filterWords: z.string(),
  /** When the figures were read, `yyyy-MM-dd HH:mm:ss`. */
  asOf: z.string(),
  /** The figures of a closed period were stored at that time. */
  snapshot: z.boolean(),
  /** Figures of a stored period that later events changed, with their value now. */
  later: z.array(z.object({ key: z.string(), label: z.string(), measure: z.enum(MEASURES), value: z.number() })),
  filters: z.array(filter),
  figures: z.array(figure),
  charts: z.array(chart),
  tables: z.array(table),
});
export type Report = z.output<typeof report>;

const asked = z
  .object({ ...RANGE, filter: reportFilter })
  .refine(ordered, ORDER)
  .refine(short, LENGTH);

/** The reports that the user may read, in the order of their tabs. */
export const reportTabs = endpoint('GET /report/tabs', {
  summary: '报表目录',
  access: 'signed-in',
  data: z.array(z.object({ key: z.string(), label: z.string() })),
});

/** #137: one report for a range of days, both included. Each report has its own permission. */
export const reportData = endpoint('GET /report/{key}', {
  summary: '统计报表',
  access: 'signed-in',
  params: z.object({ key: reportKey }),
  query: asked,
  data: report,
});

const row = z.object({
  id: z.number(),
  title: z.string(),
  note: z.string(),
  at: z.string(),
  /** Empty when there is no page to open. */
  link: z.string(),
  amount: z.number().nullable(),
});
export type ReportRow = z.output<typeof row>;

/** The rows behind a figure; their number or their sum is the figure. */
export const reportRows = endpoint('GET /report/{key}/{figure}', {
  summary: '报表明细',
  access: 'signed-in',
  params: z.object({ key: reportKey, figure: reportKey }),
  query: paging
    .extend({ ...RANGE, filter: reportFilter })
    .refine(ordered, ORDER)
    .refine(short, LENGTH),
  answer: z.object({
    total: z.number(),
    /** Of all rows, not of the page; null for a figure that counts. */
    sum: z.number().nullable(),
    rows: z.array(row),
  }),
});

export const exportReport = endpoint('POST /report/export', {
  summary: '导出报表',
  access: 'report:report:export',
  body: z
    .object({ ...RANGE, key: reportKey, filter: reportFilter, format: z.enum(['xlsx', 'pdf'], '没有这种格式').default('xlsx') })
    .refine(ordered, ORDER)
    .refine(short, LENGTH),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
