import { DAY_MS } from '../../contract/clock.ts';
import { deadlineMoment } from '../../contract/deadline.ts';
import { workFiles } from '../../contract/manuscript/work-files.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { proofPath } from './proof-step.service.ts';
import { dueProof } from './proof.queries.ts';

const AHEAD_MS = 2 * DAY_MS;

/** Reminds the proofreader of one task: two days before it is due, and when it is late. */
export async function remindNextProof({ db }: AppContext): Promise<boolean> {
  const now = Date.now();
  const row = await dueProof(db, now, AHEAD_MS);
  if (!row || row.dueAt === null || row.proofreaderId === null) return false;
  const { dueAt, proofreaderId } = row;
  await db.transaction().execute(async (tx) => {
    const taken = await tx
      .updateTable('proofread')
      .set({ remindedAt: now })
      .where('id', '=', row.id)
      .where((eb) => (row.remindedAt === null ? eb('remindedAt', 'is', null) : eb('remindedAt', '=', row.remindedAt)))
      .executeTakeFirst();
    if (Number(taken.numUpdatedRows) !== 1) return;
    const name = `《${row.title}》的${workFiles(row.kind).stages[row.stage]}`;
    await sendMessage(tx, {
      userId: proofreaderId,
      type: 'task',
      title: dueAt <= now ? `${name}已过期限` : `${name}将于${deadlineMoment(wireTime(dueAt))}到期`,
      content: `期限：${deadlineMoment(wireTime(dueAt))}`,
      link: proofPath(row),
    });
  });
  return true;
}
