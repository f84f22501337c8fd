import { assignmentMachine } from '../../../contract/teaching/assignment.machine.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { AssignmentTable } from '../../db/tables/teaching-tables.ts';

type Db = Database | Tx;

const rows = (db: Db) => db.selectFrom('assignment').selectAll().where('delFlag', '=', '0');

export const assignmentById = (db: Db, id: number) => rows(db).where('id', '=', id).executeTakeFirst();
export type AssignmentRow = NonNullable<Awaited<ReturnType<typeof assignmentById>>>;

export const assignmentsOfClass = (db: Db, classId: number) => rows(db).where('classId', '=', classId).orderBy('dueAt').orderBy('id').execute();

/** Published assignments of classes whose keys are not shown yet. */
export const assignmentsWithoutKey = (db: Db, classIds: readonly number[]) =>
  classIds.length === 0
    ? Promise.resolve([])
    : rows(db)
        .where('classId', 'in', classIds)
        .where('status', 'in', assignmentMachine.groups.published)
        .where('keyAt', 'is', null)
        .orderBy('id')
        .execute();

/** Published assignments of classes with the grade and the extension of a student: those to hand in or the others. */
export async function studentPage(
  db: Db,
  userId: number,
  { classIds, state }: { readonly classIds: readonly number[]; readonly state: 'todo' | 'done' | '' },
  limit: number,
  offset: (total: number) => number,
) {
  if (classIds.length === 0) return { total: 0, rows: [] };
  const found = db
    .selectFrom('assignment')
    .innerJoin('courseClass', 'courseClass.id', 'assignment.classId')
    .innerJoin('course', 'course.id', 'courseClass.courseId')
    .leftJoin('grade', (on) => on.onRef('grade.assignmentId', '=', 'assignment.id').on('grade.userId', '=', userId))
    .leftJoin('assignmentExtension as extension', (on) =>
      on.onRef('extension.assignmentId', '=', 'assignment.id').on('extension.userId', '=', userId),
    )
    .where('assignment.classId', 'in', classIds)
    .where('assignment.status', 'in', assignmentMachine.groups.published)
    .where('assignment.delFlag', '=', '0')
    .$if(state === 'todo', (query) =>
      query
        .where('assignment.status', 'in', assignmentMachine.groups.running)
        .where((eb) => eb.or([eb('grade.state', 'is', null), eb('grade.state', 'in', ['none', 'doing', 'missing'])])),
    )
    .$if(state === 'done', (query) =>
      query.where((eb) =>
        eb.or([eb('assignment.status', 'in', assignmentMachine.groups.finished), eb('grade.state', 'in', ['waiting', 'scored', 'excused'])]),
      ),
    );
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const list = await found
    .selectAll('assignment')
    .select([
      'courseClass.className',
      'course.name as courseName',
      'grade.state as gradeState',
      'grade.score as gradeScore',
      'extension.dueAt as extendedTo',
    ])
    .orderBy('assignment.dueAt', state === 'todo' ? 'asc' : 'desc')
    .orderBy('assignment.id')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows: list };
}

type Columns = Partial<Omit<AssignmentTable, 'id' | 'version' | 'createTime' | 'updateTime' | 'status'>>;

