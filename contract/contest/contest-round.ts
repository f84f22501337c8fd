import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, integer, reference, rows, shown, text, time, yesNo } from '../field.ts';
import { id, paging } from '../page.ts';
import { visible } from '../visible-text.ts';
import { CONFLICT_KINDS, CONTEST, ROUND_MODES, SEE_OTHERS } from './contest-limits.ts';
import { ROUND_EVENTS } from './contest-round.machine.ts';
import { TASK_STATES } from './judge-task.machine.ts';

/** A1: E44. Weights are percent with two decimals, in ten-thousandths. */
export const contestRound = crud('/cms/contest/round', {
  name: '轮次',
  permission: 'contest:contest',
  key: 'roundId',
  title: 'roundType',
  fields: {
    contestId: reference('大赛', { required: true, fixedOnceSaved: true }),
    roundType: choice('轮次', 'contest_round_type', ['1', '2', '3'], '1', { fixedOnceSaved: true }),
    mode: choice('评法', 'contest_round_mode', ROUND_MODES, 'score'),
    startTime: time('开始', { required: true }),
    endTime: time('截止', { required: true }),
    judgesPerSubmit: integer('每件作品的评委数', 1, CONTEST.judgesPerSubmit, 3),
    criteria: rows(
      '评分项',
      {
        key: text('标识', 20, [/^[a-z][A-Za-z0-9]*$/, '标识以小写字母开头，只用字母和数字']),
        name: text('评分项', 30),
        weight: integer('权重', 1, 10_000, undefined, { help: '万分之几，各项之和须为10000' }),
        max: integer('满分', 1, CONTEST.criterionMax, 100),
      },
      { most: CONTEST.criteria },
    ),
    blind: yesNo('匿名评审', '1'),
    trim: yesNo('去掉最高最低分', '1', { help: '评委不少于5人时' }),
    seeOthers: choice('何时看到他人评分', 'contest_round_see_others', SEE_OTHERS, 'never'),
    seeAuthors: yesNo('评委看得到作者', '0'),
    seeJudgeNames: yesNo('公开评委姓名', '0'),
    passQuota: integer('每组晋级件数', 0, 2000, 0, { help: '0 为不限' }),
    passScore: integer('最低晋级分', 0, 100, 0),
  },
  shown: { status: shown('状态', 'choice', { dict: 'contest_round_status' }) },
  filter: { contestId: 'equal', status: 'equal' },
  sort: ['roundId'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
});
export type ContestRound = z.output<typeof contestRound.list.row>;

const oneRound = z.object({ roundId: id });

const shortage = z.object({ group: z.string(), works: z.number(), lacking: z.number(), why: z.string() });
const load = z.object({ userId: z.number(), nickName: z.string(), group: z.string(), works: z.number() });

/** SM12. `calibrationIds` for `allocate`; `submitIds` and `letIn` for `discuss`: which of the discussed entries advance. */
export const roundEvent = endpoint('PUT /cms/contest/round/{event}/{roundId}', {
  summary: '轮次流转',
  access: ['contest:round:allocate', 'contest:round:close', 'contest:round:confirm'],
  params: oneRound.extend({ event: z.enum(ROUND_EVENTS, '没有这个操作') }),
  body: z
    .object({
      reason: visible().max(CONTEST.minutes.max, `不能超过${CONTEST.minutes.max}个字`).nullish(),
      calibrationIds: z.array(id).max(CONTEST.calibration, `试评作品最多${CONTEST.calibration}件`).nullish(),
      seed: z.number().int().min(1).max(1_000_000_000).nullish(),
      submitIds: z.array(id).max(200, '合议的作品过多').nullish(),
      letIn: z.array(id).max(200, '晋级的作品过多').nullish(),
    })
    .nullish(),
  data: z.object({ loads: z.array(load), shortages: z.array(shortage) }),
});

const conflictRow = z.object({
  conflictId: z.number(),
  userId: z.number(),
  judgeName: z.string(),
  submitId: z.number(),
  submitNo: z.string(),
  title: z.string(),
  kind: z.enum(CONFLICT_KINDS),
  note: z.string(),
  /** Found by the check; a declared one can be removed. */
  computed: z.boolean(),
});
export type ConflictRow = z.output<typeof conflictRow>;

/** 检查回避: conflicts by person between the judges and the entries of a contest, at any time. */
export const checkConflicts = endpoint('POST /cms/contest/conflict/check/{contestId}', {
  summary: '检查回避',
  access: 'contest:round:allocate',
  params: z.object({ contestId: id }),
  data: z.object({ found: z.number(), judges: z.number(), submits: z.number() }),
});
export const conflictList = endpoint('GET /cms/contest/conflict/list', {
  summary: '回避关系',
  access: 'contest:contest:query',
  query: paging.extend({ contestId: id, kind: z.enum(CONFLICT_KINDS, '没有这一类').optional() }),
  row: conflictRow,
});
export const addConflict = endpoint('POST /cms/contest/conflict', {
  summary: '登记回避',
  access: 'contest:round:allocate',
  once: true,
  body: z.object({
    contestId: id,
    userId: id,
    submitId: id,
    note: visible('请填写原因').min(2, '请填写原因，至少2个字').max(200, '原因不能超过200个字'),
  }),
});
export const removeConflict = endpoint('DELETE /cms/contest/conflict/{conflictId}', {
  summary: '删除登记的回避',
  access: 'contest:round:allocate',
  params: z.object({ conflictId: id }),
});

/** What an allocation would give, without writing anything. */
export const allocationPreview = endpoint('GET /cms/contest/round/allocation/{roundId}', {
  summary: '试分配',
  access: 'contest:round:allocate',
  params: oneRound,
  query: z.object({ seed: z.coerce.number<number | string>().int().min(1).max(1_000_000_000).default(1) }),
  data: z.object({ works: z.number(), judges: z.number(), conflicts: z.number(), loads: z.array(load), shortages: z.array(shortage) }),
});
export type AllocationPreview = z.output<typeof allocationPreview.data>;

const judgeProgress = z.object({
  userId: z.number(),
  nickName: z.string(),
  tasks: z.number(),
  done: z.number(),
  draft: z.number(),
  recused: z.number(),
  lastAt: z.string(),
  remindedAt: z.string(),
});
export type JudgeProgress = z.output<typeof judgeProgress>;

/** The progress board of a round. Drafts of judges are counted, never shown. */
export const roundProgress = endpoint('GET /cms/contest/round/progress/{roundId}', {
  summary: '评审进度',
  access: 'contest:contest:query',
  params: oneRound,
  data: z.object({
    judges: z.array(judgeProgress),
    waiting: z.array(
      z.object({ taskId: z.number(), submitId: z.number(), submitNo: z.string(), title: z.string(), judgeName: z.string(), reason: z.string() }),
    ),
  }),
});
export const remindJudges = endpoint('POST /cms/contest/round/remind/{roundId}', {
  summary: '催评',
  access: 'contest:round:close',
  once: true,
  params: oneRound,
  body: z.object({ userIds: z.array(id).min(1, '请选择评委').max(500, '评委过多') }),
  data: z.object({ done: z.array(z.number()), skipped: z.array(z.object({ id: z.number(), reason: z.string() })) }),
});
export const reassignTask = endpoint('PUT /cms/contest/round/reassign/{taskId}', {
  summary: '改派评委',
  access: 'contest:round:allocate',
  params: z.object({ taskId: id }),
  body: z.object({ userId: id }),
});
export const reopenTask = endpoint('PUT /cms/contest/judgeTask/reopen/{taskId}', {
  summary: '退回重评',
  access: 'contest:round:close',
  params: z.object({ taskId: id }),
  body: z.object({ reason: visible().max(CONTEST.reason, `不能超过${CONTEST.reason}个字`) }),
});

const judgeConsistency = z.object({
  userId: z.number(),
  nickName: z.string(),
  scored: z.number(),
  /** Hundredths of a point. */
  mean: z.number(),
  sigma: z.number(),
  /** Rank correlation (Spearman) with the means of the other judges, thousandths; null with fewer than three shared entries. */
  correlation: z.number().nullable(),
  missingComments: z.number(),
});
export type JudgeConsistency = z.output<typeof judgeConsistency>;
const wideRow = z.object({
  submitId: z.number(),
  submitNo: z.string(),
  title: z.string(),
  spread: z.number(),
  scores: z.array(z.object({ nickName: z.string(), total: z.number() })),
  discussed: z.boolean(),
});
/** Consistency of the judges of a round, and entries whose scores differ so much that they need a discussion. Ranks stay as F12 gives them. */
export const roundReport = endpoint('GET /cms/contest/round/report/{roundId}', {
  summary: '评分一致性',
  access: 'contest:contest:query',
  params: oneRound,
  data: z.object({ mean: z.number(), sigma: z.number(), judges: z.array(judgeConsistency), wide: z.array(wideRow) }),
});
export type RoundReport = z.output<typeof roundReport.data>;

const resultRow = z.object({
  submitId: z.number(),
  submitNo: z.string(),
  title: z.string(),
  group: z.string(),
  authorsText: z.string(),
  rank: z.number(),
  score: z.number().nullable(),
  untrimmed: z.number(),
  heaviest: z.number(),
  judges: z.number(),
  trimmed: z.number(),
  passes: z.number(),
  fails: z.number(),
  spread: z.number(),
  outcome: z.enum(['', 'in', 'out', 'tied']),
  discussed: z.boolean(),
  awardName: z.string(),
});
export type ResultRow = z.output<typeof resultRow>;
export const roundRanking = endpoint('GET /cms/contest/round/ranking/{roundId}', {
  summary: '本轮名次',
  access: 'contest:contest:query',
  params: oneRound,
  query: paging.extend({ group: visible().max(20, '组别不正确').optional() }),
  row: resultRow,
});

const entryTask = z.object({
  taskId: z.number(),
  judgeName: z.string(),
  status: z.enum(TASK_STATES),
  result: z.enum(['', 'pass', 'fail']),
  total: z.number().nullable(),
  comment: z.string(),
  calibration: z.boolean(),
  submittedAt: z.string(),
});
/** Submitted results of one entry in a round, for the organisers. A draft stays with its judge. */
export const entryTasks = endpoint('GET /cms/contest/round/tasks/{roundId}', {
  summary: '作品的评审记录',
  access: 'contest:contest:query',
  params: oneRound,
  query: z.object({ submitId: id }),
  data: z.array(entryTask),
});
export type EntryTask = z.output<typeof entryTask>;
