/**
 * The accounts of the ledger. An open one has no floor; a guarded one may not pass zero to the debit side, and one that holds
 * what others owe not to the credit side. */
export const ACCOUNTS = {
  channel: 'open',
  bank: 'open',
  fee: 'open',
  sales: 'open',
  suspense: 'open',
  order: 'guarded',
  refundDue: 'guarded',
  royaltyCost: 'open',
  /** The books of the publisher before it moved in. */
  opening: 'open',
  taxPayable: 'open',
  payable: 'guarded',
  frozen: 'guarded',
  reserve: 'guarded',
  advance: 'guardedDebit',
  carry: 'guardedDebit',
} as const;
export type AccountKind = keyof typeof ACCOUNTS;

/** An account: its kind and what it belongs to, for example `order` and the id of the order, `channel` and its name. */
export interface Account {
  readonly kind: AccountKind;
  readonly ref: string;
}

/** What each event debits and credits. No other file posts. */
export const POSTINGS = {
  /** Money of a payment that buys the order. */
  paymentTaken: { debit: 'channel', credit: 'order' },
  /** A line was opened, or its time to return it is over. */
  lineFinished: { debit: 'order', credit: 'sales' },
  /** A second payment, or a late one that cannot be delivered: it goes back. */
  paymentReturned: { debit: 'channel', credit: 'refundDue' },
  refundBeforeFinish: { debit: 'order', credit: 'refundDue' },
  refundAfterFinish: { debit: 'sales', credit: 'refundDue' },
  /** The channel has given the money back. */
  refundDone: { debit: 'refundDue', credit: 'channel' },
  withdrawalApplied: { debit: 'payable', credit: 'frozen' },
  withdrawalEnded: { debit: 'frozen', credit: 'payable' },
  withdrawalPaid: { debit: 'frozen', credit: 'bank' },
  /** The tax of a month is declared and remitted. */
  taxRemitted: { debit: 'taxPayable', credit: 'bank' },
  /** What a bill says that the channel has kept, given back of it, or transferred to the bank. */
  billFee: { debit: 'fee', credit: 'channel' },
  billFeeReturned: { debit: 'channel', credit: 'fee' },
  billTransfer: { debit: 'bank', credit: 'channel' },
  billTransferReturned: { debit: 'channel', credit: 'bank' },
  /** Money in a bill that no order explains, and money of ours that no bill lists. */
  suspenseFound: { debit: 'channel', credit: 'suspense' },
  suspenseMissing: { debit: 'suspense', credit: 'channel' },
  /** The end of money in suspense: it buys an order, or goes back to its payer. */
  suspenseAssigned: { debit: 'suspense', credit: 'order' },
  suspenseReturned: { debit: 'suspense', credit: 'refundDue' },
} as const satisfies Readonly<Record<string, { debit: AccountKind; credit: AccountKind }>>;
export type PostingEvent = keyof typeof POSTINGS;

/** Events with more than two entries: the accounts that they may touch. */
export const SPLIT_POSTINGS = {
  /** Gross to the payee, the tax, and what is set off, held back and recouped; of a negative line reserve and carry. */
  earningSettled: ['royaltyCost', 'opening', 'payable', 'taxPayable', 'advance', 'reserve', 'carry'],
  /** An advance: what is paid of it, and the tax on it. */
  advancePaid: ['advance', 'payable', 'taxPayable'],
  /** What an agreement held of its payee when the publisher moved in. */
  opening: ['opening', 'advance', 'carry'],
} as const satisfies Readonly<Record<string, readonly AccountKind[]>>;
export type SplitEvent = keyof typeof SPLIT_POSTINGS;
