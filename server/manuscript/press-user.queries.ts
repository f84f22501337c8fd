import { manuscriptMachine } from '../../contract/manuscript/manuscript.machine.ts';
import type { Database, Tx } from '../db/database.ts';

const CLOSED = manuscriptMachine.groups.atRest;

/** Number of live manuscripts whose turn a user has or whose editor the user is, by user id; one with both counts once. */
export async function workloads(db: Database | Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (userIds.length === 0) return new Map();
  const live = db.selectFrom('manuscript').where('status', 'not in', CLOSED).where('delFlag', '=', '0');
  const edited = await live
    .select(['editorId as userId', (eb) => eb.fn.countAll<number>().as('total')])
    .where('editorId', 'in', userIds)
    .groupBy('editorId')
    .execute();
  const turns = await live
    .select(['turnUserId as userId', (eb) => eb.fn.countAll<number>().as('total')])
    .where('turnUserId', 'in', userIds)
    .where((eb) => eb.or([eb('editorId', 'is', null), eb('editorId', '<>', eb.ref('turnUserId'))]))
    .groupBy('turnUserId')
    .execute();
  const loads = new Map<number, number>();
  for (const { userId, total } of [...edited, ...turns]) if (userId !== null) loads.set(userId, (loads.get(userId) ?? 0) + Number(total));
  return loads;
}

/** Another absence of a user in the same days; undefined without one. Days are `yyyy-MM-dd`. */
export const overlappingAbsence = (
  tx: Tx,
  { userId, startDate, endDate }: { readonly userId: number; readonly startDate: string; readonly endDate: string },
  except: number,
) =>
  tx
    .selectFrom('absence')
    .leftJoin('user', 'user.id', 'absence.deputyId')
    .select(['absence.startDate', 'absence.endDate', 'user.nickName as deputyName'])
    .where('absence.userId', '=', userId)
    .where('absence.id', '<>', except)
    .where('absence.startDate', '<=', endDate)
    .where('absence.endDate', '>=', startDate)
    .where('absence.delFlag', '=', '0')
    .executeTakeFirst();

/** The enabled accounts with a role. */
export const usersOfRole = async (db: Database | Tx, roleKey: string): Promise<number[]> =>
  (
    await db
      .selectFrom('userRole')
      .innerJoin('role', 'role.id', 'userRole.roleId')
      .innerJoin('user', 'user.id', 'userRole.userId')
      .select('userRole.userId')
      .where('role.roleKey', '=', roleKey)
      .where('user.delFlag', '=', '0')
      .where('user.status', '=', '0')
      .execute()
  ).map((row) => row.userId);
