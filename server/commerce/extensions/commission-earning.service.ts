import type { EarningSourceOf, SourceEvent } from '../../ledger/earning-source.ts';
import { monthsUntil } from '../../db/clock.ts';
import { firstEntryBefore, promoterNames } from '../spread/commission.queries.ts';
import { commissionBetween } from '../spread/commission.service.ts';

/** The commission of promoters: one event for each of them and month. Refunds of a month may make it negative. */
export const commissionEarnings: EarningSourceOf = {
  key: 'commission',
  events: async (db, until) => {
    const first = await firstEntryBefore(db, until);
    if (first === null) return [];
    const events: SourceEvent[] = [];
    for (const { period, from, to } of monthsUntil(first, until))
      for (const { userId, fen, steps } of await commissionBetween(db, from, to))
        events.push({
          userId,
          name: '',
          sourceId: Number(period.replace('-', '')),
          title: `${period} 推广佣金`,
          at: from,
          fen,
          taxCategory: 'labour',
          taxSubject: 'spread',
          steps,
          shareBp: 10_000,
        });
    const names = await promoterNames(db, [...new Set(events.map(({ userId }) => userId ?? 0))]);
    return events.map((event) => ({ ...event, name: names.get(event.userId ?? 0) ?? '' }));
  },
};
