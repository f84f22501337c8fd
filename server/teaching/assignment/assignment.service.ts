import type { z } from 'zod';
import { inGroup } from '../../../contract/state-machine.ts';
import { assignmentMachine, ASSIGNMENT_STEPS, type AssignmentState } from '../../../contract/teaching/assignment.machine.ts';
import type { AssignmentDraft, AssignmentItem, assignmentEvent, extendStudent } from '../../../contract/teaching/assignment.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import type { AppContext } from '../../context.ts';
import { epochOf } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { AppError, conflict, failed, invalid } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { cleanHtml } from '../../http/rich-text.ts';
import { versionMap } from '../../textbook/question/question.service.ts';
import { assignmentFor } from './assignment-read.service.ts';
import type { ClassRow } from '../course/course-class.queries.ts';
import { itemsOf } from './assignment-row.format.ts';
import { requireUsable } from './question-pick.service.ts';
import { classFor, requireLive } from '../course/class-access.service.ts';
import { memberOf, studentsOf } from '../course/class-member.queries.ts';
import { ASSIGNMENT_CODES, dayAndMinute, planNext, stepAssignment } from './assignment-step.service.ts';
import { attemptsOf, gradesOf, insertAssignment, lockAssignment, putExtension, updateAssignment, type AssignmentRow } from './assignment.queries.ts';
import { assignmentGone, assignmentPath } from './attempt.service.ts';
import { redrawTickets } from './ticket.service.ts';
import { refreshGrade } from './grade.service.ts';

const REMINDING: RateLimit = { name: 'assignment-remind', points: 1, windowMs: 3_600_000, message: '一小时内已经催过一次，请稍后再催' };

const momentOf = (text: string): number => epochOf(`${text}:00`) ?? 0;

const columnsOf = (draft: AssignmentDraft) => ({
  ...draft,
  intro: cleanHtml(draft.intro),
  items: JSON.stringify(draft.items),
  openAt: momentOf(draft.openAt),
  dueAt: momentOf(draft.dueAt),
});

/** Throws unless the teacher may use every question, and each item has its own id and enough questions. */
async function requireItems(
  tx: Tx,
  currentUser: CurrentUser,
  group: ClassRow,
  { items, openAt, dueAt }: AssignmentDraft,
  before: readonly AssignmentItem[] = [],
): Promise<void> {
  if (momentOf(dueAt) <= momentOf(openAt)) throw new AppError(ASSIGNMENT_CODES.times, '截止时间须晚于开始时间');
  if (new Set(items.map(({ itemId }) => itemId)).size !== items.length) throw invalid('有题目重复，请刷新后重试');
  const asked = items.flatMap(({ versions }) => versions.map(({ versionId }) => versionId));
  const found = await versionMap(tx, asked);
  for (const [at, { take, versions }] of items.entries()) {
    if (take > versions.length) throw invalid(`第${at + 1}题要抽${take}题，但只有${versions.length}题可抽`);
    for (const { versionId, questionId } of versions) {
      const version = found.get(versionId);
      if (!version || version.questionId !== questionId) throw invalid(`第${at + 1}题已不存在，请重新选择`);
    }
  }
  const questions = (list: readonly AssignmentItem[]) => list.flatMap(({ versions }) => versions.map(({ questionId }) => questionId));
  await requireUsable(tx, currentUser, group, questions(items), questions(before));
}

export const addAssignmentFor = (
  { db }: AppContext,
  currentUser: CurrentUser,
  { classId, ...draft }: AssignmentDraft & { classId: number },
): Promise<{ assignmentId: number }> =>
  db.transaction().execute(async (tx) => {
    const { row } = await classFor(tx, currentUser, classId, 'teacher');
    requireLive(row, '布置作业');
    await requireItems(tx, currentUser, row, draft);
    const { id } = await insertAssignment(tx, { classId, ...columnsOf(draft), createBy: currentUser.userName }, Date.now());
    return { assignmentId: id };
  });

