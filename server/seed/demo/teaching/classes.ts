import { DAY_MS } from '../../../../contract/clock.ts';
import type { AssignmentDraft } from '../../../../contract/teaching/assignment.ts';
import type { AttemptPaper } from '../../../../contract/teaching/attempt.ts';
import type { QuestionKey, ShownQuestion } from '../../../../contract/textbook/question-kind.ts';
import type { AppContext } from '../../../context.ts';
import { wireTime } from '../../../db/clock.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { advanceAssignment } from '../../../teaching/assignment/assignment-step.service.ts';
import { addAssignmentFor, extend, stepFor } from '../../../teaching/assignment/assignment.service.ts';
import { start, sync } from '../../../teaching/assignment/attempt.service.ts';
import { packFor } from '../../../teaching/assignment/class-pack.service.ts';
import { mark, markingFor } from '../../../teaching/assignment/marking.service.ts';
import { apply, preview, undo } from '../../../teaching/assignment/regrade.service.ts';
import { addClassFor, classDetailFor, stepClass } from '../../../teaching/course/course-class.service.ts';
import { addNames, join } from '../../../teaching/course/class-member.service.ts';
import { addCourseFor } from '../../../teaching/course/course.service.ts';
import { questionsForTeacher, versionMap } from '../../../textbook/question/question.service.ts';
import { answerOf } from '../textbook/key-answer.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const minute = (at: number): string => wireTime(at).slice(0, 16);

const NAMES = ['李晓渡', '周望', '陈明', '吴江', '何苇', '宋岚', '唐雨', '郑舟', '沈桥', '韩霁', '许帆', '邓汀'] as const;

const RULES: Omit<AssignmentDraft, 'title' | 'openAt' | 'dueAt' | 'items'> = {
  intro: '',
  mode: 'homework',
  limitMin: 0,
  attempts: 2,
  policy: 'highest',
  lateDays: 2,
  latePenaltyBp: 1000,
  graceHours: 24,
  showScore: 'submit',
  showKey: 'due',
  holdUntilLast: '1',
  shuffleItems: '0',
  shuffleOptions: '1',
  weight: 1,
};

interface Stage {
  readonly context: AppContext;
  readonly teacher: CurrentUser;
  readonly students: readonly CurrentUser[];
  readonly classId: number;
  /** Questions of the teacher and of the textbook, in the order in which assignments take them. */
  readonly questions: readonly {
    readonly questionId: number;
    readonly versionId: number;
    readonly points: number;
    readonly shown: ShownQuestion;
    readonly key: QuestionKey;
  }[];
}

interface Plan {
  readonly title: string;
  readonly from: number;
  readonly count: number;
  readonly rules?: Partial<AssignmentDraft>;
  /** Students by their place who hand in, and those who leave wrong answers in every n-th question. */
  readonly submit: readonly number[];
  readonly misses?: (student: number, question: number) => boolean;
  /** Of those, the ones who worked without a network, and one who worked on two devices. */
  readonly offline?: readonly number[];
  readonly twice?: number;
  /** Moves everything back by so much after it was answered. */
  readonly ago?: number;
  readonly openAt?: number;
  readonly dueAt?: number;
}

/** An assignment with what students did in it, through the services that people use. */
async function addWork(stage: Stage, plan: Plan): Promise<number> {
  const { context, teacher, classId } = stage;
  const now = Date.now();
  const chosen = stage.questions.slice(plan.from, plan.from + plan.count);
  const items = chosen.map(({ questionId, versionId, points }, at) => ({
    itemId: `q${at + 1}`,
    points,
    take: 1,
    versions: [{ questionId, versionId }],
  }));
  const { assignmentId } = await addAssignmentFor(context, teacher, {
    ...RULES,
    ...plan.rules,
    classId,
    title: plan.title,
    items,
    openAt: minute(plan.openAt ?? now - HOUR_MS),
    dueAt: minute(plan.dueAt ?? now + 2 * DAY_MS),
  });
  await stepFor(context, teacher, assignmentId, 'publish', { confirmed: '1' });
  for (const at of plan.submit) await (at === plan.twice ? answerTwice : answer)(stage, assignmentId, at, plan);
  if (plan.ago !== undefined) await moveBack(context, assignmentId, plan.ago);
  return assignmentId;
}

