import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;
type Page = { limit: number; offset: (total: number) => number };

const rows = (db: Db) =>
  db
    .selectFrom('withdraw')
    .innerJoin('user', 'user.id', 'withdraw.userId')
    .leftJoin('user as auditor', 'auditor.id', 'withdraw.auditBy')
    .leftJoin('user as payer', 'payer.id', 'withdraw.paidBy')
    .leftJoin('payout', 'payout.id', 'withdraw.payoutId')
    .selectAll('withdraw')
    .select([
      'user.nickName',
      'user.userName',
      'user.delFlag as userGone',
      'auditor.nickName as auditorName',
      'payer.nickName as payerName',
      'payout.payoutNo',
    ]);

export const withdrawById = (db: Db, id: number) => rows(db).where('withdraw.id', '=', id).executeTakeFirst();
export type WithdrawRowOf = NonNullable<Awaited<ReturnType<typeof withdrawById>>>;

export async function withdrawPage(
  db: Db,
  { states, userId, withdrawId }: { states: readonly string[]; userId?: number | undefined; withdrawId?: number | undefined },
  { limit, offset }: Page,
) {
  const found = db
    .selectFrom('withdraw')
    .where('status', 'in', states)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? 0))
    .$if(withdrawId !== undefined, (query) => query.where('id', '=', withdrawId ?? 0));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const ids = await found
    .select('id')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  if (ids.length === 0) return { total: Number(total), rows: [] };
  return {
    total: Number(total),
    rows: await rows(db)
      .where(
        'withdraw.id',
        'in',
        ids.map(({ id }) => id),
      )
      .orderBy('withdraw.id', 'desc')
      .execute(),
  };
}

export const withdrawsOf = (db: Db, userId: number) =>
  db.selectFrom('withdraw').select(['id', 'status', 'amountFen', 'requestId', 'withdrawNo']).where('userId', '=', userId).execute();

export const everyWithdraw = (db: Db) => db.selectFrom('withdraw').select(['id', 'userId', 'status', 'amountFen']).execute();
