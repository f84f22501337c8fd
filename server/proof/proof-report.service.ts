import { ERROR_RULES } from '../../contract/proof/error-rate.ts';
import { STAGE_NAMES, STAGES } from '../../contract/proof/proof.machine.ts';
import { REPORT_LIST, type ReportSource } from '../report/report-source.service.ts';
import { checksIn, finishedProofs, marksIn, reviewsIn } from './proof-report.queries.ts';

/** Rates are stored in ten-thousandths of an error in 10 000 characters. */
const RATE = 10_000;
const rateOf = (rows: readonly { rate: number }[]): number =>
  rows.length === 0 ? 0 : Math.round((rows.reduce((sum, { rate }) => sum + rate, 0) / rows.length / RATE) * 100) / 100;

const detail = (id: number): string => `/cms/archive/detail/${id}`;

export const qualityReport: ReportSource = {
  key: 'quality',
  label: '编校质量',
  order: 20,
  permission: REPORT_LIST,
  figures: [
    {
      key: 'proofs',
      label: '完成校对',
      definition: '所选时间内交校的一校、二校、三校和通读；重校的各算一次。',
      unit: '校次',
      link: (id) => `/press/proofread/one?open=${id}`,
      of: (db, range) =>
        finishedProofs(db, range).select(['proofread.id', 'manuscript.title', 'proofread.stage as note', 'proofread.finishedAt as at']),
    },
    {
      key: 'rate',
      label: '通读差错率',
      definition: '所选时间内交校的通读，差错率（万分之）的平均数，按《图书质量管理规定》附件计分；没有通读时为0。',
      unit: '/万字',
      async value(db, range) {
        return rateOf(await finishedProofs(db, range).select('proofread.rate').where('proofread.stage', '=', 'read').execute());
      },
    },
    {
      key: 'marks',
      label: '校对记号',
      definition: '所选时间内校对加的记号，疑问也算。',
      unit: '处',
      link: detail,
      of: (db, range) =>
        marksIn(db, range)
          .select(['manuscript.id', 'manuscript.title', 'proofMark.wrong as note', 'proofMark.createTime as at'])
          .where('proofMark.source', '=', 'proofreader'),
    },
    {
      key: 'readers',
      label: '读者指出',
      definition: '所选时间内采纳的读者错字反馈。',
      unit: '处',
      link: detail,
      of: (db, range) =>
        marksIn(db, range)
          .select(['manuscript.id', 'manuscript.title', 'proofMark.wrong as note', 'proofMark.createTime as at'])
          .where('proofMark.source', '=', 'reader'),
    },
    {
      key: 'checks',
      label: '质量检查',
      definition: '所选时间内做的印前、样书和成品检查。',
      unit: '次',
      link: detail,
      of: checksIn,
    },
    {
      key: 'reviews',
      label: '完成审读',
      definition: '所选时间内作出结论的初审、复审和终审。',
      unit: '次',
      link: detail,
      of: reviewsIn,
    },
    {
      key: 'onTime',
      label: '按期审读',
      definition: '所选时间内作出结论、且不晚于期限的审读占全部的百分比；没有审读时为0。',
      unit: '%',
      async value(db, { begin, end }) {
        const rows = await db
          .selectFrom('review')
          .select(['finishedAt', 'dueAt'])
          .where('delFlag', '=', '0')
          .where('finishedAt', '>=', begin)
          .where('finishedAt', '<', end)
          .execute();
        const good = rows.filter(({ finishedAt, dueAt }) => dueAt === null || (finishedAt ?? 0) <= dueAt).length;
        return rows.length === 0 ? 0 : (good / rows.length) * 100;
      },
    },
  ],
  charts: [
    {
      key: 'kinds',
      label: '差错类型',
      definition: '所选时间内校对加的记号，按类型；疑问不算。',
      kind: 'bar',
      unit: '处',
      async data(db, range) {
        const rows = await marksIn(db, range)
          .select(['proofMark.kind', (eb) => eb.fn.countAll<number>().as('total')])
          .where('proofMark.source', '=', 'proofreader')
          .groupBy('proofMark.kind')
          .execute();
        const found = ERROR_RULES.map(({ kind, label }) => ({ label, total: Number(rows.find((row) => row.kind === kind)?.total ?? 0) }));
        const shown = found.filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total);
        return { names: shown.map(({ label }) => label), series: [{ name: '记号', values: shown.map(({ total }) => total) }] };
      },
    },
  ],
  tables: [
    {
      key: 'stages',
      label: '各校次',
      definition: '所选时间内交校的任务。差错率是各任务差错率（万分之）的平均数；合格是差错率不超过万分之一。',
      columns: ['校次', '任务', '版面字数', '平均差错率', '合格', '逾期'],
      async rows(db, range) {
        const rows = await finishedProofs(db, range)
          .select(['proofread.stage', 'proofread.charCount', 'proofread.rate', 'proofread.finishedAt', 'proofread.dueAt'])
          .execute();
        return STAGES.map((stage) => {
          const own = rows.filter((row) => row.stage === stage);
          const late = own.filter(({ finishedAt, dueAt }) => dueAt !== null && (finishedAt ?? 0) > dueAt).length;
          const characters = own.reduce((sum, { charCount }) => sum + charCount, 0);
          return [STAGE_NAMES[stage], own.length, characters, rateOf(own), own.filter(({ rate }) => rate <= RATE).length, late];
        });
      },
    },
    {
      key: 'people',
      label: '各校对',
      definition: '所选时间内交校的任务，按校对人；重校的各算一次。',
      columns: ['校对', '任务', '版面字数', '平均差错率', '逾期'],
      async rows(db, range) {
        const rows = await finishedProofs(db, range)
          .select(['user.nickName', 'proofread.charCount', 'proofread.rate', 'proofread.finishedAt', 'proofread.dueAt'])
          .execute();
        const names = [...new Set(rows.map(({ nickName }) => nickName ?? '（已删除）'))].toSorted();
        return names.map((name) => {
          const own = rows.filter(({ nickName }) => (nickName ?? '（已删除）') === name);
          const late = own.filter(({ finishedAt, dueAt }) => dueAt !== null && (finishedAt ?? 0) > dueAt).length;
          return [name, own.length, own.reduce((sum, { charCount }) => sum + charCount, 0), rateOf(own), late];
        });
      },
    },
  ],
};
