import { TAX_CATEGORIES, type TaxCategory } from '../../../contract/earnings/earning-limits.ts';
import { spread, yuan } from '../../../contract/money.ts';
import { configOf } from '../../db/config-value.ts';
import type { EarningSourceOf } from '../../ledger/earning-source.ts';
import type { TeamMember } from '../../../contract/contest/contest-submit.ts';
import { awardsOf } from '../contest-rows.ts';
import { accountsByPhone, prizedBefore } from './prize.queries.ts';

const CATEGORY = 'earnings.prize.taxCategory';
const WHOLE_BP = 10_000;

/** The people of an entry, each once: the contestant, then the team. */
const peopleOf = (nickName: string, team: string): { name: string; phone: string }[] => [
  { name: nickName, phone: '' },
  ...(JSON.parse(team) as TeamMember[]).filter(({ name }) => name !== '' && name !== nickName).map(({ name, phone }) => ({ name, phone })),
];

/** The prizes of finished contests, split over the team in equal parts; the contestant gets the remainder. */
export const prizeEarnings: EarningSourceOf = {
  key: 'prize',
  async events(db, until) {
    const label = (await configOf({ db }, CATEGORY)) ?? '';
    const known = (Object.keys(TAX_CATEGORIES) as TaxCategory[]).find((key) => TAX_CATEGORIES[key] === label);
    const taxCategory = known ?? 'prize';
    const rows = await prizedBefore(db, until);
    const entries = rows.map((row) => ({ row, people: peopleOf(row.nickName, row.team) }));
    const accounts = await accountsByPhone(
      db,
      entries.flatMap(({ people }) => people.map(({ phone }) => phone)).filter((phone) => phone !== ''),
    );
    return entries.flatMap(({ row, people }) => {
      const prizeFen = awardsOf(row).find(({ name }) => name === row.awardName)?.prizeFen ?? 0;
      const parts = spread(
        prizeFen,
        people.map(() => 1),
      );
      const taken = new Set<number>();
      return people.flatMap(({ name, phone }, at) => {
        const userId = at === 0 ? row.userId : (accounts.get(phone) ?? null);
        if (userId !== null && taken.has(userId)) return [];
        if (userId !== null) taken.add(userId);
        return [
          {
            userId,
            name,
            sourceId: row.submitId,
            title: `${row.contestTitle}${row.awardName}`,
            at: row.issuedAt,
            fen: parts[at] ?? 0,
            taxCategory,
            taxSubject: `contest:${row.contestId}`,
            steps: [{ label: `《${row.title}》${row.awardName}`, formula: `奖金${yuan(prizeFen)}元，${people.length}人平分`, fen: prizeFen }],
            shareBp: spread(
              WHOLE_BP,
              people.map(() => 1),
            )[at] as number,
          },
        ];
      });
    });
  },
};
