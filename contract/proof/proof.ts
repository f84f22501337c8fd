import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { KINDS } from '../manuscript/manuscript-limits.ts';
import { masterTrack } from '../media/master-track.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { visible } from '../visible-text.ts';
import { ERROR_KINDS } from './error-rate.ts';
import { context, place } from './mark-place.ts';
import { FATES, MARK_SOURCES, PROOF_EVENTS, PROOF_STATES, STAGES } from './proof.machine.ts';

const LIST = 'press:proof:list';

const proofRow = z.object({
  proofId: z.number(),
  archiveId: z.number(),
  archiveNo: z.string(),
  title: z.string(),
  kind: z.enum(KINDS),
  stage: z.enum(STAGES),
  round: z.number(),
  status: z.enum(PROOF_STATES),
  proofreaderName: z.string(),
  mine: z.boolean(),
  dueAt: z.string(),
  late: z.boolean(),
  days: z.number(),
  charCount: z.number(),
  marks: z.number(),
  /** Errors in 10 000 characters; null before the first submission. */
  rate: z.number().nullable(),
});
export type ProofRow = z.output<typeof proofRow>;

/** #82–84: the tasks of one stage. */
export const proofList = endpoint('GET /press/proofread/list', {
  summary: '校对任务',
  access: LIST,
  query: paging.extend({
    stage: z.enum(STAGES, '没有这个校次').default('one'),
    tab: z.enum(['open', 'mine', 'done'], '没有这一栏').default('open'),
    keyword: searchTerm(120),
  }),
  row: proofRow,
});

/** The place of a mark in a work that is heard or seen: its part, and milliseconds from the start; null in a work with pages. */
export const MARK_TIME_SHOWN = { trackId: z.number().nullable(), startMs: z.number().nullable(), endMs: z.number().nullable() };
/** Two days: longer than any part. */
const MOST_MS = 172_800_000;
const moment = z.number('时间须是数字').int('时间须是整数').min(0, '时间不能为负').max(MOST_MS, '时间超出范围');
export const MARK_TIME_FIELDS = {
  trackId: id.nullable().default(null),
  startMs: moment.nullable().default(null),
  endMs: moment.nullable().default(null),
};

const mark = z.object({
  markId: z.number(),
  proofId: z.number(),
  stage: z.enum(STAGES),
  round: z.number(),
  page: z.number(),
  place: z.string(),
  ...MARK_TIME_SHOWN,
  context: z.string(),
  quote: z.string(),
  kind: z.enum(ERROR_KINDS),
  wrong: z.string(),
  right: z.string(),
  note: z.string(),
  characters: z.number(),
  groupKey: z.string(),
  source: z.enum(MARK_SOURCES),
  userName: z.string(),
  fate: z.enum(FATES),
  fateReason: z.string(),
  fateByName: z.string(),
  replies: z.array(z.object({ userName: z.string(), text: z.string(), at: z.string() })),
  version: z.number(),
});
export type ProofMark = z.output<typeof mark>;

const rule = z.object({
  kind: z.enum(ERROR_KINDS),
  label: z.string(),
  weight: z.number(),
  longWeight: z.number(),
  longestWeight: z.number(),
  oncePerPage: z.boolean(),
  sameCap: z.number(),
  pageCap: z.number(),
  bookCap: z.number(),
});

const detail = z.object({
  proofId: z.number(),
  archiveId: z.number(),
  title: z.string(),
  kind: z.enum(KINDS),
  stage: z.enum(STAGES),
  round: z.number(),
  status: z.enum(PROOF_STATES),
  proofreaderName: z.string(),
  dueAt: z.string(),
  late: z.boolean(),
  /** The parts of the master of a work that is heard or seen. */
  tracks: z.array(masterTrack),
  charCount: z.number(),
  noErrors: z.boolean(),
  reportText: z.string(),
  rate: z.number().nullable(),
  /** The newest proof as PDF; null when the online text is proofread. */
  proofFileId: z.number().nullable(),
  proofNo: z.number(),
  pages: z.number(),
  /** Characters on a page, for the page number of a place in the online text. */
  pageCharacters: z.number(),
  /** Marks of this round, of the author, and of the stages before. */
  marks: z.array(mark),
  rules: z.array(rule),
  /** Whether the author is proofreading at the same time. */
  authorOpen: z.boolean(),
  log: z.array(
    z.object({ event: z.string(), fromStatus: z.string(), toStatus: z.string(), operatorName: z.string(), note: z.string(), at: z.string() }),
  ),
  can: z.array(z.enum(PROOF_EVENTS)),
  /** Whether the caller sets marks, and decides on them. */
  marksNow: z.boolean(),
  decides: z.boolean(),
});
export type ProofDetail = z.output<typeof detail>;

