import { allOf } from '../../api/all-of.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Descriptions, Typography } from 'antd';
import { OFFLINE_METHODS } from '../../../contract/commerce/order-limits.ts';
import { decidePayment, offlineList, type OfflineRow, type PAYMENT_STAFF_EVENTS } from '../../../contract/commerce/offline.ts';
import { paymentMachine } from '../../../contract/commerce/payment.machine.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { useActs } from '../crud/use-resource.tsx';
import { DecisionForm } from '../state-machine/decision-form.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { VoucherLink } from './voucher-link.tsx';

/** Everything that the second person compares with the bank, and the decision. */
export function OfflineDecision({ row, onClose }: { row: OfflineRow; onClose: () => void }) {
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries(allOf(offlineList)));
  const decide = async (event: string, reason: string, label: string): Promise<void> => {
    const params = { event: event as (typeof PAYMENT_STAFF_EVENTS)[number], paymentId: row.paymentId };
    if (await act(() => call(decidePayment, { params, body: { reason } }), `已${label}`)) onClose();
  };
  const waits = row.status === 'created' && row.registeredBy !== '';
  return (
    <>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          {
            key: 'order',
            label: '订单',
            children: <Typography.Text copyable={{ tooltips: ['复制订单号', '已复制'] }}>{row.orderNo}</Typography.Text>,
          },
          { key: 'titles', label: '商品', children: row.titles },
          { key: 'buyer', label: '买家', children: `${row.nickName}（${row.userName}）` },
          { key: 'fen', label: '金额', children: <strong>{price(row.amountFen)}</strong> },
          { key: 'state', label: '状态', children: <StateTag machine={paymentMachine} state={row.status} {...(waits ? { words: '待复核' } : {})} /> },
          ...(row.method
            ? [
                { key: 'method', label: '方式', children: OFFLINE_METHODS[row.method] },
                { key: 'payer', label: '付款人', children: row.payer },
                { key: 'day', label: '收款日期', children: row.receivedOn },
                { key: 'voucher', label: '凭证', children: <VoucherLink path={`/pay/offline/voucher/${row.paymentId}`} name={row.voucher} /> },
                { key: 'note', label: '说明', children: row.note || '—' },
                { key: 'by', label: '登记', children: `${row.registeredBy}，${row.registeredAt}` },
                ...(row.confirmedBy ? [{ key: 'second', label: '复核', children: row.confirmedBy }] : []),
              ]
            : [{ key: 'until', label: '等待到', children: row.expireTime }]),
        ]}
      />
      {waits && !row.mayConfirm ? <Alert style={{ marginTop: 16 }} type="info" showIcon title="须由另一位财务人员处理" /> : null}
      {waits ? (
        <DecisionForm
          machine={paymentMachine}
          state={row.status}
          label="原因"
          hint="退回登记时必填，登记人会看到"
          most={200}
          can={row.events}
          decide={decide}
        />
      ) : null}
    </>
  );
}
