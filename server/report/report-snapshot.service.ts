import type { Report } from '../../contract/report/report.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import type { ReportSnapshotTable } from '../db/tables/report-tables.ts';
import { isClosed, lastPeriods, periodOf, type Days } from './report-days.rule.ts';
import type { ReportSource } from './report-source.service.ts';

/** Returns the stored report of a closed month, quarter or year; null when there is none. */
export async function storedReport(db: Database, source: Pick<ReportSource, 'key' | 'label'>, days: Days): Promise<Report | null> {
  const period = periodOf(days);
  if (period === null || !isClosed(days, Date.now())) return null;
  const row = await db.selectFrom('reportSnapshot').selectAll().where('reportKey', '=', source.key).where('period', '=', period).executeTakeFirst();
  return row ? reportIn(row, days) : null;
}

const reportIn = ({ data, generatedAt }: Pick<ReportSnapshotTable, 'data' | 'generatedAt'>, { begin, end }: Days): Report => ({
  ...(JSON.parse(data) as Report),
  begin,
  end,
  asOf: wireTime(Number(generatedAt)),
});

type Read = (db: Database, source: ReportSource, days: Days) => Promise<Report>;

/**
 * Stores the reports of the month, quarter and year that ended last, each once. A stored period is never written again: later events are shown
 * beside it. Returns the number of new snapshots.
 */
export async function storeSnapshots({ db }: AppContext, sources: readonly ReportSource[], read: Read, now = Date.now()): Promise<number> {
  let made = 0;
  for (const days of lastPeriods(now)) {
    const period = periodOf(days) ?? '';
    const known = new Set(
      (await db.selectFrom('reportSnapshot').select('reportKey').where('period', '=', period).execute()).map(({ reportKey }) => reportKey),
    );
    for (const source of sources) {
      if (known.has(source.key)) continue;
      // Choices of filters are those of the time of reading.
      const data = JSON.stringify({ ...(await read(db, source, days)), filters: [] });
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('reportSnapshot')
        .values({ reportKey: source.key, period, data, generatedAt: now })
        .onConflict((on) => on.columns(['reportKey', 'period']).doNothing())
        .executeTakeFirst();
      made += Number(numInsertedOrUpdatedRows ?? 0);
    }
  }
  return made;
}
