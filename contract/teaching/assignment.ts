import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { visible } from '../visible-text.ts';
import { ASSIGNMENT_STATES, ASSIGNMENT_STEPS } from './assignment.machine.ts';
import { ATTEMPT_STATES } from './attempt.machine.ts';
import {
  ASSIGNMENT_MODES,
  ATTEMPT_FLAGS,
  GRADE_STATES,
  MEMBER_ROLES,
  SCORE_POLICIES,
  SHOW_TIMES,
  TEACHING,
  type AssignmentMode,
  type AttemptFlag,
  type GradeState,
  type MemberRole,
  type ScorePolicy,
  type ShowTime,
} from './teaching-limits.ts';

const keysOf = <K extends string>(names: Readonly<Record<K, unknown>>) => Object.keys(names) as [K, ...K[]];
const showTime = (label: string) => z.enum(keysOf<ShowTime>(SHOW_TIMES), `请选择${label}`);
export const gradeState = z.enum(keysOf<GradeState>(GRADE_STATES));
export const attemptFlag = z.enum(keysOf<AttemptFlag>(ATTEMPT_FLAGS));
/** `yyyy-MM-dd HH:mm`, Asia/Shanghai. */
export const minute = (label: string) =>
  z.string().regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d$/, `${label}格式为yyyy-MM-dd HH:mm`);
const whole = (label: string, least: number, most: number) =>
  z.coerce
    .number<number | string>(`${label}须为整数`)
    .int(`${label}须为整数`)
    .min(least, `${label}须在${least}到${most}之间`)
    .max(most, `${label}须在${least}到${most}之间`);

/** An item of an assignment: `take` questions out of `versions`, drawn for each student; mostly one of one. */
const item = z.object({
  itemId: z.string().regex(/^[\w]{1,16}$/, '题目编号不正确'),
  /** Hundredths of a point for each question. */
  points: whole('分值', 0, 100_000),
  take: whole('抽取的题数', 1, TEACHING.items).default(1),
  versions: z
    .array(z.object({ questionId: id, versionId: id }))
    .min(1, '请选择题目')
    .max(200, '一组最多200道题'),
});
export type AssignmentItem = z.output<typeof item>;

const draft = z.object({
  title: requiredText('请填写作业名称').max(TEACHING.title, `作业名称不能超过${TEACHING.title}个字`),
  intro: visible().max(TEACHING.intro, `说明不能超过${TEACHING.intro}个字`).default(''),
  items: z.array(item).max(TEACHING.items, `一份作业最多${TEACHING.items}题`).default([]),
  mode: z.enum(keysOf<AssignmentMode>(ASSIGNMENT_MODES), '请选择作业或测验').default('homework'),
  openAt: minute('开始时间'),
  dueAt: minute('截止时间'),
  limitMin: whole('限时', 0, TEACHING.limitMin).default(0),
  attempts: whole('答题机会', 0, TEACHING.attempts).default(0),
  policy: z.enum(keysOf<ScorePolicy>(SCORE_POLICIES), '请选择多次作答怎么计分').default('highest'),
  lateDays: whole('可迟交天数', 0, TEACHING.lateDays).default(0),
  latePenaltyBp: whole('每迟一天扣分', 0, 10_000).default(0),
  graceHours: whole('离线宽限', 0, TEACHING.graceHours).default(24),
  showScore: showTime('何时公布得分').default('submit'),
  showKey: showTime('何时公布答案').default('due'),
  holdUntilLast: flag.default('1'),
  shuffleItems: flag.default('0'),
  shuffleOptions: flag.default('0'),
  weight: whole('权重', 0, 100).default(0),
});
export type AssignmentDraft = z.output<typeof draft>;

const one = z.object({ assignmentId: id });

const card = z.object({
  assignmentId: z.number(),
  classId: z.number(),
  className: z.string(),
  courseName: z.string(),
  title: z.string(),
  mode: draft.shape.mode.unwrap(),
  status: z.enum(ASSIGNMENT_STATES),
  openAt: z.string(),
  /** The caller's own due time, with an extension; that of all for teachers. */
  dueAt: z.string(),
  extended: z.boolean(),
  /** Hundredths of a point. */
  full: z.number(),
  itemCount: z.number(),
  /** Of a student; the score is null while it is not shown. */
  grade: gradeState,
  score: z.number().nullable(),
  /** Of a teacher or an assistant. */
  handedIn: z.number(),
  students: z.number(),
  toMark: z.number(),
});
export type AssignmentCard = z.output<typeof card>;

/** The caller's assignments over all classes: what must be handed in first; of one class with `classId`. */
export const myAssignments = endpoint('GET /cms/assignment/mine', {
  summary: '我的作业',
  access: 'signed-in',
  query: paging.extend({ classId: id.optional(), state: z.enum(['todo', 'done', '']).default('') }),
  row: card,
});

const attemptLine = z.object({
  attemptId: z.number(),
  attemptKey: z.string(),
  no: z.number(),
  status: z.enum(ATTEMPT_STATES),
  begunAt: z.string(),
  endedAt: z.string(),
  score: z.number().nullable(),
  flags: z.array(attemptFlag),
});

const detail = card.extend({
  intro: z.string(),
  role: z.enum(keysOf<MemberRole>(MEMBER_ROLES)),
  limitMin: z.number(),
  /** 0 is without limit; with the extra ones of an extension. */
  attempts: z.number(),
  policy: draft.shape.policy.unwrap(),
  lateDays: z.number(),
  latePenaltyBp: z.number(),
  showScore: draft.shape.showScore.unwrap(),
  showKey: draft.shape.showKey.unwrap(),
  holdUntilLast: flag,
  /** The caller's attempts, the first one first. */
  own: z.array(attemptLine),
  lateBy: z.number(),
  /** Why the caller cannot begin or continue now; empty when possible. */
  fault: z.string(),
  can: z.array(z.enum(ASSIGNMENT_STEPS)),
});
export type AssignmentDetail = z.output<typeof detail>;

