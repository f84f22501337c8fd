import { DAY_MS } from '../../contract/clock.ts';
import { deadlineMoment } from '../../contract/deadline.ts';
import { LEVEL_NAMES } from '../../contract/review/review.machine.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { dueReview, usersOfRole } from './review.queries.ts';
import { reviewPath } from './review-step.service.ts';

const AHEAD_MS = 3 * DAY_MS;

/** Reminds the auditor of one task: three days before it is due, on the day, and three days after, when the managers hear of it too. */
export async function remindNext({ db }: AppContext): Promise<boolean> {
  const now = Date.now();
  const row = await dueReview(db, now, AHEAD_MS);
  if (!row || row.dueAt === null || row.auditorId === null) return false;
  const { dueAt, auditorId } = row;
  await db.transaction().execute(async (tx) => {
    const taken = await tx
      .updateTable('review')
      .set({ remindedAt: now })
      .where('id', '=', row.id)
      .where((eb) => (row.remindedAt === null ? eb('remindedAt', 'is', null) : eb('remindedAt', '=', row.remindedAt)))
      .executeTakeFirst();
    if (Number(taken.numUpdatedRows) !== 1) return;
    const name = `《${row.title}》的${LEVEL_NAMES[row.level]}`;
    const late = dueAt <= now;
    const message = {
      type: 'task' as const,
      title:
        row.status === 'assigned'
          ? `请接收或谢绝${name}，${late ? '已过期限' : `期限${deadlineMoment(wireTime(dueAt))}`}`
          : late
            ? `${name}已过期限`
            : `${name}将于${deadlineMoment(wireTime(dueAt))}到期`,
      content: `期限：${deadlineMoment(wireTime(dueAt))}`,
      link: reviewPath(row),
    };
    await sendMessage(tx, { userId: auditorId, ...message });
    if (dueAt + AHEAD_MS > now) return;
    for (const userId of await usersOfRole(tx, 'press_manager'))
      await sendMessage(tx, { userId, ...message, content: `审稿人：${row.auditorName ?? ''}` });
  });
  return true;
}
