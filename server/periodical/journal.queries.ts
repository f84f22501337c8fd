import { journalSubmissionMachine } from '../../contract/periodical/journal-submission.machine.ts';
import type { Database, Tx } from '../db/database.ts';

export async function dutyIn(db: Database | Tx, userId: number, journalId: number): Promise<'chief' | 'editor' | null> {
  const row = await db
    .selectFrom('journalEditor')
    .innerJoin('journal', 'journal.id', 'journalEditor.journalId')
    .select('duty')
    .where('journalEditor.journalId', '=', journalId)
    .where('userId', '=', userId)
    .where('journal.delFlag', '=', '0')
    .executeTakeFirst();
  return row?.duty ?? null;
}

export const journalById = (db: Database | Tx, id: number) =>
  db.selectFrom('journal').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
export type JournalRow = NonNullable<Awaited<ReturnType<typeof journalById>>>;

export const editorsOf = (db: Database | Tx, journalIds: readonly number[]) =>
  journalIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('journalEditor')
        .innerJoin('user', 'user.id', 'journalEditor.userId')
        .select(['journalEditor.journalId', 'journalEditor.userId', 'journalEditor.duty', 'user.nickName'])
        .where('journalEditor.journalId', 'in', [...journalIds])
        .where('user.delFlag', '=', '0')
        .orderBy('user.id')
        .execute();

/** Published issues and open submissions of journals. */
export async function countsOf(db: Database | Tx, journalIds: readonly number[]) {
  if (journalIds.length === 0) return { issues: new Map<number, number>(), open: new Map<number, number>() };
  const issues = await db
    .selectFrom('journalIssue')
    .select((eb) => ['journalId', eb.fn.countAll<number>().as('total')])
    .where('journalId', 'in', [...journalIds])
    .where('status', '=', 'published')
    .where('delFlag', '=', '0')
    .groupBy('journalId')
    .execute();
  const open = await db
    .selectFrom('journalSubmission')
    .select((eb) => ['journalId', eb.fn.countAll<number>().as('total')])
    .where('journalId', 'in', [...journalIds])
    .where('status', 'not in', journalSubmissionMachine.groups.atRest)
    .where('delFlag', '=', '0')
    .groupBy('journalId')
    .execute();
  return {
    issues: new Map(issues.map(({ journalId, total }) => [journalId, Number(total)])),
    open: new Map(open.map(({ journalId, total }) => [journalId, Number(total)])),
  };
}

/** The newest published issue of each journal. */
export const newestIssues = (db: Database | Tx, journalIds: readonly number[]) =>
  journalIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('journalIssue')
        .selectAll()
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('journalIssue as one')
            .select((inner) => inner.fn.max('one.id').as('id'))
            .innerJoin(
              (newest) =>
                newest
                  .selectFrom('journalIssue as each')
                  .select((inner) => ['each.journalId', inner.fn.max('each.publishedAt').as('at')])
                  .where('each.status', '=', 'published')
                  .where('each.delFlag', '=', '0')
                  .where('each.journalId', 'in', [...journalIds])
                  .groupBy('each.journalId')
                  .as('last'),
              (join) => join.onRef('last.journalId', '=', 'one.journalId').onRef('last.at', '=', 'one.publishedAt'),
            )
            .groupBy('one.journalId'),
        )
        .execute();

export async function openJournals(db: Database, limit: number, offset: (total: number) => number) {
  const open = db.selectFrom('journal').where('status', '=', '0').where('delFlag', '=', '0');
  const { total } = await open.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await open
    .selectAll()
    .orderBy('orderNum')
    .orderBy('id')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** Times from submission to the first decision of the newest submissions of a journal, milliseconds. */
export async function decisionTimes(db: Database, journalId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('journalSubmission')
    .select(['submittedAt', 'decidedAt'])
    .where('journalId', '=', journalId)
    .where('submittedAt', 'is not', null)
    .where('decidedAt', 'is not', null)
    .orderBy('decidedAt', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ submittedAt, decidedAt }) => Number(decidedAt) - Number(submittedAt));
}

export const journalsOfUser = (db: Database, userId: number | null) =>
  db
    .selectFrom('journal')
    .leftJoin('journalEditor', (join) => join.onRef('journalEditor.journalId', '=', 'journal.id').on('journalEditor.userId', '=', userId ?? 0))
    .select(['journal.id', 'journal.journalName', 'journal.columns', 'journalEditor.duty'])
    .where('journal.delFlag', '=', '0')
    .$if(userId !== null, (query) => query.where('journalEditor.userId', '=', userId ?? 0))
    .orderBy('journal.orderNum')
    .orderBy('journal.id')
    .limit(200)
    .execute();

export const chiefsOf = async (db: Database | Tx, journalId: number): Promise<number[]> =>
  (await db.selectFrom('journalEditor').select('userId').where('journalId', '=', journalId).where('duty', '=', 'chief').execute()).map(
    ({ userId }) => userId,
  );
