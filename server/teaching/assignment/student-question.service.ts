import type { DataOf } from '../../../contract/endpoint.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import { DAY_MS } from '../../../contract/clock.ts';
import { attemptMachine, type AttemptState } from '../../../contract/teaching/attempt.machine.ts';
import type { classQuestions, StudentQuestion } from '../../../contract/teaching/student-question.ts';
import { plainOf } from '../../../contract/textbook/plain-html.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import { failed, missing, type AppError } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { versionMap } from '../../textbook/question/question.service.ts';
import { classFor } from '../course/class-access.service.ts';
import { membersOf, staffOf } from '../course/class-member.queries.ts';
import { classPath } from '../course/course-class.service.ts';
import { drawnItems } from './assignment-row.format.ts';
import { assignmentById } from './assignment.queries.ts';
import { seenAttempt } from './attempt-result.service.ts';
import { attemptById } from './attempt.queries.ts';
import { insertQuestion, questionById, questionsOfAttempt, questionsOfClass, setReply, type QuestionRow } from './student-question.queries.ts';

const ASKING: RateLimit = { name: 'student-question', points: 20, windowMs: DAY_MS, message: '您今天问得太多了，请明天再问' };
const SHOWN = 200;
const STEM_LENGTH = 80;
const gone = (): AppError => missing('提问不存在，请刷新后重试');

const wire = (row: QuestionRow): StudentQuestion => ({
  questionId: row.id,
  itemId: row.itemId,
  content: row.content,
  reply: row.reply,
  repliedBy: row.repliedByName ?? '',
  at: wireTime(row.at),
  repliedAt: wireTime(row.repliedAt),
});

/** The question, with the item it is about, reaches every teacher and assistant of the class. */
export async function ask(
  context: AppContext,
  currentUser: CurrentUser,
  asked: { readonly attemptId: number; readonly itemId: string; readonly content: string },
): Promise<{ questionId: number }> {
  const { attemptId, itemId, content } = asked;
  await rateLimit(context, ASKING, currentUser.userId);
  return context.db.transaction().execute(async (tx) => {
    const { attempt, row, as } = await seenAttempt(tx, currentUser, await attemptById(tx, attemptId));
    if (as !== 'student') throw failed('只有作答的学生可以问老师');
    if (!inGroup(attemptMachine, 'ended', attempt.status as AttemptState)) throw failed('交了以后才能问老师');
    const at = drawnItems(attempt).findIndex((item) => item.itemId === itemId);
    if (at === -1) throw failed('没有这道题，请刷新后重试');
    const { row: group } = await classFor(tx, currentUser, row.classId);
    const { id } = await insertQuestion(tx, {
      classId: row.classId,
      assignmentId: row.id,
      attemptId,
      itemId,
      userId: currentUser.userId,
      content,
      at: Date.now(),
    });
    const name = (await membersOf(tx, row.classId)).find((member) => member.userId === attempt.userId)?.memberName ?? '';
    for (const userId of new Set([group.teacherId, ...(await staffOf(tx, row.classId)).map((one) => one.userId)]))
      await sendMessage(tx, {
        userId,
        type: 'reply',
        title: `${name}问《${row.title}》第${at + 1}题`,
        content,
        link: `${classPath(row.classId)}?tab=questions`,
      });
    return { questionId: id };
  });
}

export const questionsFor = ({ db }: AppContext, currentUser: CurrentUser, attemptId: number): Promise<StudentQuestion[]> =>
  db.transaction().execute(async (tx) => {
    const { attempt } = await seenAttempt(tx, currentUser, await attemptById(tx, attemptId));
    return (await questionsOfAttempt(tx, attempt.id)).map(wire);
  });

export async function questionsOf({ db }: AppContext, currentUser: CurrentUser, classId: number): Promise<DataOf<typeof classQuestions>> {
  await classFor(db, currentUser, classId, 'staff');
  const rows = await questionsOfClass(db, classId, SHOWN);
  const names = new Map((await membersOf(db, classId)).map(({ userId, memberName }) => [userId, memberName]));
  const versionOf = ({ items, itemId }: (typeof rows)[number]): number => drawnItems({ items }).find((one) => one.itemId === itemId)?.versionId ?? 0;
  const versions = await versionMap(db, [...new Set(rows.map(versionOf))]);
  return rows.map((row) => ({
    ...wire(row),
    memberName: names.get(row.userId) ?? '',
    assignmentId: row.assignmentId,
    title: row.title,
    attemptKey: row.attemptKey,
    stem: plainOf(versions.get(versionOf(row))?.shown.stem ?? '').slice(0, STEM_LENGTH),
  }));
}

/** The answer reaches the student in the inbox; answering again replaces it. */
export const answer = ({ db }: AppContext, currentUser: CurrentUser, questionId: number, reply: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const question = await questionById(tx, questionId);
    if (!question) throw gone();
    await classFor(tx, currentUser, question.classId, 'staff');
    const assignment = await assignmentById(tx, question.assignmentId);
    const attempt = await attemptById(tx, question.attemptId);
    if (!assignment || !attempt) throw gone();
    await setReply(tx, question.id, reply, currentUser.userId, Date.now());
    await sendMessage(tx, {
      userId: question.userId,
      type: 'reply',
      title: `老师回答了您在《${assignment.title}》里的提问`,
      content: `您问：${question.content}\n老师答：${reply}`,
      link: `/cms/main/assignment/${assignment.id}?attempt=${attempt.attemptKey}`,
    });
  });
