import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cancelOrder, cancelRefund, checkOrder, hideOrder, orderChannels, orderDetail, type OrderCard } from '../../../contract/commerce/order.ts';
import { NO_CHANNEL, type Channel } from '../../../contract/commerce/order-limits.ts';
import { call } from '../../api/call.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { orderPath, refreshOrders } from './commerce-queries.ts';
import { openChannel } from './open-channel.ts';
import { newUuid } from '../../api/new-uuid.ts';
import { useLeaving } from './use-leaving.ts';

export const WAITING = '支付结果确认中，通常几秒，最长30分钟，不必重复支付';

/** What the channel answered, in words. */
export function answerOf({ status, attempt }: Pick<OrderCard, 'status' | 'attempt'>): string {
  if (status === 'unpaid') return attempt === 'failed' ? '支付没有成功，可以重新支付' : attempt === 'created' ? WAITING : '还没有支付';
  return status === 'cancelled' ? '订单已取消' : '支付成功';
}

/** The steps a buyer takes with an order. One runs at a time; its error is a toast, and the order is shown as the server has it then. */
export function useOrderSteps(card: OrderCard) {
  const [running, setRunning] = useState(false);
  const [leaving, leave] = useLeaving();
  const navigate = useNavigate();
  const { orderNo } = card;
  const run = async (work: () => Promise<OrderCard | void>): Promise<void> => {
    if (running) return;
    setRunning(true);
    try {
      await refreshOrders((await work()) ?? undefined);
    } catch (error) {
      void toastError(error);
      void refreshOrders();
    } finally {
      setRunning(false);
    }
  };
  return {
    busy: running || leaving,
    /** Reads the order again, without a message. */
    refresh: () => run(() => call(checkOrder, { params: { orderNo } })),
    /** Opens the page of a channel, else of the one used last; with several, the page of the payment asks which. */
    pay: (chosen?: Channel) =>
      run(async () => {
        if (chosen) {
          if (await openChannel(orderNo, chosen, newUuid())) leave();
          return;
        }
        const { channels } = await call(orderChannels, { params: { orderNo } });
        const [first, ...others] = channels;
        if (!first) return void toast(NO_CHANNEL);
        if (others.length > 0 && !location.search.includes(orderNo)) return void navigate(orderPath(orderNo));
        if (await openChannel(orderNo, first.channel, newUuid())) return leave();
        if (!location.search.includes(orderNo)) void navigate(orderPath(orderNo));
      }),
    check: () =>
      run(async () => {
        const found = await call(checkOrder, { params: { orderNo } });
        void toast(answerOf(found));
        return found;
      }),
    cancel: () =>
      run(async () => {
        if (!(await confirm('取消订单', '取消后需要重新下单；如果您已经付款，订单会显示为已支付。', '取消订单'))) return;
        const found = await call(cancelOrder, { params: { orderNo } });
        void toast(found.status === 'cancelled' ? '订单已取消' : '已收到您的付款，订单没有取消');
        return found;
      }),
    hide: () =>
      run(async () => {
        if (!(await confirm('隐藏订单', '隐藏后这笔订单不再出现在这里，已购的作品照常可读。', '隐藏'))) return;
        await call(hideOrder, { params: { orderNo } });
        void toast('已隐藏');
      }),
    withdraw: (refundId: number) =>
      run(async () => {
        if (!(await confirm('撤回申请', '撤回后作品恢复阅读，可退期内还可以再次申请。', '撤回申请'))) return;
        await call(cancelRefund, { params: { refundId } });
        void toast('已撤回退款申请');
        return call(orderDetail, { params: { orderNo } });
      }),
  };
}
