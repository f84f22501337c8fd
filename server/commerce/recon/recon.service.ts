import type { z } from 'zod';
import { CHANNEL_NAMES, OFFLINE_CHANNEL, type Channel } from '../../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { paymentMachine } from '../../../contract/commerce/payment.machine.ts';
import { refundMachine } from '../../../contract/commerce/refund.machine.ts';
import { BILL_MB, type ReconItem, type reconItems, type reconList, type ReconState } from '../../../contract/commerce/recon/recon.ts';
import { suspenseEndMachine } from '../../../contract/commerce/recon/suspense-end.machine.ts';
import type { SuspenseEnd, SuspenseEndState } from '../../../contract/commerce/recon/suspense-end.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { DAY_MS } from '../../../contract/clock.ts';
import { MB } from '../../../contract/limits.ts';
import { yuan } from '../../../contract/money.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { wireDate } from '../../db/clock.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { samePerson } from '../../db/same-person.ts';
import { failed, missing } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { channelNames, channelOf } from '../../payment/channels.ts';
import { daysOf, itemPage, openSums } from './recon-list.queries.ts';
import { orderBill, storeBill } from './recon-import.service.ts';
import { suspenseOf } from './recon-match.rule.ts';
import { transitionReconDay } from './recon-step.service.ts';
import { canEnd, eventsFor } from './recon.policy.ts';
import { endsOfItems, type EndCardRow } from './suspense-end.queries.ts';
import { endCard } from './suspense-end.service.ts';
import { importById, lockDay, dayRow, type ItemRow } from './recon.queries.ts';

export const BILL_BYTES = BILL_MB * MB;

export async function calendar(
  context: AppContext,
  currentUser: CurrentUser,
  query: z.output<typeof reconList.query>,
): Promise<DataOf<typeof reconList>> {
  const yesterday = wireDate(Date.now() - DAY_MS);
  const days = await daysOf(context.db, query);
  const before = await daysOf(context.db, { month: yesterday.slice(0, 7) });
  const { open, oldestDay, suspenseFen } = await openSums(context.db);
  const may = hasPermission(currentUser, 'pay:recon:resolve');
  return {
    days: days.map(({ openItems, ...row }) => ({
      reconDayId: row.id,
      day: row.day,
      channel: row.channel as Channel,
      status: row.status as ReconState,
      fileName: row.fileName,
      hash: row.hash,
      rows: row.rows,
      payFen: row.payFen,
      refundFen: row.refundFen,
      feeFen: row.feeFen,
      transferFen: row.transferFen,
      open: openItems,
      canBalance: may && row.status === 'open' && openItems === 0 && row.hash !== '',
    })),
    channels: [...channelNames(context), OFFLINE_CHANNEL].map((channel) => {
      const row = before.find((one) => one.channel === channel && one.day === yesterday);
      return {
        channel: channel as Channel,
        name: CHANNEL_NAMES[channel as Channel],
        byCall: channelOf(context, channel)?.bill !== null,
        payFen: row?.payFen ?? 0,
        imported: (row?.hash ?? '') !== '',
      };
    }),
    open,
    oldestDay,
    suspenseFen,
  };
}

function outcomeOf(item: ItemRow): string {
  if (item.resolution === 'adopted') return `已转入待查款${yuan(Math.abs(item.suspenseFen))}元`;
  if (item.resolution === 'asked') return '已向渠道查询，两边一致';
  if (item.resolution === 'returned') return '待查款的退回';
  if (item.resolution === 'later') return '已列入另一天的账单';
  if (item.adoptBy !== null) return '等待另一位财务人员复核';
  return item.open === '1' && item.askedAt !== null ? '已查询，仍不一致' : '';
}

const isLive = (end: EndCardRow | undefined): boolean => end !== undefined && inGroup(suspenseEndMachine, 'live', end.status as SuspenseEndState);

export async function itemsFor(context: AppContext, currentUser: CurrentUser, query: z.output<typeof reconItems.query>) {
  const { total, rows } = await itemPage(context.db, query, query.pageSize, (all) => offsetOf(query, all));
  const ends = new Map(
    (
      await endsOfItems(
        context.db,
        rows.map(({ id }) => id),
      )
    ).map((end) => [end.reconItemId, end]),
  );
  const cards = new Map<number, SuspenseEnd>();
  for (const [id, end] of ends) cards.set(id, await endCard(context.db, currentUser, end));
  const mayEnd = hasPermission(currentUser, 'pay:order:adopt');
  const own = new Set<number>();
  for (const adoptBy of new Set(rows.map((row) => row.adoptBy)))
    if (adoptBy !== null && (await samePerson(context.db, adoptBy, currentUser.userId))) own.add(adoptBy);
  const may = { resolve: hasPermission(currentUser, 'pay:recon:resolve'), confirm: hasPermission(currentUser, 'pay:order:confirm') };
  return {
    total,
    rows: rows.map((row): ReconItem => {
      const state = row.paymentStatus
        ? paymentMachine.states[row.paymentStatus as keyof typeof paymentMachine.states].label
        : row.refundStatus
          ? refundMachine.states[row.refundStatus as keyof typeof refundMachine.states].label
          : '';
      return {
        reconItemId: row.id,
        reconDayId: row.reconDayId,
        day: row.day,
        side: row.side,
        kind: row.kind,
        ourNo: row.ourNo,
        theirNo: row.theirNo,
        ourFen: row.ourFen,
        theirFen: row.theirFen,
        ourState: row.orderStatus ? `${state}，订单${orderMachine.states[row.orderStatus as keyof typeof orderMachine.states].label}` : state,
        orderNo: row.orderNo ?? '',
        billAt: row.billAt,
        open: row.open === '1',
        outcome: outcomeOf(row),
        adoptFen: suspenseOf(row),
        adoptBy: row.adopter ?? '',
        adoptReason: row.adoptReason,
        events: eventsFor(row, may, row.adoptBy !== null && own.has(row.adoptBy)),
        canEnd: mayEnd && canEnd(row) && !isLive(ends.get(row.id)),
        end: cards.get(row.id) ?? null,
      };
    }),
  };
}

const assertPast = (day: string): void => {
  if (day >= wireDate(Date.now())) throw failed('账单日期须早于今天');
};

export async function orderBillOf(context: AppContext, currentUser: CurrentUser, { channel, day }: { channel: string; day: string }) {
  assertPast(day);
  if (!channelOf(context, channel)?.bill) throw failed('这个渠道不提供账单，请上传文件');
  const importId = await orderBill(context, channel, day, currentUser.userName);
  context.jobs.wake();
  return { importId };
}

export async function storeBillOf(
  context: AppContext,
  currentUser: CurrentUser,
  { channel, day }: { channel: string; day: string },
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
) {
  assertPast(day);
  const found = channelOf(context, channel);
  if (!found) throw failed('这个渠道现在没有配置，请选择其他渠道');
  const importId = await storeBill(context, { channel, day, name, bytes }, currentUser.userName);
  context.jobs.wake();
  return { importId };
}

export async function progressOf({ db }: AppContext, importId: number) {
  const row = await importById(db, importId);
  if (!row) throw missing('这次导入不存在，请重新导入');
  return { doneRows: row.doneRows, totalRows: row.totalRows, finished: row.finishedAt !== null, error: row.error };
}

export async function balance(context: AppContext, currentUser: CurrentUser, reconDayId: number, write: Write): Promise<void> {
  if (!(await dayRow(context.db, reconDayId))) throw missing('这一天不存在，请刷新后重试');
  await write(async (tx) => void (await transitionReconDay(tx, currentUser, await lockDay(tx, reconDayId), 'balance')));
}
