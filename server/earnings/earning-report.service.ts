import { EARNING_SOURCES } from '../../contract/earnings/earning-limits.ts';
import { earningMachine } from '../../contract/earnings/earning.machine.ts';
import { sum, yuanNumber } from '../../contract/money.ts';
import { monthOf, monthsOf, type ReportSource, type SumFigure } from '../report/report-source.service.ts';
import {
  agreementNames,
  netByMonth,
  openBalances,
  openLines,
  settledLines,
  sumsByAgreement,
  sumsBySource,
  type Amount,
} from './earning-report.queries.ts';

const AGREEMENTS_SHOWN = 100;
const SOURCES: Readonly<Record<string, string>> = EARNING_SOURCES;
const line = (id: number): string => `/earnings/yield?tab=line&open=${id}`;

const settled = (key: string, label: string, definition: string, amount: Amount): SumFigure => ({
  key,
  label,
  definition,
  unit: '元',
  measure: 'money',
  link: line,
  sumOf: (db, range) => settledLines(db, amount, range),
});
const present = (key: string, label: string, definition: string, sumOf: SumFigure['sumOf'], link: SumFigure['link']): SumFigure => ({
  key,
  label,
  definition,
  unit: '元',
  measure: 'money',
  present: true,
  link,
  sumOf,
});

export const earningReport: ReportSource = {
  key: 'royalty',
  label: '稿酬',
  order: 80,
  permission: 'earnings:yield:list',
  filters: [
    { key: 'source', label: '来源', choices: async () => Object.entries(SOURCES).map(([value, label]) => ({ value, label })) },
    {
      key: 'agreement',
      label: '协议',
      choices: async (db) => (await agreementNames(db)).map(({ id, protocolNo }) => ({ value: String(id), label: protocolNo })),
    },
  ],
  figures: [
    settled('gross', '应付', '所选时间内结算的收益，税前，抵扣预付款、退货和留存准备金以前；冲正是负数。', 'grossFen'),
    settled('tax', '代扣税', '所选时间内结算时代扣的个人所得税。', 'taxFen'),
    settled('net', '实付', '所选时间内结算、计入收款人余额的金额：抵扣和代扣税以后。', 'netFen'),
    present(
      'unsettled',
      '待结算',
      '此刻待结算和有异议的收益的应付金额，与所选时间无关。',
      (db, range) => openLines(db, earningMachine.groups.open, range),
      line,
    ),
    present(
      'disputed',
      '有异议',
      '此刻收款人有疑问、还没有处理的收益的应付金额，与所选时间无关。',
      (db, range) => openLines(db, ['disputed'], range),
      line,
    ),
    present(
      'advances',
      '未抵扣预付款',
      '此刻已付、还没有从版税中抵扣的预付款，是账户余额，与所选时间无关；按来源筛选时属于预付款。',
      (db, range) => openBalances(db, 'advance', range),
      null,
    ),
    present(
      'reserves',
      '退货准备金',
      '此刻留存、还没有释放的退货准备金，是账户余额，与所选时间无关；按来源筛选时属于版税。',
      (db, range) => openBalances(db, 'reserve', range),
      null,
    ),
  ],
  charts: [
    {
      key: 'months',
      label: '各月实付与代扣税',
      definition: '按结算的时间分月。',
      kind: 'bar',
      unit: '元',
      async data(db, range) {
        const names = monthsOf(range);
        const rows = (await netByMonth(db, range)).map(({ at, net, tax }) => ({ month: monthOf(Number(at)), net: Number(net), tax: Number(tax) }));
        const values = (of: 'net' | 'tax'): number[] =>
          names.map((name) => yuanNumber(sum(rows.filter(({ month }) => month === name).map((row) => row[of]))));
        return {
          names,
          series: [
            { name: '实付', values: values('net') },
            { name: '代扣税', values: values('tax') },
          ],
        };
      },
    },
  ],
  tables: [
    {
      key: 'sources',
      label: '按来源',
      definition: '所选时间内结算的收益。',
      columns: ['来源', '行数', '应付（元）', '代扣税（元）', '实付（元）'],
      measures: { '2': 'money', '3': 'money', '4': 'money' },
      rows: async (db, range) =>
        (await sumsBySource(db, range)).map(({ sourceType, lines, gross, tax, net }) => [
          SOURCES[sourceType] ?? sourceType,
          Number(lines),
          Number(gross),
          Number(tax),
          Number(net),
        ]),
    },
    {
      key: 'agreements',
      label: '按协议',
      definition: `所选时间内结算的收益，应付最多的${AGREEMENTS_SHOWN}份协议；没有协议的在一行里。`,
      columns: ['协议', '作品', '应付（元）', '代扣税（元）', '实付（元）'],
      measures: { '2': 'money', '3': 'money', '4': 'money' },
      rows: async (db, range) =>
        (await sumsByAgreement(db, range, AGREEMENTS_SHOWN)).map(({ protocolNo, protocolId, title, gross, tax, net }) => [
          protocolNo ?? '没有协议',
          protocolId === null ? '' : title,
          Number(gross),
          Number(tax),
          Number(net),
        ]),
    },
  ],
};
