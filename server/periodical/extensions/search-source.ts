import { CANDIDATES, nameScore, SCORE, type SearchSource } from '../../search/search-source.ts';
import { papersWith, type PaperMatch } from '../article-search.service.ts';

const BY_MATCH: Readonly<Record<PaperMatch, number>> = { title: SCORE.otherName, author: SCORE.author, text: SCORE.text };

/** Published articles of journals. */
export const paperSearch: SearchSource = {
  kind: 'paper',
  async find(context, keyword) {
    const rows = await papersWith(context, keyword, CANDIDATES);
    return {
      rows: rows.map(({ paper, match }) => ({
        thing: { kind: 'paper' as const, paper },
        score: nameScore(paper.title, keyword, BY_MATCH[match]),
      })),
      more: rows.length >= CANDIDATES,
    };
  },
};
