import { filterOf, filterText, REPORT_ZONE, type Report, type ReportFigure, type ReportFilter } from '../../contract/report/report.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { forbidden, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { beforeOf, lastYearOf, rangeOf, type Days } from './report-days.rule.ts';
import { readsReport } from './report.policy.ts';
import {
  isCounted,
  isSum,
  reportSource,
  reportSources,
  type Calculated,
  type ReportRange,
  type ReportSource,
  type SourceFigure,
} from './report-source.service.ts';
import { storedReport } from './report-snapshot.service.ts';

export interface AskedReport extends Days {
  readonly filter: string;
}

const HUNDREDTHS = 100;
const rounded = (value: number): number => Math.round(value * HUNDREDTHS) / HUNDREDTHS;
const kindOf = (figure: SourceFigure): ReportFigure['kind'] => (isCounted(figure) ? 'counted' : isSum(figure) ? 'sum' : 'calculated');
const measureOf = (figure: SourceFigure): ReportFigure['measure'] => (isCounted(figure) ? 'number' : (figure.measure ?? 'number'));

/** Number and sum of the rows of a figure, over all pages. */
async function totalsOf(db: Database, figure: SourceFigure, range: ReportRange): Promise<{ total: number; sum: number | null }> {
  if (isCounted(figure)) {
    const { total } = await db
      .selectFrom(figure.of(db, range).as('item'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { total: Number(total), sum: null };
  }
  if (!isSum(figure)) throw missing('这个数字没有明细');
  const { total, sum } = await db
    .selectFrom(figure.sumOf(db, range).as('item'))
    .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.sum<number>('item.amount').as('sum')])
    .executeTakeFirstOrThrow();
  return { total: Number(total), sum: Number(sum ?? 0) };
}

async function valueOf(db: Database, figure: SourceFigure, range: ReportRange): Promise<Calculated> {
  if (isCounted(figure) || isSum(figure)) {
    const { total, sum } = await totalsOf(db, figure, range);
    return { value: sum ?? total };
  }
  const found = await figure.value(db, range);
  return typeof found === 'number' ? { value: rounded(found) } : { ...found, value: rounded(found.value) };
}

export async function figureOf(db: Database, figure: SourceFigure, days: Days, filter: ReportFilter): Promise<ReportFigure> {
  const range = rangeOf(days, filter);
  const [now, before, lastYear] = await Promise.all([
    valueOf(db, figure, range),
    figure.present ? null : valueOf(db, figure, beforeOf(range)),
    figure.present ? null : valueOf(db, figure, lastYearOf(days, filter)),
  ]);
  return {
    key: figure.key,
    label: figure.label,
    definition: figure.definition,
    unit: figure.unit,
    measure: measureOf(figure),
    value: now.value,
    before: before?.value ?? null,
    lastYear: lastYear?.value ?? null,
    kind: kindOf(figure),
    parts: [...(now.parts ?? [])],
  };
}

/** The value of one figure, without comparisons. */
export const figureValue = async (db: Database, figure: SourceFigure, days: Days): Promise<number> =>
  (await valueOf(db, figure, rangeOf(days))).value;

export function sourceOf(key: string): ReportSource {
  const source = reportSource(key);
  if (!source) throw missing('没有这张报表，请刷新后重试');
  return source;
}

/** Returns a report that the user may read; throws 403 otherwise. */
export function readableSource(key: string, currentUser: Pick<CurrentUser, 'permissions'>): ReportSource {
  const source = sourceOf(key);
  if (!readsReport(source, currentUser)) throw forbidden(`您没有查看${source.label}报表的权限`);
  return source;
}

/** The tabs of a user; a user without any is rejected. */
export function tabsFor(currentUser: CurrentUser) {
  const tabs = reportSources().filter((source) => readsReport(source, currentUser));
  if (tabs.length === 0) throw forbidden();
  return tabs.map(({ key, label }) => ({ key, label }));
}

type Filters = Report['filters'];

async function filtersOf(db: Database, source: ReportSource, range: ReportRange): Promise<Filters> {
  return Promise.all(
    (source.filters ?? []).map(async ({ key, label, choices }) => ({ key, label, choices: [...(await choices(db, { ...range, filter: {} }))] })),
  );
}

/** Throws for a filter that the report does not have. */
export function filterFor(source: ReportSource, text: string): ReportFilter {
  const filter = filterOf(text);
  if (Object.keys(filter).some((key) => !source.filters?.some((one) => one.key === key))) throw invalid('筛选条件不正确，请重新选择');
  return filter;
}

