import { z } from 'zod';
import { informationCard } from '../content/information.ts';
import { endpoint } from '../endpoint.ts';
import { KEYWORD_LENGTH } from '../limits.ts';
import { paging } from '../page.ts';
import { bookCard, KINDS } from './book.ts';
import { scholarCard } from '../scholar/public-scholar.ts';
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

const keyword = requiredText('请输入要搜索的内容').max(KEYWORD_LENGTH, `搜索内容不能超过${KEYWORD_LENGTH}个字`);

export const search = endpoint('GET /cms/search', {
  summary: '全站搜索',
  access: 'public',
  query: paging.extend({
    keyword,
    type: z.enum(['all', 'book', 'text']).default('all'),
  }),
  data: z.object({
    works: z.object({ rows: z.array(bookCard), total: z.number() }),
    passages: z.object({ rows: z.array(passage), total: z.number() }),
  }),
});

/** What a visitor may look for by name. */
export const FOUND_KINDS = ['work', 'scholar', 'information', 'account'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

const foundAccount = z.object({
  accountId: z.number(),
  accountName: z.string(),
  wechatId: z.string(),
  avatar: z.string(),
  intro: z.string(),
  domainName: z.string(),
  certified: z.boolean(),
});

export const foundThing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('work'), work: bookCard }),
  z.object({ kind: z.literal('scholar'), scholar: scholarCard }),
  z.object({ kind: z.literal('information'), news: informationCard }),
  z.object({ kind: z.literal('account'), account: foundAccount }),
]);
export type FoundThing = z.output<typeof foundThing>;
export type FoundAccount = z.output<typeof foundAccount>;

/** One ranking of works, scholars, news and public accounts, best first; with `kind` only these. */
export const searchAcross = endpoint('GET /cms/search/across', {
  summary: '综合搜索',
  access: 'public',
  query: paging.extend({ keyword, kind: z.enum(FOUND_KINDS, '没有这一类结果').optional() }),
  data: z.object({
    rows: z.array(foundThing),
    total: z.number(),
    /** Results of each kind, whatever `kind` is. */
    totals: z.record(z.enum(FOUND_KINDS), z.number()),
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
