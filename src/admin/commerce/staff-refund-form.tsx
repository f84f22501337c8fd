import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Checkbox, Form, Input, InputNumber, Modal, Select } from 'antd';
import { ORDER } from '../../../contract/commerce/order-limits.ts';
import {
  orderList,
  orderSums,
  refundList,
  STAFF_REFUND_REASONS,
  staffOrderDetail,
  staffRefund,
  type StaffOrder,
} from '../../../contract/commerce/order.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { partOf, sum } from '../../../contract/money.ts';
import { allOf } from '../../api/all-of.ts';
import { newUuid } from '../../api/new-uuid.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { errorMessage } from '../ui/error-message.ts';

type Item = StaffOrder['items'][number];

/** Why a line cannot be refunded now; empty when it can. */
function fault(item: Item): string {
  if (item.inRefund) return '退款中';
  if (item.payFen === 0) return '免费';
  if (item.refundedFen >= item.payFen) return '已退款';
  return item.kind === 'seats' && item.refundableQty < 1 ? '全部份数已分配' : '';
}
export const mayRefund = (order: StaffOrder): boolean =>
  ['paid', 'finished', 'refunding'].includes(order.status) && order.items.some((item) => fault(item) === '');

/** Finance refunds lines without an application of the buyer. */
export function StaffRefundForm({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [requestId] = useState(() => newUuid());
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map());
  const [reason, setReason] = useState<(typeof STAFF_REFUND_REASONS)[number]>();
  const [note, setNote] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const lines = order.items.filter(({ orderItemId }) => chosen.has(orderItemId));
  const back = (item: Item): number => partOf(item.payFen, item.qty, item.refundedQty, chosen.get(item.orderItemId) ?? item.refundableQty);
  const fen = sum(lines.map(back));
  const second = fen > ORDER.confirmFen || lines.some(({ opened }) => opened);
  const choose = (item: Item, qty: number | null): void => {
    const next = new Map(chosen);
    if (qty === null) next.delete(item.orderItemId);
    else next.set(item.orderItemId, qty);
    setChosen(next);
  };
  const send = async (): Promise<void> => {
    setError('');
    if (!reason) return setError('请选择退款原因');
    setBusy(true);
    try {
      const wanted = lines.map(({ orderItemId }) => ({ orderItemId, qty: chosen.get(orderItemId) ?? 1 }));
      const { status, invoiced } = await call(staffRefund, { body: { requestId, orderNo: order.orderNo, lines: wanted, reason, note } });
      void message.success(
        invoiced ? '已登记，红冲后在“退款”里审核' : status === 'approved' ? '已登记，等待另一位财务人员复核' : '已开始退款，结果会自动更新',
      );
      for (const one of [orderList, orderSums, refundList, staffOrderDetail]) void client.invalidateQueries(allOf(one));
      onClose();
    } catch (failure) {
      setError(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="主动退款"
      okText={fen > 0 ? `退款 ${price(fen)}` : '退款'}
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: fen === 0, loading: busy }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="退哪些商品" required>
          <ul className="refund-lines">
            {order.items.map((item) => {
              const why = fault(item);
              const qty = chosen.get(item.orderItemId);
              return (
                <li key={item.orderItemId}>
                  <Checkbox
                    disabled={why !== ''}
                    checked={qty !== undefined}
                    onChange={({ target }) => choose(item, target.checked ? item.refundableQty : null)}
                  >
                    {inTitleMarks(item.title)}
                  </Checkbox>
                  <span className="soft">
                    {why || (qty === undefined ? `可退 ${price(back(item))}` : `退 ${price(back(item))}`)}
                    {item.opened && !why ? ' · 已开始阅读' : ''}
                  </span>
                  {item.kind === 'seats' && qty !== undefined ? (
                    <span className="soft">
                      <InputNumber
                        aria-label={`${inTitleMarks(item.title)}退几份`}
                        min={1}
                        max={item.refundableQty}
                        precision={0}
                        value={qty}
                        onChange={(next) => choose(item, next ?? 1)}
                      />{' '}
                      份，没有分配的共 {item.refundableQty} 份
                    </span>
                  ) : null}
                </li>
              );
            })}
          </ul>
        </Form.Item>
        <Form.Item label="原因（买家会看到）" htmlFor="staffReason" required>
          <Select
            id="staffReason"
            placeholder="请选择退款原因"
            value={reason ?? null}
            options={STAFF_REFUND_REASONS.map((value) => ({ value, label: value }))}
            onChange={(value: (typeof STAFF_REFUND_REASONS)[number]) => setReason(value)}
          />
        </Form.Item>
        <Form.Item label="说明" htmlFor="staffNote" style={{ marginBottom: 24 }}>
          <Input.TextArea id="staffNote" rows={2} maxLength={200} showCount value={note} onChange={({ target }) => setNote(target.value)} />
        </Form.Item>
      </Form>
      {second ? <Alert type="info" showIcon title="已开始阅读或超过500.00元的退款，须由另一位财务人员复核" /> : null}
      {error ? <Alert style={{ marginTop: 12 }} type="error" showIcon title={error} role="alert" /> : null}
    </Modal>
  );
}
