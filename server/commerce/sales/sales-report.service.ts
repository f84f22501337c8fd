import { DAY_MS } from '../../../contract/clock.ts';
import { CHANNEL_NAMES, KIND_NAMES, type FeeKind } from '../../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { timesRatio, yuanNumber } from '../../../contract/money.ts';
import type { ReportFilter } from '../../../contract/report/report.ts';
import { countRows } from '../../db/count-rows.ts';
import { wireDate } from '../../db/clock.ts';
import type { Database } from '../../db/database.ts';
import { figureValue } from '../../report/report.service.ts';
import { percentOf, type ReportRange, type ReportSource, type SumFigure } from '../../report/report-source.service.ts';
import type { TodayFigure } from '../../report/today-figure.service.ts';
import {
  amountsByAll,
  buyers,
  cancelReasons,
  medianToPay,
  netLines,
  NO_LINE,
  openDifferences,
  paidOrders,
  placedOrders,
  promoters,
  receivedLines,
  refundedLines,
  unpaidOrders,
  worksBy,
  type Dimension,
} from './sales-report.queries.ts';

const MINUTE_MS = 60_000;
/** Days that a chart shows one by one; longer ranges are shown by month. */
const DAYS_SHOWN = 62;
const WORKS_SHOWN = 100;
const DISCOUNTS: Readonly<Record<string, string>> = { none: '无优惠', seats: '团购优惠', campaign: '限时折扣', author: '作者价' };
const KINDS: Readonly<Record<string, string>> = { ...KIND_NAMES, [NO_LINE]: '多收的付款' };
const CHANNELS: Readonly<Record<string, string>> = CHANNEL_NAMES;

const orderOfNote = (_id: number, { note }: { readonly note: string | null }): string => `/pay/order?order=${note ?? ''}`;
const orderOfTitle = (_id: number, { title }: { readonly title: string | null }): string => `/pay/order?order=${title ?? ''}`;

const sumOf = (key: string, label: string, definition: string, of: SumFigure['sumOf']): SumFigure => ({
  key,
  label,
  definition,
  unit: '元',
  measure: 'money',
  link: orderOfNote,
  sumOf: of,
});
/** A fee is for one kind of line: a filter by another kind leaves nothing. */
const onlyKind = (range: ReportRange, kind: FeeKind): ReportRange => {
  const asked = range.filter['kind'];
  const filter: ReportFilter = { ...range.filter, kind: asked === undefined || asked === '' || asked === kind ? kind : 'none' };
  return { ...range, filter };
};

const received = sumOf('received', '实收', '所选时间内支付成功的金额，按支付时间计；后来退款的不从中减去，多收的付款也算。', receivedLines);
const refunded = sumOf('refunded', '退款', '所选时间内退款完成的金额，按完成时间计，与原来何时支付无关；退回的多收付款也算。', refundedLines);

type Lines = typeof receivedLines | typeof refundedLines;
type Amounts = Awaited<ReturnType<typeof amountsByAll>>;
/** The charts and tables of one report have one range, and are added up from the same statement. */
const amounts = new Map<Lines, WeakMap<ReportRange, Promise<Amounts>>>([receivedLines, refundedLines].map((lines) => [lines, new WeakMap()]));

function amountsOf(db: Database, lines: Lines, range: ReportRange): Promise<Amounts> {
  const known = amounts.get(lines)?.get(range);
  if (known) return known;
  const found = amountsByAll(db, lines, range);
  amounts.get(lines)?.set(range, found);
  return found;
}

/** Amounts and lines by one dimension. */
async function amountsBy(db: Database, lines: Lines, range: ReportRange, dimension: Dimension) {
  const sums = new Map<string, { fen: number; lines: number }>();
  for (const row of await amountsOf(db, lines, range)) {
    const value = String(row[dimension]);
    const before = sums.get(value) ?? { fen: 0, lines: 0 };
    sums.set(value, { fen: before.fen + row.fen, lines: before.lines + row.lines });
  }
  return sums;
}

async function totals(db: Database, range: ReportRange): Promise<{ fen: number; orders: number }> {
  const incoming = await amountsBy(db, receivedLines, range, 'kind');
  const orders = await countRows(db, paidOrders(db, range));
  return { fen: [...incoming].reduce((all, [kind, { fen }]) => (kind === NO_LINE ? all : all + fen), 0), orders };
}

/** Rows with what came in, went back and the difference, by one column of the lines. */
async function tableBy(db: Database, range: ReportRange, dimension: Dimension, name: (value: string) => string) {
  const [incoming, returned] = [await amountsBy(db, receivedLines, range, dimension), await amountsBy(db, refundedLines, range, dimension)];
  const values = [...new Set([...incoming.keys(), ...returned.keys()])];
  return values
    .map((value) => {
      const [inFen, outFen] = [incoming.get(value)?.fen ?? 0, returned.get(value)?.fen ?? 0];
      return [name(value), incoming.get(value)?.lines ?? 0, inFen, outFen, inFen - outFen];
    })
    .toSorted((a, b) => Number(b[2]) - Number(a[2]));
}