const wordsOf = (filters: Filters, filter: ReportFilter): string =>
  filters
    .filter(({ key }) => filter[key])
    .map(({ key, label, choices }) => `${label}：${choices.find(({ value }) => value === filter[key])?.label ?? filter[key]}`)
    .join('，');

export const filterWords = async (db: Database, source: ReportSource, days: Days, text: string): Promise<string> =>
  text === '' ? '' : wordsOf(await filtersOf(db, source, rangeOf(days)), filterOf(text));

/** Reads a report from the rows as they are now. */
export async function readReport(db: Database, source: ReportSource, days: Days, text = ''): Promise<Report> {
  const filter = filterFor(source, text);
  const range = rangeOf(days, filter);
  const filters = await filtersOf(db, source, range);
  return {
    key: source.key,
    label: source.label,
    zone: REPORT_ZONE,
    begin: days.begin,
    end: days.end,
    filter: filterText(filter),
    filterWords: wordsOf(filters, filter),
    asOf: wireTime(Date.now()),
    snapshot: false,
    later: [],
    filters,
    figures: await Promise.all(source.figures.map((figure) => figureOf(db, figure, days, filter))),
    charts: await Promise.all((source.charts ?? []).map(async ({ data, ...chart }) => ({ ...chart, ...(await data(db, range)) }))),
    tables: await Promise.all((source.tables ?? []).map(async ({ rows, ...table }) => ({ ...table, rows: await rows(db, range) }))),
  };
}

/** A report for a user: a closed period without a filter is read from its snapshot. */
export async function reportFor({ db }: AppContext, currentUser: Pick<CurrentUser, 'permissions'>, key: string, asked: AskedReport): Promise<Report> {
  const source = readableSource(key, currentUser);
  const stored = filterText(filterOf(asked.filter)) === '' ? await storedReport(db, source, asked) : null;
  if (!stored) return readReport(db, source, asked, asked.filter);
  // Figures of the present, and figures that are newer than the snapshot, are read now; the others are compared with their rows.
  const figures: ReportFigure[] = [];
  const later: Report['later'] = [];
  for (const figure of source.figures) {
    const kept = stored.figures.find((one) => one.key === figure.key);
    if (!kept || figure.present) {
      figures.push(await figureOf(db, figure, asked, {}));
      continue;
    }
    figures.push(kept);
    const { value } = await valueOf(db, figure, rangeOf(asked));
    if (value !== kept.value) later.push({ key: figure.key, label: figure.label, measure: kept.measure, value });
  }
  return { ...stored, label: source.label, filters: await filtersOf(db, source, rangeOf(asked)), figures, later, snapshot: true };
}

export async function rowsFor(
  { db }: AppContext,
  currentUser: CurrentUser,
  key: string,
  figureKey: string,
  asked: AskedReport & { pageNum: number; pageSize: number },
) {
  const source = readableSource(key, currentUser);
  const figure = source.figures.find((one) => one.key === figureKey);
  if (!figure || !(isCounted(figure) || isSum(figure))) throw missing('这个数字没有明细');
  const range = rangeOf(asked, filterFor(source, asked.filter));
  const page = { limit: asked.pageSize, offset: (asked.pageNum - 1) * asked.pageSize };
  const rows = await pageOf(db, figure, range, page);
  return {
    ...(await totalsOf(db, figure, range)),
    rows: rows.map(({ id, title, note, at, amount }) => ({
      id: Number(id),
      title: title ?? '',
      note: note ?? '',
      at: wireTime(at === null ? null : Number(at)),
      link: figure.link?.(Number(id), { title, note }) ?? '',
      amount: amount === null ? null : Number(amount),
    })),
  };
}

async function pageOf(db: Database, figure: SourceFigure, range: ReportRange, { limit, offset }: { limit: number; offset: number }) {
  if (isSum(figure))
    return db
      .selectFrom(figure.sumOf(db, range).as('item'))
      .select(['item.id', 'item.title', 'item.note', 'item.at', 'item.amount'])
      .orderBy('item.at', 'desc')
      .orderBy('item.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
  if (!isCounted(figure)) return [];
  const rows = await db
    .selectFrom(figure.of(db, range).as('item'))
    .select(['item.id', 'item.title', 'item.note', 'item.at'])
    .orderBy('item.at', 'desc')
    .orderBy('item.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({ ...row, amount: null }));
}
