import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { LEARNING } from './teaching-limits.ts';

const time = z.number('时间不正确').int('时间不正确').positive('时间不正确').max(Number.MAX_SAFE_INTEGER);

/** Reading of one session of a device in one book; the totals of a session grow, and a report that arrives again changes nothing. */
const session = z.object({
  sessionId: z.string().regex(/^[\w-]{8,36}$/, '阅读记录编号不正确'),
  publishId: id,
  /** Epoch milliseconds by the clock of the device. */
  startedAt: time,
  lastAt: time,
  chapters: z
    .array(
      z.object({
        documentIndex: z.number().int().min(0).max(5000),
        seconds: z
          .number('时长不正确')
          .int('时长不正确')
          .min(0)
          .max(LEARNING.sessionMs / 1000, '时长不正确'),
        /** Percent of the chapter. */
        reached: z.number('进度不正确').int('进度不正确').min(0).max(100, '进度不正确'),
      }),
    )
    .min(1)
    .max(LEARNING.chapters, '章数过多'),
});
export type LearningSession = z.output<typeof session>;

/**
 * Reports reading in a textbook. It is stored for the classes that the caller has joined before the session began and that use the book; without such a class
 * nothing is stored. Every report counts as received.
 */
export const reportLearning = endpoint('POST /cms/learningRecord', {
  summary: '上报教材的阅读时长',
  access: 'signed-in',
  body: z.object({
    deviceId: z.string().regex(/^[\w-]{8,36}$/, '设备编号不正确'),
    /** The clock of the device when it sends. */
    now: time,
    sessions: z.array(session).min(1).max(LEARNING.sessions, `一次最多上报${LEARNING.sessions}段`),
  }),
});

const chapter = z.object({ documentIndex: z.number(), seconds: z.number(), reached: z.number(), practised: z.number() });
const read = z.object({
  publishId: z.number(),
  /** Percent of the book at the last position; null before the first one in this class. */
  percent: z.number().nullable(),
  seconds: z.number(),
  practised: z.number(),
  /** Wire time of the last reading or practice, or empty. */
  lastAt: z.string(),
  /** Only chapters with reading or practice. */
  chapters: z.array(chapter),
});
const row = z.object({
  memberId: z.number(),
  memberName: z.string(),
  studentNo: z.string(),
  own: z.boolean(),
  books: z.array(read),
  handedIn: z.number(),
  /** Hundredths of a percent; null when nothing counts. */
  total: z.number().nullable(),
});
export type LearningRow = z.output<typeof row>;

/** Learning of the members since they joined: all students for teachers and assistants, for students the own row. */
export const classLearning = endpoint('GET /cms/learningRecord/{classId}', {
  summary: '学习进度',
  access: 'signed-in',
  params: z.object({ classId: id }),
  data: z.object({
    books: z.array(
      z.object({
        publishId: z.number(),
        title: z.string(),
        chapters: z.array(z.object({ documentIndex: z.number(), title: z.string(), scored: z.number() })),
      }),
    ),
    assignments: z.number(),
    rows: z.array(row),
  }),
});
export type ClassLearning = z.output<typeof classLearning.data>;

export const learningSheet = endpoint('GET /teaching/learning/sheet/{classId}', {
  summary: '导出学习进度',
  access: 'signed-in',
  params: z.object({ classId: id }),
  file: true,
});