export const editAssignmentFor = (
  { db }: AppContext,
  currentUser: CurrentUser,
  { assignmentId, version, ...draft }: AssignmentDraft & { assignmentId: number; version?: number | undefined },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { row: group } = await assignmentFor(tx, currentUser, assignmentId, 'teacher');
    requireLive(group, '修改作业');
    const row = await lockAssignment(tx, assignmentId);
    if (!row) throw assignmentGone();
    if (version !== undefined && version !== row.version) throw conflict();
    if (row.status === 'withdrawn') throw failed('作业已撤回，请先恢复为草稿');
    const columns = columnsOf(draft);
    const answered = new Set((await attemptsOf(tx, row.id)).map(({ userId }) => userId)).size;
    if (columns.items !== row.items) {
      if (answered > 0) throw new AppError(ASSIGNMENT_CODES.answered, `已有${answered}人作答，不能改题目，请用“重新评分”`);
      if (row.status !== 'draft' && draft.items.length === 0) throw new AppError(ASSIGNMENT_CODES.empty, '作业还没有题目');
    }
    await requireItems(tx, currentUser, group, draft, itemsOf(row));
    const finished = inGroup(assignmentMachine, 'finished', row.status as AssignmentState);
    if (finished && (columns.dueAt !== row.dueAt || columns.openAt !== row.openAt)) throw failed('作业已截止，要改时间请用“重新开放”');
    const now = Date.now();
    if (!(await updateAssignment(tx, row, columns, now))) throw conflict();
    const written = await lockAssignment(tx, assignmentId);
    if (!written || row.status === 'draft') return;
    if (columns.items !== row.items || columns.shuffleItems !== row.shuffleItems) await redrawTickets(tx, written);
    await afterTimes(tx, row, written, now);
  });

/** After a change of the times of a published assignment: grades, the next look, and a message to everybody concerned. */
async function afterTimes(tx: Tx, before: AssignmentRow, row: AssignmentRow, now: number): Promise<void> {
  const students = await studentsOf(tx, row.classId);
  for (const { userId } of students) await refreshGrade(tx, row, userId, now);
  await planNext(tx, row, now);
  if (before.dueAt === row.dueAt) return;
  for (const { userId } of students)
    await sendMessage(tx, { userId, type: 'task', title: `《${row.title}》的截止时间改为${dayAndMinute(row.dueAt)}`, link: assignmentPath(row.id) });
}

export const removeAssignmentFor = ({ db }: AppContext, currentUser: CurrentUser, assignmentId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { assignment: row } = await assignmentFor(tx, currentUser, assignmentId, 'teacher');
    if (row.status !== 'draft') throw failed('只能删除草稿；已发布的作业可以撤回');
    if ((await attemptsOf(tx, row.id)).length > 0) throw failed('作业已有作答，不能删除');
    if (!(await updateAssignment(tx, row, { delFlag: '1' }, Date.now()))) throw conflict();
  });

export const copyAssignmentFor = (
  { db }: AppContext,
  currentUser: CurrentUser,
  assignmentId: number,
  classId: number,
): Promise<{ assignmentId: number }> =>
  db.transaction().execute(async (tx) => {
    const { assignment } = await assignmentFor(tx, currentUser, assignmentId, 'teacher');
    const { row: group } = await classFor(tx, currentUser, classId, 'teacher');
    requireLive(group, '布置作业');
    return { assignmentId: await copyInto(tx, currentUser, assignment, classId) };
  });

/** A draft with the questions and rules of an assignment. */
export async function copyInto(tx: Tx, { userName }: CurrentUser, source: AssignmentRow, classId: number): Promise<number> {
  const { title, intro, items, mode, openAt, dueAt, limitMin, attempts, policy, lateDays, latePenaltyBp, graceHours } = source;
  const { showScore, showKey, holdUntilLast, shuffleItems, shuffleOptions, weight } = source;
  const rules = {
    mode,
    limitMin,
    attempts,
    policy,
    lateDays,
    latePenaltyBp,
    graceHours,
    showScore,
    showKey,
    holdUntilLast,
    shuffleItems,
    shuffleOptions,
    weight,
  };
  return (await insertAssignment(tx, { classId, title, intro, items, openAt, dueAt, ...rules, createBy: userName }, Date.now())).id;
}

