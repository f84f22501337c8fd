import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { OrderCard as Order } from '../../../contract/commerce/order.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { refundMachine } from '../../../contract/commerce/refund.machine.ts';
import { shortDate } from '../../format/date.ts';
import { price } from '../../format/number.ts';
import { network } from '../frame/network.store.ts';
import { CheckoutSheet } from './checkout-sheet.tsx';
import { orderPath, refreshOrders, seatsOf } from './commerce-queries.ts';
import { Countdown } from './countdown.tsx';
import { InvoiceSheet } from './invoice-sheet.tsx';
import { SeatSheet } from './seat-sheet.tsx';
import { feeIn, isHandedOut, isReadable, OrderLine, readingPath, readingVerb } from './order-line.tsx';
import { returnedWords } from './returned-words.ts';
import { RefundSheet } from './refund-sheet.tsx';
import { useOrderSteps } from './use-order-steps.ts';

/** The lines of an order as a new order shows them. */
export const linesAgain = ({ items }: Order) => items.map(({ publishId, title, cover, unitFen }) => ({ publishId, title, cover, shownFen: unitFen }));

/** 11月29日 10:47 */
export const dayAndTime = (wire: string): string => `${shortDate(wire)} ${wire.slice(11, 16)}`;

/** One order with its lines, sums, refunds and what the buyer may do now. */
export function OrderCardView({ card }: { card: Order }) {
  const { online } = useSnapshot(network);
  const steps = useOrderSteps(card);
  const [sheet, setSheet] = useState<'refund' | 'again' | 'invoice' | 'seats' | null>(null);
  const { status, items, can, refunds, returned, transfer } = card;
  const state = orderMachine.states[status];
  const single = items.length === 1 ? items[0] : undefined;
  const fee = feeIn(card);
  const partly = card.refundedFen > 0 && status !== 'refunded';
  const off = !online || steps.busy;
  return (
    <article className="card order-card" aria-label={`订单 ${card.orderNo}`}>
      <div className="order-head">
        <Link className="order-name" to={orderPath(card.orderNo)}>
          <span>{dayAndTime(card.createTime)}</span>
          <span className="meta">{card.orderNo}</span>
        </Link>
        <span className="order-state" data-tone={state.tone}>
          {partly ? '部分退款' : transfer ? (transfer.registered ? '正在复核' : '等待转账') : state.label}
        </span>
      </div>
      <ul className="order-lines">
        {items.map((item) => (
          <OrderLine key={item.orderItemId} item={item} status={status}>
            {!single && isReadable(card, item) ? (
              <Link className="text-link" to={readingPath(item)}>
                {readingVerb(item)}
              </Link>
            ) : null}
          </OrderLine>
        ))}
      </ul>
      <p className="order-sums">
        {card.discountFen > 0 ? <span className="meta">优惠 {price(card.discountFen)}</span> : null}
        {card.refundedFen > 0 ? <span className="meta">已退 {price(card.refundedFen)}</span> : null}
        <span>
          {status === 'unpaid' || status === 'cancelled' ? '应付' : '实付'} <b className="price">{price(card.payFen)}</b>
        </span>
      </p>
      {refunds.map((refund) => (
        <div key={refund.refundId} className="order-refund">
          <span>
            退款 {price(refund.fen)} · {refund.byTransfer && refund.status === 'failed' ? '等待转账' : refundMachine.states[refund.status].label}
            {refund.note ? ` · ${refund.note}` : ''}
          </span>
          {refund.can.includes('cancel') && online ? (
            <button type="button" className="text-link" disabled={off} onClick={() => void steps.withdraw(refund.refundId)}>
              撤回申请
            </button>
          ) : null}
        </div>
      ))}
      {returned.map((one, at) => (
        <div key={at} className="order-refund">
          <span>{returnedWords(one)}</span>
        </div>
      ))}
      <div className="order-acts">
        <span className="meta">
          {transfer && !transfer.registered ? `请在${dayAndTime(card.expireTime)}前转账` : ''}
          {can.includes('pay') && !transfer && fee ? `请在${dayAndTime(card.expireTime)}前支付` : ''}
          {can.includes('pay') && !transfer && !fee ? <Countdown until={card.expireTime} over={() => void refreshOrders()} /> : null}
          {can.includes('refund') && online ? `${dayAndTime(card.refundUntil)}前可申请退款` : ''}
          {status === 'cancelled' ? card.cancelReason : ''}
          {online ? '' : ' 联网后可用'}
        </span>
        {can.includes('hide') ? (
          <button type="button" className="button button-line" disabled={off} onClick={() => void steps.hide()}>
            隐藏
          </button>
        ) : null}
        {can.includes('cancel') ? (
          <button type="button" className="button button-line" disabled={off} onClick={() => void steps.cancel()}>
            取消
          </button>
        ) : null}
        {can.includes('pay') && card.attempt === 'created' && !transfer ? (
          <button type="button" className="button button-line" disabled={off} onClick={() => void steps.check()}>
            我已支付
          </button>
        ) : null}
        {can.includes('invoice') ? (
          <button type="button" className="button button-line" disabled={off} onClick={() => setSheet('invoice')}>
            开发票
          </button>
        ) : null}
        {can.includes('refund') ? (
          <button type="button" className="button button-line" disabled={off} onClick={() => setSheet('refund')}>
            申请退款
          </button>
        ) : null}
        {transfer ? (
          <Link className="button button-fill" to={orderPath(card.orderNo)}>
            {transfer.registered ? '查看进度' : '查看账号'}
          </Link>
        ) : can.includes('pay') ? (
          <button type="button" className="button button-fill" disabled={off} onClick={() => void steps.pay()}>
            {card.attempt === 'failed' ? '重新支付' : '去支付'}
          </button>
        ) : null}
        {!fee && (status === 'cancelled' || status === 'refunded') ? (
          <button type="button" className="button button-wash" disabled={off} onClick={() => setSheet('again')}>
            再次购买
          </button>
        ) : null}
        {single && isHandedOut(card, single) ? (
          <button type="button" className="button button-fill" disabled={!online} onClick={() => setSheet('seats')}>
            分配席位
          </button>
        ) : null}
        {single && isReadable(card, single) ? (
          <Link className="button button-fill" to={readingPath(single)}>
            阅读
          </Link>
        ) : null}
      </div>
      {sheet === 'seats' && single ? <SeatSheet orderItemId={single.orderItemId} close={() => setSheet(null)} /> : null}
      {sheet === 'invoice' ? <InvoiceSheet orderNo={card.orderNo} close={() => setSheet(null)} /> : null}
      {sheet === 'refund' ? <RefundSheet card={card} close={() => setSheet(null)} /> : null}
      {sheet === 'again' ? <CheckoutSheet lines={linesAgain(card)} copies={seatsOf(card)} close={() => setSheet(null)} /> : null}
    </article>
  );
}
