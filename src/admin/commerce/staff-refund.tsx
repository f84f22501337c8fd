import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Modal, Select } from 'antd';
import { lineName } from '../../../contract/commerce/order-limits.ts';
import { refundList, returnByStaff, STAFF_REFUND_REASONS, staffOrderDetail, type StaffOrder } from '../../../contract/commerce/order.ts';
import { sum } from '../../../contract/money.ts';
import { allOf } from '../../api/all-of.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { useActs } from '../crud/use-resource.tsx';

type Reason = (typeof STAFF_REFUND_REASONS)[number];
const NOTE_LENGTH = 200;

/** Returns lines of an order without an application of the buyer. */
export function StaffRefund({ order }: { order: StaffOrder }) {
  const client = useQueryClient();
  const { act } = useActs(async () => {
    await Promise.all([client.invalidateQueries(allOf(staffOrderDetail)), client.invalidateQueries(allOf(refundList))]);
  });
  const able = order.items.filter(({ refundedFen, payFen, inRefund }) => refundedFen < payFen && !inRefund);
  const [open, setOpen] = useState(false);
  const [picked, pick] = useState<readonly number[]>([]);
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (!reason) return;
    setBusy(true);
    const body = { orderNo: order.orderNo, orderItemIds: [...picked], reason, note };
    if (await act(() => call(returnByStaff, { body }), '已登记退款，较大的金额由另一位财务人员复核')) setOpen(false);
    setBusy(false);
  };
  const back = sum(able.filter(({ orderItemId }) => picked.includes(orderItemId)).map(({ payFen, refundedFen }) => payFen - refundedFen));
  return (
    <>
      <Button style={{ marginTop: 12 }} disabled={able.length === 0} onClick={() => setOpen(true)}>
        主动退款
      </Button>
      {open ? (
        <Modal
          open
          title={`主动退款 ${order.orderNo}`}
          okText={`退回 ${price(back)}`}
          cancelText="返回"
          okButtonProps={{ danger: true, loading: busy, disabled: picked.length === 0 || !reason || note.trim().length < 2 }}
          onOk={() => void send()}
          onCancel={() => setOpen(false)}
        >
          <Form layout="vertical">
            <Form.Item label="退回的商品" required>
              <Checkbox.Group
                value={[...picked]}
                options={able.map((item) => ({ value: item.orderItemId, label: `${lineName(item)} ${price(item.payFen - item.refundedFen)}` }))}
                onChange={(ids) => pick(ids as number[])}
              />
            </Form.Item>
            <Form.Item label="原因" htmlFor="refundReason" required>
              <Select
                id="refundReason"
                value={reason}
                placeholder="请选择"
                options={STAFF_REFUND_REASONS.map((value) => ({ value, label: value }))}
                onChange={setReason}
              />
            </Form.Item>
            <Form.Item label="说明（买家会看到）" htmlFor="refundNote" required>
              <Input.TextArea
                id="refundNote"
                value={note}
                maxLength={NOTE_LENGTH}
                showCount
                autoSize={{ minRows: 2 }}
                onChange={({ target }) => setNote(target.value)}
              />
            </Form.Item>
          </Form>
        </Modal>
      ) : null}
    </>
  );
}
