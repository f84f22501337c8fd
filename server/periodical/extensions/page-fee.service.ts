import { DAY_MS } from '../../../contract/clock.ts';
import { ORDER } from '../../../contract/commerce/order-limits.ts';
import type { FeeOrder } from '../../../contract/commerce/fee-order.ts';
import { SUBMISSIONS_PATH } from '../../../contract/periodical/periodical.site.ts';
import { feeIsRegistered, feeOrderOf, lockFee, placeFee, withdrawFee } from '../../commerce/order-kind/fee-order.service.ts';
import type { FeeKindRule } from '../../commerce/order-kind/order-kind.service.ts';
import type { Database, Tx } from '../../db/database.ts';
import { failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { accountsWithMail } from '../author-of.queries.ts';
import { requireIn, submissionGone } from '../journal-access.service.ts';
import { editsSubmission } from '../journal-file.service.ts';
import { isSubmitter, paysFee } from '../submission.policy.ts';
import { submissionById, type SubmissionRow } from '../submission.queries.ts';

const KIND = 'page_fee';
const NOT_DUE = '这篇稿件没有待付的版面费';
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

async function setFee(tx: Tx, id: number, feeStatus: 'paid' | 'refunded', now: number): Promise<void> {
  await tx
    .updateTable('journalSubmission')
    .set((eb) => ({ feeStatus, updateTime: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** An order line for a page fee: income with its payment, returned by staff only. */
export const pageFee: FeeKindRule = {
  tooLate: '订单已失效',
  finishes: 'withPayment',
  ownTime: true,
  transfer: true,
  noRefund: '版面费请联系编辑部，由工作人员退回',
  async link(db, order, { targetId }) {
    const row = await submissionById(db, targetId);
    return row && isSubmitter(row, order) ? `${SUBMISSIONS_PATH}/${targetId}` : '';
  },
  paidTitle: ([line]) => `《${line?.title ?? ''}》的版面费已支付`,
  async open(tx, currentUser, id) {
    const row = await submissionById(tx, id);
    if (!row) throw submissionGone();
    if (!(await isPayer(tx, row, currentUser))) {
      const duty = row.status === 'draft' ? null : await editsSubmission(tx, currentUser, row);
      if (!duty) throw submissionGone();
      requireIn(currentUser, duty, 'journal:submission:accept');
    }
    if (row.feeStatus !== 'due') throw failed(NOT_DUE);
    return placePageFee(tx, currentUser, row);
  },
  async payFault(tx, _order, { targetId }) {
    const row = await submissionById(tx, targetId);
    if (row?.feeStatus === 'due') return '';
    return row?.feeStatus === 'paid' ? '版面费已由另一笔订单支付' : row?.feeStatus === 'waived' ? '版面费已减免' : '版面费已不需支付';
  },
  async paid(tx, _order, { targetId }, now) {
    const row = await submissionById(tx, targetId);
    if (!row) throw failed(NOT_DUE);
    await setFee(tx, row.id, 'paid', now);
    await withdrawFee(tx, KIND, targetId, '版面费已由另一笔订单支付', now);
    if (row.editorId !== null)
      await sendMessage(tx, {
        userId: row.editorId,
        type: 'task',
        title: `《${row.title}》的版面费已支付，可以开始编校`,
        content: `《${row.journalName}》${row.submissionNo}`,
        link: `/cms/journal/submission?open=${row.id}`,
      });
  },
  refunded: async (tx, { targetId, refundedFen, payFen }, now) => (refundedFen < payFen ? undefined : setFee(tx, targetId, 'refunded', now)),
};
