import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';

export interface CourseTable extends Base {
  id: Generated<number>;
  name: string;
  /** JSON list of ids of publications. */
  publishIds: Generated<string>;
  teacherId: number;
  intro: Generated<string>;
  /** yyyy-MM-dd or empty. */
  termFrom: Generated<string>;
  termTo: Generated<string>;
  missingAsZero: Generated<'0' | '1'>;
  /** Everybody may find it and join its open classes without a code. */
  openToAll: Generated<'0' | '1'>;
}
export interface CourseClassTable extends Base {
  id: Generated<number>;
  courseId: number;
  className: string;
  joinCode: string;
  joinOpen: Generated<'0' | '1'>;
  /** Members who join wait for the teacher. */
  approve: Generated<'0' | '1'>;
  memberLimit: number;
  startDate: Generated<string>;
  endDate: Generated<string>;
  showMembers: Generated<'0' | '1'>;
  status: Generated<string>;
  endedAt: Generated<number | null>;
  /** When names, numbers, uploads and texts of its members were erased. */
  erasedAt: Generated<number | null>;
}
export interface ClassMemberTable extends Base {
  id: Generated<number>;
  classId: number;
  /** Null until an account is matched to this name of the roster. */
  userId: number | null;
  role: Generated<string>;
  memberName: string;
  studentNo: Generated<string>;
  status: Generated<string>;
  consentAt: Generated<number | null>;
  joinedAt: Generated<number | null>;
}
export interface AssignmentTable extends Base {
  id: Generated<number>;
  classId: number;
  title: string;
  /** Sanitised HTML. */
  intro: Generated<string>;
  /** JSON list of its items: id, version of the question, points. */
  items: Generated<string>;
  mode: Generated<string>;
  openAt: number;
  /** The beginning of the minute, which counts as a whole. */
  dueAt: number;
  limitMin: Generated<number>;
  /** 0 is without limit. */
  attempts: Generated<number>;
  policy: Generated<string>;
  lateDays: Generated<number>;
  latePenaltyBp: Generated<number>;
  graceHours: Generated<number>;
  showScore: Generated<string>;
  showKey: Generated<string>;
  holdUntilLast: Generated<'0' | '1'>;
  shuffleItems: Generated<'0' | '1'>;
  shuffleOptions: Generated<'0' | '1'>;
  weight: Generated<number>;
  status: Generated<string>;
  publishedAt: Generated<number | null>;
  /** Since when scores and keys are shown to everybody; a student may see the own score before. */
  scoreAt: Generated<number | null>;
  keyAt: Generated<number | null>;
  /** When the program looks at it next: it begins, ends, is released or reminds. */
  nextAt: Generated<number | null>;
}
/** A reminder that was sent, so that none is sent twice. */
export interface AssignmentReminderTable {
  assignmentId: number;
  userId: number;
  /** Before the own due time. */
  hours: number;
  at: number;
}
export interface AssignmentExtensionTable extends Base {
  id: Generated<number>;
  assignmentId: number;
  userId: number;
  dueAt: number | null;
  /** Basis points of the time limit. */
  extraTimeBp: number;
  extraAttempts: Generated<number>;
  excused: Generated<'0' | '1'>;
  reason: string;
  byId: number;
}
/** The right to begin one attempt, also without a network; made by the server. */
export interface AttemptTicketTable {
  id: Generated<number>;
  attemptKey: string;
  assignmentId: number;
  userId: number;
  no: number;
  seed: string;
  /** JSON: the items of this attempt in their order. */
  items: string;
  begunAt: number | null;
  at: number;
}
export interface AttemptTable extends Base {
  id: Generated<number>;
  attemptKey: string;
  assignmentId: number;
  userId: number;
  no: number;
  seed: string;
  items: string;
  /** By the corrected clock of the device, as the end. */
  begunAt: number;
  endedAt: Generated<number | null>;
  receivedAt: Generated<number | null>;
  expiresAt: Generated<number | null>;
  /** `submit` or `expire`; what the program ended is replaced by a hand-in that arrives later. */
  endedBy: Generated<string>;
  deviceId: Generated<string>;
  /** JSON list of ATTEMPT_FLAGS. */
  flags: Generated<string>;
  /** JSON: the last event of each device before the last return to the student. */
  reopened: Generated<string>;
  lateDays: Generated<number>;
  /** Hundredths of a point: the sum of the items, and what is left of it after the penalty for lateness. */
  rawScore: Generated<number>;
  score: Generated<number>;
  full: Generated<number>;
  /** 0 while a teacher has not decided whether it counts. */
  counted: Generated<'0' | '1'>;
  status: Generated<string>;
}
/** What a device wrote down; rows are never changed. */
export interface AttemptEventTable {
  attemptKey: string;
  deviceId: string;
  seq: number;
  clock: number;
  wallMs: number;
  monoMs: number;
  bootId: string;
  kind: string;
  itemId: Generated<string>;
  /** JSON: the answer, the flag, and the events of other devices that were seen. */
  content: string;
  happenedAt: number;
  receivedAt: number;
  userId: number;
}
export interface AttemptItemTable {
  id: Generated<number>;
  attemptId: number;
  itemId: string;
  answer: string | null;
  otherAnswers: Generated<string>;
  /** JSON: share and hint by part. */
  parts: Generated<string>;
  verdict: string;
  /** Hundredths of a point. `manual` counts instead of `auto` once it is set. */
  auto: Generated<number>;
  manual: Generated<number | null>;
  points: number;
  /** The version by which it was judged; words and key are shown from it. */
  versionId: number;
  rubric: Generated<string>;
  feedback: Generated<string>;
  markedBy: Generated<number | null>;
  markedAt: Generated<number | null>;
}
/** What an assignment gives a student; derived with each change of the attempts, never edited. */
export interface GradeTable {
  assignmentId: number;
  userId: number;
  state: string;
  score: Generated<number>;
  full: Generated<number>;
  lateDays: Generated<number>;
  attemptId: number | null;
  at: number;
}
/** A file of an answer, by the key that a device of the student made for it. */
export interface AnswerFileTable {
  userId: number;
  fileKey: string;
  attemptKey: string;
  fileId: number;
  at: number;
}
/** What a student asks the teachers of a class about an item, and the answer. */
export interface StudentQuestionTable {
  id: Generated<number>;
  classId: number;
  assignmentId: number;
  attemptId: number;
  itemId: string;
  userId: number;
  content: string;
  reply: Generated<string>;
  repliedBy: Generated<number | null>;
  repliedAt: Generated<number | null>;
  at: number;
}
export interface RegradeTable extends Base {
  id: Generated<number>;
  assignmentId: number;
  itemId: string;
  /** JSON. */
  change: string;
  onlyUp: Generated<'0' | '1'>;
  withManual: Generated<'0' | '1'>;
  /** Of the attempts at the preview; nothing may have changed since. */
  stamp: Generated<string>;
  status: Generated<string>;
  byId: number;
  appliedAt: Generated<number | null>;
}
export interface RegradeLineTable {
  regradeId: number;
  attemptId: number;
  before: number;
  after: number;
  /** JSON: the item before, to undo. */
  stored: string;
}

