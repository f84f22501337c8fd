import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Radio } from 'antd';
import { uploadMoneyFile } from '../../../contract/commerce/invoice.ts';
import { orderList } from '../../../contract/commerce/order.ts';
import { reconItems, reconList, type ReconItem } from '../../../contract/commerce/recon/recon.ts';
import { suspenseEndMachine } from '../../../contract/commerce/recon/suspense-end.machine.ts';
import {
  decideEnd,
  finishReturn,
  proposeEnd,
  RETURN_WAYS,
  SUSPENSE_ENDS,
  suspenseVoucher,
  type ReturnWay,
  type SuspenseEnd,
  type SuspenseEndKind,
} from '../../../contract/commerce/recon/suspense-end.ts';
import { metaOf, type StoredFile } from '../../../contract/field.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { price } from '../../format/number.ts';
import { FilesInput } from '../crud/field/files-input.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { VoucherLink } from './voucher-link.tsx';

const KINDS = Object.keys(SUSPENSE_ENDS) as SuspenseEndKind[];
const LEAST = 5;

function useRefreshed() {
  const client = useQueryClient();
  return useActs(async () => {
    await Promise.all([reconItems, reconList, orderList].map((one) => client.invalidateQueries(allOf(one))));
  });
}

/** What becomes of money in suspense: the proposal, its second person, and the return to the payer. */
export function SuspenseEndPart({ item }: { item: ReconItem }) {
  const { act } = useRefreshed();
  const [asked, ask] = useState<SuspenseEndKind | 'finish' | null>(null);
  const { end } = item;
  const decide = (event: 'confirm' | 'withdraw') => {
    if (!end) return;
    const params = { event, endId: end.endId };
    void act(() => call(decideEnd, { params }), `${suspenseEndMachine.events[event].label}：已处理`);
  };
  return (
    <>
      {end ? <EndWords end={end} /> : null}
      <div className="recon-acts">
        {end?.events.map((event) => (
          <Button
            key={event}
            type={event === 'withdraw' ? 'default' : 'primary'}
            onClick={() => (event === 'finish' ? ask('finish') : decide(event))}
          >
            {suspenseEndMachine.events[event].label}
          </Button>
        ))}
        {item.canEnd
          ? KINDS.map((kind) => (
              <Button key={kind} onClick={() => ask(kind)}>
                {SUSPENSE_ENDS[kind]}
              </Button>
            ))
          : null}
      </div>
      {item.canEnd && (asked === 'assign' || asked === 'return') ? <ProposeForm key={asked} item={item} kind={asked} done={() => ask(null)} /> : null}
      {asked === 'finish' && end?.events.includes('finish') ? <FinishForm end={end} fen={item.adoptFen} done={() => ask(null)} /> : null}
    </>
  );
}

function EndWords({ end }: { end: SuspenseEnd }) {
  return (
    <p className="soft">
      <StateTag machine={suspenseEndMachine} state={end.status} /> {end.proposedBy}：{SUSPENSE_ENDS[end.kind]}
      {end.orderNo ? <span className="code"> {end.orderNo}</span> : null}，{end.reason}
      {end.confirmedBy ? `（${end.confirmedBy}复核）` : ''}
      {end.way ? ` · ${RETURN_WAYS[end.way]} ${end.returnNo} ` : ''}
      {end.voucher ? <VoucherLink path={suspenseVoucher.path.replace('{endId}', String(end.endId))} name={end.voucher} /> : null}
    </p>
  );
}

function ProposeForm({ item, kind, done }: { item: ReconItem; kind: SuspenseEndKind; done: () => void }) {
  const { act } = useRefreshed();
  const [orderNo, setOrderNo] = useState('');
  const [reason, setReason] = useState('');
  const ready = [...reason.trim()].length >= LEAST && (kind === 'return' || orderNo.trim() !== '');
  const send = async (): Promise<void> => {
    const body = { kind, orderNo: orderNo.trim(), reason: reason.trim() };
    const params = { reconItemId: item.reconItemId };
    if (await act(() => call(proposeEnd, { params, body }), '已提交，等待另一位财务人员复核')) done();
  };
  return (
    <Form layout="vertical">
      {kind === 'assign' ? (
        <Form.Item label="订单号" htmlFor={`order-${item.reconItemId}`} required>
          <Input id={`order-${item.reconItemId}`} maxLength={32} value={orderNo} onChange={({ target }) => setOrderNo(target.value)} />
        </Form.Item>
      ) : null}
      <Form.Item label="依据" htmlFor={`reason-${item.reconItemId}`} required>
        <Input.TextArea
          id={`reason-${item.reconItemId}`}
          placeholder="怎样查明了付款人，至少5个字，复核人会看到"
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Form.Item>
      <div className="recon-acts">
        <Button type="primary" disabled={!ready} onClick={() => void send()}>
          提交{SUSPENSE_ENDS[kind]} {price(item.adoptFen)}
        </Button>
        <Button onClick={done}>取消</Button>
      </div>
    </Form>
  );
}

function FinishForm({ end, fen, done }: { end: SuspenseEnd; fen: number; done: () => void }) {
  const { act } = useRefreshed();
  const [way, setWay] = useState<ReturnWay>('channel');
  const [returnNo, setReturnNo] = useState('');
  const [voucher, setVoucher] = useState<readonly StoredFile[]>([]);
  const ready = returnNo.trim() !== '' && (way === 'channel' || voucher.length > 0);
  const send = async (): Promise<void> => {
    const body = { way, returnNo: returnNo.trim(), voucher: [...voucher] };
    if (await act(() => call(finishReturn, { params: { endId: end.endId }, body }), '已登记退回')) done();
  };
  return (
    <Form layout="vertical">
      <Form.Item label="退回方式">
        <Radio.Group
          value={way}
          options={(Object.keys(RETURN_WAYS) as ReturnWay[]).map((value) => ({ value, label: RETURN_WAYS[value] }))}
          onChange={({ target }) => setWay(target.value as ReturnWay)}
        />
      </Form.Item>
      <Form.Item label={way === 'channel' ? '渠道退款单号' : '转账流水号'} htmlFor={`return-${end.endId}`} required>
        <Input id={`return-${end.endId}`} maxLength={64} value={returnNo} onChange={({ target }) => setReturnNo(target.value)} />
      </Form.Item>
      {way === 'transfer' ? (
        <Form.Item label="转账凭证" htmlFor={`voucher-${end.endId}`} required>
          <FilesInput
            to={uploadMoneyFile}
            id={`voucher-${end.endId}`}
            meta={metaOf(finishReturn.body.shape.voucher)}
            value={voucher}
            onChange={setVoucher}
          />
        </Form.Item>
      ) : null}
      <div className="recon-acts">
        <Button type="primary" disabled={!ready} onClick={() => void send()}>
          登记已退回 {price(fen)}
        </Button>
        <Button onClick={done}>取消</Button>
      </div>
    </Form>
  );
}
