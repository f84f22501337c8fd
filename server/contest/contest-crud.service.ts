import { judgesWithCollege } from './contest.queries.ts';
import { contestMachine } from '../../contract/contest/contest.machine.ts';
import { contestJudge } from '../../contract/contest/contest-judge.ts';
import { contestRound } from '../../contract/contest/contest-round.ts';
import { crudService } from '../crud/crud-service.ts';
import { livingUser } from '../crud/person-names.ts';
import type { Tx } from '../db/database.ts';
import { AppError, failed, invalid } from '../http/app-error.ts';
import { giveRole } from '../structure/role-grant.service.ts';
import { CODES } from './contest-codes.ts';
import { contestIn, roundIn, stringsOf } from './contest-rows.ts';
import { assertNotEntrant } from './contest-person.service.ts';
import { seesJudge } from './contest.queries.ts';
import { checkWeights, assertUnlocked } from './judging/contest-round.service.ts';

const ENDED: ReadonlySet<string> = new Set(contestMachine.groups.decided);

async function openContest(tx: Tx, contestId: number | null) {
  const contest = await contestIn(tx, contestId ?? 0);
  if (ENDED.has(contest.status)) throw failed('大赛已经公示或结束，不能再改');
  return contest;
}

export const rounds = crudService(contestRound, {
  table: 'contestRound',
  log: '大赛轮次',
  order: [['roundType', 'asc']],
  unique: { roundType: '这一轮已经有了' },
  within: ['contestId'],
  removal: 'hard',
  show: async (_db, rows) => rows.map((row) => ({ roundType: String(row['roundType']) })),
  async check(tx, { draft, before }) {
    const contest = await openContest(tx, draft.contestId);
    if (before) assertUnlocked(await roundIn(tx, before.id));
    else if (contest.status === 'judging') throw failed('评审已经开始，不能再加轮次');
    if (draft.startTime === '' || draft.endTime === '' || draft.startTime >= draft.endTime)
      throw new AppError(CODES.dates, '开始须早于截止，请修改日期');
    if (draft.mode === 'score' && draft.criteria.length === 0) throw invalid('请填写评分项');
    checkWeights(draft.mode, draft.criteria);
    if (draft.mode === 'score' && draft.judgesPerSubmit < 3) throw invalid('打分的轮次每件作品至少3位评委，少于3个分数不计分');
  },
  columnsOf: ({ draft, before }) => ({ roundType: Number(draft.roundType), ...(before ? {} : { formLockedAt: null, closedAt: null }) }),
  beforeRemove: async (_tx, rows) => {
    for (const row of rows) if (row['status'] !== 'pending') throw failed('这一轮已经分配评委，不能删除');
  },
});

export const judges = crudService(contestJudge, {
  table: 'contestJudge',
  log: '大赛评委',
  order: [['id', 'asc']],
  unique: { userId: '这位评委已经在名单里' },
  within: ['contestId'],
  removal: 'hard',
  only: (query, currentUser) => query.where(seesJudge(currentUser.userId, currentUser.accounts)),
  show: async (db, rows) => {
    if (rows.length === 0) return [];
    const ids = rows.map((row) => Number(row['userId']));
    const users = await judgesWithCollege(db, ids);
    const tasks = await db
      .selectFrom('judgeTask')
      .select(['contestId', 'judgeId', 'status', (eb) => eb.fn.countAll<number>().as('n')])
      .where('judgeId', 'in', ids)
      .where('delFlag', '=', '0')
      .where('status', '<>', 'recused')
      .groupBy(['contestId', 'judgeId', 'status'])
      .execute();
    return rows.map((row) => {
      const user = users.find(({ id }) => id === row['userId']);
      const own = tasks.filter(({ contestId, judgeId }) => contestId === row['contestId'] && judgeId === row['userId']);
      return {
        nickName: user?.nickName ?? '',
        collegeName: user?.collegeName ?? '',
        tasks: own.reduce((sum, { n }) => sum + Number(n), 0),
        done: Number(own.find(({ status }) => status === 'submitted')?.n ?? 0),
      };
    });
  },
  async check(tx, { draft, currentUser }) {
    const contest = await openContest(tx, draft.contestId);
    await assertNotEntrant(tx, contest, currentUser.userId);
    if (!(await livingUser(tx, draft.userId))) throw invalid('请选择评委');
    const groups = stringsOf(contest.groups);
    const strange = draft.groups.filter((group) => !groups.includes(group));
    if (strange.length > 0) throw invalid(`大赛没有组别“${strange.join('、')}”，请选择${groups.join('、')}`);
    if (draft.roundTypes.some((type) => !['1', '2', '3'].includes(type))) throw invalid('轮次请填 1、2 或 3');
  },
  async afterSave(tx, { draft, currentUser }) {
    if (draft.userId !== null) await giveRole(tx, { currentUser, permission: 'contest:judge:add' }, draft.userId, 'judge');
  },
  beforeRemove: async (tx, rows, currentUser) => {
    for (const row of rows) {
      await assertNotEntrant(tx, await contestIn(tx, Number(row['contestId'])), currentUser.userId);
      const task = await tx
        .selectFrom('judgeTask')
        .select('id')
        .where('contestId', '=', Number(row['contestId']))
        .where('judgeId', '=', Number(row['userId']))
        .where('delFlag', '=', '0')
        .limit(1)
        .executeTakeFirst();
      if (task) throw failed('这位评委已经有评审任务，不能移除；请改为停用');
    }
  },
});
