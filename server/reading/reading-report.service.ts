import { KINDS } from '../../contract/catalog/book.ts';
import { countRows, countRowsBy } from '../db/count-rows.ts';
import { monthsOf, percentOf, REPORT_LIST, type ReportSource } from '../report/report-source.service.ts';
import { begun, bought, finished, hours, mostRead, readers, trials } from './reading-report.queries.ts';

const WORKS_SHOWN = 50;
const HOUR_S = 3600;
const NAMES: Readonly<Record<(typeof KINDS)[number], string>> = { book: '图书', textbook: '教材', audio: '音频', video: '视频', paper: '论文' };
const work = (id: number): string => `/publication/publicationList?open=${id}`;

/** Nothing here says which person read which work. */
export const readingReport: ReportSource = {
  key: 'reading',
  label: '阅读',
  order: 50,
  permission: REPORT_LIST,
  filters: [{ key: 'kind', label: '作品类型', choices: async () => KINDS.map((value) => ({ value, label: NAMES[value] })) }],
  figures: [
    {
      key: 'readers',
      label: '读者',
      definition: '所选时间内登录后读过书的人；同一个人的几个账号算一人。明细只有天数，不显示姓名；与作品类型无关。',
      unit: '人',
      link: null,
      of: readers,
    },
    {
      key: 'hours',
      label: '阅读时长',
      definition: '所选时间内登录的读者在阅读器里的时间之和，按天；与作品类型无关。',
      unit: '小时',
      measure: 'duration',
      link: null,
      sumOf: hours,
    },
    {
      key: 'begun',
      label: '开始阅读',
      definition: '所选时间内读者第一次打开的作品；一人一部算一次。明细只有作品，不显示读者。',
      unit: '人次',
      link: work,
      of: begun,
    },
    {
      key: 'finished',
      label: '读完',
      definition: '进度到99%、最后一次阅读在所选时间内的作品；一人一部算一次。明细只有作品，不显示读者。',
      unit: '人次',
      link: work,
      of: finished,
    },
    {
      key: 'trials',
      label: '试读',
      definition: '所选时间内读者第一次打开、当时还没有全书阅读权的收费作品；一人一部算一次。',
      unit: '人次',
      link: work,
      of: trials,
    },
    {
      key: 'bought',
      label: '试读后购买',
      definition: '所选时间内开始试读、并在所选时间结束以前购买的；一人一部算一次。',
      unit: '人次',
      link: work,
      of: bought,
    },
    {
      key: 'conversion',
      label: '试读购买率',
      definition: '试读后购买占试读的百分比；没有试读时为0。',
      unit: '%',
      value: async (db, range) => percentOf(await countRows(db, bought(db, range)), await countRows(db, trials(db, range)), ['试读后购买', '试读']),
    },
  ],
  charts: [
    {
      key: 'months',
      label: '各月阅读时长',
      definition: '登录的读者在阅读器里的时间，按月。',
      kind: 'line',
      unit: '小时',
      async data(db, range) {
        const names = monthsOf(range);
        const rows = await hours(db, range).execute();
        const secondsIn = (month: string): number =>
          rows.filter(({ title }) => title.startsWith(month)).reduce((all, { amount }) => all + Number(amount), 0);
        return { names, series: [{ name: '阅读时长', values: names.map((month) => Math.round((secondsIn(month) / HOUR_S) * 10) / 10) }] };
      },
    },
  ],
  tables: [
    {
      key: 'works',
      label: '读得最多的作品',
      definition: `所选时间内开始阅读的人最多的${WORKS_SHOWN}部作品。`,
      columns: ['作品', '作者', '开始阅读', '读完', '试读'],
      async rows(db, range) {
        const [ended, tried] = [await countRowsBy(db, finished(db, range)), await countRowsBy(db, trials(db, range))];
        return (await mostRead(db, range, WORKS_SHOWN)).map(({ id, title, note, readers: count }) => [
          title,
          note,
          Number(count),
          ended.get(id) ?? 0,
          tried.get(id) ?? 0,
        ]);
      },
    },
  ],
};