/** Milliseconds of the steady clock of a demo device at the hand-in, and how long before it an offline answer was written. */
const STEADY_MS = 100_000_000;
const OFFLINE_MS = 2 * HOUR_MS;

type Event = Parameters<typeof sync>[2]['attempts'][number]['events'][number];

/** The journal of a device that answers a paper: every question in order, `ago` milliseconds before it is sent. */
function journal(
  stage: Stage,
  paper: Pick<AttemptPaper, 'items'>,
  misses: (question: number) => boolean,
  ago: number,
): { readonly answers: Event[]; readonly event: (kind: Event['kind'], more?: Partial<Event>) => Event } {
  const byStem = new Map(stage.questions.map((one) => [one.shown.stem, one]));
  const now = Date.now();
  let seq = 0;
  const event = (kind: Event['kind'], more: Partial<Event> = {}): Event => {
    seq += 1;
    return { seq, clock: now - ago + seq, wallMs: now - ago + seq, monoMs: STEADY_MS - ago + seq, bootId: 'demo', kind, ...more };
  };
  const resumed = event('resume');
  const answers = paper.items.flatMap(({ itemId, no, shown }) => {
    const question = byStem.get(shown.stem);
    const given = question ? answerOf(shown, question.key, misses(no)) : null;
    return given === null ? [] : [event('answer', { itemId, answer: given })];
  });
  return { answers: [resumed, ...answers], event };
}

const send = (context: AppContext, student: CurrentUser, deviceId: string, attemptKey: string, events: Event[]) =>
  sync(context, student, {
    deviceId,
    clocks: { bootId: 'demo', wallMs: Date.now(), monoMs: STEADY_MS + 1_000 },
    attempts: [{ attemptKey, known: {}, events }],
  });

const missesOf =
  (plan: Plan, at: number) =>
  (question: number): boolean =>
    plan.misses?.(at, question) ?? false;

/** One student answers on a phone and hands in; an offline one began from a ticket of the pack, two hours before the network was back. */
async function answer(stage: Stage, assignmentId: number, at: number, plan: Plan): Promise<void> {
  const { context, students, classId } = stage;
  const student = students[at];
  if (!student) return;
  const deviceId = `demo-phone-${at}`;
  const offline = plan.offline?.includes(at) ?? false;
  const packed = offline
    ? (await packFor(context, student, classId)).assignments.find((one) => one.assignmentId === assignmentId)?.papers[0]
    : undefined;
  const paper = packed ?? (await start(context, student, { assignmentId, deviceId }));
  const { answers, event } = journal(stage, paper, missesOf(plan, at), offline ? OFFLINE_MS : 0);
  await send(context, student, deviceId, paper.attemptKey, [...answers, event('submit')]);
}

/** One student answers on a phone and, without having seen that, on a tablet, and hands in there: the other answers wait for the teacher. */
async function answerTwice(stage: Stage, assignmentId: number, at: number, plan: Plan): Promise<void> {
  const { context, students } = stage;
  const student = students[at];
  if (!student) return;
  const [phone, tablet] = [`demo-phone-${at}`, `demo-tablet-${at}`];
  const { attemptKey, items } = await start(context, student, { assignmentId, deviceId: phone });
  const first = journal(stage, { items }, () => true, HOUR_MS);
  const second = journal(stage, { items }, missesOf(plan, at), MINUTE_MS);
  await send(context, student, phone, attemptKey, first.answers);
  await send(context, student, tablet, attemptKey, second.answers);
  await send(context, student, tablet, attemptKey, [second.event('submit')]);
}

