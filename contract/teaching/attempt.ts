import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import type { Answer, KeyPart, QuestionKey, ShownQuestion } from '../textbook/question-kind.ts';
import { ANSWER_FILE_KINDS, FILE_KEY } from '../textbook/upload-answer.ts';
import { visible } from '../visible-text.ts';
import { attemptFlag } from './assignment.ts';
import { JOURNAL_KINDS } from './attempt-journal.ts';
import { ATTEMPT_STATES, ATTEMPT_STEPS } from './attempt.machine.ts';
import { TEACHING } from './teaching-limits.ts';

const text = z.string().max(TEACHING.answer, `答案不能超过${TEACHING.answer}个字`);
const chosen = z.array(z.string().max(64)).max(40);
const fileKey = z.string().regex(FILE_KEY, '文件编号不正确');
const fileRef = z.union([z.number().int().positive(), fileKey]);
const files = z.object({
  photos: z.array(fileRef).max(9, '照片不能超过9张'),
  recording: fileRef.nullable(),
  files: z.array(fileRef).max(5, '文件不能超过5个'),
});
const part = z.union([z.null(), z.boolean(), text, chosen, files, z.record(z.string().max(64), text)]);
/** What a device wrote; whether it fits its question is decided when it is judged, so that nothing is lost. */
const answer: z.ZodType<Answer | null> = z.union([part, z.record(z.string().max(64), part)]);

const device = z.string().regex(/^[\w-]{8,36}$/, '设备编号不正确');
const attemptKey = z.string().regex(/^[\w-]{16,36}$/, '作答编号不正确');
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const seen = z.record(device, count);

const sentEvent = z.object({
  seq: count.min(1),
  clock: count,
  wallMs: count,
  monoMs: z.number().min(0).max(Number.MAX_SAFE_INTEGER),
  bootId: z.string().max(36),
  kind: z.enum(JOURNAL_KINDS),
  itemId: z.string().max(32).optional(),
  answer: answer.optional(),
  on: z.boolean().optional(),
  seen: seen.optional(),
});
export type SentEvent = z.output<typeof sentEvent>;

const storedEvent = sentEvent.extend({ deviceId: device });

const paperItem = z.object({ itemId: z.string(), no: z.number(), points: z.number(), shown: z.custom<ShownQuestion>() });

export const paper = z.object({
  attemptKey: z.string(),
  assignmentId: z.number(),
  classId: z.number(),
  title: z.string(),
  intro: z.string(),
  mode: z.enum(['homework', 'quiz']),
  no: z.number(),
  seed: z.string(),
  shuffleOptions: z.boolean(),
  /** Milliseconds for the whole attempt; 0 is without limit. */
  limitMs: z.number(),
  /** Epoch milliseconds of the server; 0 before it has begun. */
  begunAt: z.number(),
  notBefore: z.number(),
  /** The own due time, and the last moment at which it may be handed in. */
  dueAt: z.number(),
  notAfter: z.number(),
  status: z.enum(ATTEMPT_STATES),
  items: z.array(paperItem),
  /** Events of all devices of the student so far. */
  events: z.array(storedEvent),
  serverNow: z.number(),
});
export type AttemptPaper = z.output<typeof paper>;

/** Begins the next attempt, or returns the one that is going on. The paper carries no key. */
export const startAttempt = endpoint('POST /cms/attempt/start', {
  summary: '开始作答',
  access: 'signed-in',
  body: z.object({ assignmentId: id, deviceId: device }),
  data: paper,
});

const syncResult = z.object({
  attemptKey: z.string(),
  /** The last event of this device that is stored for good; what is above it must be sent again. */
  acknowledged: z.number(),
  /** Events of other devices that this one has not seen. */
  others: z.array(storedEvent),
  status: z.enum(ATTEMPT_STATES).or(z.literal('')),
  flags: z.array(attemptFlag),
  /** What became of it, for the student; empty while nothing is special. */
  words: z.string(),
  /** Why nothing of it was taken; the device keeps the events. */
  rejected: z.string(),
});
export type SyncResult = z.output<typeof syncResult>;

/**
 * Takes the journals of a device. Each event is taken once for good by attempt, device and count; events that are repeated change nothing. One attempt
 * that is rejected does not stop the others.
 */
export const syncAttempts = endpoint('POST /cms/attempt/sync', {
  summary: '上传作答',
  access: 'signed-in',
  body: z.object({
    deviceId: device,
    clocks: z.object({ bootId: z.string().max(36), wallMs: count, monoMs: z.number().min(0).max(Number.MAX_SAFE_INTEGER) }),
    attempts: z
      .array(
        z.object({
          attemptKey,
          /** The last event of each other device that this one has. */
          known: seen.default({}),
          events: z.array(sentEvent).max(TEACHING.eventsAtOnce, `一次最多上传${TEACHING.eventsAtOnce}条`),
        }),
      )
      .max(TEACHING.attemptsAtOnce, `一次最多上传${TEACHING.attemptsAtOnce}次作答`),
  }),
  data: z.array(syncResult),
  timeout: 30_000,
});

