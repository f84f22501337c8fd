import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { visible } from '../visible-text.ts';
import { CONTEST, ROUND_MODES } from './contest-limits.ts';
import { ROUND_STATES } from './contest-round.machine.ts';
import { TASK_STATES } from './judge-task.machine.ts';

const roundType = z.coerce.number<number | string>('轮次不正确').int('轮次不正确').min(1, '轮次不正确').max(3, '轮次不正确');

/** What a judge may read of a task: neither the contestant nor the scores of other judges. */
const taskCard = z.object({
  contestId: z.number(),
  contestTitle: z.string(),
  roundType: z.number(),
  mode: z.enum(ROUND_MODES),
  submitId: z.number(),
  /** Number of the entry before this judge: 作品 012. */
  alias: z.string(),
  title: z.string(),
  group: z.string(),
  calibration: z.boolean(),
  status: z.enum(TASK_STATES),
  roundStatus: z.enum(ROUND_STATES),
  endTime: z.string(),
  late: z.boolean(),
  /** The own result. */
  result: z.enum(['', 'pass', 'fail']),
  total: z.number().nullable(),
});
export type TaskCard = z.output<typeof taskCard>;

/** #35, #37: the caller's tasks of rounds that have begun, open ones first; `done` and `all` count them over all pages. */
export const myTasks = endpoint('GET /cms/contest/judgeTask/mine', {
  summary: '我的大赛评审',
  access: 'signed-in',
  query: paging.extend({ roundType: roundType.optional(), contestId: id.optional(), scoring: z.enum(['1']).optional() }),
  data: z.object({ rows: z.array(taskCard), total: z.number(), done: z.number() }),
});

const scoreItem = z.object({
  key: z.string().max(20),
  score: z
    .number('评分超出范围')
    .int('评分最多一位小数')
    .min(0, '评分超出范围')
    .max(CONTEST.criterionMax * 10, '评分超出范围'),
});

const workFile = z.object({ fileId: z.number(), fileName: z.string(), fileSize: z.number(), kind: z.string(), mime: z.string() });
export type WorkFile = z.output<typeof workFile>;

const task = taskCard.extend({
  intro: z.string(),
  /** Custom fields of the contest; without those that may reveal the author where authors are hidden. */
  more: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Empty where authors are hidden. */
  authorsText: z.string(),
  files: z.array(workFile),
  /** Files that are not ready for judges yet. */
  waitingFiles: z.number(),
  criteria: z.array(z.object({ key: z.string(), name: z.string(), weight: z.number(), max: z.number() })),
  items: z.array(scoreItem),
  comment: z.string(),
  startTime: z.string(),
  submittedAt: z.string(),
  version: z.number(),
  /** Results of other judges, only when the round allows it; null otherwise. */
  others: z.array(z.object({ name: z.string(), result: z.enum(['', 'pass', 'fail']), total: z.number().nullable(), comment: z.string() })).nullable(),
  nextId: z.number().nullable(),
  previousId: z.number().nullable(),
});
export type JudgeTask = z.output<typeof task>;

const place = { contestId: id, roundType, submitId: id, calibration: z.enum(['0', '1']).default('0') };

/** #50, #51: one task; without `submitId` the first open one. */
export const oneTask = endpoint('GET /cms/contest/judgeTask/getInfo', {
  summary: '评审任务',
  access: 'signed-in',
  query: z.object({ ...place, submitId: id.optional() }),
  data: task,
});

const score = {
  result: z.enum(['', 'pass', 'fail'], '请选择通过或不通过').default(''),
  items: z.array(scoreItem).max(CONTEST.criteria, '评分项过多').default([]),
  comment: visible().max(CONTEST.comment.max, `评语不能超过${CONTEST.comment.max}个字`).default(''),
};

const written = z.object({ status: z.enum(TASK_STATES), total: z.number().nullable(), version: z.number(), nextId: z.number().nullable() });

export const saveTask = endpoint('PUT /cms/contest/judgeTask/save', {
  summary: '暂存评分',
  access: 'signed-in',
  body: z.object({ ...place, ...score }),
  data: written,
});
/** Takes `Idempotency-Key`, also as `key` in the body: a repeat within 30 days gets the first answer. */
export const submitTask = endpoint('PUT /cms/contest/judgeTask/submit', {
  summary: '提交评分',
  access: 'signed-in',
  body: z.object({ ...place, ...score, key: z.string().max(80).optional() }),
  data: written,
});
export const recuseTask = endpoint('PUT /cms/contest/judgeTask/recuse', {
  summary: '回避',
  access: 'signed-in',
  body: z.object({ ...place, reason: visible('请填写回避的理由').min(5, '请填写回避的理由，至少5个字').max(200, '理由不能超过200个字') }),
  data: written,
});

/** The anonymous copy of a file, for the assigned judge. */
export const taskFile = endpoint('GET /cms/contest/judgeTask/file/{fileId}', {
  summary: '评审文件',
  access: 'signed-in',
  params: z.object({ fileId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
const paragraph = z.object({ style: z.enum(['title', 'heading', 'text']), text: z.string() });
/** A document or a book as text. */
export const taskText = endpoint('GET /cms/contest/judgeTask/text/{fileId}', {
  summary: '评审文件的文字',
  access: 'signed-in',
  params: z.object({ fileId: id }),
  data: z.object({ paragraphs: z.array(paragraph), cut: z.boolean() }),
});
export type TaskText = z.output<typeof taskText.data>;

/** The offline package of a round: every task with its form and draft; files are fetched one by one. */
export const taskPackage = endpoint('GET /cms/contest/judgeTask/package', {
  summary: '离线评审包',
  access: 'signed-in',
  query: paging.extend({ contestId: id, roundType }),
  row: task,
});
