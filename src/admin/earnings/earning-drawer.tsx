import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Skeleton } from 'antd';
import { periodName } from '../../../contract/earnings/earning-limits.ts';
import {
  earningDetail,
  earningEvent,
  registerEarningInvoice,
  type EARNING_STAFF_EVENTS,
  type EarningDetail,
  type EarningStep,
} from '../../../contract/earnings/earning.ts';
import { earningMachine } from '../../../contract/earnings/earning.machine.ts';
import { AMOUNT_WORDS, fenOf } from '../../../contract/money-input.ts';
import { groupedYuan, yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { DecisionForm } from '../state-machine/decision-form.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';

/** One line: its arithmetic step by step, its history, and what may be done with it. */
export function EarningDrawer({ earningId, onClose }: { earningId: number; onClose: () => void }) {
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(earningDetail, { params: { earningId } }), staleTime: 0 });
  return (
    <Drawer open size={narrow ? '100%' : 640} title={found.data ? `收益 ${found.data.earningNo}` : '收益'} onClose={onClose}>
      {found.data ? <Detail one={found.data} onClose={onClose} /> : found.isError ? <LoadFailed query={found} /> : <Skeleton active />}
    </Drawer>
  );
}

function Detail({ one, onClose }: { one: EarningDetail; onClose: () => void }) {
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries());
  const [amount, setAmount] = useState(yuan(Math.max(0, one.grossFen)));
  const fen = fenOf(amount);
  const adjusts = one.can.includes('adjust');
  const decide = async (event: string, reason: string, label: string): Promise<void> => {
    const body = { earningIds: [one.earningId], reason, grossFen: event === 'adjust' ? fen : null };
    const params = { event: event as (typeof EARNING_STAFF_EVENTS)[number] };
    if (await act(() => call(earningEvent, { params, body }), `已${label}`)) onClose();
  };
  return (
    <>
      <p>
        <strong>{one.title}</strong> · {one.payee} · {periodName(one.period)} · {one.sourceName}{' '}
        <StateTag machine={earningMachine} state={one.status} />
      </p>
      {one.dispute ? <p role="note">收款人的疑问：{one.dispute}</p> : null}
      <Steps title="作品的收益" steps={one.lines} />
      <Steps title={one.estimated ? '这位收款人（按现在的余额估算，结算时确定）' : '这位收款人'} steps={one.steps} />
      <ul className="soft">
        {one.log.map(({ event, note, operatorName, at }) => (
          <li key={at + event}>
            {at.slice(0, 16)} {operatorName} {event}
            {note ? `：${note}` : ''}
          </li>
        ))}
      </ul>
      {one.needsInvoice ? <InvoicePart one={one} /> : null}
      {adjusts ? (
        <Form layout="vertical">
          <Form.Item
            label="调整后的应付（元）"
            htmlFor="adjusted"
            {...(fen === null ? { validateStatus: 'error' as const, help: AMOUNT_WORDS } : {})}
          >
            <Input id="adjusted" inputMode="decimal" value={amount} onChange={({ target }) => setAmount(target.value)} />
          </Form.Item>
        </Form>
      ) : null}
      <DecisionForm machine={earningMachine} state={one.status} label="原因" hint="调整、作废和冲正时必填" most={200} can={one.can} decide={decide} />
    </>
  );
}

/** The invoice that an organisation gives before its line is settled. */
function InvoicePart({ one }: { one: EarningDetail }) {
  const client = useQueryClient();
  const may = useCan();
  const { act } = useActs(() => client.invalidateQueries());
  const [invoiceNo, setNumber] = useState(one.invoiceNo);
  const open = one.estimated && may('earnings:yield:edit');
  if (!open) return <p>对方发票：{one.invoiceNo || '未登记'}</p>;
  const save = () => act(() => call(registerEarningInvoice, { params: { earningId: one.earningId }, body: { invoiceNo } }), '已登记发票');
  return (
    <Form layout="vertical">
      <Form.Item label="对方开具的发票号码（8位或20位）" htmlFor="earningInvoice" required>
        <Input.Search
          id="earningInvoice"
          inputMode="numeric"
          maxLength={20}
          enterButton="登记"
          value={invoiceNo}
          onChange={({ target }) => setNumber(target.value)}
          onSearch={() => void save()}
        />
      </Form.Item>
    </Form>
  );
}

function Steps({ title, steps }: { title: string; steps: readonly EarningStep[] }) {
  return (
    <>
      <h2>{title}</h2>
      <table className="earning-steps">
        <tbody>
          {steps.map(({ label, formula, fen }) => (
            <tr key={label + formula}>
              <th scope="row">{label}</th>
              <td>{formula}</td>
              <td>{groupedYuan(fen)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
