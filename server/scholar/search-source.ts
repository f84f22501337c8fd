import { CANDIDATES, comparable, nameScore, SCORE, type SearchSource } from '../search/search-source.ts';
import { scholarsFor } from './public-scholar.service.ts';

export const scholarSearch: SearchSource = {
  kind: 'scholar',
  async find(context, keyword) {
    const { rows } = await scholarsFor(context, null, { pageNum: 1, pageSize: CANDIDATES, keyword, sort: 'featured' });
    return {
      rows: rows.map((scholar) => ({
        thing: { kind: 'scholar' as const, scholar },
        score: comparable(scholar.matchedName) === comparable(keyword) ? SCORE.exact - 1 : nameScore(scholar.scholarName, keyword, SCORE.otherName),
      })),
      more: rows.length >= CANDIDATES,
    };
  },
};
