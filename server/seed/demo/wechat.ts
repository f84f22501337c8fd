import { DAY_MS } from '../../../contract/clock.ts';
import { finishedPeriods, shanghaiDay, type PeriodType } from '../../../contract/wechat/rank-period.ts';
import { epochOf } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { buildDraft, cutOffOf } from '../../wechat/rank.service.ts';
import { DEMO_DOMAINS, type DemoDomain } from './wechat-source.ts';

const HOUR_MS = 3_600_000;
const WEEKS = 8;
const MONTHS = 3;
const PER_ACCOUNT = 14;
/** Articles of an account in the ranked weeks and the current one; the others are older, for the months. */
const RECENT = 10;
/** Hours after the publication, and the share of the final counts. */
const SNAPSHOTS: readonly (readonly [hours: number, share: number])[] = [
  [6, 0.55],
  [30, 0.86],
  [192, 1],
];
const INSERT_ROWS = 200;
const EDITOR = 'opsadmin';

interface Article {
  readonly accountAt: number;
  readonly topicAt: number;
  readonly publishTime: number;
  readonly position: number;
  readonly counts: { readonly readNum: number; readonly wowNum: number; readonly likeNum: number; readonly shareNum: number };
  readonly outlier: 'none' | 'ratio';
  readonly outlierState: 'none' | 'pending' | 'excluded';
}

/** A repeatable number in [0, 1). */
const chance = (account: number, article: number, salt: number): number => {
  const value = Math.sin(account * 127.1 + article * 311.7 + salt * 74.7) * 43_758.5453;
  return value - Math.floor(value);
};

/** Accounts whose reads jump in one week: account, weeks back, factor. */
const JUMPS: readonly (readonly [account: number, weeksBack: number, factor: number])[] = [
  [7, 0, 5],
  [18, 0, 3.2],
  [12, 1, 4.5],
  [26, 2, 5],
  [3, 4, 3],
];
/** Reads without likes: the last week's waits for an editor, the older one was decided. */
const ODD = { pending: { account: 21, weeksBack: 0 }, excluded: { account: 9, weeksBack: 3 } } as const;

/** Fictional public accounts with articles, snapshots of their counts, and the last rankings, built like any other. */
export async function addWechat(tx: Tx, now: number): Promise<void> {
  const base = { createBy: EDITOR, updateBy: EDITOR, createTime: now, updateTime: now };
  const accountIds: number[] = [];
  for (const [index, { name, accounts }] of DEMO_DOMAINS.entries()) {
    const { id: domainId } = await tx
      .insertInto('wechatDomain')
      .values({ domainName: name, orderNum: index + 1, ...base })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = accounts.map(([accountName, wechatId, intro], at) => ({
      accountName,
      wechatId,
      intro,
      domainId,
      owner: `${accountName}编辑部`,
      areaId: null,
      certified: (index + at) % 3 === 0 ? ('0' as const) : ('1' as const),
      ...base,
    }));
    accountIds.push(...(await tx.insertInto('wechatAccount').values(rows).returning('id').execute()).map((row) => row.id));
  }
  const articles = accountIds.flatMap((_id, accountAt) => articlesOf(accountAt, now));
  for (let at = 0; at < articles.length; at += INSERT_ROWS) await insert(tx, articles.slice(at, at + INSERT_ROWS), accountIds, now);
  await buildRanks(tx, 'month', MONTHS, now);
  await buildRanks(tx, 'week', WEEKS, now);
}

/** The last periods whose cut-off has passed, oldest first. */
const periodsOf = (type: PeriodType, count: number, now: number): string[] => finishedPeriods(type, count, shanghaiDay(now - DAY_MS)).toReversed();

function articlesOf(accountAt: number, now: number): Article[] {
  const weeks = periodsOf('week', WEEKS, now);
  const firstWeek = epochOf(weeks[0] ?? '') ?? now;
  const firstMonth = epochOf(periodsOf('month', MONTHS, now)[0] ?? '') ?? now;
  return Array.from({ length: PER_ACCOUNT }, (_, at) => {
    const old = at - RECENT;
    // One article in each ranked week, a second one in some week, one since then, and the rest before.
    const week = at < WEEKS ? at : Math.floor(chance(accountAt, at, 1) * WEEKS);
    const start = old < 0 ? (epochOf(weeks[week] ?? '') ?? now) : firstMonth + (Math.max(firstWeek - firstMonth, 7 * DAY_MS) / 4) * old;
    const day = Math.floor(chance(accountAt, at, 2) * 7) * DAY_MS;
    const hour = (7 + Math.floor(chance(accountAt, at, 3) * 14)) * HOUR_MS;
    const latest = now - 7 * HOUR_MS;
    const publishTime = Math.min(at === WEEKS ? now - (7 + Math.floor(chance(accountAt, at, 4) * 60)) * HOUR_MS : start + day + hour, latest);
    const weeksBack = old < 0 && at < WEEKS ? WEEKS - 1 - week : -1;
    const jump = JUMPS.find(([account, back]) => account === accountAt && back === weeksBack)?.[2] ?? 1;
    const odd = (Object.keys(ODD) as (keyof typeof ODD)[]).find((one) => ODD[one].account === accountAt && ODD[one].weeksBack === weeksBack);
    const popular = 650 * 1.115 ** ((accountAt * 11) % 30);
    const trend = 1 + ((chance(accountAt, 0, 5) - 0.5) / 8) * (8 - Math.max(weeksBack, 0));
    const readNum = odd ? 61_200 : Math.round(popular * trend * jump * (0.65 + chance(accountAt, at, 6) * 0.8));
    return {
      accountAt,
      topicAt: at,
      publishTime,
      position: at % 5 === 4 ? 2 : 1,
      counts: {
        readNum,
        wowNum: Math.round(readNum * (odd ? 0.0002 : 0.003 + chance(accountAt, at, 7) * 0.004)),
        likeNum: odd ? 23 : Math.round(readNum * (0.007 + chance(accountAt, at, 8) * 0.012)),
        shareNum: Math.round(readNum * (odd ? 0.0004 : 0.006 + chance(accountAt, at, 9) * 0.012)),
      },
      outlier: odd ? 'ratio' : 'none',
      outlierState: odd ?? 'none',
    } as const;
  });
}

