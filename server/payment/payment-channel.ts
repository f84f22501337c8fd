import type { IncomingHttpHeaders } from 'node:http';

/** What a channel says about an attempt. Unknown is never treated as failed: it is asked again. */
export type ChannelAnswer =
  | { readonly state: 'paid'; readonly tradeNo: string; readonly amountFen: number; readonly paidAt: number }
  | { readonly state: 'waiting' | 'closed' | 'failed' | 'unknown' };

export type RefundAnswer = {
  readonly state: 'done' | 'waiting' | 'failed' | 'unknown';
  readonly channelRefundNo?: string;
  /** Why it failed, when the channel says it. */ readonly reason?: string;
  /** The channel has closed this refund number for good: another try needs a new number. */ readonly numberUsed?: boolean;
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

/** On what the buyer pays: a computer, a phone, or a phone inside the WeChat browser. */
export type PayDevice = 'pc' | 'mobile' | 'wechat';

export interface Attempt {
  readonly paymentNo: string;
  readonly amountFen: number;
  readonly subject: string;
  readonly userId: number;
  /** Where the payment page leads back to, relative to the site. */
  readonly returnTo: string;
  readonly expiresAt: number;
  readonly device: PayDevice;
  /** The address of the buyer, which a channel compares. */
  readonly ip: string;
}

/** Where the buyer pays: a page to open, or a text that the buyer's phone reads as a QR code. */
export type Opened = { readonly address: string } | { readonly qr: string };

export type BillKind = 'pay' | 'refund' | 'transfer';
/** One row of a bill. */
export interface BillRow {
  readonly kind: BillKind;
  /** Our number: of the payment, or of the refund. */
  readonly ourNo: string;
  readonly theirNo: string;
  /** Positive: what was paid, returned, or transferred to the bank. */
  readonly fen: number;
  /** What the channel keeps of it; negative where a fee is given back with a refund. */
  readonly feeFen: number;
  /** Whether the channel says that the money has moved. */
  readonly done: boolean;
  /** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai; as the channel writes it. */
  readonly at: string;
}
export type BillAnswer =
  | { readonly state: 'done'; readonly name: string; readonly bytes: Buffer }
  | { readonly state: 'waiting' | 'failed' | 'unknown'; readonly reason?: string };

export interface NoticeAnswer {
  readonly status: number;
  readonly body: string;
}

/** One way to pay. No transaction of the database is open while a method runs. */
export interface PaymentChannel {
  readonly name: string;
  open(attempt: Attempt): Promise<Opened>;
  query(paymentNo: string): Promise<ChannelAnswer>;
  /** Closes an unpaid attempt; `paid` when the buyer was faster. */
  close(paymentNo: string): Promise<ChannelAnswer>;
  /** Returns `fen` of the `totalFen` of a payment. The same number twice is one refund. */
  refund(paymentNo: string, refundNo: string, fen: number, totalFen: number): Promise<RefundAnswer>;
  queryRefund(paymentNo: string, refundNo: string): Promise<RefundAnswer>;
  /** Pure: reads no database. */
  readNotice(headers: IncomingHttpHeaders, body: Buffer, now: number): CheckedNotice;
  /** What the server answers to a notice that was handled, and to one that was not accepted. */
  readonly noticeAnswer: NoticeAnswer;
  readonly noticeRejected: NoticeAnswer;
  /** The bill of a day, `yyyy-MM-dd`; null: this channel has no bills. */
  readonly bill: ((day: string) => Promise<BillAnswer>) | null;
  /** Reads a bill, fetched or uploaded by hand. Throws an `AppError` that names row and column. */
  readBill(bytes: Buffer): Promise<BillRow[]>;
}

/** The notice address of a channel, below the API prefix. */
export const noticePath = (channel: string): string => `/pay/notify/${channel}`;
