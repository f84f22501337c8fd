import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { LEAST_BUYERS, MONTH_PATTERN } from '../../../contract/commerce/spread/spread-limits.ts';
import { addOwnSpread, type authorOrders } from '../../../contract/commerce/spread/spread.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import { Cover } from '../../cover/cover.tsx';
import { price } from '../../format/number.ts';
import { toastError } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { AuthorTabs } from '../manuscript/author-tabs.tsx';
import { CheckoutSheet } from './checkout-sheet.tsx';
import { orderPath } from './commerce-queries.ts';
import { copyLink, SpreadLinks } from './spread-links.tsx';
import { authorOrdersQuery, refreshSpreads } from './spread-queries.ts';
import './commerce.css';
import './spread.css';

type Data = DataOf<typeof authorOrders>;
type Work = Data['works'][number];

/** #48: sales of the own works without buyers, copies at the author's price, and links. */
export function AuthorOrderScreen() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('month') ?? '';
  const month = MONTH_PATTERN.test(asked) ? asked : '';
  const found = useQuery({ ...authorOrdersQuery(month), placeholderData: (before) => before });
  const { data } = found;
  return (
    <div className="author spread-page">
      <AuthorTabs title="作品订单" />
      {found.isError && !data ? (
        <Failed error={found.error} retry={() => void found.refetch()} to="/authorBackground/default" action="回到概览" />
      ) : !data ? (
        <Skeleton height={320} />
      ) : data.works.length === 0 && data.orders.length === 0 ? (
        <Empty drawing="lamp" title="暂无订单" reason="作品签约出版后，每天的销售、作者价购书和推广链接都在这里。" />
      ) : (
        <>
          <Sales data={data} pick={(next) => setQuery({ month: next }, { replace: true })} />
          <Works works={data.works} />
          <Orders orders={data.orders} />
        </>
      )}
      {data ? (
        <section className="author-part" aria-labelledby="spread-links">
          <h2 id="spread-links">推广链接</h2>
          <SpreadLinks empty="在上面的作品里新建链接，读者由它购买，您得佣金。" />
        </section>
      ) : null}
    </div>
  );
}

const moved = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = year * 12 + number - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};

function Sales({ data, pick }: { data: Data; pick: (month: string) => void }) {
  const [year = '', number = ''] = data.month.split('-');
  return (
    <section className="author-part" aria-labelledby="author-sales">
      <h2 id="author-sales">销售</h2>
      <p className="spread-month">
        <button type="button" className="button button-line" onClick={() => pick(moved(data.month, -1))}>
          上个月
        </button>
        <b aria-live="polite">
          {year}年{Number(number)}月
        </b>
        <button type="button" className="button button-line" disabled={data.last} onClick={() => pick(moved(data.month, 1))}>
          下个月
        </button>
      </p>
      {data.sales.length === 0 ? (
        <p className="meta">这个月还没有销售</p>
      ) : (
        <table className="spread-table">
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">作品</th>
              <th scope="col">册数</th>
              <th scope="col">实付</th>
            </tr>
          </thead>
          <tbody>
            {data.sales.map((row) => (
              <tr key={`${row.publishId} ${row.kind} ${row.from}`}>
                <th scope="row">{row.kind === 'day' ? row.from.slice(5) : `${row.from.slice(5)} 至 ${row.to.slice(5)}`}</th>
                <td>{inTitleMarks(row.title)}</td>
                <td>{row.copies}</td>
                <td>{price(row.payFen)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                合计
              </th>
              <td>{data.copies}</td>
              <td>{price(data.payFen)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      <p className="meta">已扣除退款，不显示买家；一天不足{LEAST_BUYERS}位买家的，按周合计。</p>
    </section>
  );
}

function Works({ works }: { works: readonly Work[] }) {
  const { online } = useSnapshot(network);
  const [buying, setBuying] = useState<Work | null>(null);
  const add = useMutation({
    mutationFn: (publishId: number) => call(addOwnSpread, { body: { publishId } }),
    onSuccess: ({ path }) => copyLink(path),
    onError: (error) => void toastError(error),
    onSettled: refreshSpreads,
  });
  if (works.length === 0) return null;
  return (
    <section className="author-part" aria-labelledby="author-works">
      <h2 id="author-works">我的作品</h2>
      <ul className="spread-works">
        {works.map((work) => (
          <li key={work.publishId}>
            <Cover book={{ title: work.title, authorsText: '', cover: work.cover }} scale="small" />
            <span className="pay-line-words">
              <span className="serif two-lines">{inTitleMarks(work.title)}</span>
              <span className="meta">
                {!work.listed
                  ? '暂不销售'
                  : work.authorFen === null
                    ? `售价 ${price(work.salePriceFen)}`
                    : `作者价 ${price(work.authorFen)}，售价 ${price(work.salePriceFen)}`}
              </span>
            </span>
            <span className="spread-acts">
              {work.authorFen !== null && work.listed ? (
                <button
                  type="button"
                  className="button button-line"
                  aria-label={`作者价购买${inTitleMarks(work.title)}`}
                  disabled={!online}
                  onClick={() => setBuying(work)}
                >
                  作者价购买
                </button>
              ) : null}
              {work.listed ? (
                <button
                  type="button"
                  className="button button-line"
                  aria-label={`为${inTitleMarks(work.title)}新建推广链接`}
                  disabled={!online || add.isPending}
                  onClick={() => add.mutate(work.publishId)}
                >
                  新建推广链接
                </button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {buying ? (
        <CheckoutSheet
          lines={[{ publishId: buying.publishId, title: buying.title, cover: buying.cover, shownFen: buying.authorFen ?? buying.salePriceFen }]}
          copies={buying.owned ? 1 : null}
          close={() => setBuying(null)}
        />
      ) : null}
    </section>
  );
}

function Orders({ orders }: { orders: Data['orders'] }) {
  if (orders.length === 0) return null;
  return (
    <section className="author-part" aria-labelledby="author-orders">
      <h2 id="author-orders">作者价购书</h2>
      <ul className="spread-orders">
        {orders.map((row) => (
          <li key={row.orderNo}>
            <Link to={orderPath(row.orderNo)}>
              <span>
                {inTitleMarks(row.title)}
                {row.qty > 1 ? ` ${row.qty}份` : ''}
                <span className="meta">
                  {' '}
                  {row.createTime.slice(0, 10)} · {orderMachine.states[row.status].label}
                </span>
              </span>
              <b className="price">{price(row.payFen)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