/** The limits of a day of review of a user (T4); without a row the usual ones hold. */
export interface ReviewLimitTable {
  userId: number;
  newMost: number;
  reviewMost: number;
}

/** A note of a teacher or an assistant at a passage of a textbook, for the members of a class. */
export interface ClassNoteTable extends Base {
  id: Generated<number>;
  classId: number;
  publishId: number;
  /** The edition of `cfi`. */
  editionId: number;
  /** The edition of `documentIndex` and `lost`: the current one, once the place was carried there. */
  placeEditionId: number;
  documentIndex: number;
  chapterTitle: Generated<string>;
  cfi: string;
  text: string;
  before: Generated<string>;
  after: Generated<string>;
  lost: Generated<'0' | '1'>;
  note: string;
  colour: string;
  /** 0 after it was withdrawn: only teachers and assistants see it. */
  published: Generated<'0' | '1'>;
  authorId: number;
  /** Its recording. */
  audioFileId: number | null;
}
/**
 * Reading of a member of a class in one chapter, in one session of a device of at most half an hour. A device sends the totals of a session; they never
 * shrink, so that a report may arrive again.
 */
export interface LearningRecordTable {
  userId: number;
  deviceId: string;
  sessionId: string;
  publishId: number;
  documentIndex: number;
  seconds: Generated<number>;
  /** Percent of the chapter. */
  reached: Generated<number>;
  startedAt: number;
  lastAt: number;
}

export interface TeachingTables {
  course: CourseTable;
  classNote: ClassNoteTable;
  learningRecord: LearningRecordTable;
  courseClass: CourseClassTable;
  classMember: ClassMemberTable;
  assignment: AssignmentTable;
  assignmentReminder: AssignmentReminderTable;
  assignmentExtension: AssignmentExtensionTable;
  attemptTicket: AttemptTicketTable;
  attempt: AttemptTable;
  attemptEvent: AttemptEventTable;
  attemptItem: AttemptItemTable;
  grade: GradeTable;
  answerFile: AnswerFileTable;
  studentQuestion: StudentQuestionTable;
  regrade: RegradeTable;
  regradeLine: RegradeLineTable;
  reviewLimit: ReviewLimitTable;
}
