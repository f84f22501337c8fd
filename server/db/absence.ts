import { wireDate } from './clock.ts';
import type { Database, Tx } from './database.ts';

/** Selects the users whose substitute somebody is today, by 请假代理. */
export const absentOf = (db: Database | Tx, deputyId: number, now = Date.now()) =>
  db
    .selectFrom('absence')
    .select('absence.userId')
    .where('absence.deputyId', '=', deputyId)
    .where('absence.startDate', '<=', wireDate(now))
    .where('absence.endDate', '>=', wireDate(now))
    .where('absence.delFlag', '=', '0');

export const isSubstitute = async (db: Database | Tx, absentId: number, deputyId: number): Promise<boolean> =>
  (await absentOf(db, deputyId).where('absence.userId', '=', absentId).limit(1).executeTakeFirst()) !== undefined;
