import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { openFee, type FeeOrder } from '../../../contract/commerce/fee-order.ts';
import type { FeeKind } from '../../../contract/commerce/order-limits.ts';
import { call } from '../../api/call.ts';
import { toastError } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';

interface Props {
  readonly order: FeeOrder | null;
  readonly canPay: boolean;
  readonly kind: FeeKind;
  /** What the fee is for. */
  readonly targetId: number;
}

const pathOf = (orderNo: string): string => `/personalCenter/order?orderNo=${orderNo}`;

/** The button that pays a fee, or the way to its order. */
export function FeePay({ order, canPay, kind, targetId }: Props) {
  const { online } = useSnapshot(network);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  if (canPay && !order?.registered) {
    const pay = async (): Promise<void> => {
      setBusy(true);
      await call(openFee, { body: { kind, targetId } })
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
