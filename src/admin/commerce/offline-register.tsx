import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Descriptions, Form, Input, Radio, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { OFFLINE_METHODS, type OfflineMethod } from '../../../contract/commerce/order-limits.ts';
import { offlineList, offlineOrder, registerOffline } from '../../../contract/commerce/offline.ts';
import { uploadMoneyFile } from '../../../contract/commerce/invoice.ts';
import { metaOf, type StoredFile } from '../../../contract/field.ts';
import { AMOUNT_WORDS, fenOf } from '../../../contract/money-input.ts';
import { call } from '../../api/call.ts';
import { newUuid } from '../../api/new-uuid.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { FilesInput } from '../crud/field/files-input.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useActs } from '../crud/use-resource.tsx';
import { useNarrow } from '../ui/use-device.ts';

const NUMBER = /^DD\d{20}$/;

interface Draft {
  readonly method: OfflineMethod;
  readonly amount: string;
  readonly payer: string;
  readonly receivedOn: string;
  readonly note: string;
  readonly voucher: readonly StoredFile[];
}
const EMPTY: Draft = { method: 'transfer', amount: '', payer: '', receivedOn: '', note: '', voucher: [] };

/** Registers money that arrived outside the channels: first the order, then what the bank says. */
export function RegisterDrawer({ orderNo: given, onClose }: { orderNo: string; onClose: () => void }) {
  const narrow = useNarrow();
  const [typed, setTyped] = useState(given);
  const orderNo = typed.replace(/\s/g, '').toUpperCase();
  const known = NUMBER.test(orderNo);
  const found = useQuery({ ...queryOf(offlineOrder, { params: { orderNo } }), enabled: known, staleTime: 0 });
  const order = known ? found.data : undefined;
  return (
    <Drawer open size={narrow ? '100%' : 560} title="登记线下收款" onClose={onClose}>
      <Form layout="vertical">
        <Form.Item label="订单号" htmlFor="offlineOrder" extra="买家转账时写在附言里，以 DD 开头" required>
          <Input
            id="offlineOrder"
            value={typed}
            maxLength={40}
            onChange={({ target }) => setTyped(target.value)}
            {...(typed && !known ? { status: 'error' as const } : {})}
          />
        </Form.Item>
      </Form>
      {known && found.isPending ? <Skeleton active /> : null}
      {known && found.isError ? <Alert type="error" showIcon title={errorMessage(found.error)} /> : null}
      {order ? (
        <>
          <Descriptions
            bordered
            size="small"
            column={1}
            items={[
              { key: 'titles', label: '商品', children: order.titles },
              { key: 'buyer', label: '买家', children: `${order.nickName}（${order.userName}）` },
              { key: 'fen', label: '应付', children: <strong>{price(order.payFen)}</strong> },
              { key: 'time', label: '下单', children: order.createTime },
            ]}
          />
          {order.fault ? <Alert style={{ marginTop: 16 }} type="warning" showIcon title={order.fault} /> : null}
          {order.hint ? <Alert style={{ marginTop: 16 }} type="info" showIcon title={order.hint} /> : null}
          {order.fault ? null : <MoneyForm key={orderNo} orderNo={orderNo} payFen={order.payFen} onClose={onClose} />}
        </>
      ) : null}
    </Drawer>
  );
}

function MoneyForm({ orderNo, payFen, onClose }: { orderNo: string; payFen: number; onClose: () => void }) {
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries(allOf(offlineList)));
  const [requestId] = useState(() => newUuid());
  const [draft, setDraft] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  // A file arrives later than it was chosen: it must not undo what was typed meanwhile.
  const change = (part: Partial<Draft>): void => setDraft((now) => ({ ...now, ...part }));
  const fen = fenOf(draft.amount);
  const wrong = draft.amount === '' ? '' : fen === null ? AMOUNT_WORDS : fen === payFen ? '' : `与应付的${price(payFen)}不一致，不能入账`;
  const ready = fen === payFen && draft.payer.trim() !== '' && draft.receivedOn !== '' && draft.voucher.length > 0;
  const send = async (): Promise<void> => {
    setBusy(true);
    const { method, payer, receivedOn, note, voucher } = draft;
    const body = { requestId, orderNo, method, fen: fen ?? 0, payer, receivedOn, note, voucher: [...voucher] };
    const done = await act(() => call(registerOffline, { body }), '已登记，等待另一位财务人员复核');
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Form layout="vertical" style={{ marginTop: 16 }} disabled={busy}>
      <Form.Item label="收款方式" required>
        <Radio.Group
          aria-label="收款方式"
          value={draft.method}
          options={Object.entries(OFFLINE_METHODS).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => change({ method: target.value as OfflineMethod })}
        />
      </Form.Item>
      <Form.Item label="到账金额" htmlFor="offlineFen" required validateStatus={wrong ? 'error' : ''} help={wrong || undefined}>
        <Input id="offlineFen" inputMode="decimal" prefix="¥" value={draft.amount} onChange={({ target }) => change({ amount: target.value })} />
      </Form.Item>
      <Form.Item label="付款人" htmlFor="offlinePayer" extra="银行回单上的付款单位或姓名" required>
        <Input id="offlinePayer" maxLength={100} value={draft.payer} onChange={({ target }) => change({ payer: target.value })} />
      </Form.Item>
      <Form.Item label="收款日期" htmlFor="offlineDay" required>
        <DatePicker
          id="offlineDay"
          style={{ width: '100%' }}
          value={draft.receivedOn ? dayjs(draft.receivedOn) : null}
          disabledDate={(day) => day.isAfter(dayjs(), 'day')}
          onChange={(next) => change({ receivedOn: next?.format('YYYY-MM-DD') ?? '' })}
        />
      </Form.Item>
      <Form.Item label="收款凭证" htmlFor="offlineVoucher" required>
        <FilesInput
          to={uploadMoneyFile}
          id="offlineVoucher"
          meta={metaOf(registerOffline.body.shape.voucher)}
          value={draft.voucher}
          onChange={(voucher) => change({ voucher })}
        />
      </Form.Item>
      <Form.Item label="说明" htmlFor="offlineNote">
        <Input.TextArea
          id="offlineNote"
          rows={2}
          maxLength={200}
          showCount
          value={draft.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </Form.Item>
      <Button block type="primary" loading={busy} disabled={!ready} onClick={() => void send()}>
        登记：由另一位财务人员复核后入账
      </Button>
    </Form>
  );
}
