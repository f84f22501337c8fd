import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { SEAT_STATES, giveSeats, seatPool, takeSeat, type SeatPool } from '../../../contract/commerce/seat.ts';
import { SEAT_PATH } from '../../../contract/commerce/commerce.site.ts';
import { SEATS } from '../../../contract/commerce/order-limits.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { withKey } from '../../api/with-key.ts';
import { network } from '../frame/network.store.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import { ORDERS_PATH, refreshOrders } from './commerce-queries.ts';
import { SeatCount } from './seat-count.tsx';
import './seat.css';

/** Names of readers are not stored on the device. */
const poolQuery = (orderItemId: number) => ({ ...withKey(queryOf(seatPool, { params: { orderItemId } }), 'passing'), staleTime: 0 });
const linkOf = (code: string): string => `${location.origin}${SEAT_PATH}#code=${code}`;
const namesIn = (text: string): string[] => text.split(/[\s,，、;；]+/).filter(Boolean);

/** Copies that the buyer hands out: by user name, or as links that work once. */
export function SeatSheet({ orderItemId, close }: { orderItemId: number; close: () => void }) {
  const query = poolQuery(orderItemId);
  const found = useQuery(query);
  const show = (pool: SeatPool): void => {
    queryClient.setQueryData(query.queryKey, pool);
    void refreshOrders();
  };
  const pool = found.data;
  return (
    <Sheet title="分配席位" close={close}>
      <div className="seat-sheet">
        {pool ? (
          <>
            <p className="seat-sum">
              共 {pool.n} 份 · 可分配 {pool.free} 份 · 已分配 {pool.given} 份{pool.returned > 0 ? ` · 已退或退款中 ${pool.returned} 份` : ''}
            </p>
            {pool.free > 0 ? <GiveForm pool={pool} show={show} /> : null}
            <SeatList pool={pool} show={show} />
          </>
        ) : found.isError ? (
          <Failed error={found.error} retry={() => void found.refetch()} to={ORDERS_PATH} action="我的订单" />
        ) : (
          <Skeleton height={180} />
        )}
      </div>
    </Sheet>
  );
}

function GiveForm({ pool, show }: { pool: SeatPool; show: (pool: SeatPool) => void }) {
  const { online } = useSnapshot(network);
  const [text, setText] = useState('');
  const [links, setLinks] = useState(1);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  const [skipped, setSkipped] = useState<readonly { userName: string; reason: string }[]>([]);
  const send = useMutation({
    mutationFn: (body: { userNames?: string[]; links?: number }) => call(giveSeats, { params: { poolId: pool.poolId }, body }),
    onSuccess: (done) => {
      show(done.pool);
      setSkipped(done.skipped);
      setText(done.skipped.map(({ userName }) => userName).join(' '));
      if (done.codes.length > 0) setCodes(done.codes);
      setNote(done.codes.length > 0 ? '' : `已分配 ${done.pool.given - pool.given} 份，读者会收到消息`);
    },
  });
  const names = namesIn(text);
  const off = !online || send.isPending;
  const copy = (): void =>
    void navigator.clipboard.writeText(codes.map(linkOf).join('\n')).then(
      () => setNote('已复制'),
      () => setNote('没能复制，请选中链接手动复制'),
    );
  return (
    <>
      <label className="seat-names">
        <span>按用户名分配</span>
        <textarea rows={2} placeholder="一个或多个用户名，用空格或逗号分开" value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <button
        type="button"
        className="button button-fill button-wide"
        disabled={off || names.length === 0}
        onClick={() => send.mutate({ userNames: names })}
      >
        {!online ? '联网后可用' : names.length === 0 ? '请填写用户名' : `分配给 ${names.length} 位读者`}
      </button>
      <div className="seat-links">
        <span>领取链接</span>
        <SeatCount label="链接数" count={Math.min(links, pool.free)} most={Math.min(pool.free, SEATS.atOnce)} change={setLinks} />
        <button type="button" className="button button-line" disabled={off} onClick={() => send.mutate({ links: Math.min(links, pool.free) })}>
          生成
        </button>
      </div>
      {codes.length > 0 ? (
        <section className="seat-codes" aria-label="领取链接">
          <p>每个链接只能领取一次。离开这里以后不再显示，请先复制。</p>
          <ul>
            {codes.map((code) => (
              <li key={code}>
                <code>{linkOf(code)}</code>
              </li>
            ))}
          </ul>
          <button type="button" className="button button-wash button-wide" onClick={copy}>
            复制链接
          </button>
        </section>
      ) : null}
      <output className="meta">{note}</output>
      <div role="alert" className="pay-fault">
        {send.error ? <p>{send.error.message}</p> : null}
        {skipped.map(({ userName, reason }) => (
          <p key={userName}>
            {userName}：{reason}
          </p>
        ))}
      </div>
    </>
  );
}

function SeatList({ pool, show }: { pool: SeatPool; show: (pool: SeatPool) => void }) {
  const { online } = useSnapshot(network);
  // Asked beside the copy, so that the list stays in view.
  const [asking, ask] = useState<number | null>(null);
  const take = useMutation({
    mutationFn: (seatId: number) => call(takeSeat, { params: { seatId } }),
    onSuccess: show,
    onSettled: () => ask(null),
  });
  if (pool.seats.length === 0) return null;
  return (
    <>
      <div role="alert" className="pay-fault">
        {take.error?.message}
      </div>
      <ul className="seat-list" aria-label="已分配的席位">
        {pool.seats.map((seat) => (
          <li key={seat.seatId}>
            <span className="pay-line-words">
              <span>{seat.userName ? `${seat.nickName}（${seat.userName}）` : '领取链接'}</span>
              <span className="meta">
                {SEAT_STATES[seat.state]} · {seat.givenAt.slice(0, 16)}
              </span>
            </span>
            {seat.state === 'opened' ? null : asking === seat.seatId ? (
              <>
                <button type="button" className="text-link" disabled={!online || take.isPending} onClick={() => take.mutate(seat.seatId)}>
                  确认收回
                </button>
                <button type="button" className="text-link" onClick={() => ask(null)}>
                  保留
                </button>
              </>
            ) : (
              <button type="button" className="text-link" disabled={!online || take.isPending} onClick={() => ask(seat.seatId)}>
                收回
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
