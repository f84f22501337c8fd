import { manuscriptMachine } from '../../contract/manuscript/manuscript.machine.ts';
import { DAY_MS } from '../../contract/clock.ts';
import { MANUSCRIPT, type Queue } from '../../contract/manuscript/manuscript-limits.ts';
import type { Query } from '../crud/crud-table.ts';

const AT_REST = manuscriptMachine.groups.atRest;

/** Restricts the list of manuscripts to a queue that is the same for everybody; the queue of one person is on the board. */
export function queueFilter(query: Query, value: string): Query {
  const queue = value as Queue;
  const live = query.where('status', 'not in', AT_REST);
  if (queue === 'author') return live.where('turn', '=', 'author');
  if (queue === 'outside') return live.where('turnOutside', '=', '1');
  if (queue === 'overdue') return live.where('status', '<>', 'held').where('dueAt', '<', Date.now());
  return live.where('updateTime', '<', Date.now() - MANUSCRIPT.quietDays * DAY_MS);
}
