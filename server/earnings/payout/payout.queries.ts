import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

const rows = (db: Db) =>
  db
    .selectFrom('payout')
    .leftJoin('user as maker', 'maker.id', 'payout.madeBy')
    .leftJoin('user as exporter', 'exporter.id', 'payout.exportedBy')
    .selectAll('payout')
    .select(['maker.nickName as makerName', 'exporter.nickName as exporterName']);

export const payoutById = (db: Db, id: number) => rows(db).where('payout.id', '=', id).executeTakeFirst();
export type PayoutRowOf = NonNullable<Awaited<ReturnType<typeof payoutById>>>;

export async function payoutPage(
  db: Db,
  payoutId: number | undefined,
  { limit, offset }: { limit: number; offset: (total: number) => number },
): Promise<{ total: number; rows: PayoutRowOf[] }> {
  const found = db.selectFrom('payout').$if(payoutId !== undefined, (query) => query.where('payout.id', '=', payoutId ?? 0));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const ids = await found
    .select('payout.id')
    .orderBy('payout.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  if (ids.length === 0) return { total: Number(total), rows: [] };
  return {
    total: Number(total),
    rows: await rows(db)
      .where(
        'payout.id',
        'in',
        ids.map(({ id }) => id),
      )
      .orderBy('payout.id', 'desc')
      .execute(),
  };
}

/** The withdrawals of a batch, in order of their numbers, with what the bank answered. */
export const payoutItems = (db: Db, payoutId: number) =>
  db
    .selectFrom('payoutItem')
    .innerJoin('withdraw', 'withdraw.id', 'payoutItem.withdrawId')
    .select(['payoutItem.id', 'payoutItem.withdrawId', 'payoutItem.fen', 'payoutItem.result', 'payoutItem.reason'])
    .select(['withdraw.withdrawNo', 'withdraw.userId', 'withdraw.auditBy', 'withdraw.bankName', 'withdraw.bankAccountName', 'withdraw.bankAccount'])
    .where('payoutItem.payoutId', '=', payoutId)
    .orderBy('payoutItem.id')
    .execute();

/** How many withdrawals of batches have each result. */
export const resultsOf = (db: Db, payoutIds: readonly number[]) =>
  payoutIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('payoutItem')
        .select((eb) => ['payoutId', 'result', eb.fn.countAll<number>().as('count')])
        .where('payoutId', 'in', payoutIds)
        .groupBy(['payoutId', 'result'])
        .execute();

/** Approved withdrawals that are in no batch, oldest first. */
export const approvedFree = (db: Db, limit: number) =>
  db.selectFrom('withdraw').select('id').where('status', '=', 'approved').where('payoutId', 'is', null).orderBy('id').limit(limit).execute();

/** Puts a withdrawal into a batch; false when somebody else has changed it since it was read. */
export async function takeIntoBatch(tx: Tx, { id, version }: { readonly id: number; readonly version: number }, payoutId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('withdraw')
    .set({ payoutId, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('payoutId', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
