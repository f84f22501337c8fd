import { useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { periodName } from '../../../contract/earnings/earning-limits.ts';
import { earningMachine } from '../../../contract/earnings/earning.machine.ts';
import { disputeEarning, type EarningRow, type EarningStep } from '../../../contract/earnings/earning.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { toast } from '../frame/dialogs.ts';
import { detailQuery, refreshRevenue } from './revenue-queries.ts';

const LEAST_REASON = 5;

/** One line; opened, it shows its arithmetic and takes the question of the payee. */
export function EarningLine({ row }: { row: EarningRow }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const booked = row.settledAt !== '';
  return (
    <li className="revenue-line" data-state={row.status}>
      <div className="revenue-row">
        <span>
          <span className="serif">{row.protocolNo ? `《${row.title}》` : row.title}</span>
          <span className="meta">
            {' '}
            {periodName(row.period)} · {row.sourceName} · {earningMachine.states[row.status].label}
          </span>
        </span>
        <b className="price">{price(booked ? row.netFen : row.grossFen)}</b>
      </div>
      {booked ? null : <p className="meta">税前金额，结算后计入余额</p>}
      <button type="button" className="button button-line" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        明细
      </button>
      <div id={id}>{open ? <Detail row={row} /> : null}</div>
    </li>
  );
}

function Detail({ row }: { row: EarningRow }) {
  const found = useQuery(detailQuery(row.earningId));
  if (found.isError) return <p role="alert">{found.error.message}</p>;
  if (!found.data) return <p className="meta">正在读取…</p>;
  const { lines, steps, estimated, dispute } = found.data;
  return (
    <>
      <Steps caption="作品的收益" steps={lines} />
      <Steps caption={estimated ? '您的部分（估算，结算时确定）' : '您的部分'} steps={steps} />
      {dispute ? <p className="meta">您的疑问：{dispute}</p> : null}
      {row.can.includes('dispute') ? <Dispute earningId={row.earningId} /> : null}
    </>
  );
}

function Steps({ caption, steps }: { caption: string; steps: readonly EarningStep[] }) {
  return (
    <table className="revenue-steps">
      <caption>{caption}</caption>
      <tbody>
        {steps.map(({ label, formula, fen }) => (
          <tr key={label + formula}>
            <th scope="row">
              {label}
              <span className="meta">{formula}</span>
            </th>
            <td>{price(fen)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Dispute({ earningId }: { earningId: number }) {
  const id = useId();
  const [reason, setReason] = useState('');
  const send = useMutation({
    mutationFn: () => call(disputeEarning, { params: { earningId }, body: { reason: reason.trim() } }),
    onSuccess: async () => {
      void toast('已提出，财务核对后答复');
      await refreshRevenue();
    },
  });
  return (
    <form
      className="revenue-form"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <label htmlFor={id}>有疑问（至少{LEAST_REASON}个字）</label>
      <textarea id={id} rows={2} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
      <button type="submit" className="button button-line" disabled={send.isPending || [...reason.trim()].length < LEAST_REASON}>
        提出疑问
      </button>
      {send.error ? <p role="alert">{send.error.message}</p> : null}
    </form>
  );
}
