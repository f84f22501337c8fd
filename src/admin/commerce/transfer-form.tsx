import { allOf } from '../../api/all-of.ts';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Form } from 'antd';
import dayjs from 'dayjs';
import { registerTransfer } from '../../../contract/commerce/offline.ts';
import { refundList } from '../../../contract/commerce/order.ts';
import { uploadMoneyFile } from '../../../contract/commerce/invoice.ts';
import { metaOf, type StoredFile } from '../../../contract/field.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { FilesInput } from '../crud/field/files-input.tsx';
import { useActs } from '../crud/use-resource.tsx';

/** Registers that the money of a refund was transferred by hand; another person confirms it. */
export function TransferForm({ refundId, fen, done }: { refundId: number; fen: number; done: () => void }) {
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries(allOf(refundList)));
  const [transferOn, setDay] = useState('');
  const [voucher, setVoucher] = useState<readonly StoredFile[]>([]);
  const send = async (): Promise<void> => {
    const body = { transferOn, voucher: [...voucher] };
    if (await act(() => call(registerTransfer, { params: { refundId }, body }), '已登记，等待另一位财务人员复核')) done();
  };
  return (
    <Form layout="vertical" style={{ marginTop: 16 }}>
      <Form.Item label={`转账退回 ${price(fen)} 的日期`} htmlFor="transferOn" required>
        <DatePicker
          id="transferOn"
          style={{ width: '100%' }}
          value={transferOn ? dayjs(transferOn) : null}
          disabledDate={(day) => day.isAfter(dayjs(), 'day')}
          onChange={(next) => setDay(next?.format('YYYY-MM-DD') ?? '')}
        />
      </Form.Item>
      <Form.Item label="转账凭证" htmlFor="transferVoucher" required>
        <FilesInput
          to={uploadMoneyFile}
          id="transferVoucher"
          meta={metaOf(registerTransfer.body.shape.voucher)}
          value={voucher}
          onChange={setVoucher}
        />
      </Form.Item>
      <Button block type="primary" disabled={!transferOn || voucher.length === 0} onClick={() => void send()}>
        登记转账：由另一位财务人员复核后完成退款
      </Button>
    </Form>
  );
}
