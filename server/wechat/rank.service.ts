import type { Selectable } from 'kysely';
import { DAY_MS } from '../../contract/clock.ts';
import { rankMachine } from '../../contract/wechat/rank.machine.ts';
import { FORMULA_VERSION, rank, type RankList, type RankState } from '../../contract/wechat/rank.ts';
import { PERIOD_TYPES, periodAfter, periodEndOf, periodLabel, periodStartOf, type PeriodType } from '../../contract/wechat/rank-period.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { endOfDay, epochOf, wireDate, wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { forgetTotals } from '../db/total.ts';
import type { WechatRankListTable } from '../db/tables/wechat-tables.ts';
import { conflict, failed, missing } from '../http/app-error.ts';
import { requirePermission, transition } from '../state-machine/transition.ts';
import {
  accountNames,
  addList,
  addPlaces,
  changedArticles,
  countedArticles,
  listById,
  listsOf,
  placesOf,
  publishedList,
  removePlaces,
} from './rank.queries.ts';
import { rankAccounts, type Ranking } from './ranking.ts';

const LOG = '公众号榜单';
/** A ranking uses the snapshots of one more day, because reads of the last day still grow. */
const CUT_OFF_MS = DAY_MS;
const NOTE_LEAST = 5;

export const ranks = crudService(rank, {
  table: 'wechatRankList',
  log: LOG,
  order: [
    ['periodStart', 'desc'],
    ['periodType', 'asc'],
    ['revision', 'desc'],
  ],
  removal: 'hard',
  async beforeRemove(tx, rows) {
    const [kept] = rows.filter((row) => row['status'] !== 'draft');
    if (kept) throw failed(`${labelOf(kept)}已经发布过，不能删除；要更正请生成修订版`);
    await removePlaces(
      tx,
      rows.map((row) => row.id),
    );
  },
});

type ListRow = Selectable<WechatRankListTable>;
const NAMES: Readonly<Record<PeriodType, string>> = { week: '周榜', month: '月榜', year: '年榜' };
const labelOf = ({ periodType, periodStart }: Pick<ListRow, 'periodType' | 'periodStart'>): string =>
  `${periodLabel(periodType, periodStart)}${NAMES[periodType]}`;

/** The last moment whose snapshots a period uses. */
export const cutOffOf = (periodEnd: string): number => endOfDay(periodEnd) + CUT_OFF_MS;

/** Computes the ranking of a period from the snapshots before its cut-off. */
async function computed(tx: Tx, periodType: PeriodType, periodStart: string, periodEnd: string): Promise<Ranking> {
  const articles = await countedArticles(tx, epochOf(periodStart) ?? 0, endOfDay(periodEnd), cutOffOf(periodEnd));
  return rankAccounts(articles, periodType);
}

interface Build {
  readonly periodType: PeriodType;
  readonly periodStart: string;
  readonly by: string;
  readonly now: number;
}

/**
 * Builds the ranking of a period as a draft and returns its id. A draft of the period is replaced; a published ranking stays, and the draft
 * is its next revision. Throws when the period has not ended.
 */
export async function buildDraft(tx: Tx, { periodType, periodStart: day, by, now }: Build): Promise<number> {
  const periodStart = periodStartOf(periodType, day);
  const periodEnd = periodEndOf(periodType, periodStart);
  if (now <= endOfDay(periodEnd))
    throw failed(`${labelOf({ periodType, periodStart })}要到 ${periodEnd} 结束，请在 ${periodAfter(periodType, periodStart, 1)} 以后生成`);
  const [last] = await listsOf(tx, periodType, periodStart);
  const revision = last === undefined ? 1 : last.status === 'draft' ? last.revision : last.revision + 1;
  if (last?.status === 'draft') {
    await removePlaces(tx, [last.id]);
    await tx.deleteFrom('wechatRankList').where('id', '=', last.id).where('status', '=', 'draft').execute();
  }
  const { accounts, articleNum, heldIds, missingNum } = await computed(tx, periodType, periodStart, periodEnd);
  const stamps = { createBy: by, updateBy: by, createTime: now, updateTime: now };
  const rankListId = await addList(tx, {
    periodType,
    periodStart,
    periodEnd,
    revision,
    formulaVersion: FORMULA_VERSION,
    cutOff: cutOffOf(periodEnd),
    accountNum: accounts.length,
    articleNum,
    heldNum: heldIds.length,
    missingNum,
    publishTime: null,
    ...stamps,
  });
  const before = await publishedList(tx, periodType, periodAfter(periodType, periodStart, -1));
  const previous = before ? await placesOf(tx, before.id) : new Map<number, never>();
  const names = new Map((await accountNames(tx)).map((row) => [row.id, row]));
  const inDomain = new Map<number, number>();
  const rows = accounts.map(({ accountId, articleNum: articles, total, head, most, wci, statIds }, index) => {
    const { accountName = '', domainId = 0, domainName = '' } = names.get(accountId) ?? {};
    const place = index + 1;
    const domainRank = (inDomain.get(domainId) ?? 0) + 1;
    inDomain.set(domainId, domainRank);
    const old = previous.get(accountId);
    return {
      rankListId,
      accountId,
      accountName,
      domainId,
      domainName,
      articleNum: articles,
      readTotal: total.readNum,
      wowTotal: total.wowNum,
      likeTotal: total.likeNum,
      shareTotal: total.shareNum,
      headRead: head.readNum,
      headWow: head.wowNum,
      headLike: head.likeNum,
      headShare: head.shareNum,
      maxRead: most.readNum,
      maxWow: most.wowNum,
      maxLike: most.likeNum,
      maxShare: most.shareNum,
      wci,
      rank: place,
      rankChange: old ? old.rank - place : null,
      domainRank,
      domainRankChange: old && old.domainId === domainId ? old.domainRank - domainRank : null,
      statIds: JSON.stringify(statIds),
    };
  });
  await addPlaces(tx, rows);
  return rankListId;
}

