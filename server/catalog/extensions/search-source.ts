import { termsOf } from '../../search/tokenizer.ts';
import { nameScore, SCORE, type SearchSource } from '../../search/search-source.ts';
import { cards } from '../book.service.ts';
import { rankedWorks } from '../search/search.service.ts';

/** Works on sale. The rank of a work counts its fields: title, subtitle, author, then texts. */
export const workSearch: SearchSource = {
  kind: 'work',
  async find(context, keyword) {
    const { rows, more } = await rankedWorks(context, termsOf(keyword));
    const otherwise = (rank: number) => (rank <= 1 ? SCORE.otherName : rank === 2 ? SCORE.author : SCORE.text);
    return { rows: rows.map(({ id, title, rank }) => ({ id, score: nameScore(title, keyword, otherwise(rank)) })), more };
  },
  show: async (context, ids) => new Map((await cards(context, ids)).map((work) => [work.publishId, { kind: 'work' as const, work }])),
};
