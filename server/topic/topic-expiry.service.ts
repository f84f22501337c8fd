import type { AppContext } from '../context.ts';
import { transitionTopic, topicIn } from './topic-step.service.ts';
import { expiredRows } from './topic.queries.ts';

/** Ends approved topics that have had no contract for this many months; a manuscript in the reviews keeps its topic. Returns their number. */
export async function expireTopics({ db }: AppContext, months: number): Promise<number> {
  const before = new Date();
  before.setUTCMonth(before.getUTCMonth() - months);
  const due = await expiredRows(db, before.getTime());
  for (const { id } of due)
    await db.transaction().execute(async (tx) => {
      const row = await topicIn(tx, id);
      if (row.status === 'approved') await transitionTopic(tx, null, row, 'expire');
    });
  return due.length;
}
