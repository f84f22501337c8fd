import { courseClassMachine } from '../../../contract/teaching/course-class.machine.ts';
import type { Database, Tx } from '../../db/database.ts';

const OVER = courseClassMachine.groups.over;

/** The oldest class that ended before a time and is not erased, also one in the recycle bin. */
export const classToErase = (db: Database, before: number) =>
  db
    .selectFrom('courseClass')
    .select(['id', 'endedAt'])
    .where('status', 'in', OVER)
    .where('erasedAt', 'is', null)
    .where('endedAt', '<=', before)
    .orderBy('endedAt')
    .limit(1)
    .executeTakeFirst();

/** Locks a class that still has to be erased until the transaction ends; false when it was opened again or is erased. */
export async function lockToErase(tx: Tx, classId: number, before: number): Promise<boolean> {
  const done = await tx
    .updateTable('courseClass')
    .set((eb) => ({ updateTime: eb.ref('updateTime') }))
    .where('id', '=', classId)
    .where('status', 'in', OVER)
    .where('erasedAt', 'is', null)
    .where('endedAt', '<=', before)
    .executeTakeFirst();
  return Number(done.numUpdatedRows) > 0;
}

/** Attempts of a class by id, after one. */
export const attemptsAfter = (db: Database, classId: number, after: number, limit: number) =>
  db
    .selectFrom('attempt')
    .innerJoin('assignment', 'assignment.id', 'attempt.assignmentId')
    .select(['attempt.id', 'attempt.attemptKey', 'attempt.userId', 'attempt.items'])
    .where('assignment.classId', '=', classId)
    .where('attempt.id', '>', after)
    .orderBy('attempt.id')
    .limit(limit)
    .execute();

export const answersOf = (db: Database | Tx, attemptKey: string) =>
  db
    .selectFrom('attemptEvent')
    .select(['deviceId', 'seq', 'itemId', 'content'])
    .where('attemptKey', '=', attemptKey)
    .where('kind', '=', 'answer')
    .execute();

export const setAnswer = (tx: Tx, attemptKey: string, { deviceId, seq }: { readonly deviceId: string; readonly seq: number }, content: string) =>
  tx
    .updateTable('attemptEvent')
    .set({ content })
    .where('attemptKey', '=', attemptKey)
    .where('deviceId', '=', deviceId)
    .where('seq', '=', seq)
    .execute();

export const setItemText = (tx: Tx, id: number, text: { readonly answer: string | null; readonly otherAnswers: string; readonly feedback: string }) =>
  tx.updateTable('attemptItem').set(text).where('id', '=', id).execute();

export const regradeLinesOf = (tx: Tx, attemptId: number) =>
  tx.selectFrom('regradeLine').select(['regradeId', 'stored']).where('attemptId', '=', attemptId).execute();

export const setRegradeLine = (tx: Tx, regradeId: number, attemptId: number, stored: string) =>
  tx.updateTable('regradeLine').set({ stored }).where('regradeId', '=', regradeId).where('attemptId', '=', attemptId).execute();

/** Recordings of notes of a class that no note of another class has. */
export const soundsOfClass = async (db: Database, classId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('classNote')
      .select('audioFileId')
      .distinct()
      .where('classId', '=', classId)
      .where('audioFileId', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('classNote as other')
              .select('other.id')
              .whereRef('other.audioFileId', '=', 'classNote.audioFileId')
              .where('other.classId', '<>', classId),
          ),
        ),
      )
      .execute()
  ).flatMap(({ audioFileId }) => audioFileId ?? []);

/** Names and numbers of members, reasons of extensions, what was asked and answered, and notes; the class counts as erased. */
export async function eraseNames(tx: Tx, classId: number, word: string, now: number): Promise<void> {
  await tx.updateTable('classMember').set({ memberName: word, studentNo: '', remark: '' }).where('classId', '=', classId).execute();
  await tx
    .updateTable('assignmentExtension')
    .set({ reason: word })
    .where('assignmentId', 'in', (eb) => eb.selectFrom('assignment').select('assignment.id').where('assignment.classId', '=', classId))
    .execute();
  await tx.updateTable('studentQuestion').set({ content: word }).where('classId', '=', classId).execute();
  await tx.updateTable('studentQuestion').set({ reply: word }).where('classId', '=', classId).where('reply', '<>', '').execute();
  await tx.deleteFrom('classNote').where('classId', '=', classId).execute();
  await tx.updateTable('courseClass').set({ erasedAt: now }).where('id', '=', classId).execute();
}
