import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isFee, KIND_NAMES, REFUNDING } from '../../../contract/commerce/order-limits.ts';
import type { OrderCard } from '../../../contract/commerce/order.ts';
import { Cover } from '../../cover/cover.tsx';
import { price } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { readPath, workPath } from '../book-tile/book-tile.tsx';

export type OrderItem = OrderCard['items'][number];

/** The line of an order that pays a fee; undefined for an order of works. */
export const feeIn = ({ items }: Pick<OrderCard, 'items'>): OrderItem | undefined => items.find(({ kind }) => isFee(kind));

/** Whether the line can be read now: paid, not returned, and in no refund. */
export const isReadable = ({ status }: Pick<OrderCard, 'status'>, item: OrderItem): boolean =>
  item.kind === 'publication' && (status === 'paid' || status === 'finished') && item.refundedFen < item.payFen && !item.inRefund;

/** Whether copies of the line can be handed out, or the handed out ones be seen. */
export const isHandedOut = ({ status }: Pick<OrderCard, 'status'>, item: OrderItem): boolean =>
  item.kind === 'seats' && (status === 'paid' || status === 'finished' || status === 'refunding');

/** Where a line is read: the reader of a book, the page of a recording. */
export const readingPath = ({ publishId, workKind: kind }: OrderItem): string =>
  kind === 'audio' || kind === 'video' ? workPath({ publishId, kind }) : readPath(publishId);

export const readingVerb = ({ workKind }: OrderItem): string => (workKind === 'audio' ? '开始听' : workKind === 'video' ? '开始看' : '开始阅读');

export function OrderLine({ item, status, children }: { item: OrderItem; status?: OrderCard['status']; children?: ReactNode }) {
  const { title, cover, payFen, unitFen, refundedFen, publishId, workKind: kind } = item;
  if (isFee(item.kind))
    return (
      <li>
        <span className="pay-line-words">
          {item.link ? (
            <Link className="serif two-lines" to={item.link} {...inLatin(title)}>
              {title}
            </Link>
          ) : (
            <span className="serif two-lines">{title}</span>
          )}
          <span className="meta">{refundedFen > 0 ? `${KIND_NAMES[item.kind]} · 已退 ${price(refundedFen)}` : KIND_NAMES[item.kind]}</span>
        </span>
        <b className="price">{price(payFen)}</b>
      </li>
    );
  return (
    <li>
      <Cover book={{ title, authorsText: '', cover }} scale="small" />
      <span className="pay-line-words">
        <Link className="serif two-lines" to={workPath({ publishId, kind })} {...inLatin(title)}>
          {title}
        </Link>
        {item.kind === 'seats' ? (
          <span className="meta">
            {item.qty} 份 · 每份 {price(unitFen)}
            {status && isHandedOut({ status }, item) ? ` · 可分配 ${item.refundableQty} 份` : ''}
          </span>
        ) : null}
        {refundedFen > 0 ? (
          <span className="meta">已退 {price(refundedFen)}</span>
        ) : item.inRefund ? (
          <span className="meta">{item.kind === 'seats' ? '未分配的份数正在退款' : REFUNDING}</span>
        ) : null}
        {children}
      </span>
      <span className="pay-changed">
        <b className="price">{price(payFen)}</b>
        {item.discountFen > 0 ? <s className="meta">{price(payFen + item.discountFen)}</s> : null}
      </span>
    </li>
  );
}
