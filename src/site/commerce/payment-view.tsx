import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { getBook } from '../../../contract/catalog/book.ts';
import { isFee, type Channel, type FeeKind } from '../../../contract/commerce/order-limits.ts';
import { orderChannels, type OrderCard } from '../../../contract/commerce/order.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadDownloads } from '../../downloads/downloads.store.ts';
import { price } from '../../format/number.ts';
import { takePendingIntent } from '../../session/pending-intent.ts';
import { announce } from '../frame/dialogs.ts';
import { Icon, type IconName } from '../frame/icon.tsx';
import { network } from '../frame/network.store.ts';
import { Failed } from '../frame/state.tsx';
import { DownloadCard } from '../library/download-card.tsx';
import { loadable } from '../../loading/loadable.ts';
import { CheckoutSheet } from './checkout-sheet.tsx';
import { ChannelChoices } from './channel-choice.tsx';
import { checkedOrder, ORDERS_PATH, refreshOrders, seatsOf } from './commerce-queries.ts';
import { Countdown } from './countdown.tsx';
import { INVOICES_PATH } from './invoice-queries.ts';
import { InvoiceSheet } from './invoice-sheet.tsx';
import { payCode } from './pay-code.store.ts';
import { ReceiptLink } from './receipt-link.tsx';
import { dayAndTime, linesAgain } from './order-card.tsx';
import { returnedWords } from './returned-words.ts';
import { TransferAccount } from './transfer-account.tsx';
import { SeatSheet } from './seat-sheet.tsx';
import { feeIn, isHandedOut, isReadable, OrderLine, readingPath, readingVerb } from './order-line.tsx';
import { OfflineNote, OrdersSkeleton } from './order-states.tsx';
import { useOrderSteps, WAITING } from './use-order-steps.ts';

const PayCode = loadable(async () => (await import('./pay-code.tsx')).PayCode);

/** Milliseconds between two questions to the channel while it is silent; then only the button asks. */
const ASK_AFTER = [2000, 3000, 5000, 8000, 15_000, 30_000, 60_000];

/** Asks the channel about one order, and shows what became of the payment. */
export function PaymentView({ orderNo }: { orderNo: string }) {
  const found = useQuery({
    ...checkedOrder(orderNo),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.status === 'unpaid' && data.attempt === 'created' && !data.transfer ? (ASK_AFTER[dataUpdateCount - 1] ?? false) : false,
  });
  const card = found.data;
  const paid = card !== undefined && card.status !== 'unpaid';
  useEffect(() => {
    if (paid) void refreshOrders(card);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each state of the order
  }, [paid, card?.status]);
  if (found.isError && !card) return <Failed error={found.error} retry={() => void found.refetch()} to={ORDERS_PATH} action="我的订单" />;
  if (!card) return <OrdersSkeleton />;
  return (
    <>
      <OfflineNote error={found.error} />
      <Outcome card={card} />
    </>
  );
}

interface Shown {
  readonly icon: IconName;
  readonly bad?: boolean;
  readonly title: string;
  readonly reason: string;
}

/** What follows from the payment of a fee, and where it is seen. */
const FEE_WORDS: Readonly<Record<FeeKind, { readonly paid: string; readonly back: string }>> = {
  tutor: { paid: '预约已生效，时间和地点在辅导页。', back: '查看辅导' },
  page_fee: { paid: '编辑部已收到通知，接下来进入编校。', back: '查看投稿' },
};

/** The texts of an order that pays a fee, where they differ from those of works. */
function shownOfFee(card: OrderCard, kind: FeeKind): Shown | null {
  const { status, attempt, transfer, expireTime, cancelReason } = card;
  if (status === 'paid' || status === 'finished') return { icon: 'check', title: '支付成功', reason: FEE_WORDS[kind].paid };
  if (status === 'cancelled' && cancelReason === '超过支付时间')
    return {
      icon: 'clock',
      bad: true,
      title: '订单已过期',
      reason: `超过支付时间，订单已取消；仍须支付的，可以从“${FEE_WORDS[kind].back}”重新支付。`,
    };
  if (status !== 'unpaid') return null;
  const until = `请在${dayAndTime(expireTime)}前`;
  if (transfer?.registered) return { icon: 'clock', title: '正在复核', reason: '已收到您的付款，由另一位财务人员复核后生效，不必再付。' };
  if (transfer) return { icon: 'clock', title: '等待转账', reason: `${until}转账；到账并复核后生效，我们会发消息给您。` };
  return attempt === '' || attempt === 'closed' ? { icon: 'clock', title: '等待支付', reason: `${until}支付，过期后订单自动取消。` } : null;
}