/** The assignment and its answers, as if they had been some time ago; the program then closes and releases it. */
async function moveBack({ db }: AppContext, assignmentId: number, ms: number): Promise<void> {
  await db
    .updateTable('assignment')
    .set((eb) => ({ openAt: eb('openAt', '-', ms), dueAt: eb('dueAt', '-', ms), publishedAt: eb('publishedAt', '-', ms), nextAt: 0 }))
    .where('id', '=', assignmentId)
    .execute();
  await db
    .updateTable('attempt')
    .set((eb) => ({
      begunAt: eb('begunAt', '-', ms),
      endedAt: eb('endedAt', '-', ms),
      receivedAt: eb('receivedAt', '-', ms),
      expiresAt: eb('expiresAt', '-', ms),
    }))
    .where('assignmentId', '=', assignmentId)
    .execute();
}

/** Marks all answers that wait, with a comment. */
async function markAll({ context, teacher }: Stage, assignmentId: number, leave = 0): Promise<void> {
  const { answers } = await markingFor(context, teacher, assignmentId);
  for (const [at, { attemptId, itemId, points }] of answers.slice(leave).entries())
    await mark(context, teacher, {
      attemptId,
      itemId,
      points: Math.round((points * (8 + (at % 3))) / 10),
      rubric: {},
      feedback: at % 2 === 0 ? '观点清楚，注意时态。' : '',
    });
}

async function addMembers(
  context: AppContext,
  teacher: CurrentUser,
  classId: number,
  students: readonly CurrentUser[],
  names: readonly string[],
): Promise<void> {
  const { joinCode } = await classDetailFor(context, teacher, classId);
  await addNames(
    context,
    teacher,
    classId,
    names.map((memberName, at) => ({ line: at + 1, memberName, studentNo: `2026${String(at + 1).padStart(4, '0')}` })),
  );
  for (const [at, student] of students.entries())
    await join(context, student, {
      code: joinCode,
      memberName: names[at] ?? student.nickName,
      studentNo: `2026${String(at + 1).padStart(4, '0')}`,
      consent: true,
    });
}

/** Answers of the open assignment that wait for the teacher. */
const LEFT_TO_MARK = 5;

const everyThird = (student: number, question: number): boolean => (student + question) % 3 === 0;