/** Builds a ranking on request of staff. */
export async function buildRank(caller: RequestCaller, asked: Pick<Build, 'periodType' | 'periodStart'>): Promise<RankList> {
  const id = await withOperationLog(caller, { title: LOG, business: 'generate' }, (tx) =>
    buildDraft(tx, { ...asked, by: caller.currentUser.userName, now: Date.now() }),
  ).catch((error: unknown) => {
    throw caller.context.db.engine.isTwice(error) ? failed('这一期正在由另一位同事生成，请稍后刷新') : error;
  });
  return ranks.get(caller.context, caller.currentUser, id);
}

/**
 * Builds the last finished week, month and year that have no ranking yet and whose cut-off has passed. A draft stays one until somebody
 * publishes it. Returns what was built.
 */
export async function buildDue(context: AppContext, now = Date.now()): Promise<string[]> {
  const built: string[] = [];
  for (const periodType of PERIOD_TYPES) {
    const periodStart = periodAfter(periodType, periodStartOf(periodType, wireDate(now - CUT_OFF_MS)), -1);
    const done = await context.db.transaction().execute(async (tx) => {
      if ((await listsOf(tx, periodType, periodStart)).length > 0) return false;
      await buildDraft(tx, { periodType, periodStart, by: 'system', now });
      return true;
    });
    if (done) built.push(labelOf({ periodType, periodStart }));
  }
  forgetTotals(context.db);
  return built;
}

const step = transition<RankState, 'publish' | 'replace', ListRow>(rankMachine, {
  table: 'wechatRankList',
  stateOf: (row) => row.status,
  subject: labelOf,
  on: {
    publish: {
      async guard({ tx, row, reason, now }) {
        if (now <= row.cutOff) throw failed(`数据截止时间是 ${wireTime(row.cutOff)}，请在那以后重新生成再发布`);
        if (row.createTime <= row.cutOff) throw failed('这份榜单生成在数据截止之前，请重新生成再发布');
        const changed = await changedArticles(tx, epochOf(row.periodStart) ?? 0, endOfDay(row.periodEnd), row.createTime);
        if (changed > 0) throw failed(`榜单生成以后有 ${changed} 篇文章改动过，请重新生成、核对后再发布`);
        if (row.accountNum === 0) throw failed('榜单里没有公众号，不能发布');
        if (row.revision > 1 && [...reason].length < NOTE_LEAST)
          throw failed(`这是第${row.revision}版，请填写修订说明，至少${NOTE_LEAST}个字，读者会看到`);
      },
      columns: ({ reason, currentUser, now }) => ({ note: reason, publishTime: now, publishBy: currentUser?.nickName ?? '' }),
    },
  },
});

/** Publishes a draft. An earlier revision of the same period is replaced in the same transaction. */
export async function publishRank(
  caller: RequestCaller,
  id: number,
  { note, version }: { note?: string | null | undefined; version?: number | null | undefined },
): Promise<void> {
  requirePermission(rankMachine, 'publish', caller.currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await listById(tx, id);
    if (!row) throw missing('榜单不存在或已被删除，请刷新后重试');
    if (version != null && version !== row.version) throw conflict();
    const earlier = await publishedList(tx, row.periodType, row.periodStart);
    await step(tx, caller.currentUser, row, 'publish', note ?? '');
    if (earlier) await step(tx, null, earlier, 'replace', `第${row.revision}版发布`);
  });
}