export const insertAssignment = (
  tx: Tx,
  columns: { readonly classId: number; readonly title: string; readonly openAt: number; readonly dueAt: number } & Record<string, unknown>,
  now: number,
) =>
  tx
    .insertInto('assignment')
    .values({ ...columns, createTime: now, updateTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();

export async function updateAssignment(
  tx: Tx,
  row: Pick<AssignmentRow, 'id' | 'version'>,
  columns: Record<string, unknown>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('assignment')
    .set({ ...columns, updateTime: now, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
export type AssignmentColumns = Columns;

/** When the program looks at an assignment next; no change of the row for its editors. */
export const setNextAt = (db: Db, id: number, nextAt: number | null) => db.updateTable('assignment').set({ nextAt }).where('id', '=', id).execute();

/** An assignment whose time has come. */
export const dueRow = (db: Db, now: number) => rows(db).where('nextAt', '<=', now).orderBy('nextAt').orderBy('id').limit(1).executeTakeFirst();

/** Locks an assignment until the transaction ends, so that attempts, grades and releases of it run one after another. */
export const lockAssignment = (tx: Tx, id: number) =>
  tx
    .updateTable('assignment')
    .set((eb) => ({ updateTime: eb.ref('updateTime') }))
    .where('id', '=', id)
    .where('delFlag', '=', '0')
    .returningAll()
    .executeTakeFirst();

export const extensionsOf = (db: Db, assignmentId: number) =>
  db.selectFrom('assignmentExtension').selectAll().where('assignmentId', '=', assignmentId).execute();
export type ExtensionRow = Awaited<ReturnType<typeof extensionsOf>>[number];
export const extensionOf = (db: Db, assignmentId: number, userId: number) =>
  db.selectFrom('assignmentExtension').selectAll().where('assignmentId', '=', assignmentId).where('userId', '=', userId).executeTakeFirst();

export const putExtension = (
  tx: Tx,
  one: {
    readonly assignmentId: number;
    readonly userId: number;
    readonly dueAt: number | null;
    readonly extraTimeBp: number;
    readonly extraAttempts: number;
    readonly excused: '0' | '1';
    readonly reason: string;
    readonly byId: number;
  },
  now: number,
) =>
  tx
    .insertInto('assignmentExtension')
    .values({ ...one, createTime: now, updateTime: now })
    .onConflict((oc) =>
      oc.columns(['assignmentId', 'userId']).doUpdateSet({
        dueAt: one.dueAt,
        extraTimeBp: one.extraTimeBp,
        extraAttempts: one.extraAttempts,
        excused: one.excused,
        reason: one.reason,
        byId: one.byId,
        updateTime: now,
      }),
    )
    .execute();

/** Adds a reminder unless it was sent. Returns whether it is new. */
export async function addReminder(tx: Tx, assignmentId: number, userId: number, hours: number, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('assignmentReminder')
    .values({ assignmentId, userId, hours, at })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) === 1;
}

export const gradesOf = (db: Db, assignmentId: number) => db.selectFrom('grade').selectAll().where('assignmentId', '=', assignmentId).execute();
export const gradeOf = (db: Db, assignmentId: number, userId: number) =>
  db.selectFrom('grade').selectAll().where('assignmentId', '=', assignmentId).where('userId', '=', userId).executeTakeFirst();

export const putGrade = (
  tx: Tx,
  one: {
    readonly assignmentId: number;
    readonly userId: number;
    readonly state: string;
    readonly score: number;
    readonly full: number;
    readonly lateDays: number;
    readonly attemptId: number | null;
    readonly at: number;
  },
) =>
  tx
    .insertInto('grade')
    .values(one)
    .onConflict((oc) =>
      oc.columns(['assignmentId', 'userId']).doUpdateSet({
        state: one.state,
        score: one.score,
        full: one.full,
        lateDays: one.lateDays,
        attemptId: one.attemptId,
        at: one.at,
      }),
    )
    .execute();

/** Attempts, the one of a student or of everybody, the first one first. */
export const attemptsOf = (db: Db, assignmentId: number, userId?: number) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('assignmentId', '=', assignmentId)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? 0))
    .orderBy('userId')
    .orderBy('no')
    .orderBy('id')
    .execute();
export type AttemptRow = Awaited<ReturnType<typeof attemptsOf>>[number];

/** Attempts that go on, with the time of their ticket. */
export const goingAttempts = (db: Db, assignmentId: number) =>
  db
    .selectFrom('attempt')
    .innerJoin('attemptTicket', 'attemptTicket.attemptKey', 'attempt.attemptKey')
    .select(['attempt.id', 'attempt.userId', 'attempt.begunAt', 'attempt.expiresAt', 'attemptTicket.at as ticketAt'])
    .where('attempt.assignmentId', '=', assignmentId)
    .where('attempt.status', '=', 'doing')
    .where('attempt.reopened', '=', '{}')
    .execute();

/** Tickets of an assignment that were given out and not begun; their keys stay, because devices may hold them. */
export const unusedTickets = (db: Db, assignmentId: number) =>
  db
    .selectFrom('attemptTicket')
    .leftJoin('attempt', 'attempt.attemptKey', 'attemptTicket.attemptKey')
    .select(['attemptTicket.id', 'attemptTicket.seed'])
    .where('attemptTicket.assignmentId', '=', assignmentId)
    .where('attempt.id', 'is', null)
    .execute();
export const setTicketItems = (tx: Tx, id: number, items: string) => tx.updateTable('attemptTicket').set({ items }).where('id', '=', id).execute();

/** Tickets of an assignment that were given out and have not come back as an attempt. */
export const openTickets = (db: Db, assignmentId: number) =>
  db
    .selectFrom('attemptTicket')
    .leftJoin('attempt', 'attempt.attemptKey', 'attemptTicket.attemptKey')
    .select(['attemptTicket.userId', 'attemptTicket.at'])
    .where('attemptTicket.assignmentId', '=', assignmentId)
    .where('attempt.id', 'is', null)
    .execute();
