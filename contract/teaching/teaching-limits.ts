import { MB } from '../limits.ts';

/** Limits of courses, classes and assignments. */
export const TEACHING = {
  courseName: 60,
  courseBooks: 5,
  className: 40,
  classMembers: 500,
  memberName: 30,
  studentNo: 20,
  title: 80,
  intro: 5_000,
  items: 100,
  limitMin: 300,
  attempts: 20,
  lateDays: 30,
  graceHours: 72,
  reason: 200,
  extraAttempts: 5,
  /** Events that one call may bring for one attempt. */
  eventsAtOnce: 2_000,
  /** Attempts that one call may bring. */
  attemptsAtOnce: 20,
  /** Characters of a written answer. */
  answer: 5_000,
  /** Bytes of one file of an answer. */
  fileBytes: 50 * MB,
  /** Files that the devices of a student may store for one attempt, with those that were replaced. */
  attemptFiles: 200,
  /** Photos are made smaller than this many pixels at their longer side. */
  photoPixels: 2_560,
  /** Milliseconds of a recording. */
  recordingMs: 300_000,
  /** Attempts that a student may begin without a network. */
  tickets: 3,
  /** After the time limit, for the way to the server. */
  graceMs: 60_000,
  /** A wall clock that differs more from the steady clock than this was changed, or the device slept. */
  driftMs: 120_000,
} as const;

/** Characters of a note of a teacher and of the passage it is about; classes that get one note at once; notes of one class. */
/** A recording is as long as that of an answer. */
export const CLASS_NOTE = { note: 500, quote: 400, classes: 20, inClass: 500, soundBytes: 10 * MB } as const;

/** Limits of reports about reading: milliseconds of one session, sessions of one call, chapters of one session. */
export const LEARNING = { sessionMs: 1_800_000, sessions: 50, chapters: 100 } as const;

export const JOIN_CODE_LENGTH = 6;

export const ASSIGNMENT_MODES = { homework: '作业', quiz: '测验' } as const;
export type AssignmentMode = keyof typeof ASSIGNMENT_MODES;
export const SCORE_POLICIES = { highest: '取最高分', last: '取最后一次', mean: '取平均分' } as const;
export type ScorePolicy = keyof typeof SCORE_POLICIES;
/** When score or key is shown. */
export const SHOW_TIMES = { submit: '交后立即', due: '截止后', manual: '由老师公布' } as const;
export type ShowTime = keyof typeof SHOW_TIMES;

export const MEMBER_ROLES = { student: '学生', assistant: '助教', teacher: '老师' } as const;
export type MemberRole = keyof typeof MEMBER_ROLES;
export const MEMBER_STATES = { waiting: '待确认', active: '在班', left: '已退出', removed: '已移出' } as const;
export type MemberState = keyof typeof MEMBER_STATES;

export const GRADE_STATES = { none: '未开始', doing: '作答中', waiting: '待批', scored: '已评分', missing: '缺', excused: '免' } as const;
export type GradeState = keyof typeof GRADE_STATES;

/** What a teacher should know about how an attempt came in. */
export const ATTEMPT_FLAGS = {
  late: '迟交',
  offline: '离线作答',
  clockDoubt: '时间存疑',
  extra: '多出的一次',
  afterRelease: '公布后收到',
  afterSubmit: '交后另有作答',
  held: '补交待处理',
} as const;
export type AttemptFlag = keyof typeof ATTEMPT_FLAGS;
