import { CANDIDATES, nameScore, SCORE, type SearchSource } from '../../search/search-source.ts';
import { contestsNamed } from '../contest.service.ts';

export const contestSearch: SearchSource = {
  kind: 'contest',
  async find(context, keyword) {
    const rows = await contestsNamed(context, keyword, CANDIDATES);
    return {
      rows: rows.map((contest) => ({ thing: { kind: 'contest' as const, contest }, score: nameScore(contest.title, keyword, SCORE.text) })),
      more: rows.length >= CANDIDATES,
    };
  },
};
