import { contains } from '../db/contains.ts';
import type { Database } from '../db/database.ts';

const MAX = 2_000;
const MAX_NAMES = 50;

/** Active users with their department, for the pickers of the modeller. */
export const pickUsers = (db: Database) =>
  db
    .selectFrom('user as u')
    .leftJoin('dept as d', 'd.id', 'u.deptId')
    .selectAll('u')
    .select('d.deptName')
    .where('u.status', '=', '0')
    .where('u.delFlag', '=', '0')
    .orderBy('u.id')
    .limit(MAX)
    .execute();

export const pickRoles = (db: Database) =>
  db.selectFrom('role').selectAll().where('status', '=', '0').where('delFlag', '=', '0').orderBy('roleSort').orderBy('id').limit(MAX).execute();

export const pickExpressions = (db: Database) =>
  db.selectFrom('flowExpression').selectAll().where('status', '=', '0').where('delFlag', '=', '0').orderBy('id').limit(MAX).execute();

/** Names of active users that contain a text, for dialogs. */
export function namesLike(db: Database, name: string | undefined) {
  let query = db.selectFrom('user as u').leftJoin('dept as d', 'd.id', 'u.deptId').where('u.status', '=', '0').where('u.delFlag', '=', '0');
  if (name) query = query.where((eb) => eb.or([contains('u.nickName', name), contains('u.userName', name)]));
  return query.select(['u.id as userId', 'u.nickName', 'd.deptName']).orderBy('u.nickName').orderBy('u.id').limit(MAX_NAMES).execute();
}
