import type { FastifyRequest } from 'fastify';
import type { DataOf } from '../../contract/endpoint.ts';
import { FOUND_KINDS, type FoundKind, type FoundThing, type searchAcross } from '../../contract/discovery/across.ts';
import type { AppContext } from '../context.ts';
import { contestsNamed } from '../contest/contest.service.ts';
import { publicNews } from '../content/information.service.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { papersWith, type PaperMatch } from '../periodical/article-search.service.ts';
import { scholarsFor } from '../scholar/public-scholar.service.ts';
import { fold, termsOf } from '../search/tokenizer.ts';
import { accountsNamed } from '../wechat/account.service.ts';
import { cards } from '../catalog/book.service.ts';
import { limitSearches, rankedWorks, type RankedWork } from '../catalog/search.service.ts';

/** Scholars, papers, news and accounts that are ranked; works have their own limit. */
const CANDIDATES = 200;

/** How well a name answers a keyword; the same scale for all kinds. */
const SCORE = { exact: 100, beginning: 80, part: 60, otherName: 55, author: 45, text: 20 } as const;

type Ranked = { readonly score: number } & (Exclude<FoundThing, { kind: 'work' }> | { readonly kind: 'work'; readonly publishId: number });

const plain = (text: string): string => termsOf(fold(text)).join(' ');

/** The score of a name that may have the keyword; `otherwise` if it has not. */
function nameScore(name: string, keyword: string, otherwise: number): number {
  const at = plain(name).indexOf(keyword);
  if (at < 0) return otherwise;
  return plain(name) === keyword ? SCORE.exact : at === 0 ? SCORE.beginning : SCORE.part;
}

/** The rank of a work counts its fields: title, subtitle, author, then texts. */
const workScore = ({ title, rank }: RankedWork, keyword: string): number =>
  nameScore(title, keyword, rank <= 1 ? SCORE.otherName : rank === 2 ? SCORE.author : SCORE.text);

const PAPER_SCORE: Readonly<Record<PaperMatch, number>> = { title: SCORE.otherName, author: SCORE.author, text: SCORE.text };

interface Asked {
  readonly keyword: string;
  readonly kind?: FoundKind | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

/** Ranks works, scholars, papers, accounts, contests and news together, best first; equal scores in this order of kinds, then as each kind orders them. */
export async function across(
  context: AppContext,
  currentUser: CurrentUser | null,
  request: FastifyRequest,
  { keyword, kind, pageNum, pageSize }: Asked,
): Promise<DataOf<typeof searchAcross>> {
  await limitSearches(context, currentUser, request);
  const asked = plain(keyword);
  const first = { pageNum: 1, pageSize: CANDIDATES };
  const { rows: works, more: moreWorks } = await rankedWorks(context, termsOf(keyword));
  const scholars = await scholarsFor(context, null, { ...first, keyword, sort: 'featured' });
  const papers = await papersWith(context, keyword, CANDIDATES);
  const accounts = await accountsNamed(context, keyword, CANDIDATES);
  const contests = await contestsNamed(context, keyword, CANDIDATES);
  const news = await publicNews(context, { ...first, keyword });
  const ranked: Ranked[] = [
    ...works.map((work) => ({ kind: 'work' as const, publishId: work.id, score: workScore(work, asked) })),
    ...scholars.rows.map((scholar) => ({
      kind: 'scholar' as const,
      scholar,
      score: plain(scholar.matchedName) === asked ? SCORE.exact - 1 : nameScore(scholar.scholarName, asked, SCORE.otherName),
    })),
    ...papers.map(({ paper, match }) => ({ kind: 'paper' as const, paper, score: nameScore(paper.title, asked, PAPER_SCORE[match]) })),
    ...accounts.map((account) => ({ kind: 'account' as const, account, score: nameScore(account.accountName, asked, SCORE.otherName) })),
    ...contests.map((contest) => ({ kind: 'contest' as const, contest, score: nameScore(contest.title, asked, SCORE.text) })),
    ...news.rows.map((one) => ({ kind: 'information' as const, news: one, score: nameScore(one.title, asked, SCORE.text) })),
  ];
  const totals = Object.fromEntries(FOUND_KINDS.map((one) => [one, ranked.filter((found) => found.kind === one).length])) as Record<
    FoundKind,
    number
  >;
  const chosen = ranked.filter((one) => !kind || one.kind === kind).toSorted((a, b) => b.score - a.score);
  const page = chosen.slice((pageNum - 1) * pageSize, pageNum * pageSize);
  const ids = page.flatMap((one) => (one.kind === 'work' ? one.publishId : []));
  const shown = new Map((await cards(context, ids)).map((work) => [work.publishId, work]));
  const rows = page.flatMap((one): FoundThing[] => {
    if (one.kind !== 'work') return [one];
    const work = shown.get(one.publishId);
    return work ? [{ kind: 'work', work }] : [];
  });
  const atLimit = { scholar: scholars.rows, information: news.rows, account: accounts, contest: contests, paper: papers };
  const more = FOUND_KINDS.filter((one) => (one === 'work' ? moreWorks : atLimit[one].length >= CANDIDATES));
  return { rows, total: chosen.length, totals, more };
}
