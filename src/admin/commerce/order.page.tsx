import { Tabs } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { loadable } from '../../loading/loadable.ts';
import { useCan } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { OrderList } from './order-list.tsx';
import './order.css';

const OfflineList = loadable(async () => (await import('./offline-list.tsx')).OfflineList);
const RefundList = loadable(async () => (await import('./refund-list.tsx')).RefundList);

/** #131: orders with their lines, attempts and postings, the refunds that wait for a decision, and money that arrived outside the channels. */
export function OrderPage() {
  const may = useCan();
  const [asked, setAsked] = useSearchParams();
  const refunds = may('pay:order:refund') || may('pay:order:confirm');
  const offline = may('pay:order:offline') || may('pay:order:confirm');
  const wanted = asked.get('tab');
  const tab = refunds && wanted === 'refund' ? 'refund' : offline && wanted === 'offline' ? 'offline' : 'order';
  return (
    <section className="admin-card crud" aria-label="订单">
      <HiddenTitle />
      {refunds || offline ? (
        <Tabs
          activeKey={tab}
          style={{ paddingInline: 16 }}
          items={[
            { key: 'order', label: '订单' },
            ...(refunds ? [{ key: 'refund', label: '退款' }] : []),
            ...(offline ? [{ key: 'offline', label: '线下收款' }] : []),
          ]}
          onChange={(key) => setAsked(key === 'order' ? {} : { tab: key }, { replace: true })}
        />
      ) : null}
      {tab === 'refund' ? <RefundList /> : tab === 'offline' ? <OfflineList /> : <OrderList />}
    </section>
  );
}
