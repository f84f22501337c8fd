import { useState } from 'react';
import { Alert, Button, Checkbox, Form, Input, Select } from 'antd';
import { RED_REASONS, type RedReason } from '../../../contract/commerce/invoice-limits.ts';
import { decideRed, issueRed, redInvoice, type RED_EVENTS, type StaffInvoice } from '../../../contract/commerce/invoice.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { isComplete, IssuedFields, newIssued } from './invoice-fields.tsx';
import { useFileCheck } from './use-file-check.ts';
import { VoucherLink } from './voucher-link.tsx';

type Red = StaffInvoice['reds'][number];

/** The red invoices of an invoice, those that wait, and the form that begins one. */
export function InvoiceReds({ row, refresh }: { row: StaffInvoice; refresh: () => Promise<void> }) {
  const may = useCan();
  const [starting, setStarting] = useState(false);
  const reds = may('pay:invoice:red');
  if (row.reds.length === 0 && (row.status !== 'issued' || !reds)) return null;
  return (
    <section className="order-part">
      <h2>红字发票</h2>
      {row.reds.map((red) => (
        <div key={red.redId} className="invoice-red">
          <p>
            <span className="code">{red.applyNo}</span> · {price(red.fen)} · {red.reason}
          </p>
          {red.number ? (
            <p className="soft">
              {red.number} · {red.issueDate} · <VoucherLink path={`/pay/invoice/red/file/${red.redId}`} name="下载文件" />
            </p>
          ) : reds ? (
            <Waiting row={row} red={red} refresh={refresh} />
          ) : (
            <p className="soft">{red.confirmState === 'waiting' ? `等待购买方确认，${red.confirmUntil}前有效` : '待开具'}</p>
          )}
        </div>
      ))}
      {row.status === 'issued' && reds ? (
        starting ? (
          <StartRed row={row} refresh={refresh} close={() => setStarting(false)} />
        ) : (
          <Button onClick={() => setStarting(true)}>红冲</Button>
        )
      ) : null}
    </section>
  );
}

/** An application: the buyer confirms a special invoice's first, then number and file are recorded. */
function Waiting({ row, red, refresh }: { row: StaffInvoice; red: Red; refresh: () => Promise<void> }) {
  const { act, ask } = useActs(refresh);
  const [draft, setDraft] = useState(newIssued);
  const check = useFileCheck(row.invoiceId, red.fen, draft);
  const decide = (event: (typeof RED_EVENTS)[number]) => call(decideRed, { params: { event, redId: red.redId } });
  const lapse = (
    <Button
      danger
      onClick={() => ask({ title: '作废这份红字申请？', content: '发票保持已开票。', verb: '作废', danger: true }, () => decide('lapse'), '已作废')}
    >
      作废
    </Button>
  );
  if (red.confirmState === 'waiting')
    return (
      <>
        <p className="soft">
          确认单{red.confirmNo || '（未填编号）'}等待购买方确认，{red.confirmUntil}前有效
        </p>
        <div className="invoice-red-acts">
          <Button type="primary" onClick={() => void act(() => decide('confirm'), '已记录购买方的确认')}>
            购买方已确认
          </Button>
          {lapse}
        </div>
      </>
    );
  const ready = isComplete(draft) && check.fault === '' && !check.busy;
  return (
    <Form layout="vertical">
      <IssuedFields id={`red-${red.redId}`} draft={draft} change={(part) => setDraft((now) => ({ ...now, ...part }))} />
      {check.fault ? <Alert style={{ marginBottom: 16 }} type="error" showIcon title={check.fault} /> : null}
      {check.warning ? <Alert style={{ marginBottom: 16 }} type="warning" showIcon title={check.warning} /> : null}
      <div className="invoice-red-acts">
        <Button
          type="primary"
          disabled={!ready}
          onClick={() =>
            void act(() => call(issueRed, { params: { redId: red.redId }, body: { ...draft, file: [...draft.file] } }), '红字发票已开具')
          }
        >
          {check.warning ? '已核对，仍然开具红字发票' : '开具红字发票'}
        </Button>
        {lapse}
      </div>
    </Form>
  );
}

function StartRed({ row, refresh, close }: { row: StaffInvoice; refresh: () => Promise<void>; close: () => void }) {
  const { act } = useActs(refresh);
  const [reason, setReason] = useState<RedReason>();
  const [picked, pick] = useState<readonly number[]>([]);
  const [confirmNo, setConfirmNo] = useState('');
  const [note, setNote] = useState('');
  const left = row.lines.filter(({ leftFen }) => leftFen > 0);
  const whole = reason === '开票有误';
  const send = async (): Promise<void> => {
    if (!reason) return;
    const body = { reason, note, confirmNo, lineIds: whole ? [] : [...picked] };
    if (await act(() => call(redInvoice, { params: { invoiceId: row.invoiceId }, body }), '已建立红字申请')) close();
  };
  return (
    <Form layout="vertical">
      <Form.Item label="红冲原因" htmlFor="red-reason" required extra="开票有误红冲整张，其他原因可以只红冲一部分">
        <Select
          id="red-reason"
          value={reason ?? null}
          placeholder="请选择"
          options={RED_REASONS.map((value) => ({ value, label: value }))}
          onChange={(value: RedReason) => setReason(value)}
        />
      </Form.Item>
      {reason && !whole ? (
        <Form.Item label="商品" required>
          <Checkbox.Group
            className="invoice-red-lines"
            value={[...picked]}
            options={left.map(({ lineId, name, leftFen }) => ({ value: lineId, label: `${name} ${price(leftFen)}` }))}
            onChange={(values) => pick(values.map(Number))}
          />
        </Form.Item>
      ) : null}
      {row.kind === 'special' ? (
        <Form.Item label="红字确认单编号" htmlFor="red-confirm" extra="购买方须在72小时内确认">
          <Input id="red-confirm" maxLength={40} value={confirmNo} onChange={({ target }) => setConfirmNo(target.value)} />
        </Form.Item>
      ) : null}
      <Form.Item label="说明" htmlFor="red-note">
        <Input id="red-note" maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />
      </Form.Item>
      <div className="invoice-red-acts">
        <Button type="primary" danger disabled={!reason || (!whole && picked.length === 0)} onClick={() => void send()}>
          建立红字申请
        </Button>
        <Button onClick={close}>取消</Button>
      </div>
    </Form>
  );
}
