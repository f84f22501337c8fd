import type { z } from 'zod';
import type { holdList } from '../../contract/manuscript/hold.ts';
import type { HOLD_REASONS } from '../../contract/manuscript/manuscript-limits.ts';
import type { AppContext } from '../context.ts';
import { wireDate, wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { daysSince } from './edit-task.service.ts';
import { holdRows, openHold } from './hold.queries.ts';
import type { ManuscriptRow } from './manuscript-step.service.ts';

/** Registers why a manuscript is on hold; its due date stops counting. */
export async function beginHold(
  tx: Tx,
  currentUser: CurrentUser,
  row: ManuscriptRow,
  { reasonType, reason, resumePlan }: { reasonType: (typeof HOLD_REASONS)[number]; reason: string; resumePlan: string },
): Promise<void> {
  await tx
    .insertInto('manuscriptHold')
    .values({
      archiveId: row.id,
      reasonType,
      reason,
      fromStatus: row.status,
      heldBy: currentUser.userId,
      heldAt: Date.now(),
      resumePlan,
      resumedBy: null,
      resumedAt: null,
    })
    .execute();
}

/** Ends a hold and moves the open due dates of the manuscript by the time it was held. */
export async function endHold(tx: Tx, currentUser: CurrentUser, row: ManuscriptRow): Promise<void> {
  const hold = await openHold(tx, row.id);
  if (!hold) return;
  const now = Date.now();
  await tx
    .updateTable('manuscriptHold')
    .set({ resumedBy: currentUser.userId, resumedAt: now, result: 'resumed' })
    .where('id', '=', hold.id)
    .execute();
  const held = now - hold.heldAt;
  for (const table of ['editTask', 'stageTask'] as const)
    await tx
      .updateTable(table)
      .set((eb) => ({ dueAt: eb('dueAt', '+', held) }))
      .where('archiveId', '=', row.id)
      .where('dueAt', 'is not', null)
      .execute();
}

/** Milliseconds that the last hold of a manuscript lasted; stages move their own due dates by it. */
export async function lastHoldMs(tx: Tx, archiveId: number): Promise<number> {
  const hold = await tx
    .selectFrom('manuscriptHold')
    .select(['heldAt'])
    .where('archiveId', '=', archiveId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return hold ? Date.now() - hold.heldAt : 0;
}

export async function holdsFor({ db }: AppContext, asked: z.output<typeof holdList.query>) {
  const query = holdRows(db, asked.result, asked.keyword);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('manuscriptHold')
    .select(['manuscript.title', 'manuscript.archiveNo', 'holder.nickName as heldByName', 'resumer.nickName as resumedByName'])
    .orderBy('manuscriptHold.heldAt')
    .limit(asked.pageSize)
    .offset(offsetOf(asked, Number(total)))
    .execute();
  const now = Date.now();
  const today = wireDate(now);
  return {
    total: Number(total),
    rows: rows.map((row) => ({
      holdId: row.id,
      archiveId: row.archiveId,
      archiveNo: row.archiveNo,
      title: row.title,
      reasonType: row.reasonType as (typeof HOLD_REASONS)[number],
      reason: row.reason,
      fromStatus: row.fromStatus as ManuscriptRow['status'],
      heldByName: row.heldByName ?? '',
      heldAt: wireTime(row.heldAt),
      days: daysSince(row.heldAt, row.resumedAt ?? now),
      resumePlan: row.resumePlan,
      overdue: row.result === 'holding' && row.resumePlan !== '' && row.resumePlan < today,
      resumedByName: row.resumedByName ?? '',
      resumedAt: wireTime(row.resumedAt),
      result: row.result,
    })),
  };
}
