import { DAY_MS } from '../../../contract/clock.ts';
import { countRows, countRowsBy } from '../../db/count-rows.ts';
import { median, monthOf, monthsOf, percentOf, REPORT_LIST, type ReportSource } from '../../report/report-source.service.ts';
import { decisions, journalNames, reviewsDone, submissionsBy, timesToAccept } from './periodical-report.queries.ts';

const DECLINED = ['decline', 'rejectScreening'];
const link = (id: number): string => `/cms/journal/submission?open=${id}`;

export const periodicalReport: ReportSource = {
  key: 'periodical',
  label: '期刊',
  order: 70,
  permission: REPORT_LIST,
  filters: [
    {
      key: 'journal',
      label: '期刊',
      choices: async (db) => (await journalNames(db)).map(({ id, journalName }) => ({ value: String(id), label: journalName })),
    },
  ],
  figures: [
    {
      key: 'submitted',
      label: '来稿',
      definition: '所选时间内提交的来稿，按最近一次提交的时间计；补正后仍是同一篇。',
      unit: '篇',
      link,
      of: (db, range) => submissionsBy(db, 'submittedAt', range),
    },
    {
      key: 'reviews',
      label: '完成审稿',
      definition: '所选时间内审稿人交回的审稿，一轮一位算一次；明细不显示审稿人。',
      unit: '次',
      link,
      of: reviewsDone,
    },
    {
      key: 'accepted',
      label: '录用',
      definition: '所选时间内作出录用决定的来稿。',
      unit: '篇次',
      link,
      of: (db, range) => decisions(db, ['accept'], range),
    },
    {
      key: 'declined',
      label: '退稿',
      definition: '所选时间内初审退稿或终审退稿的来稿；后来撤销或申诉的也算。',
      unit: '篇次',
      link,
      of: (db, range) => decisions(db, DECLINED, range),
    },
    {
      key: 'acceptRate',
      label: '录用率',
      definition: '所选时间内的录用占录用与退稿之和的百分比；没有决定时为0。',
      unit: '%',
      async value(db, range) {
        const [yes, all] = [
          await countRows(db, decisions(db, ['accept'], range)),
          await countRows(db, decisions(db, ['accept', ...DECLINED], range)),
        ];
        return percentOf(yes, all, ['录用', '录用与退稿']);
      },
    },
    {
      key: 'published',
      label: '刊出',
      definition: '所选时间内刊出的论文。',
      unit: '篇',
      link,
      of: (db, range) => submissionsBy(db, 'publishedAt', range),
    },
    {
      key: 'days',
      label: '投稿到录用',
      definition: '所选时间内录用的来稿，从投稿到录用的天数的中位数；没有录用时为0。',
      unit: '天',
      async value(db, range) {
        const rows = await timesToAccept(db, range);
        return median(rows.map(({ submittedAt, acceptedAt }) => Number(acceptedAt) - Number(submittedAt))) / DAY_MS;
      },
    },
  ],
  charts: [
    {
      key: 'months',
      label: '各月来稿与刊出',
      definition: '来稿按提交的时间，刊出按刊出的时间。',
      kind: 'line',
      unit: '篇',
      async data(db, range) {
        const names = monthsOf(range);
        const values = async (moment: 'submittedAt' | 'publishedAt'): Promise<number[]> => {
          const rows = await submissionsBy(db, moment, range).execute();
          return names.map((month) => rows.filter(({ at }) => monthOf(Number(at)) === month).length);
        };
        return {
          names,
          series: [
            { name: '来稿', values: await values('submittedAt') },
            { name: '刊出', values: await values('publishedAt') },
          ],
        };
      },
    },
  ],
  tables: [
    {
      key: 'journals',
      label: '各刊',
      definition: '都是所选时间内的；没有的为0。',
      columns: ['期刊', '来稿', '完成审稿', '录用', '退稿', '刊出'],
      async rows(db, range) {
        const counts = [
          await countRowsBy(db, submissionsBy(db, 'submittedAt', range)),
          await countRowsBy(db, reviewsDone(db, range)),
          await countRowsBy(db, decisions(db, ['accept'], range)),
          await countRowsBy(db, decisions(db, DECLINED, range)),
          await countRowsBy(db, submissionsBy(db, 'publishedAt', range)),
        ];
        const asked = range.filter['journal'];
        return (await journalNames(db))
          .filter(({ id }) => !asked || String(id) === asked)
          .map(({ id, journalName }) => [journalName, ...counts.map((count) => count.get(id) ?? 0)]);
      },
    },
  ],
};
