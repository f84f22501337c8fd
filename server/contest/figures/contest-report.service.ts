import { contestMachine } from '../../../contract/contest/contest.machine.ts';
import { countRowsBy } from '../../db/count-rows.ts';
import { monthOf, monthsOf, percentOf, REPORT_LIST, type ReportSource } from '../../report/report-source.service.ts';
import { awards, contestants, contestNames, entries, judged, openContests, tasksOf } from './contest-report.queries.ts';

const link = (id: number): string => `/cms/contest/board/${id}`;

export const contestReport: ReportSource = {
  key: 'contest',
  label: '大赛',
  order: 60,
  permission: REPORT_LIST,
  filters: [
    {
      key: 'contest',
      label: '大赛',
      choices: async (db) => (await contestNames(db)).map(({ id, title }) => ({ value: String(id), label: title })),
    },
  ],
  figures: [
    {
      key: 'entries',
      label: '参赛作品',
      definition: '所选时间内提交的参赛作品；后来退赛、淘汰或取消资格的也算。',
      unit: '件',
      link,
      of: entries,
    },
    {
      key: 'contestants',
      label: '参赛者',
      definition: '所选时间内提交过作品的人；同一个人的几个账号算一人。明细不显示姓名。',
      unit: '人',
      link: null,
      of: contestants,
    },
    {
      key: 'judged',
      label: '完成评审',
      definition: '所选时间内评委交回的评审，一位评委评一件算一次；明细只有作品编号。',
      unit: '次',
      link,
      of: judged,
    },
    {
      key: 'judgedRate',
      label: '评审完成率',
      definition: '所选时间内派出的评审中，到现在已交回的占比；回避的不算。没有派出时为0。',
      unit: '%',
      async value(db, range) {
        const { all, done } = await tasksOf(db, range);
        return percentOf(Number(done), Number(all), ['已交回', '派出']);
      },
    },
    {
      key: 'awards',
      label: '获奖',
      definition: '所选时间内颁发、没有撤销的证书。',
      unit: '件',
      link,
      of: awards,
    },
    {
      key: 'running',
      label: '进行中的大赛',
      definition: '此刻已发布、还没有结束的大赛，与所选时间无关。',
      unit: '项',
      present: true,
      link,
      of: (db, range) => openContests(db, contestMachine.groups.running, range),
    },
  ],
  charts: [
    {
      key: 'months',
      label: '各月参赛作品',
      definition: '按提交的时间分月。',
      kind: 'line',
      unit: '件',
      async data(db, range) {
        const names = monthsOf(range);
        const rows = await entries(db, range).execute();
        return {
          names,
          series: [{ name: '参赛作品', values: names.map((month) => rows.filter(({ at }) => monthOf(Number(at)) === month).length) }],
        };
      },
    },
  ],
  tables: [
    {
      key: 'contests',
      label: '各项大赛',
      definition: '所选时间内有参赛作品、评审或证书的大赛；状态是此刻的。',
      columns: ['大赛', '状态', '参赛作品', '完成评审', '获奖'],
      async rows(db, range) {
        const [sent, done, given] = [
          await countRowsBy(db, entries(db, range)),
          await countRowsBy(db, judged(db, range)),
          await countRowsBy(db, awards(db, range)),
        ];
        const shown = await openContests(db, Object.keys(contestMachine.states), range).execute();
        return shown
          .filter(({ id }) => sent.has(id) || done.has(id) || given.has(id))
          .map(({ id, title, note }) => [title, contestMachine.states[note].label, sent.get(id) ?? 0, done.get(id) ?? 0, given.get(id) ?? 0]);
      },
    },
  ],
};
