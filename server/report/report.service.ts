import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import { REPORT_ZONE, type Report, type ReportFigure } from '../../contract/report/report.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { missing } from '../http/app-error.ts';
import { reportSource, reportSources, type CountedFigure, type ReportRange, type ReportSource, type SourceFigure } from './report-source.service.ts';

interface Days {
  readonly begin: string;
  readonly end: string;
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) - SHANGHAI_MS;
/** Both days are included, in Shanghai time. */
export const rangeOf = ({ begin, end }: Days): ReportRange => ({ begin: startOf(begin), end: startOf(end) + DAY_MS });
const beforeOf = ({ begin, end }: ReportRange): ReportRange => ({ begin: begin - (end - begin), end: begin });

/** The same days of last year; 29 February becomes 28 February. */
function lastYearOf({ begin, end }: Days): ReportRange {
  const back = (day: string): string => {
    const year = Number(day.slice(0, 4)) - 1;
    const moved = `${year}${day.slice(4)}`;
    return day.endsWith('02-29') ? `${year}-02-28` : moved;
  };
  return rangeOf({ begin: back(begin), end: back(end) });
}

const isCounted = (figure: SourceFigure): figure is CountedFigure => 'of' in figure;

async function valueOf(db: Database, figure: SourceFigure, range: ReportRange): Promise<number> {
  if (!isCounted(figure)) return figure.value(db, range);
  const { total } = await db
    .selectFrom(figure.of(db, range).as('item'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

const TENTHS = 100;
const rounded = (value: number): number => Math.round(value * TENTHS) / TENTHS;

async function figureOf(db: Database, figure: SourceFigure, days: Days): Promise<ReportFigure> {
  const range = rangeOf(days);
  const read = async (of: ReportRange): Promise<number> => rounded(await valueOf(db, figure, of));
  return {
    key: figure.key,
    label: figure.label,
    definition: figure.definition,
    unit: figure.unit,
    value: await read(range),
    before: figure.present ? null : await read(beforeOf(range)),
    lastYear: figure.present ? null : await read(lastYearOf(days)),
    listed: isCounted(figure),
  };
}

const sourceOf = (key: string): ReportSource => {
  const source = reportSource(key);
  if (!source) throw missing('没有这张报表，请刷新后重试');
  return source;
};

export const tabs = () => reportSources().map(({ key, label }) => ({ key, label }));

export async function reportFor({ db }: AppContext, key: string, days: Days): Promise<Report> {
  const source = sourceOf(key);
  const range = rangeOf(days);
  return {
    key,
    label: source.label,
    zone: REPORT_ZONE,
    begin: days.begin,
    end: days.end,
    asOf: wireTime(Date.now()),
    figures: await Promise.all(source.figures.map((figure) => figureOf(db, figure, days))),
    charts: await Promise.all((source.charts ?? []).map(async ({ data, ...chart }) => ({ ...chart, ...(await data(db, range)) }))),
    tables: await Promise.all((source.tables ?? []).map(async ({ rows, ...table }) => ({ ...table, rows: await rows(db, range) }))),
  };
}

export async function rowsFor({ db }: AppContext, key: string, figureKey: string, asked: Days & { pageNum: number; pageSize: number }) {
  const figure = sourceOf(key).figures.find((one) => one.key === figureKey);
  if (!figure || !isCounted(figure)) throw missing('这个数字没有明细');
  const range = rangeOf(asked);
  const rows = await db
    .selectFrom(figure.of(db, range).as('item'))
    .select(['item.id', 'item.title', 'item.note', 'item.at'])
    .orderBy('item.at', 'desc')
    .orderBy('item.id', 'desc')
    .limit(asked.pageSize)
    .offset((asked.pageNum - 1) * asked.pageSize)
    .execute();
  return {
    total: await valueOf(db, figure, range),
    rows: rows.map(({ id, title, note, at }) => ({ id, title, note: note ?? '', at: wireTime(at), link: figure.link(id) })),
  };
}
