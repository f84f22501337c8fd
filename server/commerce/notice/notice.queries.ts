import type { Insertable } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { PaymentNoticeTable } from '../../db/tables/money-tables.ts';

/** What the outcome of a notice with a wrong amount begins with. */
export const WRONG_AMOUNT = '支付金额不一致';

export const addNotice = (db: Database, row: Insertable<PaymentNoticeTable>) => db.insertInto('paymentNotice').values(row).execute();

/** Notices since a time that were not accepted: wrong signature, time or receiver, a number of another channel, a wrong amount. Counts to `most`. */
export const badNoticesSince = async (db: Database, since: number, most: number): Promise<number> =>
  (
    await db
      .selectFrom('paymentNotice')
      .select('id')
      .where('at', '>', since)
      .where((eb) => eb.or([eb('verified', '=', '0'), eb('paymentId', 'is', null), eb('outcome', 'like', `${WRONG_AMOUNT}%`)]))
      .limit(most)
      .execute()
  ).length;

/** Active people who look after the system. */
export const systemStaff = async (tx: Tx): Promise<number[]> =>
  (
    await tx
      .selectFrom('userRole')
      .innerJoin('role', 'role.id', 'userRole.roleId')
      .innerJoin('user', 'user.id', 'userRole.userId')
      .select('user.id')
      .distinct()
      .where('role.roleKey', 'in', ['admin', 'system_admin'])
      .where('role.status', '=', '0')
      .where('role.delFlag', '=', '0')
      .where('user.status', '=', '0')
      .where('user.delFlag', '=', '0')
      .execute()
  ).map(({ id }) => id);