export const assignmentInfo = endpoint('GET /cms/assignment/getInfo/{assignmentId}', {
  summary: '作业',
  access: 'signed-in',
  params: one,
  data: detail,
});

/** Everything that the teacher edits. */
export const assignmentDraft = endpoint('GET /teaching/assignment/{assignmentId}', {
  summary: '作业的设置',
  access: 'teaching:course:teach',
  params: one,
  data: draft.extend({
    assignmentId: z.number(),
    classId: z.number(),
    status: z.enum(ASSIGNMENT_STATES),
    version: z.number(),
    answered: z.number(),
    can: detail.shape.can,
  }),
});
export const addAssignment = endpoint('POST /teaching/assignment', {
  summary: '新建作业',
  access: 'teaching:course:teach',
  once: true,
  body: draft.extend({ classId: id }),
  data: z.object({ assignmentId: z.number() }),
});
/** Changes the settings of an assignment that students may already answer, but not its questions. Students get a message when the due time changes. */
export const editAssignment = endpoint('PUT /teaching/assignment', {
  summary: '修改作业',
  access: 'teaching:course:teach',
  body: draft.extend({ assignmentId: id, version: z.number().int().optional() }),
});
export const removeAssignment = endpoint('DELETE /teaching/assignment/{assignmentId}', {
  summary: '删除作业草稿',
  access: 'teaching:course:teach',
  params: one,
});
export const copyAssignment = endpoint('POST /teaching/assignment/copy/{assignmentId}', {
  summary: '复制到另一个班',
  access: 'teaching:course:teach',
  once: true,
  params: one,
  body: z.object({ classId: id }),
  data: z.object({ assignmentId: z.number() }),
});

export const assignmentEvent = endpoint('PUT /cms/assignment/{event}/{assignmentId}', {
  summary: '作业办理',
  access: 'teaching:course:teach',
  params: one.extend({ event: z.enum(ASSIGNMENT_STEPS, '没有这个操作') }),
  body: z
    .object({
      reason: visible().max(TEACHING.reason, `原因不能超过${TEACHING.reason}个字`).nullish(),
      /** Of `reopen`. */
      dueAt: minute('截止时间').nullish(),
      /** The caller has read the warning and goes on. */
      confirmed: flag.default('0'),
    })
    .nullish(),
});

/** Reminds the students who have not handed in; at most once an hour. */
export const remindStudents = endpoint('POST /teaching/assignment/remind/{assignmentId}', {
  summary: '催交',
  access: 'signed-in',
  once: true,
  params: one,
  data: z.object({ sent: z.number() }),
});

export const extendStudent = endpoint('PUT /teaching/extension/{assignmentId}', {
  summary: '延期',
  access: 'teaching:course:teach',
  params: one,
  body: z.object({
    userIds: z.array(id).min(1, '请选择学生').max(TEACHING.classMembers),
    dueAt: minute('延期到').or(z.literal('')).default(''),
    extraTimeBp: whole('加时', 10_000, 30_000).default(10_000),
    extraAttempts: whole('增加的机会', 0, TEACHING.extraAttempts).default(0),
    excused: flag.default('0'),
    reason: requiredText('请填写原因').max(TEACHING.reason, `原因不能超过${TEACHING.reason}个字`),
  }),
});

const boardCell = z.object({ verdict: z.enum(['right', 'part', 'wrong', 'empty', 'manual', '']), score: z.number(), points: z.number() });
const boardRow = z.object({
  userId: z.number(),
  memberName: z.string(),
  studentNo: z.string(),
  state: gradeState,
  score: z.number(),
  attemptId: z.number().nullable(),
  attemptKey: z.string(),
  dueAt: z.string(),
  lateDays: z.number(),
  minutes: z.number().nullable(),
  flags: z.array(attemptFlag),
  /** A ticket for answering without a network is out since then; empty for none. */
  offlineSince: z.string(),
  excused: z.boolean(),
  cells: z.record(z.string(), boardCell),
});
export type BoardRow = z.output<typeof boardRow>;

export const assignmentBoard = endpoint('GET /cms/assignment/{assignmentId}/board', {
  summary: '学情板',
  access: 'signed-in',
  params: one,
  data: z.object({
    assignmentId: z.number(),
    classId: z.number(),
    title: z.string(),
    className: z.string(),
    status: z.enum(ASSIGNMENT_STATES),
    dueAt: z.string(),
    full: z.number(),
    items: z.array(
      z.object({
        itemId: z.string(),
        no: z.number(),
        questionId: z.number(),
        stem: z.string(),
        kind: z.string(),
        points: z.number(),
        /** Part of the right ones among the answered, hundredths of a percent; null before anybody has answered. */
        rightBp: z.number().nullable(),
        /** The most frequent wrong answers in words. */
        wrong: z.array(z.object({ answer: z.string(), text: z.string(), n: z.number() })),
      }),
    ),
    rows: z.array(boardRow),
    can: detail.shape.can,
  }),
});

/** Grades of a class as a spreadsheet. */
export const gradeSheet = endpoint('GET /teaching/grades/{classId}', {
  summary: '导出成绩',
  access: 'signed-in',
  params: z.object({ classId: id }),
  file: true,
});
