import { collectedWorks, PUBLICATION } from './favorite.queries.ts';
import type { Tx } from '../db/database.ts';
import { cards, GONE, holdWork } from '../catalog/book.service.ts';
import { wasOnSale } from '../commerce/entitlement.service.ts';
import { wireTime } from '../db/clock.ts';
import type { AppContext } from '../context.ts';
import { missing } from '../http/app-error.ts';
import type { CollectTarget } from '../../contract/library/favorite.ts';
import { isPublicScholar } from '../scholar/scholar.service.ts';
import type { CurrentUser } from '../http/current-user.ts';

/** Returns the number of users who collect something; a work stores the number. */
async function recount(tx: Tx, targetType: CollectTarget, targetId: number): Promise<number> {
  const { total } = await tx
    .selectFrom('collect')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('targetType', '=', targetType)
    .where('targetId', '=', targetId)
    .executeTakeFirstOrThrow();
  if (targetType === PUBLICATION)
    await tx
      .updateTable('publication')
      .set({ collectNum: Number(total) })
      .where('id', '=', targetId)
      .execute();
  return Number(total);
}

async function rejectMissing(context: AppContext, targetType: CollectTarget, targetId: number): Promise<void> {
  if (targetType === 'scholar') {
    if (!(await isPublicScholar(context.db, targetId))) throw missing('学者不存在或主页已关闭');
  } else if (!(await wasOnSale(context, targetId))) throw missing(GONE);
}

/** Collecting twice counts once. */
export async function collectTarget(
  context: AppContext,
  currentUser: CurrentUser,
  targetType: CollectTarget,
  targetId: number,
): Promise<{ collectNum: number }> {
  await rejectMissing(context, targetType, targetId);
  return context.db.transaction().execute(async (tx) => {
    if (targetType === PUBLICATION) await holdWork(tx, targetId);
    await tx
      .insertInto('collect')
      .values({ userId: currentUser.userId, targetType, targetId, createTime: Date.now() })
      .onConflict((oc) => oc.columns(['userId', 'targetType', 'targetId']).doNothing())
      .execute();
    return { collectNum: await recount(tx, targetType, targetId) };
  });
}

export async function uncollectTargets(
  context: AppContext,
  currentUser: CurrentUser,
  targetType: CollectTarget,
  ids: readonly number[],
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    // In a fixed order, so that two transactions on the same works do not deadlock.
    if (targetType === PUBLICATION) for (const id of [...ids].toSorted((one, other) => one - other)) await holdWork(tx, id);
    const gone = await tx
      .deleteFrom('collect')
      .where('userId', '=', currentUser.userId)
      .where('targetType', '=', targetType)
      .where('targetId', 'in', ids)
      .returning('targetId')
      .execute();
    for (const { targetId } of gone) await recount(tx, targetType, targetId);
  });
}

const MOST_FOLLOWED = 5000;

export async function followed(context: AppContext, currentUser: CurrentUser): Promise<number[]> {
  const rows = await context.db
    .selectFrom('collect')
    .select('targetId')
    .where('userId', '=', currentUser.userId)
    .where('targetType', '=', 'scholar')
    .orderBy('id', 'desc')
    .limit(MOST_FOLLOWED)
    .execute();
  return rows.map((row) => row.targetId);
}

export async function collectTotal(context: AppContext, currentUser: CurrentUser): Promise<number> {
  const { total } = await collectedWorks(context.db, currentUser.userId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function myCollects(context: AppContext, currentUser: CurrentUser, page: { pageNum: number; pageSize: number }) {
  const rows = await collectedWorks(context.db, currentUser.userId)
    .select(['collect.targetId', 'collect.createTime'])
    .orderBy('collect.createTime', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  const at = new Map(rows.map((row) => [row.targetId, wireTime(row.createTime)]));
  const works = await cards(context, [...at.keys()]);
  return { rows: works.map((work) => ({ ...work, collectTime: at.get(work.publishId) ?? '' })), total: await collectTotal(context, currentUser) };
}

export async function hasCollected(context: AppContext, currentUser: CurrentUser, targetId: number): Promise<boolean> {
  const row = await collectedWorks(context.db, currentUser.userId).select('collect.id').where('collect.targetId', '=', targetId).executeTakeFirst();
  return row !== undefined;
}
