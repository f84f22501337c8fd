import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { FeeOrder } from '../../../contract/commerce/order.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { price } from '../../format/number.ts';
import { toastError } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';

interface Props {
  readonly order: FeeOrder | null;
  readonly canPay: boolean;
  /** Opens the order with which the fee is paid. */
  readonly open: () => Promise<{ readonly orderNo: string }>;
}

const pathOf = (orderNo: string): string => `/personalCenter/order?orderNo=${orderNo}`;

/** The state of the order of a fee, in words. */
export const feeOrderWords = ({ status, registered, refundedFen }: FeeOrder): string =>
  registered ? '已收到转账，正在复核' : refundedFen > 0 && status !== 'refunded' ? `已退 ${price(refundedFen)}` : orderMachine.states[status].label;

/** The button that pays a fee, or the way to its order. */
export function FeePay({ order, canPay, open }: Props) {
  const { online } = useSnapshot(network);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  if (canPay && !order?.registered) {
    const pay = async (): Promise<void> => {
      setBusy(true);
      await open()
        .then(({ orderNo }) => navigate(pathOf(orderNo)))
        .catch((error: unknown) => toastError(error));
      setBusy(false);
    };
    return (
      <button type="button" className="button button-fill" disabled={busy || !online} onClick={() => void pay()}>
        {online ? '去支付' : '联网后可用'}
      </button>
    );
  }
  return order?.orderNo ? (
    <Link className="button button-line" to={pathOf(order.orderNo)}>
      查看订单
    </Link>
  ) : null;
}