const one = z.object({ proofId: id });

export const proofDetail = endpoint('GET /press/proofread/detail/{proofId}', { summary: '校对任务', access: LIST, params: one, data: detail });

/** What a person writes of a mark. */
export const MARK_FIELDS = {
  ...MARK_TIME_FIELDS,
  page: z.number('请填写页码').int('页码须是整数').min(1, '页码从1开始').max(10_000, '页码过大'),
  place,
  context,
  quote: z.string().max(300, '原文不能超过300个字').default(''),
  kind: z.enum(ERROR_KINDS, '请选择差错类型'),
  wrong: visible().max(300, '错误文字不能超过300个字').default(''),
  right: visible().max(300, '改正文字不能超过300个字').default(''),
  note: visible().max(500, '说明不能超过500个字').default(''),
  characters: z.number('字数须是整数').int('字数须是整数').min(1, '字数至少为1').max(100_000, '字数过大').default(1),
  groupKey: visible().max(60, '归类不能超过60个字').default(''),
};
const said = (given: { wrong: string; right: string; note: string }): boolean => given.wrong !== '' || given.right !== '' || given.note !== '';
const SAID = '请填写错误、改正或说明';

export const addMark = endpoint('POST /press/proofread/mark', {
  summary: '加记号',
  access: 'press:proof:submit',
  once: true,
  body: one.extend(MARK_FIELDS).refine(said, SAID),
  data: z.object({ markId: z.number() }),
});

export const editMark = endpoint('PUT /press/proofread/mark', {
  summary: '改记号',
  access: 'press:proof:submit',
  body: z.object({ ...MARK_FIELDS, markId: id, version: z.number('缺少版本号，请刷新后重试').int() }).refine(said, SAID),
});

export const removeMark = endpoint('DELETE /press/proofread/mark/{markId}', {
  summary: '删记号',
  access: 'press:proof:submit',
  params: z.object({ markId: id }),
});

/** The editor decides on a mark: adopted, rejected with a reason, or carried to the next stage. */
export const decideMark = endpoint('PUT /press/proofread/fate/{markId}', {
  summary: '处理记号',
  access: 'press:proof:check',
  params: z.object({ markId: id }),
  body: z.object({ fate: z.enum(['adopted', 'rejected', 'carried'], '请选择处理方式'), reason: visible().max(300, '不能超过300个字').default('') }),
});

export const replyMark = endpoint('POST /press/proofread/reply', {
  summary: '讨论记号',
  access: ['press:proof:submit', 'press:proof:check'],
  once: true,
  body: z.object({ markId: id, text: visible('请填写内容').min(1, '请填写内容').max(500, '不能超过500个字') }),
});

/** SM06. `proofreaderId` for `assign` and `transfer`; `charCount`, `noErrors`, `reportText` for `submit`. */
export const proofEvent = endpoint('PUT /press/proofread/{event}/{proofId}', {
  summary: '校对流转',
  access: ['press:proof:assign', 'press:proof:submit', 'press:proof:check'],
  params: one.extend({ event: z.enum(PROOF_EVENTS, '没有这个操作') }),
  body: z
    .object({
      reason: visible().max(500, '不能超过500个字').nullish(),
      proofreaderId: id.nullish(),
      charCount: z.number('版面字数须是整数').int('版面字数须是整数').min(0, '版面字数不能为负').max(100_000_000, '版面字数过大').nullish(),
      noErrors: z.boolean().nullish(),
      reportText: visible().max(2000, '校对小结不能超过2000个字').nullish(),
    })
    .nullish(),
});

const proofreader = z.object({ userId: z.number(), nickName: z.string(), qualification: z.string(), load: z.number(), blocked: z.string() });
export type Proofreader = z.output<typeof proofreader>;

export const proofreaders = endpoint('GET /press/proofread/people/{proofId}', {
  summary: '可指派的校对',
  access: 'press:proof:assign',
  params: one,
  data: z.array(proofreader),
});
