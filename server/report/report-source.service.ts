import type { AliasedExpression } from 'kysely';
import { SHANGHAI_MS } from '../../contract/clock.ts';
import type { ReportChart, ReportTable } from '../../contract/report/report.ts';
import type { Database } from '../db/database.ts';

/** Epoch milliseconds; `end` is not included. */
export interface ReportRange {
  readonly begin: number;
  readonly end: number;
}

export interface ReportItem {
  readonly id: number;
  readonly title: string;
  readonly note: string | null;
  readonly at: number | null;
}

/** A query of items without order. It is counted and listed, so that a figure always equals its list. */
export interface CountedQuery {
  as(name: 'item'): AliasedExpression<ReportItem, 'item'>;
}

interface FigureBase {
  readonly key: string;
  readonly label: string;
  /** What exactly is counted, for readers of the report. */
  readonly definition: string;
  readonly unit: string;
  /** The state at the time of reading: comparisons with other periods mean nothing. */
  readonly present?: true;
}

/** A figure that counts rows. */
export interface CountedFigure extends FigureBase {
  /** Selects `id`, `title`, `note` and `at`, without order. */
  readonly of: (db: Database, range: ReportRange) => CountedQuery;
  readonly link: (id: number) => string;
}

/** A figure that is calculated, such as a rate or a median. */
export interface CalculatedFigure extends FigureBase {
  readonly value: (db: Database, range: ReportRange) => Promise<number>;
}

export type SourceFigure = CountedFigure | CalculatedFigure;

/** One report: a tab of the page, in the order of `order`. */
export interface ReportSource {
  readonly key: string;
  readonly label: string;
  readonly order: number;
  readonly figures: readonly SourceFigure[];
  readonly charts?: readonly (Omit<ReportChart, 'names' | 'series'> & {
    readonly data: (db: Database, range: ReportRange) => Promise<Pick<ReportChart, 'names' | 'series'>>;
  })[];
  readonly tables?: readonly (Omit<ReportTable, 'rows'> & { readonly rows: (db: Database, range: ReportRange) => Promise<ReportTable['rows']> })[];
}

const sources = new Map<string, ReportSource>();

/** Registers the reports of the areas. */
export function registerReports(list: readonly ReportSource[]): void {
  for (const source of list) {
    if (sources.has(source.key)) throw new Error(`the report ${source.key} is registered twice`);
    sources.set(source.key, source);
  }
}
export const reportSource = (key: string): ReportSource | undefined => sources.get(key);
export const reportSources = (): ReportSource[] => [...sources.values()].toSorted((a, b) => a.order - b.order);

/** First day of a month in Shanghai time, `yyyy-MM`. */
export const monthOf = (at: number): string => new Date(at + SHANGHAI_MS).toISOString().slice(0, 7);

/** The months of a range, in order. */
export function monthsOf({ begin, end }: ReportRange): string[] {
  const months: string[] = [];
  for (let [year = 0, month = 1] = monthOf(begin).split('-').map(Number); months.length < 132; ) {
    const name = `${year}-${String(month).padStart(2, '0')}`;
    if (name > monthOf(end - 1)) break;
    months.push(name);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  return months;
}

/** The middle value; the lower one of two. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
