import type { Selectable } from 'kysely';
import type { RankPoint } from '../../contract/wechat/account.ts';
import { POINTS, type PeriodType } from '../../contract/wechat/rank-period.ts';
import { RANK_SHOWN, type RankPlace, type RankView } from '../../contract/wechat/rank.ts';
import { wireTime } from '../db/clock.ts';
import type { WechatRankTable } from '../db/tables/wechat-tables.ts';
import { offsetOf } from '../db/page-offset.ts';
import type { AppContext } from '../context.ts';
import { missing } from '../http/app-error.ts';
import { accountLooks, countPlaces, listById, listsOf, pageOfPlaces, pointRows, publishedLists } from './rank.queries.ts';

/** Periods that the public page offers. */
const PERIODS_OFFERED = 60;

const placeOf = (row: Selectable<WechatRankTable>): RankPlace => ({
  rank: row.rank,
  rankChange: row.rankChange,
  accountId: row.accountId,
  accountName: row.accountName,
  domainId: row.domainId,
  domainName: row.domainName,
  articleNum: row.articleNum,
  readTotal: row.readTotal,
  wowTotal: row.wowTotal,
  likeTotal: row.likeTotal,
  shareTotal: row.shareTotal,
  meanRead: Math.round(row.readTotal / row.articleNum),
  wci: row.wci / 100,
});

/** Returns a page of a built ranking, published or not, for staff. */
export async function placesPage(context: AppContext, rankListId: number, asked: { pageNum: number; pageSize: number }) {
  if (!(await listById(context.db, rankListId))) throw missing('榜单不存在或已被删除，请刷新后重试');
  const total = await countPlaces(context.db, rankListId);
  const rows = await pageOfPlaces(context.db, rankListId, null, asked.pageSize, offsetOf(asked, total));
  return { rows: rows.map(placeOf), total };
}

/** Returns the places of accounts in the last published rankings up to `until`, oldest first, by account. */
export async function pointsOf(
  context: AppContext,
  periodType: PeriodType,
  until: string | null,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, RankPoint[]>> {
  const lists = (await publishedLists(context.db, periodType, until, POINTS)).toReversed();
  if (lists.length === 0 || accountIds.length === 0) return new Map();
  const rows = await pointRows(
    context.db,
    lists.map((list) => list.id),
    accountIds,
  );
  const found = new Map(rows.map((row) => [`${row.rankListId} ${row.accountId}`, row]));
  return new Map(
    accountIds.map((accountId) => [
      accountId,
      lists.map(({ id, periodStart }) => {
        const row = found.get(`${id} ${accountId}`);
        return { periodStart, rank: row?.rank ?? null, wci: row ? row.wci / 100 : null };
      }),
    ]),
  );
}

interface Asked {
  readonly periodType: PeriodType;
  readonly periodStart?: string | undefined;
  readonly domainId?: number | undefined;
}

/** Returns the published ranking of a period, or the newest one; within a domain, places and changes are those of the domain. */
export async function rankView(context: AppContext, { periodType, periodStart, domainId }: Asked): Promise<RankView> {
  const { db } = context;
  const [newest] = await publishedLists(db, periodType, periodStart ?? null, 1);
  if (!newest || (periodStart !== undefined && newest.periodStart !== periodStart)) return { period: null, places: [] };
  const rows = await pageOfPlaces(db, newest.id, domainId ?? null, RANK_SHOWN, 0);
  const ids = rows.map((row) => row.accountId);
  const looks = new Map(ids.length === 0 ? [] : (await accountLooks(db, ids)).map((row) => [row.id, row]));
  const points = await pointsOf(context, periodType, newest.periodStart, ids);
  const revisions = (await listsOf(db, periodType, newest.periodStart)).filter((list) => list.status !== 'draft' && list.revision > 1);
  return {
    period: {
      periodStart: newest.periodStart,
      periodEnd: newest.periodEnd,
      revision: newest.revision,
      publishTime: wireTime(newest.publishTime),
      cutOff: wireTime(newest.cutOff),
      formulaVersion: newest.formulaVersion,
      accountNum: newest.accountNum,
      articleNum: newest.articleNum,
      heldNum: newest.heldNum,
      revisions: revisions.map((list) => ({ revision: list.revision, note: list.note, publishTime: wireTime(list.publishTime) })),
    },
    places: rows.map((row) => ({
      ...placeOf(row),
      ...(domainId === undefined ? {} : { rank: row.domainRank, rankChange: row.domainRankChange }),
      avatar: looks.get(row.accountId)?.avatar ?? '',
      certified: looks.get(row.accountId)?.certified === '1',
      points: points.get(row.accountId) ?? [],
    })),
  };
}

/** Returns the first places of the newest published weekly ranking; null before the first one. */
export async function topOfWeek({ db }: AppContext, limit: number) {
  const [newest] = await publishedLists(db, 'week', null, 1);
  if (!newest) return null;
  const rows = await pageOfPlaces(db, newest.id, null, limit, 0);
  if (rows.length === 0) return null;
  const looks = await accountLooks(
    db,
    rows.map((row) => row.accountId),
  );
  const pictures = new Map(looks.map(({ id, avatar }) => [id, avatar]));
  return {
    periodStart: newest.periodStart,
    places: rows.map(({ rank, rankChange, accountId, accountName, wci }) => ({
      rank,
      rankChange,
      accountId,
      accountName,
      avatar: pictures.get(accountId) ?? '',
      wci: wci / 100,
    })),
  };
}

export async function publicPeriods(context: AppContext, periodType: PeriodType) {
  const lists = await publishedLists(context.db, periodType, null, PERIODS_OFFERED);
  return lists.map(({ periodStart, periodEnd }) => ({ periodStart, periodEnd }));
}
