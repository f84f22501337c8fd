import type { FeeKindRule } from '../commerce/order-kind/order-kind.service.ts';
import { withdrawFee } from '../commerce/order-kind/fee-order.service.ts';
import { failed } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { mayPayFee, opensFee } from './tutor.policy.ts';
import { tutorById, type TutorRow } from './tutor.queries.ts';
import { payTutor, placeTutorFee, tutorGone, tutorPath } from './tutor.service.ts';

/** Why the fee of a tutoring is not paid any more; empty while it is due. */
const feeFault = ({ status, expectTime }: Pick<TutorRow, 'status' | 'expectTime'>, now: number): string => {
  if (status === 'cancelled') return '辅导预约已取消';
  if (status !== 'wait_pay') return '辅导费已支付，不必再付';
  return expectTime > now ? '' : '辅导时间已过';
};

/** An order line for the fee of a tutoring: paid until the start, income when it is done, returned by the rule of its cancelling. */
export const tutorFee: FeeKindRule = {
  tooLate: '订单已失效',
  finishes: 'byArea',
  ownTime: true,
  transfer: false,
  noRefund: '请在辅导页取消预约，辅导费按取消的规则退回',
  link: async (_db, _order, { targetId }) => tutorPath(targetId),
  paidTitle: ([line]) => `辅导《${line?.title ?? ''}》已支付，预约生效`,
  async open(tx, currentUser, id) {
    const row = await tutorById(tx, id);
    // Finance opens it to register money that arrived.
    const finance = hasPermission(currentUser, 'cms:tutor:query') && hasPermission(currentUser, 'pay:order:offline');
    if (!row || !opensFee(row, currentUser, finance)) throw tutorGone();
    const fault = row.status === 'applied' ? '专家确认预约后才能支付' : feeFault(row, Date.now());
    if (fault) throw failed(fault);
    return placeTutorFee(tx, currentUser, row);
  },
  async payFault(tx, _order, { targetId }) {
    const row = await tutorById(tx, targetId);
    return row ? feeFault(row, Date.now()) : '辅导预约已取消';
  },
  async paid(tx, _order, { targetId }, now) {
    const row = await tutorById(tx, targetId);
    if (!row) throw tutorGone();
    await payTutor(tx, row);
    await withdrawFee(tx, 'tutor', targetId, '辅导费已由另一笔订单支付', now);
  },
  async staffRefundFault(tx, { targetId }) {
    const row = await tutorById(tx, targetId);
    return row?.status === 'scheduled' ? '请在辅导管理里仲裁取消这次辅导，辅导费会自动退回' : '';
  },
  async refunded(tx, { targetId, refundedFen }) {
    await tx.updateTable('tutor').set({ refundFen: refundedFen }).where('id', '=', targetId).execute();
  },
};

export const canPayNow = (row: TutorRow, currentUser: CurrentUser): boolean => mayPayFee(row, currentUser) && feeFault(row, Date.now()) === '';
