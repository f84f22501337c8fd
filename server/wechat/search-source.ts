import { CANDIDATES, nameScore, SCORE, type SearchSource } from '../search/search-source.ts';
import { accountsNamed } from './account.service.ts';

export const accountSearch: SearchSource = {
  kind: 'account',
  async find(context, keyword) {
    const rows = await accountsNamed(context, keyword, CANDIDATES);
    return {
      rows: rows.map((account) => ({
        thing: { kind: 'account' as const, account },
        score: nameScore(account.accountName, keyword, SCORE.otherName),
      })),
      more: rows.length >= CANDIDATES,
    };
  },
};
