import { useState } from 'react';
import { Alert, Button, Form, Input, InputNumber } from 'antd';
import { issueInvoice, type StaffInvoice } from '../../../contract/commerce/invoice.ts';
import { call } from '../../api/call.ts';
import { useActs } from '../crud/use-resource.tsx';
import { isComplete, IssuedFields, newIssued } from './invoice-fields.tsx';
import { useFileCheck } from './use-file-check.ts';

const BP = 100;

/** Records an invoice that was issued by hand: number, date, file, and rates that the clerk corrects with a note. */
export function InvoiceIssue({ row, refresh, done }: { row: StaffInvoice; refresh: () => Promise<void>; done: () => void }) {
  const { act } = useActs(refresh);
  const [draft, setDraft] = useState(newIssued);
  const [rates, setRates] = useState<Readonly<Record<number, number>>>({});
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const check = useFileCheck(row.invoiceId, row.amountFen, draft);
  const changed = row.lines.filter(({ lineId, rateBp }) => (rates[lineId] ?? rateBp) !== rateBp);
  const ready = isComplete(draft) && check.fault === '' && !check.busy && (changed.length === 0 || note.trim() !== '');
  const send = async (): Promise<void> => {
    setBusy(true);
    const body = {
      ...draft,
      file: [...draft.file],
      note,
      rates: changed.map(({ lineId, rateBp }) => ({ lineId, rateBp: rates[lineId] ?? rateBp })),
    };
    const saved = await act(() => call(issueInvoice, { params: { invoiceId: row.invoiceId }, body }), '已开具，买家会收到消息和邮件');
    setBusy(false);
    if (saved) done();
  };
  return (
    <section className="order-part">
      <h2>开具</h2>
      <Form layout="vertical" disabled={busy}>
        <IssuedFields id="issue" draft={draft} change={(part) => setDraft((now) => ({ ...now, ...part }))} />
        {row.lines.map((line) => (
          <Form.Item key={line.lineId} label={`税率：${line.name}`} htmlFor={`rate-${line.lineId}`}>
            <InputNumber
              id={`rate-${line.lineId}`}
              min={0}
              max={17}
              precision={2}
              suffix="%"
              value={(rates[line.lineId] ?? line.rateBp) / BP}
              onChange={(value) => setRates({ ...rates, [line.lineId]: Math.round((value ?? 0) * BP) })}
            />
          </Form.Item>
        ))}
        <Form.Item label="说明" htmlFor="issue-note" extra="改了税率时必填" required={changed.length > 0}>
          <Input id="issue-note" maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />
        </Form.Item>
        {check.fault ? <Alert style={{ marginBottom: 16 }} type="error" showIcon title={check.fault} /> : null}
        {check.warning ? <Alert style={{ marginBottom: 16 }} type="warning" showIcon title={check.warning} /> : null}
        <Button block type="primary" loading={busy} disabled={!ready} onClick={() => void send()}>
          {check.busy ? '正在核对文件…' : check.warning ? '已核对，仍然开具' : '开具'}
        </Button>
      </Form>
    </section>
  );
}
