import type { z } from 'zod';
import type { holdList } from '../../../contract/manuscript/hold.ts';
import type { HOLD_REASONS } from '../../../contract/manuscript/manuscript-limits.ts';
import type { AppContext } from '../../context.ts';
import { wireDate, wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { daysSince } from '../edit-task.service.ts';
import { holdRows, openHold } from './hold.queries.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { involvedStaff } from '../manuscript.policy.ts';
import { editorPath, manuscriptIn, setTurn, subjectOf, type ManuscriptRow } from '../manuscript-step.service.ts';

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
      kept: JSON.stringify({ turn: row.turn, userId: row.turnUserId, dueAt: row.dueAt, stageSince: row.stageSince } satisfies Kept),
      resumedBy: null,
      resumedAt: null,
    })
    .execute();
  await notifyInvolved(tx, currentUser, row, row.turnUserId, `${subjectOf(row)}已搁置`, `原因：${reasonType}，${reason}。恢复前不用办理，期限顺延。`);
}

/** Whose turn it was when a hold began, and the dates that move with it. */
interface Kept {
  readonly turn: ManuscriptRow['turn'];
  readonly userId: number | null;
  readonly dueAt: number | null;
  readonly stageSince: number;
}

/** Sends a message about a hold to the staff concerned and to the author; the content, which may have the reason, goes to the staff only. */
async function notifyInvolved(
  tx: Tx,
  currentUser: CurrentUser,
  row: ManuscriptRow,
  turnUserId: number | null,
  title: string,
  content: string,
): Promise<void> {
  for (const userId of involvedStaff(row, turnUserId, currentUser))
    await sendMessage(tx, { userId, type: 'task', title, content, link: editorPath(row.id) });
  await sendMessage(tx, { userId: row.ownerId, type: 'task', title, content: '', link: `/authorBackground/publish?archiveId=${row.id}` });
}

/** Gives the manuscript back the turn that it had, unless its stage has set one. */
async function keepTurn(tx: Tx, archiveId: number, kept: Kept, held: number): Promise<number | null> {
  const row = await manuscriptIn(tx, archiveId);
  await tx
    .updateTable('manuscript')
    .set({ stageSince: kept.stageSince + held })
    .where('id', '=', archiveId)
    .execute();
  const setByStage = row.dueAt !== null || (row.turnUserId !== null && row.turnUserId !== row.editorId);
  if (setByStage) return row.turnUserId;
  const userId = kept.turn === 'editor' ? row.editorId : kept.userId;
  await setTurn(tx, row, { turn: kept.turn, userId, dueAt: kept.dueAt === null ? null : kept.dueAt + held });
  return userId;
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
  const kept = JSON.parse(hold.kept) as Kept | Record<string, never>;
  const turnUserId = 'turn' in kept ? await keepTurn(tx, row.id, kept as Kept, held) : null;
  await notifyInvolved(tx, currentUser, row, turnUserId, `${subjectOf(row)}已恢复`, '稿件回到搁置前的环节，请继续办理；期限按搁置的时间顺延。');
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
