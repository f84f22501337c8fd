import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { amendmentMachine } from '../../../contract/protocol/amendment.machine.ts';
import { amendmentEvent, amendments, type Amendment } from '../../../contract/protocol/amendment.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { confirm, toast } from '../frame/dialogs.ts';

/** The amendments of an effective agreement for its authors, with their signature. */
export function AmendmentList({ protocolId, changed }: { protocolId: number; changed: () => Promise<unknown> }) {
  const { data, refetch } = useQuery({ ...queryOf(amendments, { params: { protocolId } }), staleTime: 0 });
  return (data ?? []).map((one) => <AmendmentItem key={one.amendmentId} one={one} changed={() => Promise.all([refetch(), changed()])} />);
}

function AmendmentItem({ one, changed }: { one: Amendment; changed: () => Promise<unknown> }) {
  const [reason, setReason] = useState('');
  const send = useMutation({
    mutationFn: (event: 'signA' | 'rejectA') =>
      call(amendmentEvent, { params: { event, amendmentId: one.amendmentId }, body: { reason: reason.trim() } }),
    onSuccess: (_done, event) => {
      void toast(event === 'signA' ? '已签署' : '已告诉编辑');
      return changed();
    },
  });
  const sign = async () => {
    if (await confirm('签署这份补充协议？', amendmentMachine.events.signA.consequence ?? '', '签署')) send.mutate('signA');
  };
  return (
    <section className="agreement-amendment" aria-label={`补充协议${one.amendNo}`}>
      <p className="meta">
        补充协议{one.amendNo} · {amendmentMachine.states[one.status].label} · {one.createTime.slice(0, 10)}
      </p>
      <p className="agreement-text">{one.content}</p>
      {one.termsText ? <p className="agreement-text">收益条款改为：{one.termsText}</p> : null}
      {send.error ? (
        <p className="agreement-wrong" role="alert">
          {send.error.message}
        </p>
      ) : null}
      {one.can.includes('signA') ? (
        <div className="author-form">
          <div className="author-acts">
            <button type="button" className="button button-fill" disabled={send.isPending} onClick={() => void sign()}>
              签署
            </button>
          </div>
          <label>
            不同意时请写明理由（至少5个字）
            <textarea rows={2} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
          </label>
          <button
            type="button"
            className="button button-line"
            disabled={send.isPending || [...reason.trim()].length < 5}
            onClick={() => send.mutate('rejectA')}
          >
            不同意
          </button>
        </div>
      ) : null}
    </section>
  );
}
