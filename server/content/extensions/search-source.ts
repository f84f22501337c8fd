import { CANDIDATES, nameScore, SCORE, type SearchSource } from '../../search/search-source.ts';
import { publicNews } from '../information.service.ts';

export const newsSearch: SearchSource = {
  kind: 'information',
  async find(context, keyword) {
    const { rows } = await publicNews(context, { pageNum: 1, pageSize: CANDIDATES, keyword });
    return {
      rows: rows.map((news) => ({ thing: { kind: 'information' as const, news }, score: nameScore(news.title, keyword, SCORE.text) })),
      more: rows.length >= CANDIDATES,
    };
  },
};
