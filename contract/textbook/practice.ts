import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, ids } from '../page.ts';
import { exercise } from './exercise.ts';
import { REVIEW, REVIEW_KINDS, REVIEW_VERDICTS } from './review-log.ts';

const count = z.number('数值不正确').int('数值不正确').min(0, '数值不正确').max(Number.MAX_SAFE_INTEGER, '数值不正确');
const device = z.string('设备编号不正确').regex(/^[\w-]{8,36}$/, '设备编号不正确');
const logId = z.uuid('记录编号不正确');

const entry = z
  .object({
    id: logId,
    questionId: id,
    versionId: id,
    setId: id.nullable(),
    publishId: id,
    at: count,
    rating: count.max(4, '评级不正确'),
    verdict: z.enum(['', ...REVIEW_VERDICTS], '判分不正确'),
    tries: count.max(REVIEW.tries, '次数不正确'),
    ms: count.max(REVIEW.ms, '用时不正确'),
    deviceId: device,
    kind: z.enum(REVIEW_KINDS, '记录的类型不正确'),
  })
  .refine(
    ({ kind, rating, verdict, tries }) =>
      kind === 'add' || kind === 'remove'
        ? rating === 0 && verdict === ''
        : rating > 0 && verdict !== '' && tries > 0 && (verdict === 'right') === rating > 1,
    '评级与判分不符',
  );
export type SentEntry = z.output<typeof entry>;

/**
 * Takes rows of the log of practice from a device, each once for good, and answers the rows of the account after the cursor: those of the other devices, and
 * its own with corrected times. A row of a question to which the user has no right is rejected and stops no other.
 */
export const syncReview = endpoint('POST /cms/review/sync', {
  summary: '同步练习记录',
  access: 'signed-in',
  body: z.object({
    /** The clock of the device at the moment of the call, epoch milliseconds. */
    sentAt: count,
    cursor: count,
    rows: z.array(entry).max(REVIEW.rows, `一次最多上传${REVIEW.rows}条`),
  }),
  data: z.object({
    acknowledged: z.array(z.string()),
    rejected: z.array(z.object({ id: z.string(), why: z.string() })),
    rows: z.array(entry),
    cursor: z.number(),
    /** There are more rows after this cursor. */
    more: z.boolean(),
  }),
  timeout: 30_000,
});

const wrongQuestion = z.object({
  questionId: z.number(),
  versionId: z.number(),
  setId: z.number(),
  publishId: z.number(),
  bookTitle: z.string(),
  documentIndex: z.number().nullable(),
  /** Empty for an exercise of the whole book. */
  chapterTitle: z.string(),
  kind: z.string(),
  /** The beginning of the question, without its markup. */
  stem: z.string(),
  times: z.number(),
  wrong: z.number(),
  /** Epoch milliseconds. */
  lastAt: z.number(),
});
export type WrongQuestion = z.output<typeof wrongQuestion>;

/** The wrong book of the caller, by book and chapter. Questions whose book the caller may not practise now are only counted. */
export const wrongBook = endpoint('GET /cms/review/wrong', {
  summary: '错题本',
  access: 'signed-in',
  data: z.object({ items: z.array(wrongQuestion), closed: z.number() }),
});

/** How many questions the list of the wrong book has. */
export const wrongCount = endpoint('GET /cms/review/wrongCount', { summary: '错题数', access: 'signed-in', data: z.object({ total: z.number() }) });

const practiceQuestion = exercise.data.shape.questions.element.extend({ setId: z.number(), publishId: z.number() });
export type PracticeQuestion = z.output<typeof practiceQuestion>;

/** Questions in the version that practice shows, without keys: those of the published exercises that the caller may do, in the order of the ids. */
export const practiceQuestions = endpoint('GET /cms/review/questions/{questionIds}', {
  summary: '要练的题',
  access: 'signed-in',
  params: z.object({ questionIds: ids.refine((list) => list.length <= REVIEW.questions, `一次最多${REVIEW.questions}题`) }),
  data: z.array(practiceQuestion),
});

const setProgress = z.object({
  setId: z.number(),
  title: z.string(),
  documentIndex: z.number().nullable(),
  chapterTitle: z.string(),
  questions: z.number(),
  /** Questions that the program judges; only these are remembered. */
  scored: z.number(),
  done: z.number(),
  right: z.number(),
  /** The caller may do it. */
  open: z.boolean(),
});
export type SetProgress = z.output<typeof setProgress>;

/** The published exercises of a work by chapter, with what the caller has done of each. */
export const exercisesOfWork = endpoint('GET /cms/exercise/ofWork/{publishId}', {
  summary: '教材的练习',
  access: 'public',
  params: z.object({ publishId: id }),
  data: z.object({ publishId: z.number(), title: z.string(), wrong: z.number(), sets: z.array(setProgress) }),
});
export type ExercisesOfWork = z.output<typeof exercisesOfWork.data>;
