import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CHANNEL_NAMES } from '../../../contract/commerce/order-limits.ts';
import type { AppContext } from '../../context.ts';
import { countEvent } from '../../http/rate-limit.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { channelNames, channelOf } from '../../payment/channels.ts';
import { paymentByNo } from '../order.queries.ts';
import { receive } from '../payment.service.ts';
import { askAboutRefunds } from '../refund.queries.ts';
import { addNotice, badNoticesSince, systemStaff, WRONG_AMOUNT } from './notice.queries.ts';

/** A notice about a refund moves no money here: the channel is asked about it now. */
async function hurryRefunds({ db }: AppContext, paymentId: number, now: number): Promise<string> {
  await askAboutRefunds(db, paymentId, now);
  return '退款通知，已安排查询';
}

/** More bad notices than this within the time are an attack or a wrong configuration. */
const BAD = { most: 10, windowMs: 10 * 60_000 } as const;

/** Tells the system staff, once for each window. */
async function warnOfBadNotices(context: AppContext, channel: string, outcome: string, now: number): Promise<void> {
  const { db } = context;
  if ((await badNoticesSince(db, now - BAD.windowMs, BAD.most + 1)) <= BAD.most) return;
  if ((await countEvent(context, { name: 'bad-notices', windowMs: BAD.windowMs }, 'all')) > 1) return;
  await db.transaction().execute(async (tx) => {
    for (const userId of await systemStaff(tx))
      await sendMessage(tx, {
        userId,
        type: 'system',
        title: `10分钟内收到超过${BAD.most}个异常的支付通知`,
        content: `最近一个来自${CHANNEL_NAMES[channel as keyof typeof CHANNEL_NAMES] ?? channel}：${outcome}。异常通知不会入账；请核对渠道的密钥与商户配置，并检查访问来源`,
      });
  });
}

/** Bytes of a notice; a larger one is not read. */
export const NOTICE_BYTES = 64 * 1024;

/**
 * A notice is only a hint, and is checked before anything reads it: signature, time and receiver by the channel, then that the number is ours and was
 * opened on this channel, then amount and state under the order's lock. Every notice leaves a row with its hash, never its body.
 */
export async function readNotice(
  context: AppContext,
  name: string,
  { headers, body, ip }: { readonly headers: IncomingHttpHeaders; readonly body: Buffer; readonly ip: string },
): Promise<{ readonly status: number; readonly body: string }> {
  const channel = channelNames(context).includes(name) ? channelOf(context, name) : null;
  if (!channel) return { status: 404, body: '' };
  const now = Date.now();
  const checked = channel.readNotice(headers, body, now);
  const payment = checked.good ? await paymentByNo(context.db, checked.notice.paymentNo) : undefined;
  const ours = payment?.channel === name;
  const outcome = !checked.good
    ? checked.reason
    : !ours
      ? '不是本渠道的支付单号'
      : checked.notice.kind === 'pay'
        ? await receive(context, checked.notice.paymentNo, checked.notice)
        : checked.notice.kind === 'refund'
          ? await hurryRefunds(context, payment.id, now)
          : '不是支付通知';
  await addNotice(context.db, {
    channel: name,
    at: now,
    ip,
    bodyHash: createHash('sha256').update(body).digest('hex'),
    verified: checked.good ? '1' : '0',
    outcome,
    paymentId: ours ? payment.id : null,
  });
  if (!ours || outcome.startsWith(WRONG_AMOUNT)) await warnOfBadNotices(context, name, outcome, now);
  if (checked.good) return channel.noticeAnswer;
  return channel.noticeRejected;
}