const resultItem = paperItem.extend({
  answer: z.custom<Answer | null>(),
  /** Other answers of the same student that were not chosen. */
  others: z.array(z.object({ answer: z.custom<Answer | null>(), by: z.string() })),
  /** Null while scores are not shown. */
  score: z.number().nullable(),
  verdict: z.enum(['right', 'part', 'wrong', 'empty', 'manual', '']),
  parts: z.record(z.string(), z.object({ share: z.number(), hint: z.string() })),
  feedback: z.string(),
  /** Null while keys are not shown. */
  key: z.custom<QuestionKey | KeyPart | null>(),
});
export type ResultItem = z.output<typeof resultItem>;

const result = z.object({
  attemptId: z.number(),
  attemptKey: z.string(),
  assignmentId: z.number(),
  classId: z.number(),
  title: z.string(),
  no: z.number(),
  seed: z.string(),
  shuffleOptions: z.boolean(),
  status: z.enum(ATTEMPT_STATES),
  begunAt: z.string(),
  endedAt: z.string(),
  flags: z.array(attemptFlag),
  lateDays: z.number(),
  rawScore: z.number().nullable(),
  score: z.number().nullable(),
  full: z.number(),
  /** Of the student, for teachers; empty for the student. */
  memberName: z.string(),
  items: z.array(resultItem),
  /** Answers written on another device after the end: the teacher may adopt them. */
  afterSubmit: z.array(z.object({ itemId: z.string(), answer: z.custom<Answer | null>(), by: z.string() })),
  can: z.array(z.enum([...ATTEMPT_STEPS, 'adopt'])),
});
export type AttemptResult = z.output<typeof result>;

/** For the student, and for teachers and assistants of the class. */
export const attemptResult = endpoint('GET /cms/attempt/{attemptKey}', {
  summary: '作答结果',
  access: 'signed-in',
  params: z.object({ attemptKey }),
  data: result,
});

/** Files of answers arrive here by tus 1.0, in parts; then {@link storeAnswerFile} stores them. */
export const ANSWER_UPLOAD_PATH = '/cms/attempt/upload';

/**
 * Stores an uploaded photo, recording or file under the key that the device made for it; a repetition changes nothing. Answers may name the key before
 * and after it.
 */
export const storeAnswerFile = endpoint('POST /cms/attempt/file', {
  summary: '保存作答里的文件',
  access: 'signed-in',
  body: z.object({
    attemptKey,
    fileKey,
    uploadId: z.string().regex(/^[0-9a-f]{32}$/, '上传已过期，请重新选择文件上传'),
    kind: z.enum(ANSWER_FILE_KINDS, '请选择照片、录音或文件'),
  }),
  timeout: 60_000,
});

/** A photo, recording or file of an answer: for its student, and for teachers and assistants of the class. */
export const answerFile = endpoint('GET /cms/attempt/{attemptKey}/file/{ref}', {
  summary: '作答里的文件',
  access: 'signed-in',
  params: z.object({ attemptKey, ref: z.union([fileKey, id]) }),
  file: true,
  timeout: 30_000,
});

export const attemptEvent = endpoint('PUT /cms/attempt/{event}/{attemptId}', {
  summary: '作答办理',
  access: 'signed-in',
  params: z.object({ attemptId: id, event: z.enum(ATTEMPT_STEPS, '没有这个操作') }),
  body: z.object({ reason: visible().max(TEACHING.reason, `原因不能超过${TEACHING.reason}个字`).nullish() }).nullish(),
});

/** The teacher decides about answers that came late: they count as in time, as late, or they are only kept. */
export const decideAttempt = endpoint('POST /cms/attempt/decide/{attemptId}', {
  summary: '处理补交',
  access: 'signed-in',
  params: z.object({ attemptId: id }),
  body: z.object({ decision: z.enum(['adopt', 'late', 'keep'], '请选择采用、按迟交或不采用') }),
});

export const markItem = endpoint('PUT /teaching/mark', {
  summary: '批改',
  access: 'signed-in',
  body: z.object({
    attemptId: id,
    itemId: z.string().max(32),
    /** Hundredths of a point; null takes the marks back. */
    points: z.number('分数须为数字').int('分数最多两位小数').min(0, '分数不能小于0').nullable(),
    rubric: z.record(z.string().max(16), z.number().int().min(0)).default({}),
    feedback: visible().max(1_000, '评语不能超过1000个字').default(''),
    /** When the answer was marked that this mark was made on. Without it a mark of somebody else is replaced. */
    seen: z.number().nullable().optional(),
  }),
  data: z.object({ score: z.number(), status: z.enum(ATTEMPT_STATES) }),
});

/** Answers of an assignment that are marked by hand, with what the marker needs; waiting ones first. */
export const markingList = endpoint('GET /teaching/marking/{assignmentId}', {
  summary: '批改列表',
  access: 'signed-in',
  params: z.object({ assignmentId: id }),
  data: z.object({
    assignmentId: z.number(),
    classId: z.number(),
    title: z.string(),
    items: z.array(paperItem.extend({ key: z.custom<QuestionKey | KeyPart>() })),
    answers: z.array(
      z.object({
        attemptId: z.number(),
        attemptKey: z.string(),
        itemId: z.string(),
        memberName: z.string(),
        studentNo: z.string(),
        answer: z.custom<Answer | null>(),
        others: z.array(z.object({ answer: z.custom<Answer | null>(), by: z.string() })),
        auto: z.number(),
        points: z.number(),
        manual: z.number().nullable(),
        rubric: z.record(z.string(), z.number()),
        feedback: z.string(),
        /** Epoch milliseconds. */
        markedAt: z.number().nullable(),
      }),
    ),
  }),
});