const AMOUNTS = { '2': 'money', '3': 'money', '4': 'money' } as const;
const amountColumns = (first: string) => [first, '行数', '实收（元）', '退款（元）', '净额（元）'];
const choicesOf = (names: Readonly<Record<string, string>>) => async () => Object.entries(names).map(([value, label]) => ({ value, label }));

/** People whose links brought a line of the range. */
async function promoterChoices(db: Database, range: ReportRange) {
  const found = await amountsBy(db, receivedLines, range, 'promoter');
  return (await promoters(db)).filter(({ id }) => found.has(String(id))).map(({ id, nickName }) => ({ value: String(id), label: nickName }));
}

/** Days in short ranges, otherwise months, with what came in and went back. */
async function byDay(db: Database, range: ReportRange) {
  const [incoming, returned] = [await amountsBy(db, receivedLines, range, 'day'), await amountsBy(db, refundedLines, range, 'day')];
  const daily = (range.end - range.begin) / DAY_MS <= DAYS_SHOWN;
  const names: string[] = [];
  const sums = new Map<string, [number, number]>();
  for (let at = range.begin; at < range.end; at += DAY_MS) {
    const date = wireDate(at);
    const name = daily ? date.slice(5) : date.slice(0, 7);
    const day = String(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
    const sum = sums.get(name) ?? [0, 0];
    if (!sums.has(name)) names.push(name);
    sums.set(name, [sum[0] + (incoming.get(day)?.fen ?? 0), sum[1] + (returned.get(day)?.fen ?? 0)]);
  }
  const values = (at: 0 | 1): number[] => names.map((name) => yuanNumber(sums.get(name)?.[at] ?? 0));
  return {
    names,
    series: [
      { name: '实收', values: values(0) },
      { name: '退款', values: values(1) },
    ],
  };
}

export const salesReport: ReportSource = {
  key: 'sales',
  label: '销售',
  order: 40,
  permission: 'pay:order:list',
  filters: [
    { key: 'kind', label: '类型', choices: choicesOf(KIND_NAMES) },
    { key: 'channel', label: '支付方式', choices: choicesOf(CHANNEL_NAMES) },
    { key: 'discount', label: '优惠', choices: choicesOf(DISCOUNTS) },
    { key: 'promoter', label: '推广人', choices: promoterChoices },
    {
      key: 'work',
      label: '作品',
      choices: async (db, range) =>
        (await worksBy(db, receivedLines, range)).slice(0, WORKS_SHOWN).map(({ workId, title }) => ({ value: String(workId), label: title })),
    },
  ],
  figures: [
    received,
    refunded,
    sumOf('net', '净额', '所选时间内的实收减去所选时间内的退款。退款只减少它完成那天的净额，以前的数字不变。', netLines),
    {
      key: 'orders',
      label: '订单',
      definition: '所选时间内支付的订单，按支付时间计；后来退款的也算。',
      unit: '单',
      link: orderOfTitle,
      of: paidOrders,
    },
    {
      key: 'buyers',
      label: '购买人数',
      definition: '所选时间内支付过订单的人；同一个人的几个账号算一人，买几次都算一人。',
      unit: '人',
      link: null,
      of: buyers,
    },
    {
      key: 'average',
      label: '客单价',
      definition: '所选时间内的实收（不含多收的付款）除以订单数；没有订单时为0。',
      unit: '元',
      measure: 'money',
      async value(db, range) {
        const { fen, orders } = await totals(db, range);
        return {
          value: orders === 0 ? 0 : timesRatio(fen, 1, orders),
          parts: [
            { label: '实收', value: fen, measure: 'money' },
            { label: '订单', value: orders, measure: 'number' },
          ],
        };
      },
    },
    sumOf('tutorFees', '辅导费', '所选时间内支付成功的辅导费，按支付时间计，已包含在实收里。', (db, range) =>
      receivedLines(db, onlyKind(range, 'tutor')),
    ),
    sumOf('pageFees', '版面费', '所选时间内支付成功的版面费，按支付时间计，已包含在实收里。', (db, range) =>
      receivedLines(db, onlyKind(range, 'page_fee')),
    ),
    {
      key: 'unpaid',
      label: '未支付',
      definition: '所选时间内下单、到现在没有支付的订单：还在等待的，和已取消的。取消原因见下表。',
      unit: '单',
      link: orderOfTitle,
      of: unpaidOrders,
    },
    {
      key: 'payRate',
      label: '支付率',
      definition: '所选时间内下的订单中，到现在已支付的占比；没有订单时为0。',
      unit: '%',
      async value(db, range) {
        const { placed, paid } = await placedOrders(db, range);
        return percentOf(Number(paid), Number(placed), ['已支付', '下单']);
      },
    },
    {
      key: 'minutes',
      label: '支付用时',
      definition: '所选时间内支付的订单，从下单到支付的分钟数的中位数；没有订单时为0。',
      unit: '分钟',
      value: async (db, range) => ((await medianToPay(db, range)) ?? 0) / MINUTE_MS,
    },
  ],
  charts: [
    {
      key: 'days',
      label: '每日实收与退款',
      definition: '实收按支付时间，退款按完成时间；超过两个月时按月。',
      kind: 'line',
      unit: '元',
      data: byDay,
    },
    {
      key: 'channels',
      label: '支付方式',
      definition: '所选时间内的实收，按支付方式。',
      kind: 'bar',
      unit: '元',
      async data(db, range) {
        const found = [...(await amountsBy(db, receivedLines, range, 'channel'))].filter(([, { fen }]) => fen > 0);
        return {
          names: found.map(([channel]) => CHANNELS[channel] ?? channel),
          series: [{ name: '实收', values: found.map(([, { fen }]) => yuanNumber(fen)) }],
        };
      },
    },
  ],
  tables: [
    {
      key: 'kinds',
      label: '按类型',
      definition: '实收按支付时间，退款按完成时间。辅导费和版面费各占一行。',
      columns: amountColumns('类型'),
      measures: AMOUNTS,
      rows: (db, range) => tableBy(db, range, 'kind', (value) => KINDS[value] ?? value),
    },
    {
      key: 'works',
      label: '按作品',
      definition: `实收最多的${WORKS_SHOWN}部作品；册数不含退回的。`,
      columns: ['作品', '册数', '实收（元）', '退款（元）', '净额（元）'],
      measures: AMOUNTS,
      async rows(db, range) {
        const incoming = (await worksBy(db, receivedLines, range)).slice(0, WORKS_SHOWN);
        const returned = new Map((await worksBy(db, refundedLines, range)).map((row) => [row.workId, row]));
        return incoming.map(({ workId, title, fen, copies }) => {
          const back = returned.get(workId);
          return [title, Number(copies) - Number(back?.copies ?? 0), Number(fen), Number(back?.fen ?? 0), Number(fen) - Number(back?.fen ?? 0)];
        });
      },
    },
    {
      key: 'discounts',
      label: '按优惠',
      definition: '按每一行用到的优惠；没有优惠的在一行里。',
      columns: amountColumns('优惠'),
      measures: AMOUNTS,
      rows: (db, range) => tableBy(db, range, 'discount', (value) => DISCOUNTS[value] ?? value),
    },
    {
      key: 'promoters',
      label: '按推广人',
      definition: '按每一行由谁的推广链接带来；不经推广的在一行里。',
      columns: amountColumns('推广人'),
      measures: AMOUNTS,
      async rows(db, range) {
        const names = new Map((await promoters(db)).map(({ id, nickName }) => [String(id), nickName]));
        return tableBy(db, range, 'promoter', (value) => names.get(value) ?? '没有推广人');
      },
    },
    {
      key: 'cancelled',
      label: '没有支付的原因',
      definition: '所选时间内下单、到现在没有支付的订单，按取消的原因。',
      columns: ['状态', '原因', '订单', '金额（元）'],
      measures: { '3': 'money' },
      async rows(db, range) {
        return (await cancelReasons(db, range)).map(({ status, note, orders, fen }) => [
          orderMachine.states[status as keyof typeof orderMachine.states]?.label ?? status,
          note || (status === 'unpaid' ? '等待支付' : '买家取消'),
          Number(orders),
          Number(fen),
        ]);
      },
    },
  ],
};

const opensReport = (figure: string) => (day: string) => `/report?report=sales&begin=${day}&end=${day}&figure=${figure}`;

/** What the workbench shows of today's money. */
export const moneyToday: readonly TodayFigure[] = [
  ...[received, refunded].map(
    (figure): TodayFigure => ({
      key: figure.key,
      label: `今日${figure.label}`,
      permission: 'pay:order:list',
      unit: figure.unit,
      measure: figure.measure,
      link: opensReport(figure.key),
      value: (db, day) => figureValue(db, figure, { begin: day, end: day }),
    }),
  ),
  {
    key: 'differences',
    label: '未处理差异',
    permission: 'pay:recon:list',
    unit: '笔',
    measure: 'number',
    link: () => '/pay/order?tab=recon&shown=open',
    value: async (db) => Number((await openDifferences(db)).total),
  },
];