const domainOf = (accountAt: number): DemoDomain => DEMO_DOMAINS[Math.floor(accountAt / 5)] as DemoDomain;
const filled = (template: string | undefined, topic: string): string => (template ?? '').replaceAll('{t}', topic);

async function insert(tx: Tx, articles: readonly Article[], accountIds: readonly number[], now: number): Promise<void> {
  const taken = (article: Article): readonly (readonly [takenAt: number, share: number])[] =>
    SNAPSHOTS.map(([hours, share]) => [article.publishTime + hours * HOUR_MS, share] as const).filter(([takenAt]) => takenAt <= now);
  const scaled = ({ counts }: Article, share: number) => ({
    readNum: Math.round(counts.readNum * share),
    wowNum: Math.round(counts.wowNum * share),
    likeNum: Math.round(counts.likeNum * share),
    shareNum: Math.round(counts.shareNum * share),
  });
  const rows = articles.map((article) => {
    const { accountAt, topicAt, publishTime, position, outlier, outlierState } = article;
    const { topics, titles, digest, paragraphs } = domainOf(accountAt);
    const topic = topics[topicAt] ?? '';
    const [statTime = publishTime, share = 0] = taken(article).at(-1) ?? [];
    return {
      accountId: accountIds[accountAt] ?? 0,
      title: filled(titles[accountAt % 5], topic),
      url: `https://mp.example.cn/s/${accountAt + 1}-${topicAt + 1}`,
      digest: filled(digest, topic),
      // The others have only a digest and the link to the original.
      content: position === 1 ? paragraphs.map((one) => `<p>${filled(one, topic)}</p>`).join('') : '',
      publishTime,
      position,
      ...scaled(article, share),
      statTime,
      outlier,
      outlierState,
      outlierNote: outlierState === 'excluded' ? '已向账号核对后台，阅读数为误报' : '',
      createBy: EDITOR,
      updateBy: EDITOR,
      createTime: Math.min(publishTime + 6 * HOUR_MS, now),
      updateTime: statTime,
    };
  });
  const made = await tx.insertInto('wechatArticle').values(rows).returning('id').execute();
  const stats = articles.flatMap((article, at) =>
    taken(article).map(([takenAt, share]) => ({
      articleId: made[at]?.id ?? 0,
      takenAt,
      ...scaled(article, share),
      source: 'import' as const,
      createBy: EDITOR,
      createTime: takenAt,
    })),
  );
  for (let at = 0; at < stats.length; at += INSERT_ROWS)
    await tx
      .insertInto('articleStat')
      .values(stats.slice(at, at + INSERT_ROWS))
      .execute();
}

/** Which of the weeks, counted back from the last one, was corrected after its publication. */
const CORRECTED = 2;

async function buildRanks(tx: Tx, periodType: PeriodType, count: number, now: number): Promise<void> {
  const periods = periodsOf(periodType, count, now);
  for (const [index, periodStart] of periods.entries()) {
    const revisions = periodType === 'week' && index === periods.length - 1 - CORRECTED ? 2 : 1;
    for (let revision = 1; revision <= revisions; revision += 1) {
      const id = await buildDraft(tx, { periodType, periodStart, by: EDITOR, now });
      const { periodEnd } = await tx.selectFrom('wechatRankList').select('periodEnd').where('id', '=', id).executeTakeFirstOrThrow();
      const builtAt = Math.min(cutOffOf(periodEnd) + 90 * 60_000 + (revision - 1) * 2 * DAY_MS, now);
      if (revision > 1)
        await tx
          .updateTable('wechatRankList')
          .set({ status: 'replaced' })
          .where('periodType', '=', periodType)
          .where('periodStart', '=', periodStart)
          .where('status', '=', 'published')
          .execute();
      await tx
        .updateTable('wechatRankList')
        .set({
          status: 'published',
          createTime: builtAt,
          updateTime: builtAt,
          publishTime: Math.min(builtAt + 8 * HOUR_MS, now),
          publishBy: '林运营',
          note: revision > 1 ? '补入一篇漏录的文章，名次略有调整' : '',
        })
        .where('id', '=', id)
        .execute();
    }
  }
}
