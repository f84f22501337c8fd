import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { KEYWORD_LENGTH } from '../limits.ts';
import { paging } from '../page.ts';
import { bookCard } from './book.ts';
import { requiredText } from '../required-text.ts';

export const passage = z.object({
  publishId: z.number(),
  title: z.string(),
  authorsText: z.string(),
  chapterIndex: z.number(),
  chapterTitle: z.string(),
  /** Text around the hit, plain; the hit itself is shown marked. */
  before: z.string(),
  hit: z.string(),
  after: z.string(),
  /** Hits in this book in all. */
  hits: z.number(),
});
export type Passage = z.output<typeof passage>;

export const search = endpoint('GET /cms/search', {
  summary: '全站搜索',
  access: 'public',
  query: paging.extend({
    keyword: requiredText('请输入要搜索的内容').max(KEYWORD_LENGTH, `搜索内容不能超过${KEYWORD_LENGTH}个字`),
    type: z.enum(['all', 'book', 'text']).default('all'),
  }),
  data: z.object({
    works: z.object({ rows: z.array(bookCard), total: z.number() }),
    passages: z.object({ rows: z.array(passage), total: z.number() }),
  }),
});

export const hotWords = endpoint('GET /cms/search/hot', { summary: '热门搜索', access: 'public', data: z.array(z.string()) });
