import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

export const memberOf = (db: Db, classId: number, userId: number) =>
  db.selectFrom('classMember').selectAll().where('classId', '=', classId).where('userId', '=', userId).executeTakeFirst();
export type MemberRow = NonNullable<Awaited<ReturnType<typeof memberOf>>>;

export const memberById = (db: Db, id: number) => db.selectFrom('classMember').selectAll().where('id', '=', id).executeTakeFirst();

export const membershipsOf = (db: Db, userId: number) => db.selectFrom('classMember').selectAll().where('userId', '=', userId).execute();

/** Everybody who is or was in a class, with the unclaimed names of its roster. */
export const membersOf = (db: Db, classId: number) => db.selectFrom('classMember').selectAll().where('classId', '=', classId).orderBy('id').execute();

/** Accounts of the active students of a class. */
export const studentsOf = (db: Db, classId: number) =>
  db
    .selectFrom('classMember')
    .select(['id', 'userId', 'memberName', 'studentNo'])
    .where('classId', '=', classId)
    .where('role', '=', 'student')
    .where('status', '=', 'active')
    .where('userId', 'is not', null)
    .orderBy('id')
    .$narrowType<{ userId: number }>()
    .execute();

export const staffOf = (db: Db, classId: number) =>
  db
    .selectFrom('classMember')
    .select(['userId'])
    .where('classId', '=', classId)
    .where('role', 'in', ['assistant', 'teacher'])
    .where('status', '=', 'active')
    .where('userId', 'is not', null)
    .$narrowType<{ userId: number }>()
    .execute();

export const activeCount = async (db: Db, classId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('classMember')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('classId', '=', classId)
        .where('role', '=', 'student')
        .where('userId', 'is not', null)
        .where('status', 'in', ['active', 'waiting'])
        .executeTakeFirstOrThrow()
    ).n,
  );

export interface NewMember {
  readonly classId: number;
  readonly userId: number | null;
  readonly role: string;
  readonly memberName: string;
  readonly studentNo: string;
  readonly status: string;
  readonly consentAt: number | null;
  readonly joinedAt: number | null;
  readonly createBy: string;
}

export const insertMember = (tx: Tx, member: NewMember, now: number) =>
  tx
    .insertInto('classMember')
    .values({ ...member, createTime: now, updateTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updateMember = (tx: Tx, id: number, columns: Partial<NewMember>, now: number) =>
  tx
    .updateTable('classMember')
    .set((eb) => ({ ...columns, updateTime: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
