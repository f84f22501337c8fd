import type { z } from 'zod';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { markingList, markItem, ResultItem } from '../../../contract/teaching/attempt.ts';
import type { Answer } from '../../../contract/textbook/question-kind.ts';
import type { AppContext } from '../../context.ts';
import { AppError, failed, invalid } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { versionMap } from '../../textbook/question/question.service.ts';
import { ownsMark } from './attempt.policy.ts';
import { membersOf } from '../course/class-member.queries.ts';
import { assignmentFor } from './assignment-read.service.ts';
import { attemptsOf } from './assignment.queries.ts';
import { lockedAttempt } from './attempt-result.service.ts';
import { attemptItems, itemOfAttempt, putItem } from './attempt.queries.ts';
import { stepWith } from './attempt-step.service.ts';
import { CODE } from '../../../contract/error.ts';
import { yuan } from '../../../contract/money.ts';

/** Answers of an assignment that are marked by hand: those that wait first, then by student. */
export async function markingFor({ db }: AppContext, currentUser: CurrentUser, assignmentId: number): Promise<DataOf<typeof markingList>> {
  const { assignment } = await assignmentFor(db, currentUser, assignmentId, 'staff');
  const attempts = (await attemptsOf(db, assignmentId)).filter(({ status }) => status === 'submitted' || status === 'graded');
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const items = (await attemptItems(db, [...byId.keys()])).filter(({ verdict }) => verdict === 'manual');
  const versions = await versionMap(db, [...new Set(items.map(({ versionId }) => versionId))]);
  const members = new Map((await membersOf(db, assignment.classId)).map((member) => [member.userId, member]));
  const ids = [...new Set(items.map(({ itemId }) => itemId))].toSorted();
  return {
    assignmentId,
    classId: assignment.classId,
    title: assignment.title,
    items: ids.flatMap((itemId, at) => {
      const one = items.find((item) => item.itemId === itemId);
      const version = one && versions.get(one.versionId);
      return one && version ? [{ itemId, no: at + 1, points: one.points, shown: version.shown, key: version.key }] : [];
    }),
    answers: items
      .toSorted((one, two) => Number(one.manual !== null) - Number(two.manual !== null) || one.attemptId - two.attemptId)
      .flatMap((item) => {
        const attempt = byId.get(item.attemptId);
        const member = attempt && members.get(attempt.userId);
        return attempt
          ? [
              {
                attemptId: attempt.id,
                attemptKey: attempt.attemptKey,
                itemId: item.itemId,
                memberName: member?.memberName ?? '',
                studentNo: member?.studentNo ?? '',
                answer: item.answer === null ? null : (JSON.parse(item.answer) as Answer),
                others: JSON.parse(item.otherAnswers) as ResultItem['others'],
                auto: item.auto,
                points: item.points,
                manual: item.manual,
                rubric: JSON.parse(item.rubric) as Record<string, number>,
                feedback: item.feedback,
                markedAt: item.markedAt,
              },
            ]
          : [];
      }),
  };
}

/** Marks one answer by hand; the total and the grade follow in the same transaction. */
export const mark = (
  { db }: AppContext,
  currentUser: CurrentUser,
  { attemptId, itemId, points, rubric, feedback, seen }: z.output<typeof markItem.body>,
): Promise<DataOf<typeof markItem>> =>
  db.transaction().execute(async (tx) => {
    const { row, attempt } = await lockedAttempt(tx, currentUser, attemptId);
    const item = await itemOfAttempt(tx, attemptId, itemId);
    if (!item) throw failed('这道题没有作答，请刷新后重试');
    if (points !== null && points > item.points) throw invalid(`分数不能超过本题的${yuan(item.points)}分`);
    // A mark that was made without a network does not replace that of somebody else.
    if (seen !== undefined && item.markedAt !== seen && item.markedBy !== null && !ownsMark(item, currentUser))
      throw new AppError(CODE.conflict, `另一位老师已把这份改为${item.manual === null ? '未批改' : `${yuan(item.manual)}分`}，请看过后再保存`);
    const now = Date.now();
    await putItem(tx, {
      ...item,
      manual: points,
      rubric: JSON.stringify(rubric),
      feedback,
      markedBy: points === null ? null : currentUser.userId,
      markedAt: points === null ? null : now,
    });
    const items = await attemptItems(tx, [attemptId]);
    const status = await stepWith({ row, items, ownerId: currentUser.userId })(tx, currentUser, attempt, 'mark');
    const score = (await attemptsOf(tx, row.id, attempt.userId)).find(({ id }) => id === attemptId)?.score ?? 0;
    return { score, status };
  });
