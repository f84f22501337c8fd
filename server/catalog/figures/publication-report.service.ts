import { KINDS } from '../../../contract/catalog/book.ts';
import { countRowsBy } from '../../db/count-rows.ts';
import { monthOf, monthsOf, REPORT_LIST, type ReportSource } from '../../report/report-source.service.ts';
import { listedWorks, printedByKind, printRuns, steppedWorks } from './publication-report.queries.ts';

const NAMES: Readonly<Record<(typeof KINDS)[number], string>> = { book: '图书', textbook: '教材', audio: '音频', video: '视频', paper: '论文' };
const LISTED = ['approve', 'relist'];
const link = (id: number): string => `/publication/publicationList?open=${id}`;

export const publicationReport: ReportSource = {
  key: 'publication',
  label: '出版',
  order: 30,
  permission: REPORT_LIST,
  filters: [{ key: 'kind', label: '类型', choices: async () => KINDS.map((value) => ({ value, label: NAMES[value] })) }],
  figures: [
    {
      key: 'listed',
      label: '上架',
      definition: '所选时间内通过上架审核或重新上架的作品；上架两次的算两次。',
      unit: '种次',
      link,
      of: (db, range) => steppedWorks(db, LISTED, range),
    },
    {
      key: 'delisted',
      label: '下架',
      definition: '所选时间内下架的作品；下架两次的算两次。',
      unit: '种次',
      link,
      of: (db, range) => steppedWorks(db, ['delist'], range),
    },
    {
      key: 'recalled',
      label: '召回',
      definition: '所选时间内召回的作品。',
      unit: '种',
      link,
      of: (db, range) => steppedWorks(db, ['recall'], range),
    },
    {
      key: 'runs',
      label: '印次',
      definition: '所选时间内登记的印刷，按印刷日期计，首印和重印都算。',
      unit: '次',
      link,
      of: printRuns,
    },
    {
      key: 'copies',
      label: '印数',
      definition: '所选时间内印刷的册数之和，按印刷日期计。',
      unit: '册',
      measure: 'number',
      link,
      sumOf: (db, range) =>
        db.selectFrom(printRuns(db, range).as('run')).select(['run.id', 'run.title', 'run.note', 'run.at', 'run.copies as amount']),
    },
    {
      key: 'listValue',
      label: '码洋',
      definition: '所选时间内每次印刷的册数乘以当时的定价，加在一起。',
      unit: '元',
      measure: 'money',
      link,
      sumOf: (db, range) => db.selectFrom(printRuns(db, range).as('run')).select(['run.id', 'run.title', 'run.note', 'run.at', 'run.fen as amount']),
    },
    {
      key: 'onSale',
      label: '在售',
      definition: '此刻已上架的作品，与所选时间无关。',
      unit: '种',
      present: true,
      link,
      of: listedWorks,
    },
  ],
  charts: [
    {
      key: 'months',
      label: '各月上架与下架',
      definition: '按流转记录的时间分月。',
      kind: 'bar',
      unit: '种次',
      async data(db, range) {
        const names = monthsOf(range);
        const values = async (events: readonly string[]): Promise<number[]> => {
          const rows = await steppedWorks(db, events, range).execute();
          return names.map((month) => rows.filter(({ at }) => monthOf(Number(at)) === month).length);
        };
        return {
          names,
          series: [
            { name: '上架', values: await values(LISTED) },
            { name: '下架', values: await values(['delist']) },
          ],
        };
      },
    },
  ],
  tables: [
    {
      key: 'kinds',
      label: '按类型',
      definition: '上架和印数是所选时间内的；在售是此刻的。',
      columns: ['类型', '上架', '下架', '印数（册）', '在售'],
      async rows(db, range) {
        const listed = await countRowsBy(db, steppedWorks(db, LISTED, range));
        const delisted = await countRowsBy(db, steppedWorks(db, ['delist'], range));
        const printed = await printedByKind(db, range);
        const present = await countRowsBy(db, listedWorks(db, range));
        return KINDS.filter((kind) => (range.filter['kind'] ?? kind) === kind).map((kind) => [
          NAMES[kind],
          listed.get(kind) ?? 0,
          delisted.get(kind) ?? 0,
          printed.get(kind) ?? 0,
          present.get(kind) ?? 0,
        ]);
      },
    },
  ],
};
