import { useRef, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { NO_CHANNEL, NO_RETURN, ORDER_CODES, SEATS, type Channel } from '../../../contract/commerce/order-limits.ts';
import { placeOrder } from '../../../contract/commerce/order.ts';
import { call, CallError, isOffline } from '../../api/call.ts';
import { putInCart, refreshCart } from '../../cart/cart.store.ts';
import { Cover } from '../../cover/cover.tsx';
import { price } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { setPendingIntent } from '../../session/pending-intent.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';
import { Sheet } from '../frame/sheet.tsx';
import { ChannelChoices } from './channel-choice.tsx';
import { CART_PATH, orderPath, ORDERS_PATH, preview, refreshOrders, totalOf, type ShownLine } from './commerce-queries.ts';
import { openChannel } from './open-channel.ts';
import { newUuid } from '../../api/new-uuid.ts';
import { SeatCount } from './seat-count.tsx';
import { useLeaving } from './use-leaving.ts';
import './commerce.css';

interface Props {
  readonly lines: readonly ShownLine[];
  readonly fromCart?: boolean;
  /** Copies to hand out, to begin with; null for a work that the buyer reads. */
  readonly copies?: number | null;
  /** Where the buyer reads on after the payment; empty for the start of the work. */
  readonly from?: string;
  readonly close: () => void;
}

interface Row extends ShownLine {
  readonly payFen: number;
  /** The price without the discount. */
  readonly fullFen: number;
  readonly discountName: string;
  readonly fault: string;
}

/** A discount on the price that was shown is no change of the price. */
const isLess = ({ shownFen, payFen, fullFen, discountName }: Row): boolean => discountName !== '' && payFen < fullFen && shownFen === fullFen;

/** Works, price, channel and one button. Stays open with its input until an order is placed and its channel's page is opened. */
export function CheckoutSheet({ lines, fromCart = false, copies = null, from = '', close }: Props) {
  const { online } = useSnapshot(network);
  const navigate = useNavigate();
  const [seats, setSeats] = useState(copies);
  const ids = lines.map(({ publishId }) => publishId);
  // While the price of another number of copies is asked for, the former one is shown and cannot be paid.
  const asked = useQuery({ ...preview(ids, seats), placeholderData: (before) => before });
  // One order for as long as the sheet is open, whatever is tapped twice; and one attempt for each channel.
  const [requestIds] = useState(() => ({ order: newUuid(), pay: new Map<Channel, string>() }));
  const [placed, setPlaced] = useState<string | null>(null);
  const [agreed, setAgreed] = useState(() => new Map(lines.map(({ publishId, shownFen }) => [publishId, shownFen])));
  const [chosen, choose] = useState<Channel>();
  const [leaving, leave] = useLeaving();
  const rows = lines.map((line): Row => {
    const found = asked.data?.lines.find(({ publishId }) => publishId === line.publishId);
    const payFen = found && found.fault === '' ? found.payFen : line.shownFen;
    return { ...line, payFen, fullFen: payFen + (found?.discountFen ?? 0), discountName: found?.discountName ?? '', fault: found?.fault ?? '' };
  });
  const sold = rows.filter(({ fault }) => fault === '');
  const changed = placed === null && seats === null && sold.some((row) => agreed.get(row.publishId) !== row.payFen && !isLess(row));
  const channels = asked.data?.channels ?? [];
  const channel = chosen ?? channels[0]?.channel;

  const pay = useMutation({
    mutationFn: async () => {
      if (!channel) return;
      let orderNo = placed;
      if (orderNo === null) {
        setAgreed(new Map([...agreed, ...sold.map(({ publishId, payFen }) => [publishId, payFen] as const)]));
        const made = await call(placeOrder, {
          body: {
            requestId: requestIds.order,
            lines: sold.map(({ publishId, payFen }) => ({ publishId, shownFen: payFen })),
            client: matchMedia('(max-width: 767px)').matches ? 'mobile' : 'pc',
            fromCart,
            ...(seats === null ? {} : { seats }),
          },
        });
        orderNo = made.orderNo;
        setPlaced(orderNo);
        void refreshOrders();
        if (fromCart) void refreshCart();
        if (made.status !== 'unpaid') return void navigate(orderPath(orderNo), { replace: true });
      }
      const first = sold[0];
      if (from && first) setPendingIntent('read-on', { publishId: first.publishId, address: from });
      const requestId = requestIds.pay.get(channel) ?? newUuid();
      requestIds.pay.set(channel, requestId);
      if (await openChannel(orderNo, channel, requestId)) return leave();
      close();
      void navigate(orderPath(orderNo));
    },
    onError: (error) => {
      // An attempt that was rejected is not tried again under its number.
      requestIds.pay.clear();
      if (error instanceof CallError && [ORDER_CODES.price, ORDER_CODES.owned, ORDER_CODES.notSold].some((code) => code === error.code))
        void asked.refetch();
    },
  });
  // A second tap can come before the button is rendered as disabled.
  const running = useRef(false);
  const start = (): void => {
    if (running.current) return;
    running.current = true;
    pay.mutate(undefined, { onSettled: () => (running.current = false) });
  };
  const keep = async (): Promise<void> => {
    try {
      for (const { publishId, shownFen } of lines) await putInCart({ publishId, shownFen });
      void toast('已加入购物车，联网后再支付');
      close();
    } catch (error) {
      void toastError(error);
    }
  };

  const away = !online || (isOffline(asked.error) && !asked.data);
  const failure = pay.error ?? (asked.data ? null : asked.error);
  const problem = away
    ? '联网后再支付'
    : failure instanceof CallError && failure.code === ORDER_CODES.price
      ? '商品价格已变动，请核对新价'
      : failure
        ? failure.message
        : asked.data && channels.length === 0
          ? NO_CHANNEL
          : '';
  const busy = pay.isPending || leaving;
  const words = busy ? '正在打开支付…' : changed ? '按新价购买' : '去支付';
  return (
    <Sheet
      title="确认订单"
      close={close}
      foot={
        <div className="pay-foot">
          <p className="pay-sum">
            <span className="meta">合计</span>
            <b className="price">{price(totalOf(sold))}</b>
          </p>
          {away ? (
            fromCart ? null : (
              <button type="button" className="button button-line button-tall" onClick={() => void keep()}>
                加入购物车
              </button>
            )
          ) : failure && !asked.data ? (
            <button type="button" className="button button-fill button-tall" onClick={() => void asked.refetch()}>
              重试
            </button>
          ) : (
            <button
              type="button"
              className="button button-fill button-tall"
              disabled={busy || !asked.data || asked.isPlaceholderData || !channel || sold.length === 0}
              onClick={start}
            >
              {words}
            </button>
          )}
        </div>
      }
    >
      <ul className="pay-lines">
        {rows.map((row) => (
          <li key={row.publishId}>
            <Cover book={{ title: row.title, authorsText: '', cover: row.cover }} scale="small" />
            <span className="pay-line-words">
              <b className="serif two-lines" {...inLatin(row.title)}>
                {row.title}
              </b>
              {row.fault ? (
                <span className="pay-fault">{row.fault}</span>
              ) : (
                <span className="meta">{seats === null ? '数字内容，购买后立即可用' : '送给别人读：支付后按用户名或用链接分配'}</span>
              )}
            </span>
            {row.fault ? null : row.discountName && (isLess(row) || agreed.get(row.publishId) === row.payFen) ? (
              <span className="pay-changed">
                <b className="price">{price(row.payFen)}</b>
                <span className="meta">
                  {row.discountName} <s>{price(row.fullFen)}</s>
                </span>
              </span>
            ) : (
              <LinePrice old={placed === null && seats === null ? agreed.get(row.publishId) : undefined} now={row.payFen} />
            )}
          </li>
        ))}
      </ul>
      {!fromCart && lines.length === 1 && placed === null && !away ? (
        <SeatRow seats={seats} rules={asked.data?.seats} only={copies !== null} line={asked.data?.lines[0]} change={setSeats} />
      ) : null}
      {away ? null : <ChannelChoices channels={channels} chosen={channel} choose={choose} />}
      <p className="pay-note meta">{NO_RETURN}</p>
      <div role="alert" className="pay-problem">
        {problem ? <p>{problem}</p> : null}
        {failure instanceof CallError && failure.code === ORDER_CODES.unpaid ? (
          <Link className="text-link" to={`${ORDERS_PATH}?tab=unpaid`}>
            查看待支付的订单
          </Link>
        ) : null}
        {rows.length > sold.length && fromCart ? (
          <Link className="text-link" to={CART_PATH} onClick={close}>
            回到购物车
          </Link>
        ) : null}
      </div>
    </Sheet>
  );
}

interface SeatRowProps {
  readonly seats: number | null;
  readonly rules: { readonly least: number; readonly most: number } | undefined;
  /** Only copies to hand out can be bought here. */
  readonly only: boolean;
  readonly line: { readonly discountFen: number; readonly discountName: string } | undefined;
  readonly change: (seats: number | null) => void;
}

/** For oneself, or a number of copies for others. */
function SeatRow({ seats, rules, only, line, change }: SeatRowProps) {
  if (seats === null)
    return (
      <div className="seat-row">
        <button type="button" className="text-link" onClick={() => change(1)}>
          买来送人或团购（{rules?.least ?? SEATS.least}份起有优惠）
        </button>
      </div>
    );
  return (
    <div className="seat-row">
      <SeatCount label="份数" count={seats} {...(rules ? { most: rules.most } : {})} change={change} />
      <span className="meta">
        {line && line.discountFen > 0 ? `${line.discountName} ${price(line.discountFen)}` : `${rules?.least ?? SEATS.least}份起有团购优惠`}
      </span>
      {only ? null : (
        <button type="button" className="text-link" onClick={() => change(null)}>
          改为自己读
        </button>
      )}
    </div>
  );
}

/** The price, with the old one beside it when it changed since it was shown. */
function LinePrice({ old, now }: { old: number | undefined; now: number }) {
  if (old === undefined || old === now) return <b className="price">{price(now)}</b>;
  return (
    <span className="pay-changed">
      <span className="meta">
        原价 <s>{price(old)}</s>
      </span>
      <b className="price">新价 {price(now)}</b>
    </span>
  );
}
