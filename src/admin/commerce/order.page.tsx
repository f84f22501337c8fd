import { Tabs } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { loadable } from '../../loading/loadable.ts';
import { useCan } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { OrderList } from './order-list.tsx';
import './order.css';

const RefundList = loadable(async () => (await import('./refund-list.tsx')).RefundList);

/** #131: orders with their lines, attempts and postings, and the refunds that wait for a decision. */
export function OrderPage() {
  const may = useCan();
  const [asked, setAsked] = useSearchParams();
  const refunds = may('pay:order:refund') || may('pay:order:confirm');
  const tab = refunds && asked.get('tab') === 'refund' ? 'refund' : 'order';
  return (
    <section className="admin-card crud" aria-label="订单">
      <HiddenTitle />
      {refunds ? (
        <Tabs
          activeKey={tab}
          style={{ paddingInline: 16 }}
          items={[
            { key: 'order', label: '订单' },
            { key: 'refund', label: '退款' },
          ]}
          onChange={(key) => setAsked(key === 'order' ? {} : { tab: key }, { replace: true })}
        />
      ) : null}
      {tab === 'refund' ? <RefundList /> : <OrderList />}
    </section>
  );
}
