import { holdWork, mean } from '../catalog/book.service.ts';
import { rightTo } from '../commerce/entitlement.service.ts';
import type { Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { forbidden } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';

/** Saves one score per reader; the work's sum and count are written in the same transaction. */
export async function saveScore(
  context: AppContext,
  currentUser: CurrentUser,
  publicationId: number,
  score: number,
): Promise<{ scoreAvg: number; scoreCount: number }> {
  const { entitled } = await rightTo(context, currentUser, publicationId);
  if (!entitled) throw forbidden('读过这本书才能评分');
  return context.db.transaction().execute(async (tx) => {
    // A concurrent score waits here: otherwise each would miss the other's count.
    await holdWork(tx, publicationId);
    await tx
      .insertInto('score')
      .values({ userId: currentUser.userId, publicationId, score, updateTime: Date.now() })
      .onConflict((oc) => oc.columns(['userId', 'publicationId']).doUpdateSet({ score, updateTime: Date.now() }))
      .execute();
    const { scoreSum, scoreCount } = await recountScore(tx, publicationId);
    return { scoreAvg: mean(scoreSum, scoreCount), scoreCount };
  });
}

/** Counts the scores of a work again; the caller holds the lock on the work. */
export async function recountScore(tx: Tx, publicationId: number): Promise<{ scoreSum: number; scoreCount: number }> {
  const row = await tx
    .selectFrom('score')
    .select((eb) => [eb.fn.sum<number | null>('score').as('sum'), eb.fn.countAll<number>().as('count')])
    .where('publicationId', '=', publicationId)
    .executeTakeFirstOrThrow();
  const counted = { scoreSum: Number(row.sum ?? 0), scoreCount: Number(row.count) };
  await tx.updateTable('publication').set(counted).where('id', '=', publicationId).execute();
  return counted;
}

/** Returns 0 without a score. */
export async function scoreOf(context: AppContext, currentUser: CurrentUser, publicationId: number): Promise<number> {
  const row = await context.db
    .selectFrom('score')
    .select('score')
    .where('userId', '=', currentUser.userId)
    .where('publicationId', '=', publicationId)
    .executeTakeFirst();
  return row?.score ?? 0;
}
