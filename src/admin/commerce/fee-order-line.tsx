import { App, Button, Typography } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { openFee, type FeeOrder } from '../../../contract/commerce/fee-order.ts';
import type { FeeKind } from '../../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { useCan } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { StateTag } from '../state-machine/state-tag.tsx';

interface Props {
  readonly order: FeeOrder | null;
  /** The fee is not paid yet. */
  readonly due: boolean;
  readonly kind: FeeKind;
  /** What the fee is for. */
  readonly targetId: number;
}

/** The order of a fee with its state; finance registers money that arrived outside the channels for it. */
export function FeeOrderLine({ order, due, kind, targetId }: Props) {
  const may = useCan();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const register = async (): Promise<void> => {
    try {
      const { orderNo } = await call(openFee, { body: { kind, targetId } });
      void navigate(`/pay/order?tab=offline&register=${orderNo}`);
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
      {order ? <StateTag machine={orderMachine} state={order.status} {...(order.registered ? { words: '收款待复核' } : {})} /> : '还没有订单'}
      {order?.refundedFen ? <span className="soft">已退 {price(order.refundedFen)}</span> : null}
      {order?.orderNo && may('pay:order:list') ? (
        <Link className="code" to={`/pay/order?order=${order.orderNo}`}>
          {order.orderNo}
        </Link>
      ) : order?.orderNo ? (
        <Typography.Text className="code" copyable={{ tooltips: ['复制订单号', '已复制'] }}>
          {order.orderNo}
        </Typography.Text>
      ) : null}
      {due && may('pay:order:offline') && !order?.registered ? (
        <Button size="small" onClick={() => void register()}>
          登记收款
        </Button>
      ) : null}
    </span>
  );
}
