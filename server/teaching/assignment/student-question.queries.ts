import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

const rows = (db: Db) =>
  db
    .selectFrom('studentQuestion')
    .leftJoin('user as teacher', 'teacher.id', 'studentQuestion.repliedBy')
    .selectAll('studentQuestion')
    .select('teacher.nickName as repliedByName');

export const questionById = (db: Db, id: number) => rows(db).where('studentQuestion.id', '=', id).executeTakeFirst();
export type QuestionRow = NonNullable<Awaited<ReturnType<typeof questionById>>>;

export const questionsOfAttempt = (db: Db, attemptId: number) =>
  rows(db).where('studentQuestion.attemptId', '=', attemptId).orderBy('studentQuestion.id').execute();

/** Unanswered ones first, then the newest. */
export const questionsOfClass = (db: Db, classId: number, limit: number) =>
  rows(db)
    .innerJoin('assignment', 'assignment.id', 'studentQuestion.assignmentId')
    .innerJoin('attempt', 'attempt.id', 'studentQuestion.attemptId')
    .select(['assignment.title', 'attempt.attemptKey', 'attempt.items'])
    .where('studentQuestion.classId', '=', classId)
    .orderBy((eb) => eb.case().when('studentQuestion.repliedAt', 'is', null).then(0).else(1).end())
    .orderBy('studentQuestion.id', 'desc')
    .limit(limit)
    .execute();

export const insertQuestion = (
  tx: Tx,
  one: {
    readonly classId: number;
    readonly assignmentId: number;
    readonly attemptId: number;
    readonly itemId: string;
    readonly userId: number;
    readonly content: string;
    readonly at: number;
  },
) => tx.insertInto('studentQuestion').values(one).returning('id').executeTakeFirstOrThrow();

export const setReply = (tx: Tx, id: number, reply: string, repliedBy: number, repliedAt: number) =>
  tx.updateTable('studentQuestion').set({ reply, repliedBy, repliedAt }).where('id', '=', id).execute();
