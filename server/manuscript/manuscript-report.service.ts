import { steppedIn, submittedAndPublished, topicsPassed } from './manuscript-report.queries.ts';
import { sql } from 'kysely';
import { DAY_MS } from '../../contract/clock.ts';
import { MANUSCRIPT_STATES, manuscriptMachine, type ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import type { Database } from '../db/database.ts';
import { median, monthOf, monthsOf, REPORT_LIST, type ReportSource, type CountedFigure, type ReportRange } from '../report/report-source.service.ts';

const CLOSED: readonly ManuscriptState[] = manuscriptMachine.groups.atRest;
const link = (id: number): string => `/cms/archive/detail/${id}`;

/** Steps of one kind in the range; a manuscript that takes the step twice counts twice. */
const stepped = (key: string, label: string, events: readonly string[], definition: string): CountedFigure => ({
  key,
  label,
  definition,
  unit: '部次',
  link,
  of: (db, range) => steppedIn(db, events, range),
});

const live = (db: Database) =>
  db
    .selectFrom('manuscript')
    .select(['manuscript.id', 'manuscript.title', 'manuscript.archiveNo as note', 'manuscript.stageSince as at'])
    .where('manuscript.delFlag', '=', '0')
    .where('manuscript.status', 'not in', [...CLOSED]);

interface Stay {
  readonly state: ManuscriptState;
  readonly ms: number;
}

/** Stays in a stage that ended in the range: the time since the step before. */
async function staysIn(db: Database, { begin, end }: ReportRange): Promise<Stay[]> {
  const steps = db
    .selectFrom('flowLog')
    .select([
      'flowLog.fromStatus',
      'flowLog.toStatus',
      'flowLog.at',
      sql<number>`flow_log.at - lag(flow_log.at) over (partition by flow_log.entity_id order by flow_log.id)`.as('ms'),
    ])
    .where('flowLog.entityType', '=', 'manuscript');
  const rows = await db
    .selectFrom(steps.as('step'))
    .select(['step.fromStatus', 'step.ms'])
    .where('step.at', '>=', begin)
    .where('step.at', '<', end)
    .where('step.ms', 'is not', null)
    .whereRef('step.fromStatus', '<>', 'step.toStatus')
    .execute();
  return rows.map(({ fromStatus, ms }) => ({ state: fromStatus as ManuscriptState, ms: Number(ms) }));
}

async function entriesIn(db: Database, { begin, end }: ReportRange): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('flowLog')
    .select(['toStatus', (eb) => eb.fn.countAll<number>().as('total')])
    .where('entityType', '=', 'manuscript')
    .where('at', '>=', begin)
    .where('at', '<', end)
    .whereRef('fromStatus', '<>', 'toStatus')
    .groupBy('toStatus')
    .execute();
  return new Map(rows.map(({ toStatus, total }) => [toStatus, Number(total)]));
}

async function presentCounts(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('manuscript')
    .select(['status', (eb) => eb.fn.countAll<number>().as('total')])
    .where('delFlag', '=', '0')
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, total }) => [status, Number(total)]));
}

const days = (ms: number): number => Math.round((ms / DAY_MS) * 10) / 10;

async function funnel(db: Database, range: ReportRange) {
  const [stays, entries, present] = await Promise.all([staysIn(db, range), entriesIn(db, range), presentCounts(db)]);
  return MANUSCRIPT_STATES.map((state) => {
    const ended = stays.filter((stay) => stay.state === state).map(({ ms }) => ms);
    return [
      manuscriptMachine.states[state].label,
      entries.get(state) ?? 0,
      ended.length,
      ended.length > 0 ? days(median(ended)) : '',
      present.get(state) ?? 0,
    ];
  });
}

async function byMonth(db: Database, range: ReportRange) {
  const rows = await db
    .selectFrom('flowLog')
    .select(['event', 'at'])
    .where('entityType', '=', 'manuscript')
    .where('event', 'in', ['submit', 'publish', 'reject', 'rejectByReview'])
    .where('at', '>=', range.begin)
    .where('at', '<', range.end)
    .execute();
  const names = monthsOf(range);
  const count = (events: readonly string[]): number[] =>
    names.map((month) => rows.filter(({ event, at }) => events.includes(event) && monthOf(at) === month).length);
  return {
    names,
    series: [
      { name: '投稿', values: count(['submit']) },
      { name: '出版', values: count(['publish']) },
      { name: '退稿', values: count(['reject', 'rejectByReview']) },
    ],
  };
}

export const pipelineReport: ReportSource = {
  key: 'pipeline',
  label: '选题与稿件',
  order: 10,
  permission: REPORT_LIST,
  figures: [
    stepped('submitted', '投稿', ['submit'], '所选时间内作者提交的稿件；补全后再次提交的各算一次。'),
    {
      key: 'topics',
      label: '选题通过',
      definition: '所选时间内论证会签发纪要、结论为通过的选题。',
      unit: '个',
      link: (id) => `/press/declarationForm?open=${id}`,
      of: topicsPassed,
    },
    stepped('passed', '终审通过', ['passLast'], '所选时间内三审全部通过、进入签约的稿件。'),
    stepped('signed', '签约', ['contractSigned'], '所选时间内双方签完协议、进入编辑加工的稿件。'),
    stepped('composed', '发排', ['finishEdit'], '所选时间内齐清定、编辑加工完成的稿件。'),
    stepped('published', '出版', ['publish'], '所选时间内作品上架、稿件转为已出版。'),
    stepped('rejected', '退稿', ['reject', 'rejectByReview'], '所选时间内退稿的稿件；后来撤销退稿的也算。'),
    {
      key: 'live',
      label: '在流程中',
      definition: '此刻已投稿、还没有出版、退稿或撤稿的稿件，与所选时间无关。',
      unit: '部',
      present: true,
      link,
      of: (db) => live(db),
    },
    {
      key: 'late',
      label: '逾期',
      definition: '此刻在流程中、当前环节的期限已过的稿件，搁置的除外。',
      unit: '部',
      present: true,
      link,
      of: (db) => live(db).where('manuscript.status', '<>', 'held').where('manuscript.dueAt', '<', Date.now()),
    },
    {
      key: 'days',
      label: '投稿到出版',
      definition: '所选时间内出版的稿件，从第一次投稿到出版的天数的中位数；没有出版时为0。',
      unit: '天',
      async value(db, range) {
        const rows = await submittedAndPublished(db, range);
        return days(median(rows.map(({ at, since }) => at - Number(since))));
      },
    },
  ],
  charts: [{ key: 'months', label: '各月投稿、出版与退稿', definition: '按流转记录的时间分月。', kind: 'line', unit: '部次', data: byMonth }],
  tables: [
    {
      key: 'funnel',
      label: '各环节',
      definition: '进入：所选时间内进入这一环节的次数。离开与停留：所选时间内离开这一环节的次数，和停留天数的中位数。现在：此刻停在这一环节的稿件。',
      columns: ['环节', '进入', '离开', '停留（天，中位数）', '现在'],
      rows: funnel,
    },
  ],
};
