import type { z } from 'zod';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { pickQuestions, questionsOfDraft } from '../../../contract/teaching/question-pick.ts';
import type { QuestionUse } from '../../../contract/textbook/question-kind.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { invalid } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { headsOfQuestions, questionsForTeacher, usableBy, versionsOf } from '../../textbook/question/question.service.ts';
import { classFor } from '../course/class-access.service.ts';
import { staffOf } from '../course/class-member.queries.ts';
import type { ClassRow } from '../course/course-class.queries.ts';
import { idsOf } from '../course/course.service.ts';
import { assignmentFor } from './assignment-read.service.ts';
import { itemsOf } from './assignment-row.format.ts';

/** Whether students may meet a question as practice in a textbook, with its answer. */
const isInBook = ({ use, publishId }: { readonly use: string; readonly publishId: number | null }): boolean =>
  publishId !== null && use !== 'assignment';

/** Whose questions a class may use: those of its textbooks, and of the teachers who work in it. */
async function sourcesOf(tx: AppContext['db'] | Tx, group: ClassRow) {
  return { publishIds: idsOf(group.publishIds), colleagueIds: [group.teacherId, ...(await staffOf(tx, group.id)).map(({ userId }) => userId)] };
}

export async function pickFor(
  { db }: AppContext,
  currentUser: CurrentUser,
  classId: number,
  query: z.output<typeof pickQuestions.query>,
): Promise<DataOf<typeof pickQuestions>> {
  const { row } = await classFor(db, currentUser, classId, 'teacher');
  const { keyword, bankId, chapter, kind } = query;
  const filter = {
    ...(await sourcesOf(db, row)),
    ...(keyword ? { keyword } : {}),
    ...(bankId ? { bankId } : {}),
    ...(chapter ? { chapter } : {}),
    ...(kind ? { kind } : {}),
  };
  const { total } = await questionsForTeacher(db, currentUser.userId, filter, 1);
  const { rows } = await questionsForTeacher(db, currentUser.userId, filter, query.pageSize, offsetOf(query, total));
  return {
    total,
    rows: rows.map(({ questionId, versionId, code, chapter: place, tags, difficulty, use, bankId: bank, bankName, publishId, points, shown }) => ({
      questionId,
      versionId,
      code,
      chapter: place,
      tags,
      difficulty,
      use: use as QuestionUse,
      inBook: isInBook({ use, publishId }),
      bankId: bank,
      bankName,
      points,
      shown,
    })),
  };
}

/** Throws unless the teacher may set every question; those that the assignment has already stay usable. */
export async function requireUsable(
  tx: Tx,
  currentUser: CurrentUser,
  group: ClassRow,
  questionIds: readonly number[],
  before: readonly number[],
): Promise<void> {
  const asked = [...new Set(questionIds)].filter((id) => !before.includes(id));
  const usable = new Set(await usableBy(tx, currentUser.userId, await sourcesOf(tx, group), asked));
  if (asked.some((id) => !usable.has(id))) throw invalid('有的题目不能用在这个班级，或已停用，请重新选择');
}

export const draftQuestions = ({ db }: AppContext, currentUser: CurrentUser, assignmentId: number): Promise<DataOf<typeof questionsOfDraft>> =>
  db.transaction().execute(async (tx) => {
    const { assignment } = await assignmentFor(tx, currentUser, assignmentId, 'teacher');
    const versions = await versionsOf(
      tx,
      itemsOf(assignment).flatMap((item) => item.versions.map(({ versionId }) => versionId)),
    );
    const heads = new Map(
      (
        await headsOfQuestions(
          tx,
          versions.map(({ questionId }) => questionId),
        )
      ).map((head) => [head.id, head]),
    );
    return versions.map(({ questionId, versionId, points, shown }) => {
      const head = heads.get(questionId);
      return {
        questionId,
        versionId,
        points,
        shown,
        inBook: head !== undefined && isInBook(head),
        newer: (head?.latestVersionId ?? versionId) !== versionId,
      };
    });
  });
