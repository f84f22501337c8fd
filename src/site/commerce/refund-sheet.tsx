import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { applyRefund, REFUND_REASONS, type OrderCard } from '../../../contract/commerce/order.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { toast } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';
import { Sheet } from '../frame/sheet.tsx';
import { refreshOrders, totalOf } from './commerce-queries.ts';

type Reason = (typeof REFUND_REASONS)[number];
const NOTE_MOST = 200;

/** Which lines go back, what comes back for each, and why a line cannot. */
export function RefundSheet({ card, close }: { card: OrderCard; close: () => void }) {
  const { online } = useSnapshot(network);
  const open = card.items.filter(({ noRefund }) => noRefund === '');
  const [picked, pick] = useState<readonly number[]>(() => (open.length === 1 ? open.map(({ orderItemId }) => orderItemId) : []));
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState('');
  const apply = useMutation({
    mutationFn: (given: Reason) => call(applyRefund, { body: { orderNo: card.orderNo, orderItemIds: [...picked], reason: given, note } }),
    onSuccess: (after) => {
      void refreshOrders(after);
      void toast('已提交退款申请，审核后按原路退回');
      close();
    },
  });
  const back = totalOf(open.filter(({ orderItemId }) => picked.includes(orderItemId)));
  const missing = !online ? '联网后可用' : picked.length === 0 ? '请选择要退款的商品' : reason === null ? '请选择退款原因' : '';
  return (
    <Sheet
      title="申请退款"
      close={close}
      foot={
        <div className="pay-foot">
          <p className="pay-sum">
            <span className="meta">退回</span>
            <b className="price">{price(back)}</b>
          </p>
          <button
            type="button"
            className="button button-fill button-tall"
            disabled={missing !== '' || apply.isPending}
            onClick={() => reason && apply.mutate(reason)}
          >
            {apply.isPending ? '正在提交…' : missing || '提交申请'}
          </button>
        </div>
      }
    >
      <div className="refund-form">
        <ul className="refund-lines">
          {card.items.map(({ orderItemId, title, payFen, noRefund, kind, refundableQty, refundedFen }) => (
            <li key={orderItemId}>
              <label>
                <input
                  type="checkbox"
                  disabled={noRefund !== ''}
                  checked={picked.includes(orderItemId)}
                  onChange={({ target }) => pick(target.checked ? [...picked, orderItemId] : picked.filter((one) => one !== orderItemId))}
                />
                <span className="pay-line-words">
                  <span className="serif two-lines" {...inLatin(title)}>
                    {title}
                  </span>
                  {noRefund ? (
                    <span className="meta">{noRefund}</span>
                  ) : (
                    <span className="meta">
                      {kind === 'seats' ? `未分配的 ${refundableQty} 份可退，最多退回 ${price(payFen - refundedFen)}` : `退回 ${price(payFen)}`}
                    </span>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
        <fieldset>
          <legend className="meta">退款原因</legend>
          <div className="refund-reasons">
            {REFUND_REASONS.map((one) => (
              <label key={one} className="chip">
                <input type="radio" name="reason" className="unseen" checked={reason === one} onChange={() => setReason(one)} />
                <span>{one}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <textarea
          aria-label="补充说明（可不填）"
          placeholder="补充说明（可不填）"
          maxLength={NOTE_MOST}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <p className="meta">审核期间所退作品暂不能阅读；通过后按原路退回，1至3个工作日到账。</p>
        <div role="alert" className="pay-fault">
          {apply.error?.message}
        </div>
      </div>
    </Sheet>
  );
}
