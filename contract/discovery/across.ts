import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { keyword } from '../catalog/search.ts';
import { contestCard } from '../contest/contest.ts';
import { informationCard } from '../content/information.ts';
import { endpoint } from '../endpoint.ts';
import { paging } from '../page.ts';
import { scholarCard } from '../scholar/public-scholar.ts';

/** What a visitor may look for by name. */
export const FOUND_KINDS = ['work', 'scholar', 'information', 'account', 'contest'] as const;
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
  z.object({ kind: z.literal('contest'), contest: contestCard }),
]);
export type FoundThing = z.output<typeof foundThing>;
export type FoundAccount = z.output<typeof foundAccount>;

/** One ranking of works, scholars, news, public accounts and contests, best first; with `kind` only these. */
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
