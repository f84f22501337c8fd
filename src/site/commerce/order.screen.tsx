import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { ORDER_TABS } from '../../../contract/commerce/order.ts';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { CENTRE } from '../frame/places.ts';
import { Empty, Failed } from '../frame/state.tsx';
import { CartView } from './cart-view.tsx';
import { CART_PATH, orders, ORDERS_PATH, type OrderTab } from './commerce-queries.ts';
import { INVOICES_PATH } from './invoice-queries.ts';
import { InvoiceView } from './invoice-view.tsx';
import { OrderCardView } from './order-card.tsx';
import { OfflineNote, OrdersSkeleton } from './order-states.tsx';
import { PaymentView } from './payment-view.tsx';
import './commerce.css';
import './order.css';

const NAMES: Readonly<Record<OrderTab, string>> = { all: '全部', unpaid: '待支付', paid: '已支付', finished: '已完成', refund: '退款' };
const ORDER_NO = /^DD\d{20}$/;

/** #40: own orders, the cart (`?tab=cart`), invoices (`?tab=invoice`), and the page of one payment (`?orderNo=`). */
export function OrderScreen() {
  const [query] = useSearchParams();
  const orderNo = query.get('orderNo') ?? '';
  const asked = query.get('tab') ?? '';
  const tab: OrderTab | 'cart' | 'invoice' = asked === 'cart' || asked === 'invoice' ? asked : (ORDER_TABS.find((one) => one === asked) ?? 'all');
  if (ORDER_NO.test(orderNo))
    return (
      <div className="orders measure">
        <NavBar title="订单" otherwise={ORDERS_PATH} />
        <PaymentView key={orderNo} orderNo={orderNo} />
      </div>
    );
  return (
    <div className="orders measure">
      <NavBar title="我的订单" otherwise="/personalCenter/default" />
      <nav className="tabs" aria-label="订单的状态">
        {ORDER_TABS.map((one) => (
          <Link key={one} to={one === 'all' ? ORDERS_PATH : `${ORDERS_PATH}?tab=${one}`} replace aria-current={one === tab ? 'page' : undefined}>
            {NAMES[one]}
          </Link>
        ))}
        <Link to={CART_PATH} replace aria-current={tab === 'cart' ? 'page' : undefined}>
          购物车
        </Link>
        <Link to={INVOICES_PATH} replace aria-current={tab === 'invoice' ? 'page' : undefined}>
          发票
        </Link>
      </nav>
      {tab === 'cart' ? <CartView /> : tab === 'invoice' ? <InvoiceView /> : <OrderList key={tab} tab={tab} />}
    </div>
  );
}

function OrderList({ tab }: { tab: OrderTab }) {
  const list = useInfiniteQuery(orders(tab));
  const rows = list.data?.pages.flatMap((page) => page.rows);
  if (list.isError && !rows) return <Failed error={list.error} retry={() => void list.refetch()} to="/personalCenter/default" action="回到我的" />;
  if (!rows) return <OrdersSkeleton />;
  if (rows.length === 0)
    return <Empty drawing="lamp" title="还没有订单" reason="买下的作品和每一笔退款都会在这里。" to={CENTRE} action="去挑一本书" />;
  return (
    <>
      <OfflineNote error={list.error} />
      <ul className="orders-list">
        {rows.map((card) => (
          <li key={card.orderNo}>
            <OrderCardView card={card} />
          </li>
        ))}
      </ul>
      <More list={list} end={`共 ${list.data?.pages[0]?.total ?? 0} 笔订单`} />
    </>
  );
}
