import { DAY_MS } from '../../contract/clock.ts';
import type { AppContext } from '../context.ts';
import { dueReminder, openTasksOf } from './judging/judge-task.queries.ts';
import { remind } from './judging/round-board.service.ts';

/** Judges are reminded from three days before the end of a round on, once a day. */
const AHEAD_MS = 3 * DAY_MS;

/** Reminds one judge of the open tasks of one round. */
export async function remindNextJudge({ db }: AppContext): Promise<boolean> {
  const now = Date.now();
  const due = await dueReminder(db, now, AHEAD_MS, now - DAY_MS);
  if (!due) return false;
  await db.transaction().execute(async (tx) => remind(tx, due, await openTasksOf(tx, due.judgeId, due.roundId), now));
  return true;
}
