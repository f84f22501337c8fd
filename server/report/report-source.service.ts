import { SHANGHAI_MS } from '../../contract/clock.ts';
import type { Measure, ReportChart, ReportFilter, ReportPart, ReportTable } from '../../contract/report/report.ts';
import type { RowsOf } from '../db/count-rows.ts';
import type { Database } from '../db/database.ts';

/** Epoch milliseconds; `end` is not included. */
export interface ReportRange {
  readonly begin: number;
  readonly end: number;
  /** Chosen values of the filters of the report; a filter that is not in it does not apply. */
  readonly filter: ReportFilter;
}

export interface ReportItem {
  readonly id: number;
  readonly title: string | null;
  readonly note: string | null;
  readonly at: number | null;
}
export interface SummedItem extends ReportItem {
  /** Fen, or seconds. */
  readonly amount: number;
}

/** A query of items without order. It is counted, summed and listed, so that a figure always equals its list. */
type ItemQuery<Item extends ReportItem> = RowsOf<Item>;

interface FigureBase {
  readonly key: string;
  readonly label: string;
  /** What exactly is counted, for readers of the report. */
  readonly definition: string;
  readonly unit: string;
  /** The state at the time of reading: comparisons with other periods mean nothing. */
  readonly present?: true;
}

interface ListedFigure extends FigureBase {
  /** Address of a row; null when the row has no page, or when it must not say who it belongs to. */
  readonly link: ((id: number, row: Pick<ReportItem, 'title' | 'note'>) => string) | null;
}

/** A figure that counts rows. */
export interface CountedFigure extends ListedFigure {
  /** Selects `id`, `title`, `note` and `at`, without order. */
  readonly of: (db: Database, range: ReportRange) => ItemQuery<ReportItem>;
}

/** A figure that adds the amounts of rows. */
export interface SumFigure extends ListedFigure {
  readonly measure: Measure;
  /** Selects `id`, `title`, `note`, `at` and `amount`, without order. */
  readonly sumOf: (db: Database, range: ReportRange) => ItemQuery<SummedItem>;
}

export interface Calculated {
  readonly value: number;
  /** The numbers of a rate. */
  readonly parts?: readonly ReportPart[];
}

/** A figure that is calculated, such as a rate or a median. */
export interface CalculatedFigure extends FigureBase {
  readonly measure?: Measure;
  readonly value: (db: Database, range: ReportRange) => Promise<number | Calculated>;
}

export type SourceFigure = CountedFigure | SumFigure | CalculatedFigure;

export interface SourceFilter {
  readonly key: string;
  readonly label: string;
  readonly choices: (db: Database, range: ReportRange) => Promise<readonly { readonly value: string; readonly label: string }[]>;
}

/** One report: a tab of the page, in the order of `order`. */
export interface ReportSource {
  readonly key: string;
  readonly label: string;
  readonly order: number;
  /** Needed to see the tab and everything in it. */
  readonly permission: string;
  readonly filters?: readonly SourceFilter[];
  readonly figures: readonly SourceFigure[];
  readonly charts?: readonly (Omit<ReportChart, 'names' | 'series'> & {
    readonly data: (db: Database, range: ReportRange) => Promise<Pick<ReportChart, 'names' | 'series'>>;
  })[];
  readonly tables?: readonly (Omit<ReportTable, 'rows'> & { readonly rows: (db: Database, range: ReportRange) => Promise<ReportTable['rows']> })[];
}

/** Most reports. */
export const REPORT_LIST = 'report:report:list';

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

export const isCounted = (figure: SourceFigure): figure is CountedFigure => 'of' in figure;
export const isSum = (figure: SourceFigure): figure is SumFigure => 'sumOf' in figure;

/** A percentage with the two numbers that it was calculated from; 0 of 0 is 0. */
export const percentOf = (some: number, all: number, labels: readonly [some: string, all: string]): Calculated => ({
  value: all === 0 ? 0 : (some / all) * 100,
  parts: [
    { label: labels[0], value: some, measure: 'number' },
    { label: labels[1], value: all, measure: 'number' },
  ],
});

/** First day of a month in Shanghai time, `yyyy-MM`. */
export const monthOf = (at: number): string => new Date(at + SHANGHAI_MS).toISOString().slice(0, 7);

/** The months of a range, in order. */
export function monthsOf({ begin, end }: Pick<ReportRange, 'begin' | 'end'>): string[] {
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
