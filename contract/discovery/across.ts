import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { keyword } from '../catalog/search.ts';
import { contestCard } from '../contest/contest.ts';
import { informationCard } from '../content/information.ts';
import { endpoint } from '../endpoint.ts';
import { paging } from '../page.ts';
import { scholarCard } from '../scholar/public-scholar.ts';

/** What a visitor may look for by name. */
export const FOUND_KINDS = ['work', 'scholar', 'information', 'account', 'contest', 'paper'] as const;
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

/** A published article of a journal. */
const foundPaper = z.object({
  articleId: z.number(),
  title: z.string(),
  titleEn: z.string(),
  authorsText: z.string(),
  journalName: z.string(),
  issueLabel: z.string(),
  /** The part of the abstract with the keyword. */
  abstract: z.string(),
  publishedAt: z.string(),
  retracted: z.boolean(),
});

export const foundThing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('work'), work: bookCard }),
  z.object({ kind: z.literal('scholar'), scholar: scholarCard }),
  z.object({ kind: z.literal('information'), news: informationCard }),
  z.object({ kind: z.literal('account'), account: foundAccount }),
  z.object({ kind: z.literal('contest'), contest: contestCard }),
  z.object({ kind: z.literal('paper'), paper: foundPaper }),
]);
export type FoundThing = z.output<typeof foundThing>;
export type FoundPaper = z.output<typeof foundPaper>;
export type FoundAccount = z.output<typeof foundAccount>;

/** One ranking of works, scholars, papers, public accounts, contests and news, best first; with `kind` only these. */
export const searchAcross = endpoint('GET /cms/search/across', {
  summary: '综合搜索',
  access: 'public',
  query: paging.extend({ keyword, kind: z.enum(FOUND_KINDS, '没有这一类结果').optional() }),
  data: z.object({
    rows: z.array(foundThing),
    total: z.number(),
    /** Results of each kind, whatever `kind` is. */
    totals: z.record(z.enum(FOUND_KINDS), z.number()),
    /** Kinds of which there are more than `totals` says: a search stops at a limit of results. */
    more: z.array(z.enum(FOUND_KINDS)),
  }),
});
