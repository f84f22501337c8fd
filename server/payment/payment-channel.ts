import type { IncomingHttpHeaders } from 'node:http';

/** What a channel says about an attempt. Unknown is never treated as failed: it is asked again. */
export type ChannelAnswer =
  | { readonly state: 'paid'; readonly tradeNo: string; readonly amountFen: number; readonly paidAt: number }
  | { readonly state: 'waiting' | 'closed' | 'failed' | 'unknown' };

export type RefundAnswer = {
  readonly state: 'done' | 'waiting' | 'failed' | 'unknown';
  readonly channelRefundNo?: string;
  /** Why it failed, when the channel says it. */ readonly reason?: string;
};

/** A message of a channel, after its signature, time and receiver were checked. */
export interface Notice {
  readonly paymentNo: string;
  readonly kind: 'pay' | 'refund' | 'other';
  readonly tradeNo: string;
  readonly amountFen: number;
  readonly paidAt: number;
}
export type CheckedNotice = { readonly good: true; readonly notice: Notice } | { readonly good: false; readonly reason: string };

export interface Attempt {
  readonly paymentNo: string;
  readonly amountFen: number;
  readonly subject: string;
  readonly userId: number;
  /** Where the payment page leads back to. */
  readonly returnTo: string;
  readonly expiresAt: number;
}

/** One way to pay. No transaction of the database is open while a method runs. */
export interface PaymentChannel {
  readonly name: string;
  /** Returns the address at which the buyer pays. */
  open(attempt: Attempt): Promise<string>;
  query(paymentNo: string): Promise<ChannelAnswer>;
  /** Closes an unpaid attempt; `paid` when the buyer was faster. */
  close(paymentNo: string): Promise<ChannelAnswer>;
  refund(paymentNo: string, refundNo: string, fen: number): Promise<RefundAnswer>;
  queryRefund(paymentNo: string, refundNo: string): Promise<RefundAnswer>;
  /** Pure: reads no database. */
  readNotice(headers: IncomingHttpHeaders, body: Buffer, now: number): CheckedNotice;
  /** What the server answers to a notice that was handled. */
  readonly noticeAnswer: { readonly status: number; readonly body: string };
}
