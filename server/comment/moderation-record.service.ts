import { commentMachine } from '../../contract/comment/comment.machine.ts';
import { eventLabel } from '../../contract/state-machine.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { moderationSteps } from './moderation.queries.ts';

const MINUTES = 'yyyy-mm-dd hh:mm'.length;

/** What was decided about texts and why, by id: one step a line, the oldest first. */
export async function recordsOf(db: Database | Tx, table: 'comment' | 'authorMessage', ids: readonly number[]): Promise<Map<number, string>> {
  const lines = new Map<number, string>();
  for (const { entityId, event, nickName, operatorId, note, at } of await moderationSteps(db, table, ids)) {
    const who = nickName ?? (operatorId === 0 ? '系统' : '已注销用户');
    const line = `${wireTime(Number(at)).slice(0, MINUTES)} ${who} ${eventLabel(commentMachine, event)}${note ? `：${note}` : ''}`;
    lines.set(entityId, lines.has(entityId) ? `${lines.get(entityId)}\n${line}` : line);
  }
  return lines;
}