export const stepFor = (
  { db, jobs }: AppContext,
  currentUser: CurrentUser,
  assignmentId: number,
  event: (typeof ASSIGNMENT_STEPS)[number],
  body: z.output<typeof assignmentEvent.body>,
): Promise<void> =>
  db
    .transaction()
    .execute(async (tx) => {
      const { row: group } = await assignmentFor(tx, currentUser, assignmentId, 'teacher');
      requireLive(group, assignmentMachine.events[event].label);
      const row = await lockAssignment(tx, assignmentId);
      if (!row) throw assignmentGone();
      const dueAt = body?.dueAt ? momentOf(body.dueAt) : null;
      await stepAssignment({ dueAt, confirmed: body?.confirmed === '1', teacherId: currentUser.userId })(
        tx,
        currentUser,
        row,
        event,
        body?.reason ?? '',
      );
    })
    .then(() => jobs.wake());

export async function remind(context: AppContext, currentUser: CurrentUser, assignmentId: number): Promise<{ sent: number }> {
  const { assignment } = await assignmentFor(context.db, currentUser, assignmentId, 'staff');
  if (assignment.status !== 'open') throw failed('作业不在进行中，不用催交');
  await rateLimit(context, REMINDING, assignmentId);
  return context.db.transaction().execute(async (tx) => {
    const done = new Set(
      (await gradesOf(tx, assignmentId))
        .filter(({ state }) => state !== 'none' && state !== 'doing' && state !== 'missing')
        .map(({ userId }) => userId),
    );
    const waiting = (await studentsOf(tx, assignment.classId)).filter(({ userId }) => !done.has(userId));
    for (const { userId } of waiting)
      await sendMessage(tx, {
        userId,
        type: 'task',
        title: `老师提醒您交《${assignment.title}》，${dayAndMinute(assignment.dueAt)}截止`,
        link: assignmentPath(assignmentId),
      });
    return { sent: waiting.length };
  });
}

export const extend = (
  { db, jobs }: AppContext,
  currentUser: CurrentUser,
  assignmentId: number,
  body: z.output<typeof extendStudent.body>,
): Promise<void> =>
  db
    .transaction()
    .execute(async (tx) => {
      const { row: group } = await assignmentFor(tx, currentUser, assignmentId, 'teacher');
      requireLive(group, '延期');
      const row = await lockAssignment(tx, assignmentId);
      if (!row || !inGroup(assignmentMachine, 'published', row.status as AssignmentState)) throw failed('作业还没有发布，不用延期');
      const dueAt = body.dueAt === '' ? null : momentOf(body.dueAt);
      if (dueAt !== null && dueAt < row.dueAt) throw invalid('延期不能早于作业的截止时间');
      const now = Date.now();
      for (const userId of new Set(body.userIds)) {
        const member = await memberOf(tx, row.classId, userId);
        if (member?.status !== 'active' || member.role !== 'student') throw invalid('所选的人里有不在班级的，请刷新后重试');
        const { extraTimeBp, extraAttempts, excused, reason } = body;
        await putExtension(tx, { assignmentId, userId, dueAt, extraTimeBp, extraAttempts, excused, reason, byId: currentUser.userId }, now);
        await refreshGrade(tx, row, userId, now);
        await sendMessage(tx, { userId, type: 'task', ...extensionWords(row, body, dueAt), link: assignmentPath(assignmentId) });
      }
      const written = await lockAssignment(tx, assignmentId);
      if (!written) return;
      await planNext(tx, written, now);
    })
    .then(() => jobs.wake());

function extensionWords(
  row: AssignmentRow,
  { excused, extraAttempts, extraTimeBp, reason }: z.output<typeof extendStudent.body>,
  dueAt: number | null,
): { title: string; content: string } {
  const more = [extraAttempts > 0 ? `答题机会增加${extraAttempts}次` : '', extraTimeBp > 10_000 ? `时限延长为${extraTimeBp / 100}%` : ''].filter(
    Boolean,
  );
  const title =
    excused === '1'
      ? `《${row.title}》您可以免交`
      : dueAt === null
        ? `《${row.title}》${more.join('，') || '的安排有变化'}`
        : `《${row.title}》您的截止时间改为${dayAndMinute(dueAt)}`;
  return { title, content: [...(dueAt === null ? [] : more), reason].join('\n') };
}
