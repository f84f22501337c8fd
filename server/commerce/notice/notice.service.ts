import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AppContext } from '../../context.ts';
import { channelNames, channelOf } from '../../payment/channels.ts';
import { paymentByNo } from '../order.queries.ts';
import { receive } from '../payment.service.ts';
import { askAboutRefunds } from '../refund.queries.ts';

/** A notice about a refund moves no money here: the channel is asked about it now. */
async function hurryRefunds({ db }: AppContext, paymentId: number, now: number): Promise<string> {
  await askAboutRefunds(db, paymentId, now);
  return '退款通知，已安排查询';
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
  await context.db
    .insertInto('paymentNotice')
    .values({
      channel: name,
      at: now,
      ip,
      bodyHash: createHash('sha256').update(body).digest('hex'),
      verified: checked.good ? '1' : '0',
      outcome,
      paymentId: ours ? payment.id : null,
    })
    .execute();
  if (checked.good) return channel.noticeAnswer;
  return channel.noticeRejected;
}
