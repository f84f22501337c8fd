import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { KEYWORD_LENGTH } from '../limits.ts';
import { paging } from '../page.ts';
import { bookCard, KINDS } from './book.ts';
import { requiredText } from '../required-text.ts';

export const passage = z.object({
  publishId: z.number(),
  title: z.string(),
  authorsText: z.string(),
  chapterIndex: z.number(),
  chapterTitle: z.string(),
  /** Plain text around the hit; the hit itself is highlighted. */
  before: z.string(),
  hit: z.string(),
  after: z.string(),
  /** Total number of hits in this book. */
  hits: z.number(),
});
export type Passage = z.output<typeof passage>;

export const keyword = requiredText('请输入要搜索的内容').max(KEYWORD_LENGTH, `搜索内容不能超过${KEYWORD_LENGTH}个字`);

const found = {
  total: z.number(),
  /** There are more than `total`: a search stops at a limit of results or of time. */
  more: z.boolean(),
};

export const search = endpoint('GET /cms/search', {
  summary: '全站搜索',
  access: 'public',
  query: paging.extend({
    keyword,
    type: z.enum(['all', 'book', 'text']).default('all'),
    /** Works of one kind only. */
    kind: z.enum(KINDS).optional(),
  }),
  data: z.object({
    works: z.object({ rows: z.array(bookCard), ...found }),
    passages: z.object({ rows: z.array(passage), ...found }),
  }),
});

/** Words that several different visitors have searched. */
export const hotWords = endpoint('GET /cms/search/hot', { summary: '热门搜索', access: 'public', data: z.array(z.string()) });

/** Ranges of a name that match the typed text: start and end. */
const marks = z.array(z.tuple([z.number(), z.number()]));

export const suggestions = endpoint('GET /cms/search/suggest', {
  summary: '搜索建议',
  access: 'public',
  query: z.object({ keyword }),
  data: z.object({
    works: z.array(z.object({ publishId: z.number(), kind: z.enum(KINDS), title: z.string(), authorsText: z.string(), marks })),
    authors: z.array(z.object({ name: z.string(), marks })),
  }),
});
export type Suggestions = z.output<(typeof suggestions)['data']>;