function shownOf(card: OrderCard): Shown {
  const fee = feeIn(card);
  return (fee && isFee(fee.kind) ? shownOfFee(card, fee.kind) : null) ?? shownOfWorks(card);
}

function shownOfWorks({ status, attempt, cancelReason, payTime, transfer, expireTime, refunds, items }: OrderCard): Shown {
  if (status === 'unpaid') {
    if (transfer?.registered) return { icon: 'clock', title: '正在复核', reason: '已收到您的付款，由另一位财务人员复核后作品自动可用，不必再付。' };
    if (transfer)
      return { icon: 'clock', title: '等待转账', reason: `请在${dayAndTime(expireTime)}前转账；到账并复核后作品自动可用，我们会发消息给您。` };
    if (attempt === 'failed') return { icon: 'close', bad: true, title: '支付没有成功', reason: '没有扣款。可以重新支付，或者先取消订单。' };
    if (attempt === 'created') return { icon: 'clock', title: '等待支付结果', reason: WAITING };
    return { icon: 'clock', title: '等待支付', reason: '请在剩余时间内完成支付，过期后订单自动取消。' };
  }
  if (status === 'cancelled')
    return cancelReason === '超过支付时间'
      ? { icon: 'clock', bad: true, title: '订单已过期', reason: '超过支付时间，订单已取消，可以重新下单。' }
      : { icon: 'close', bad: true, title: '订单已取消', reason: cancelReason };
  if (status === 'paid' || status === 'finished')
    return {
      icon: 'check',
      title: '支付成功',
      reason: items[0]?.kind === 'seats' ? '现在可以按用户名或用链接分配席位。' : '作品已在您的账号里，现在就可以读。',
    };
  const byTransfer = refunds.some((refund) => refund.byTransfer);
  const back = byTransfer ? '线下付款由财务转账退回您的付款账户。' : '退款按原路退回，1至3个工作日到账。';
  return { icon: 'refresh', title: orderMachine.states[status].label, reason: payTime ? back : '' };
}

