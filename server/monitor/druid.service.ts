import type { DataOf } from '../../contract/endpoint.ts';
import type { getDruid } from '../../contract/monitor/druid.ts';
import { wireTime } from '../db/clock.ts';
import type { AppContext } from '../context.ts';

const SHOWN = 50;
const hundredth = (value: number): number => Math.round(value * 100) / 100;

/** Returns the database state of this process: connections, and the statements with the highest total time. */
export async function databaseState({ db }: AppContext): Promise<DataOf<typeof getDruid>> {
  const { version, bytes } = await db.engine.about(db);
  const { since, count, failures } = db.times;
  return {
    version,
    bytes,
    since: wireTime(since),
    pool: { ...db.engine.pool() },
    count,
    failures,
    statements: db.times.slowest(SHOWN).map(({ total, max, lastTime, ...one }) => ({
      ...one,
      average: hundredth(total / one.count),
      max: hundredth(max),
      total: hundredth(total),
      lastTime: wireTime(lastTime),
    })),
  };
}
