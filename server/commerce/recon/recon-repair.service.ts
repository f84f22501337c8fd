import { invalid, failed, missing, AppError } from '../../http/app-error.ts';
import { ORDER_CODES } from '../../../contract/commerce/order-limits.ts';
import type { ReconItemEvent } from '../../../contract/commerce/recon/recon.ts';
import { yuan } from '../../../contract/money.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { samePerson } from '../../db/same-person.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { post } from '../../ledger/ledger.service.ts';
import { channelOf } from '../../payment/channels.ts';
import { paymentById } from '../order.queries.ts';
import { sendDueRefund } from '../order-work.service.ts';
import { applyAnswer, receive } from '../payment.service.ts';
import { askAboutRefunds, refundById } from '../refund.queries.ts';
import { compareRow, suspenseOf } from './recon-match.rule.ts';
import { eventsFor } from './recon.policy.ts';
import { itemById, lockDay, setItem, type ItemRow } from './recon.queries.ts';

const REASON = { least: 5, words: '请写明原因，至少5个字' } as const;
/** Refunds that are sent while one is asked about. */
const SENT_AT_ONCE = 20;
const gone = (): AppError => missing('这笔差异不存在，请刷新后重试');

export async function repair(
  context: AppContext,
  currentUser: CurrentUser,
  { event, reconItemId }: { readonly event: ReconItemEvent; readonly reconItemId: number },
  reason: string,
  write: Write,
): Promise<{ outcome: string }> {
  const item = await itemById(context.db, reconItemId);
  if (!item) throw gone();
  await assertAllowed(context, currentUser, item, event);
  if (event === 'ask') return { outcome: await askAbout(context, item, write) };
  if (event === 'adopt' && [...reason].length < REASON.least) throw invalid(REASON.words);
  return { outcome: await write((tx) => decide({ ...context, db: tx }, currentUser, reconItemId, event, reason)) };
}

async function assertAllowed(
  { db }: Pick<AppContext, 'db'> | { db: Parameters<typeof samePerson>[0] },
  currentUser: CurrentUser,
  item: ItemRow,
  event: ReconItemEvent,
): Promise<void> {
  const own = item.adoptBy !== null && (await samePerson(db, item.adoptBy, currentUser.userId));
  if (event === 'confirm' && own) throw new AppError(ORDER_CODES.second, '须由另一位财务人员处理');
  const may = { resolve: hasPermission(currentUser, 'pay:recon:resolve'), confirm: hasPermission(currentUser, 'pay:order:confirm') };
  if (eventsFor(item, may, own).includes(event)) return;
  if (item.open !== '1') throw failed('这笔差异已处理，请刷新后查看');
  if (event === 'adopt' && item.kind === 'ours_only' && item.adoptBy === null) throw failed('请先查询渠道，再转入待查款');
  throw failed('这笔差异现在不能这样处理，请刷新后查看');
}

async function decide(
  context: { readonly db: Parameters<typeof lockDay>[0] },
  currentUser: CurrentUser,
  id: number,
  event: ReconItemEvent,
  reason: string,
): Promise<string> {
  const tx = context.db;
  const found = await itemById(tx, id);
  if (!found) throw gone();
  await lockDay(tx, found.reconDayId);
  const item = await itemById(tx, id);
  if (!item) throw gone();
  await assertAllowed({ db: tx }, currentUser, item, event);
  const now = Date.now();
  if (event === 'adopt') {
    await setItem(tx, id, { adoptBy: currentUser.userId, adoptReason: reason, updateTime: now });
    return '已提交，等待另一位财务人员复核';
  }
  if (event === 'withdraw') {
    await setItem(tx, id, { adoptBy: null, adoptReason: '', updateTime: now });
    return '已撤回';
  }
  const fen = suspenseOf(item);
  await post(tx, {
    event: fen > 0 ? 'suspenseFound' : 'suspenseMissing',
    sourceType: 'reconItem',
    sourceId: id,
    fen: Math.abs(fen),
    debit: item.channel,
    credit: item.channel,
    at: now,
    operatorId: currentUser.userId,
    reason: item.adoptReason,
  });
  await setItem(tx, id, { open: '0', resolution: 'adopted', suspenseFen: fen, confirmBy: currentUser.userId, updateTime: now });
  return `已转入待查款${yuan(Math.abs(fen))}元`;
}

/** Asks the channel about our record of a difference, lets the answer do its work, and compares again. */
async function askAbout(context: AppContext, item: ItemRow, write: Write): Promise<string> {
  const { db } = context;
  const channel = channelOf(context, item.channel);
  if (!channel) throw failed('这个渠道现在没有配置，请联系系统管理员');
  let confirmed = false;
  if (item.paymentId !== null) {
    const payment = await paymentById(db, item.paymentId);
    if (!payment) throw gone();
    const answer = await channel.query(payment.paymentNo).catch(() => ({ state: 'unknown' as const }));
    if (answer.state === 'unknown') throw failed('渠道没有给出明确的答复，请稍后再查');
    // A closed attempt that was paid after all goes the same way as a notice that comes late.
    if (answer.state === 'paid') await receive(context, payment.paymentNo, answer);
    else await applyAnswer(context, payment, answer);
    confirmed = answer.state === 'paid' && answer.amountFen === payment.amountFen;
  } else if (item.refundId !== null) {
    const refund = await refundById(db, item.refundId);
    const payment = refund && (await paymentById(db, refund.paymentId));
    if (!refund || !payment) throw gone();
    const answer = await channel.queryRefund(payment.paymentNo, refund.refundNo).catch(() => ({ state: 'unknown' as const }));
    if (answer.state === 'unknown') throw failed('渠道没有给出明确的答复，请稍后再查');
    await askAboutRefunds(db, payment.id, Date.now());
    for (let time = 0; time < SENT_AT_ONCE && (await sendDueRefund(context)); time += 1);
    confirmed = answer.state === 'done';
  }
  return write(async (tx) => {
    await lockDay(tx, item.reconDayId);
    const now = Date.now();
    const [payment, refund] = [
      item.paymentId === null ? undefined : await paymentById(tx, item.paymentId),
      item.refundId === null ? undefined : await refundById(tx, item.refundId),
    ];
    const ours = payment
      ? { fen: payment.amountFen, done: payment.status === 'paid' }
      : refund && { fen: refund.fen, done: refund.status === 'done' };
    // Our money that the channel confirms is in the bill of another day.
    const same = item.theirFen === null ? confirmed : compareRow({ fen: item.theirFen, done: true }, ours) === 'matched';
    await setItem(tx, item.id, { askedAt: now, updateTime: now, ...(same ? { open: '0', resolution: 'asked' } : {}) });
    return same ? '渠道已确认，两边一致' : '渠道的答复与账单不一致，请核对后处理';
  });
}
