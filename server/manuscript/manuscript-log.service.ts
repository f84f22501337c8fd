import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { logOf } from './manuscript.queries.ts';

/** The transition log of a row of the pipeline in words, the oldest first. */
export async function transitionsOf(
  db: Database | Tx,
  entity: string,
  id: number,
  eventName: (event: string) => string,
  stateName: (state: string) => string,
  hidden: ReadonlySet<number> = new Set(),
) {
  const lines = (await logOf(db, entity, id)).filter((line) => !hidden.has(line.id));
  return lines.map(({ event, fromStatus, toStatus, note, at, nickName, operatorId }) => ({
    event: eventName(event),
    fromStatus: stateName(fromStatus),
    toStatus: stateName(toStatus),
    operatorName: nickName ?? (operatorId === 0 ? '系统' : ''),
    note,
    at: wireTime(at),
  }));
}