/** The demo classes, when there are none: one in the middle of its term and one that is over. */
export async function addDemoClasses(
  context: AppContext,
  teacher: CurrentUser,
  students: readonly CurrentUser[],
  publishIds: readonly number[],
): Promise<void> {
  if (await context.db.selectFrom('course').select('id').limit(1).executeTakeFirst()) return;
  const now = Date.now();
  const term = { termFrom: wireTime(now - 60 * DAY_MS).slice(0, 10), termTo: wireTime(now + 60 * DAY_MS).slice(0, 10), missingAsZero: '1' } as const;
  const { courseId } = await addCourseFor(context, teacher, {
    name: '大学英语听说',
    publishIds: [...publishIds],
    intro: '一学期六个单元，每周一次作业，期中有一次课堂小测。',
    openToAll: '1',
    ...term,
  });
  const { rows } = await questionsForTeacher(context.db, teacher.userId, { publishIds: [...publishIds] }, 60);
  const keys = await versionMap(
    context.db,
    rows.map(({ versionId }) => versionId),
  );
  // Texts have no points, and no demo student has a photo or a recording to hand in.
  const found = rows.flatMap(({ questionId, versionId, points, shown }) => {
    const key = keys.get(versionId)?.key;
    return key && shown.kind !== 'text' && shown.kind !== 'upload' ? [{ questionId, versionId, points, shown, key }] : [];
  });
  // One question that is marked by hand, where the open assignment takes it.
  const isShort = ({ shown }: Stage['questions'][number]): boolean => shown.kind === 'short';
  const judged = found.filter((one) => !isShort(one));
  const questions = [...judged.slice(0, 9), ...found.filter(isShort).slice(0, 1), ...judged.slice(9)];
  const { classId } = await addClassFor(context, teacher, {
    courseId,
    className: '英语听说1班',
    joinOpen: '1',
    approve: '0',
    memberLimit: 100,
    startDate: term.termFrom,
    endDate: term.termTo,
    showMembers: '1',
  });
  await stepClass(context, teacher, classId, 'open', null);
  const stage: Stage = { context, teacher, students, classId, questions };
  await addMembers(context, teacher, classId, students, NAMES);
  const all = NAMES.map((_name, at) => at);
  const first = await addWork(stage, { title: '第一单元 渡口', from: 0, count: 6, submit: all, misses: everyThird, ago: 30 * DAY_MS });
  const second = await addWork(stage, {
    title: '第二单元 清晨',
    from: 6,
    count: 6,
    submit: all.slice(0, 11),
    misses: (student, question) => (student * question) % 4 === 1,
    ago: 20 * DAY_MS,
  });
  const third = await addWork(stage, { title: '第三单元 来信', from: 12, count: 6, submit: all.slice(1), misses: everyThird, ago: 10 * DAY_MS });
  for (const id of [first, second, third]) await markAll(stage, id);
  while (await advanceAssignment(context));
  const applied = await preview(context, teacher, {
    assignmentId: first,
    itemId: 'q1',
    change: { kind: 'full', who: 'answered' },
    onlyUp: '1',
    withManual: '0',
  });
  if (applied.up > 0) await apply(context, teacher, applied.regradeId);
  const undone = await preview(context, teacher, {
    assignmentId: second,
    // Some students answered this one wrong.
    itemId: 'q1',
    change: { kind: 'full', who: 'all' },
    onlyUp: '1',
    withManual: '0',
  });
  if (undone.up > 0) {
    await apply(context, teacher, undone.regradeId);
    await undo(context, teacher, undone.regradeId);
  }
  const open = await addWork(stage, {
    title: '第四单元 桥与船',
    from: 2,
    count: 8,
    dueAt: now + 2 * DAY_MS,
    openAt: now - 3 * DAY_MS,
    submit: all.slice(0, 7),
    misses: everyThird,
    offline: [3, 4],
    twice: 5,
  });
  await markAll(stage, open, LEFT_TO_MARK);
  const extended = students[6];
  if (extended)
    await extend(context, teacher, open, {
      userIds: [extended.userId],
      dueAt: minute(now + 5 * DAY_MS),
      extraTimeBp: 10_000,
      extraAttempts: 0,
      excused: '0',
      reason: '参加比赛，延后三天',
    });
  await addWork(stage, {
    title: '课堂小测（一）',
    from: 1,
    count: 5,
    rules: { mode: 'quiz', limitMin: 20, attempts: 1, lateDays: 0, latePenaltyBp: 0, showScore: 'due', weight: 2 },
    openAt: now - 30 * MINUTE_MS,
    dueAt: now + 8 * HOUR_MS,
    submit: [],
  });
  await addWork(stage, { title: '第五单元 夜航', from: 8, count: 6, openAt: now + 3 * DAY_MS, dueAt: now + 9 * DAY_MS, submit: [] });
  await addEndedClass(stage, courseId);
}

/** A small class of the term before, with totals. */
async function addEndedClass(stage: Stage, courseId: number): Promise<void> {
  const { context, teacher, students } = stage;
  const { classId } = await addClassFor(context, teacher, {
    courseId,
    className: '写作小班',
    joinOpen: '1',
    approve: '0',
    memberLimit: 20,
    startDate: '',
    endDate: '',
    showMembers: '0',
  });
  await stepClass(context, teacher, classId, 'open', null);
  const few = students.slice(0, 4);
  await addMembers(context, teacher, classId, few, NAMES.slice(0, 4));
  const small: Stage = { ...stage, students: few, classId };
  const work = await addWork(small, { title: '期末写作', from: 0, count: 4, submit: [0, 1, 3], misses: everyThird, ago: 90 * DAY_MS });
  await markAll(small, work);
  while (await advanceAssignment(context));
  await stepClass(context, teacher, classId, 'end', null);
}