function Outcome({ card }: { card: OrderCard }) {
  const { online } = useSnapshot(network);
  const { shown: code } = useSnapshot(payCode);
  const steps = useOrderSteps(card);
  const [again, setAgain] = useState(false);
  const [invoicing, setInvoicing] = useState(false);
  const { icon, bad = false, title, reason } = shownOf(card);
  const { status, can, items } = card;
  useEffect(() => announce(title), [title]);
  const off = !online || steps.busy;
  const [chosen, choose] = useState<Channel>();
  const asked = useQuery({
    ...queryOf(orderChannels, { params: { orderNo: card.orderNo } }),
    staleTime: 0,
    enabled: online && can.includes('pay'),
  });
  const channels = can.includes('pay') ? (asked.data?.channels ?? []) : [];
  const channel = chosen ?? (card.transfer ? 'offline' : channels[0]?.channel);
  const readable = items.find((item) => isReadable(card, item));
  const [giving, setGiving] = useState(false);
  const [gift, setGift] = useState(false);
  const handsOut = items.find((item) => isHandedOut(card, item));
  const fee = feeIn(card);
  return (
    <section className="pay-state" aria-label={title}>
      <span className="pay-mark" data-tone={bad ? 'bad' : undefined}>
        <Icon name={icon} size={32} />
      </span>
      <h2>{title}</h2>
      <p className="pay-big">{price(card.payFen)}</p>
      <p>{reason}</p>
      {card.transfer ? <TransferAccount card={card} transfer={card.transfer} /> : null}
      {can.includes('pay') && !card.transfer && !fee ? (
        <p>
          <Countdown until={card.expireTime} over={() => void steps.refresh()} />
        </p>
      ) : null}
      {card.returned.map((one, at) => (
        <p key={at}>{returnedWords(one)}。</p>
      ))}
      {code?.orderNo === card.orderNo && card.attempt === 'created' && can.includes('pay') ? (
        <PayCode text={code.text} label="请用微信扫描二维码付款，付款后这一页自动更新" />
      ) : null}
      {channels.length > 1 ? (
        <ChannelChoices channels={channels} chosen={channel} choose={choose} title={card.attempt ? '换个方式' : '支付方式'} />
      ) : null}
      <div className="pay-acts">
        {readable ? <ReadOn card={card} /> : null}
        {handsOut ? (
          <button type="button" className="button button-fill button-tall" disabled={off} onClick={() => setGiving(true)}>
            分配席位
          </button>
        ) : null}
        {can.includes('pay') ? (
          <>
            {card.transfer && (!channel || channel === 'offline') ? null : (
              <button type="button" className="button button-fill button-tall" disabled={off} onClick={() => void steps.pay(channel)}>
                {!online
                  ? '联网后可用'
                  : card.transfer
                    ? `改用${channels.find((one) => one.channel === channel)?.name ?? ''}`
                    : card.attempt === 'failed'
                      ? '重新支付'
                      : card.attempt === 'created'
                        ? '打开支付'
                        : '去支付'}
              </button>
            )}
            {card.attempt === 'created' && !card.transfer ? (
              <button type="button" className="button button-line button-tall" disabled={off} onClick={() => void steps.check()}>
                我已支付
              </button>
            ) : null}
            <button type="button" className="button button-line button-tall" disabled={off} onClick={() => void steps.cancel()}>
              取消订单
            </button>
          </>
        ) : null}
        {fee?.link && isFee(fee.kind) ? (
          <Link className={`button button-tall ${can.includes('pay') ? 'button-line' : 'button-fill'}`} to={fee.link}>
            {FEE_WORDS[fee.kind].back}
          </Link>
        ) : null}
        {!fee && (status === 'cancelled' || status === 'refunded') ? (
          <button type="button" className="button button-fill button-tall" disabled={off} onClick={() => setAgain(true)}>
            {!online ? '联网后可用' : title === '订单已过期' ? '重新下单' : '再次购买'}
          </button>
        ) : null}
        {can.includes('invoice') ? (
          <button type="button" className="button button-line button-tall" disabled={off} onClick={() => setInvoicing(true)}>
            开发票
          </button>
        ) : null}
        {card.invoiced ? (
          <Link className="button button-line button-tall" to={INVOICES_PATH}>
            查看发票
          </Link>
        ) : null}
        {readable && items.length === 1 ? (
          <button type="button" className="button button-line button-tall" disabled={off} onClick={() => setGift(true)}>
            买来送人
          </button>
        ) : null}
        {can.includes('receipt') ? <ReceiptLink orderNo={card.orderNo} /> : null}
        <Link className="button button-line button-tall" to={ORDERS_PATH}>
          查看我的订单
        </Link>
      </div>
      <ul className="card order-lines">
        {items.map((item) => (
          <OrderLine key={item.orderItemId} item={item} />
        ))}
      </ul>
      {readable && items.length === 1 && readable.workKind !== 'audio' && readable.workKind !== 'video' ? (
        <KeepOnDevice publishId={readable.publishId} />
      ) : null}
      {giving && handsOut ? <SeatSheet orderItemId={handsOut.orderItemId} close={() => setGiving(false)} /> : null}
      {gift ? <CheckoutSheet lines={linesAgain(card)} copies={1} close={() => setGift(false)} /> : null}
      {invoicing ? <InvoiceSheet orderNo={card.orderNo} close={() => setInvoicing(false)} /> : null}
      {again ? <CheckoutSheet lines={linesAgain(card)} copies={seatsOf(card)} close={() => setAgain(false)} /> : null}
    </section>
  );
}

/** The position where the buyer left the trial; else the start of the work. */
function ReadOn({ card }: { card: OrderCard }) {
  const navigate = useNavigate();
  const item = card.items.find((one) => isReadable(card, one));
  if (!item) return null;
  const read = (): void => {
    const left = takePendingIntent<{ publishId: number; address: string }>('read-on', ({ publishId }) => publishId === item.publishId);
    void navigate(left?.address ?? readingPath(item));
  };
  return (
    <button type="button" className="button button-fill button-tall" onClick={read}>
      {readingVerb(item)}
    </button>
  );
}

function KeepOnDevice({ publishId }: { publishId: number }) {
  const { data } = useQuery(queryOf(getBook, { params: { publishId } }));
  useEffect(() => void loadDownloads(), []);
  return data?.downloadable ? <DownloadCard book={data} bytes={data.bytes} version={data.version} /> : null;
}
