import { randomInt } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { SPREAD_CODES, spreadMachine } from '../../../contract/commerce/spread/spread.machine.ts';
import { SPREAD_PARAM } from '../../../contract/commerce/spread/spread-code.ts';
import { SPREAD } from '../../../contract/commerce/spread/spread-limits.ts';
import {
  type addOwnSpread,
  type addSpread,
  type OwnSpread,
  type ownSpreadEvent,
  type SpreadEvent,
  type spreadEvent,
  type spreadList,
  type spreadSums,
  type SpreadRow,
  type SpreadState,
} from '../../../contract/commerce/spread/spread.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { sum, yuanNumber } from '../../../contract/money.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { sendSheet } from '../../crud/crud-export.ts';
import { wireDate, wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { samePerson } from '../../db/same-person.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { requirePermission, transition } from '../../state-machine/transition.ts';
import { logTransition } from '../../state-machine/transition-log.ts';
import { authorAgreements } from '../author-price.service.ts';
import { lockBuyer } from '../order.queries.ts';
import { numberOf } from '../payment.service.ts';
import { leftOf } from './commission.rule.ts';
import { ownEvents, ownsSpread, staffEvents } from './spread.policy.ts';
import {
  countedOfLinks,
  lapsedSpread,
  liveLinksOf,
  ownSpreadPage,
  pendingOfLinks,
  promoterByName,
  salesOfLinks,
  spreadById,
  spreadPage,
  spreadPart,
  sumsOfLinks,
  workOfLink,
  type SpreadFilter,
  type SpreadRowOf,
} from './spread.queries.ts';

const gone = (): AppError => missing('推广链接不存在，请刷新后重试');
export const SPREADS_PAGE = '/personalCenter/revenue?tab=spread';
const WHOLE_SITE = '全站';

/** Whether a viewer is the person who made a link, or its promoter. */
async function isOwn(db: Database | Tx, row: Pick<SpreadRowOf, 'createdBy' | 'promoterId'>, { userId }: CurrentUser): Promise<boolean> {
  for (const one of [row.createdBy, row.promoterId]) if (one !== null && (await samePerson(db, one, userId))) return true;
  return false;
}

const notify = (tx: Tx, { promoterId, code }: Pick<SpreadRowOf, 'promoterId' | 'code'>, title: string, content = ''): Promise<void> =>
  sendMessage(tx, { userId: promoterId, type: 'pay', title: `推广链接${code}${title}`, content, link: SPREADS_PAGE });

export const transitionSpread = transition<SpreadState, SpreadEvent, SpreadRowOf>(spreadMachine, {
  table: 'spread',
  stateOf: (row) => row.status as SpreadState,
  subject: ({ code }) => `推广链接${code}`,
  on: {
    approve: {
      async guard({ tx, row, currentUser }) {
        if (currentUser && (await isOwn(tx, row, currentUser))) throw new AppError(SPREAD_CODES.own, '不能批准本人的推广链接，须由另一位同事批准');
      },
      columns: ({ currentUser }) => ({ approvedBy: currentUser?.userId ?? null }),
      after: ({ tx, row }) => notify(tx, row, '已批准'),
    },
    reject: { after: ({ tx, row, reason }) => notify(tx, row, '未获批准', reason) },
  },
});

/** Base32 without the letters and digits that look alike. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const newCode = (): string => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

interface Draft {
  readonly promoterId: number;
  readonly publishId: number | null;
  readonly rateBp: number;
  readonly validTo: string;
  readonly status: SpreadState;
}

async function storeSpread(tx: Tx, currentUser: CurrentUser, draft: Draft): Promise<{ spreadId: number; code: string }> {
  const now = Date.now();
  // Two requests of one promoter at the same moment see each other.
  await lockBuyer(tx, draft.promoterId);
  if ((await liveLinksOf(tx, draft.promoterId)) >= SPREAD.perPromoter)
    throw failed(`一位推广人最多有${SPREAD.perPromoter}个未结束的链接，请先结束不用的`);
  const code = newCode();
  const { id } = await tx
    .insertInto('spread')
    .values({ code, ...draft, createdBy: currentUser.userId, createBy: currentUser.userName, createTime: now, updateTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logTransition(tx, currentUser, { entityType: 'spread', entityId: id, event: 'add', fromStatus: '', toStatus: draft.status, note: '' });
  return { spreadId: id, code };
}

/** A work that costs something and is on sale. */
async function assertSold(db: Database | Tx, publishId: number): Promise<void> {
  const work = await workOfLink(db, publishId);
  if (!work || work.status !== 'listed') throw failed('这部作品没有上架，不能推广');
  if (work.isFree === '1' || work.salePriceFen === 0) throw failed(`${inTitleMarks(work.title)}是免费作品，没有佣金`);
}

export async function addSpreadOf(
  currentUser: CurrentUser,
  { userName, publishId, rateBp, validTo }: z.output<typeof addSpread.body>,
  write: Write,
): Promise<DataOf<typeof addSpread>> {
  return write(async (tx) => {
    if (validTo !== '' && validTo < wireDate(Date.now())) throw failed('截止日期不能早于今天');
    const mostBp = await numberOf({ db: tx }, 'pay.spread.maxBp', SPREAD.maxBp);
    if (rateBp > mostBp) throw new AppError(SPREAD_CODES.rate, `佣金比例不能超过${mostBp / 100}%`);
    const promoter = await promoterByName(tx, userName);
    if (!promoter) throw failed('没有这个用户名，请核对推广人');
    if (promoter.status !== '0') throw failed('推广人的账号已停用，不能新增链接');
    if (publishId !== null) await assertSold(tx, publishId);
    const confirmBp = await numberOf({ db: tx }, 'pay.spread.confirmBp', SPREAD.confirmBp);
    const status = rateBp > confirmBp ? 'pending' : 'active';
    const made = await storeSpread(tx, currentUser, { promoterId: promoter.id, publishId, rateBp, validTo, status });
    if (status === 'active') await notify(tx, { promoterId: promoter.id, code: made.code }, '已开通', `佣金比例${rateBp / 100}%`);
    return { ...made, status };
  });
}

const pathOf = ({ publishId, workKind, code }: Pick<SpreadRowOf, 'publishId' | 'workKind' | 'code'>): string => {
  const page = workKind === 'audio' || workKind === 'video' ? 'collectedVideoDetail' : 'bookDetail';
  return `${publishId === null ? '/' : `/cms/main/${page}/${publishId}`}?${SPREAD_PARAM}=${code}`;
};

/** An author's link for an own work, at the usual rate. */
export async function addOwnSpreadOf(context: AppContext, currentUser: CurrentUser, publishId: number): Promise<DataOf<typeof addOwnSpread>> {
  return context.db.transaction().execute(async (tx) => {
    const own = await authorAgreements(tx, currentUser.userId, [publishId]);
    if (own.length === 0) throw missing('这不是您的作品，请从列表里选择');
    await assertSold(tx, publishId);
    const most = await numberOf({ db: tx }, 'pay.spread.confirmBp', SPREAD.confirmBp);
    const rateBp = Math.min(await numberOf({ db: tx }, 'pay.spread.defaultBp', SPREAD.defaultBp), most);
    const made = await storeSpread(tx, currentUser, { promoterId: currentUser.userId, publishId, rateBp, validTo: '', status: 'active' });
    const row = await spreadById(tx, made.spreadId);
    if (!row) throw gone();
    return { ...made, path: pathOf(row) };
  });
}

/** Locks a link until the end of the transaction. */
async function spreadIn(tx: Tx, id: number): Promise<SpreadRowOf> {
  await tx
    .updateTable('spread')
    .set((eb) => ({ updateTime: eb.ref('updateTime') }))
    .where('id', '=', id)
    .execute();
  const row = await spreadById(tx, id);
  if (!row) throw gone();
  return row;
}

export async function handleSpreadEvent(
  currentUser: CurrentUser,
  { event, spreadId }: z.output<typeof spreadEvent.params>,
  reason: string,
  write: Write,
): Promise<void> {
  requirePermission(spreadMachine, event, currentUser);
  await write(async (tx) => transitionSpread(tx, currentUser, await spreadIn(tx, spreadId), event, reason));
}

/** The promoter's own step: the right is to be the promoter, and no permission of staff. */
export async function handleOwnSpreadEvent(
  { db }: AppContext,
  currentUser: CurrentUser,
  { event, spreadId }: z.output<typeof ownSpreadEvent.params>,
): Promise<void> {
  const row = await spreadById(db, spreadId);
  if (!row || !ownsSpread(row, currentUser)) throw gone();
  await db.transaction().execute(async (tx) => void (await transitionSpread(tx, currentUser, await spreadIn(tx, spreadId), event, '', 'checked')));
}

const byLink = <R extends { readonly spreadId: number | null }>(rows: readonly R[]) => Map.groupBy(rows, ({ spreadId }) => spreadId);

async function cardsOf<C>(db: Database | Tx, rows: readonly SpreadRowOf[], can: (row: SpreadRowOf) => C | Promise<C>) {
  const ids = rows.map(({ id }) => id);
  const [sales, pending, counted] = [
    byLink(await salesOfLinks(db, ids)),
    byLink(await pendingOfLinks(db, ids)),
    byLink(await countedOfLinks(db, ids)),
  ];
  const cards = [];
  for (const row of rows)
    cards.push({
      spreadId: row.id,
      code: row.code,
      publishId: row.publishId,
      title: row.publishId === null ? WHOLE_SITE : (row.title ?? '已删除的作品'),
      path: pathOf(row),
      rateBp: row.rateBp,
      validTo: row.validTo,
      status: row.status as SpreadState,
      createTime: wireTime(row.createTime),
      can: await can(row),
      clickNum: row.clickNum,
      orderNum: Number(sales.get(row.id)?.[0]?.orders ?? 0),
      amountFen: Number(sales.get(row.id)?.[0]?.amount ?? 0),
      pendingFen: sum((pending.get(row.id) ?? []).map(leftOf)),
      countedFen: Number(counted.get(row.id)?.[0]?.fen ?? 0),
    });
  return cards;
}

const peopleOf = (row: SpreadRowOf) => ({
  userName: row.userName,
  nickName: row.nickName,
  createdBy: row.makerName ?? '',
  approvedBy: row.approverName ?? '',
});

export async function spreadsFor({ db }: AppContext, currentUser: CurrentUser, query: z.output<typeof spreadList.query>) {
  const { total, rows } = await spreadPage(db, query, query.pageSize, (all) => offsetOf(query, all));
  const cards = await cardsOf(db, rows, async (row) => staffEvents(row, currentUser, await isOwn(db, row, currentUser)));
  return { total, rows: rows.map((row, at): SpreadRow => ({ ...(cards[at] as OwnSpread), ...peopleOf(row) })) };
}

export async function spreadSumsOf({ db }: AppContext, filter: SpreadFilter): Promise<DataOf<typeof spreadSums>> {
  const { links, clicks, orders, amount, pending, counted } = await sumsOfLinks(db, filter);
  return { links, clickNum: clicks, orderNum: orders, amountFen: amount, pendingFen: sum(pending.map(leftOf)), countedFen: counted };
}

export async function ownSpreadsOf({ db }: AppContext, { userId }: CurrentUser, query: { pageNum: number; pageSize: number }) {
  const { total, rows } = await ownSpreadPage(db, userId, query.pageSize, (all) => offsetOf(query, all));
  return { total, rows: await cardsOf(db, rows, ownEvents) };
}

const PART = 500;
const HEADS = ['推广码', '推广人', '用户名', '作品', '佣金比例', '截止日期', '状态', '点击', '订单', '成交金额', '待计佣金', '已计佣金', '创建时间'];

export function exportSpreads({ db }: AppContext, filter: SpreadFilter, reply: FastifyReply): FastifyReply {
  return sendSheet(reply, '推广链接', async (book) => {
    await book.begin(
      '推广链接',
      HEADS.map((header) => ({ header, width: 16 })),
    );
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const rows = await spreadPart(db, filter, before, PART);
      if (rows.length === 0) break;
      const cards = await cardsOf(db, rows, () => []);
      for (const [at, card] of cards.entries()) {
        const { nickName = '', userName = '' } = rows[at] ?? {};
        await book.row([
          card.code,
          nickName,
          userName,
          card.title,
          `${card.rateBp / 100}%`,
          card.validTo,
          spreadMachine.states[card.status].label,
          card.clickNum,
          card.orderNum,
          ...[card.amountFen, card.pendingFen, card.countedFen].map(yuanNumber),
          card.createTime,
        ]);
      }
      before = rows.at(-1)?.id ?? 0;
    }
  });
}

/** Ends one link whose last day is over; returns whether there was one. */
export async function lapseDueSpread(context: AppContext): Promise<boolean> {
  const today = wireDate(Date.now());
  const due = await lapsedSpread(context.db, today);
  if (!due) return false;
  await context.db.transaction().execute(async (tx) => {
    const row = await spreadIn(tx, due.id);
    if (row.status !== 'ended' && row.validTo !== '' && row.validTo < today) await transitionSpread(tx, null, row, 'lapse', '链接到期');
  });
  return true;
}
