import { DAY_MS } from '../../../contract/clock.ts';
import { ORDER } from '../../../contract/commerce/order-limits.ts';
import type { FeeOrder } from '../../../contract/commerce/fee-order.ts';
import { feeIsRegistered, feeOrderOf, lockFee, placeFee, withdrawFee } from '../../commerce/order-kind/fee-order.service.ts';
import type { Database, Tx } from '../../db/database.ts';
import { failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { accountsWithMail } from '../author-of.queries.ts';
import { paysFee } from '../submission.policy.ts';
import type { SubmissionRow } from '../submission.queries.ts';

const KIND = 'page_fee';
export const NOT_DUE = '这篇稿件没有待付的版面费';
type Fees = Pick<SubmissionRow, 'id' | 'ownerId' | 'authors' | 'title' | 'feeFen' | 'feeStatus'>;

/**
 * The account that pays a page fee: that of the corresponding author. The account that sent the submission acts for authors whose mail belongs to no
 * account.
 */
async function payerOf(db: Database | Tx, row: Pick<Fees, 'ownerId' | 'authors'>): Promise<number> {
  const mails = (JSON.parse(row.authors) as { mail?: string; corresponding?: boolean }[]).flatMap(({ mail, corresponding }) =>
    corresponding && mail ? [mail] : [],
  );
  const accounts = await accountsWithMail(db, mails);
  return accounts.includes(row.ownerId) ? row.ownerId : (accounts[0] ?? row.ownerId);
}

/** The order of the fee of an accepted submission. */
export const placePageFee = async (tx: Tx, currentUser: CurrentUser | null, row: Omit<Fees, 'feeStatus'>): Promise<{ orderNo: string }> =>
  placeFee(tx, currentUser, {
    kind: KIND,
    targetId: row.id,
    userId: await payerOf(tx, row),
    title: row.title,
    fen: row.feeFen,
    expireTime: Date.now() + ORDER.pageFeeDays * DAY_MS,
  });

/** Whether a user pays the fee of a submission. */
export const isPayer = async (db: Database | Tx, row: Pick<Fees, 'ownerId' | 'authors'>, currentUser: CurrentUser): Promise<boolean> =>
  paysFee(await payerOf(db, row), currentUser);

/** The order of a page fee; its number is for the payer and the editors. */
export const pageFeeOrder = (db: Database | Tx, submissionId: number, numbered: boolean): Promise<FeeOrder | null> =>
  feeOrderOf(db, KIND, submissionId, numbered);

/** Locks the orders of a fee before its submission is changed. */
export const lockPageFee = (tx: Tx, submissionId: number): Promise<void> => lockFee(tx, KIND, submissionId);

/** Rejects a waiver while money for the fee has arrived. The caller has locked the orders. */
export async function assertWaivable(tx: Tx, row: Pick<Fees, 'id' | 'feeStatus'>): Promise<void> {
  if (row.feeStatus !== 'due') throw failed(NOT_DUE);
  if (await feeIsRegistered(tx, KIND, row.id)) throw failed('财务已登记这笔版面费的收款，正在复核，不能减免');
}

/** Closes the unpaid order of a fee that is not due any more. */
export const closePageFee = (tx: Tx, submissionId: number, reason: string): Promise<void> => withdrawFee(tx, KIND, submissionId, reason, Date.now());
