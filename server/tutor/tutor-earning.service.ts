import { sum, timesBp, yuan } from '../../contract/money.ts';
import { configOf } from '../db/config-value.ts';
import type { EarningSourceOf } from '../ledger/earning-source.ts';
import { finishedBefore } from './tutor.queries.ts';

const SHARE = 'earnings.tutor.shareBp';
const WHOLE_BP = 10_000;

/** The expert's share of the fee of a tutoring that took place; what was returned to the applicant earns nothing. */
export const tutorEarnings: EarningSourceOf = {
  key: 'tutor',
  async events(db, until) {
    const stored = Number((await configOf({ db }, SHARE)) ?? WHOLE_BP);
    const shareBp = Number.isInteger(stored) && stored >= 0 && stored <= WHOLE_BP ? stored : WHOLE_BP;
    return (await finishedBefore(db, until)).map((row) => {
      const keptFen = sum([row.feeFen, -row.refundFen]);
      const fen = timesBp(keptFen, shareBp);
      const returned = row.refundFen > 0 ? `，已退${yuan(row.refundFen)}元` : '';
      return {
        userId: row.expertUserId,
        name: row.nickName ?? '',
        sourceId: row.id,
        title: `辅导“${row.topic}”`,
        at: row.expectTime,
        fen,
        taxCategory: 'labour',
        taxSubject: 'tutor',
        steps: [{ label: `辅导${row.tutorNo}`, formula: `辅导费${yuan(row.feeFen)}元${returned}`, fen: keptFen }],
        shareBp,
      };
    });
  },
};
