import type { Insertable } from 'kysely';
import type { AnswerFileRef } from '../../../contract/textbook/question-kind.ts';
import type { Database } from '../../db/database.ts';
import type { AnswerFileTable } from '../../db/tables/teaching-tables.ts';

export const answerFileByKey = (db: Database, userId: number, fileKey: string) =>
  db.selectFrom('answerFile').selectAll().where('userId', '=', userId).where('fileKey', '=', fileKey).executeTakeFirst();

/** Number of files that were stored for an attempt. */
export const answerFileCount = async (db: Database, attemptKey: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('answerFile')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('attemptKey', '=', attemptKey)
        .executeTakeFirstOrThrow()
    ).count,
  );

/** Returns false when the key is there already. */
export const addAnswerFile = async (db: Database, row: Insertable<AnswerFileTable>): Promise<boolean> =>
  (
    await db
      .insertInto('answerFile')
      .values(row)
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n;

export const keysOfFile = async (db: Database, userId: number, fileId: number): Promise<string[]> =>
  (await db.selectFrom('answerFile').select('fileKey').where('userId', '=', userId).where('fileId', '=', fileId).execute()).map(
    ({ fileKey }) => fileKey,
  );

export const answerFilesOf = (db: Database, attemptKey: string) =>
  db.selectFrom('answerFile').select(['fileKey', 'fileId']).where('attemptKey', '=', attemptKey).execute();

export const dropAnswerFile = (db: Database, userId: number, fileId: number) =>
  db.deleteFrom('answerFile').where('userId', '=', userId).where('fileId', '=', fileId).execute();

/** Answers of a student that contain the number or key of a file, with the classes of their assignments: found by the grades, which every attempt has. */
export const answersNaming = (db: Database, userId: number, ref: AnswerFileRef) =>
  db
    .selectFrom('grade')
    .innerJoin('assignment', 'assignment.id', 'grade.assignmentId')
    .innerJoin('attempt', (on) => on.onRef('attempt.assignmentId', '=', 'grade.assignmentId').onRef('attempt.userId', '=', 'grade.userId'))
    .innerJoin('attemptEvent as event', 'event.attemptKey', 'attempt.attemptKey')
    .select(['assignment.classId', 'event.content'])
    .where('grade.userId', '=', userId)
    .where('event.kind', '=', 'answer')
    .where('event.content', 'like', `%${ref}%`)
    .execute();
