import { tutorMachine } from '../../contract/tutor/tutor.machine.ts';
import { contains } from '../db/contains.ts';
import type { Database, Tx } from '../db/database.ts';

/** Professors who exist, work and tutor. */
const tutoring = (db: Database | Tx) =>
  db
    .selectFrom('professor')
    .innerJoin('user', 'user.id', 'professor.userId')
    .leftJoin('college', 'college.id', 'professor.collegeId')
    .where('professor.delFlag', '=', '0')
    .where('professor.status', '=', '0')
    .where('professor.tutorEnabled', '=', '1')
    .where('user.delFlag', '=', '0')
    .where('user.status', '=', '0');

function found(db: Database | Tx, keyword: string | undefined) {
  const all = tutoring(db);
  if (!keyword) return all;
  return all.where((eb) =>
    eb.or([contains('user.nickName', keyword), contains('professor.expertise', keyword), contains('college.collegeName', keyword)]),
  );
}

export const countExperts = (db: Database, keyword: string | undefined) =>
  found(db, keyword)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();

const columns = [
  'professor.id',
  'professor.userId',
  'professor.title',
  'professor.expertise',
  'professor.intro',
  'professor.tutorPriceFen',
  'professor.tutorMinutes',
  'user.nickName',
  'user.avatar',
  'college.collegeName',
] as const;

export const expertPage = (db: Database, keyword: string | undefined, limit: number, offset: number) =>
  found(db, keyword).select(columns).orderBy('professor.id').limit(limit).offset(offset).execute();

export type ExpertRow = Awaited<ReturnType<typeof expertPage>>[number];

export const expertById = (db: Database | Tx, id: number) => tutoring(db).select(columns).where('professor.id', '=', id).executeTakeFirst();

/** Public pages of these users as scholars. */
export const scholarsOf = (db: Database | Tx, userIds: readonly number[]) =>
  userIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('scholar')
        .select(['id', 'userId'])
        .where('userId', 'in', userIds)
        .where('status', '=', 'published')
        .where('delFlag', '=', '0')
        .where('mergedInto', 'is', null)
        .execute();

export const professorOf = (db: Database | Tx, userId: number) =>
  db
    .selectFrom('professor')
    .select(['id', 'version', 'tutorEnabled', 'tutorMinutes', 'tutorPriceFen'])
    .where('userId', '=', userId)
    .where('delFlag', '=', '0')
    .where('status', '=', '0')
    .executeTakeFirst();

export async function rulesOf(db: Database | Tx, professorIds: readonly number[]) {
  if (professorIds.length === 0) return { weekly: [], exceptions: [] };
  const weekly = await db
    .selectFrom('tutorSlot')
    .selectAll()
    .where('professorId', 'in', professorIds)
    .orderBy('weekday')
    .orderBy('startMinute')
    .execute();
  const exceptions = await db
    .selectFrom('tutorException')
    .selectAll()
    .where('professorId', 'in', professorIds)
    .orderBy('date')
    .orderBy('startMinute')
    .execute();
  return { weekly, exceptions };
}

/** Appointments that hold a slot and start after `from`. */
export const bookedOf = (db: Database | Tx, professorIds: readonly number[], from: number) =>
  professorIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('tutor')
        .select(['professorId', 'expectTime', 'minutes'])
        .where('professorId', 'in', professorIds)
        .where('expectTime', '>', from)
        .where('status', 'not in', tutorMachine.groups.calledOff)
        .execute();

/** Counts the version of a professor up; 0 when another change came first. */
export async function claimProfessor(tx: Tx, id: number, version: number, userName: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('professor')
    .set({ version: version + 1, updateBy: userName, updateTime: Date.now() })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function replaceRules(
  tx: Tx,
  professorId: number,
  weekly: readonly { weekday: number; startMinute: number }[],
  exceptions: readonly { date: string; startMinute: number; kind: 'off' | 'extra' }[],
): Promise<void> {
  await tx.deleteFrom('tutorSlot').where('professorId', '=', professorId).execute();
  await tx.deleteFrom('tutorException').where('professorId', '=', professorId).execute();
  if (weekly.length > 0)
    await tx
      .insertInto('tutorSlot')
      .values(weekly.map((one) => ({ professorId, ...one })))
      .execute();
  if (exceptions.length > 0)
    await tx
      .insertInto('tutorException')
      .values(exceptions.map((one) => ({ professorId, ...one })))
      .execute();
}
