import { SUBMISSIONS_PATH } from '../../../contract/periodical/periodical.site.ts';
import type { FeeKindRule } from '../../commerce/order-kind/order-kind.service.ts';
import type { Tx } from '../../db/database.ts';
import { failed } from '../../http/app-error.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { requireIn, submissionGone } from '../journal-access.service.ts';
import { editsSubmission } from '../journal-file.service.ts';
import { isSubmitter } from '../submission.policy.ts';
import { submissionById } from '../submission.queries.ts';
import { closePageFee, isPayer, NOT_DUE, placePageFee } from './page-fee.service.ts';

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
    await closePageFee(tx, targetId, '版面费已由另一笔订单支付');
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
