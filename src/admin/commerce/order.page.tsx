import { useSearchParams } from 'react-router-dom';
import { loadable } from '../../loading/loadable.ts';
import { useCan } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { OrderList } from './order-list.tsx';
import './order.css';
import { Tabs } from '../ui/tabs.tsx';

const OfflineList = loadable(async () => (await import('./offline-list.tsx')).OfflineList);
const ReconView = loadable(async () => (await import('./recon-view.tsx')).ReconView);
const SuspenseList = loadable(async () => (await import('./suspense-list.tsx')).SuspenseList);
const RecallList = loadable(async () => (await import('./recall-list.tsx')).RecallList);
const RefundList = loadable(async () => (await import('./refund-list.tsx')).RefundList);

/** #131: orders with their lines, attempts and postings, the refunds that wait for a decision, money outside the channels, bills and suspense. */
export function OrderPage() {
  const may = useCan();
  const [asked, setAsked] = useSearchParams();
  const refunds = may('pay:order:refund') || may('pay:order:confirm');
  const offline = may('pay:order:offline') || may('pay:order:confirm');
  const wanted = asked.get('tab');
  const recon = may('pay:recon:list');
  const allowed = { refund: refunds, recall: refunds, offline, recon, suspense: recon } as const;
  const tab = (Object.keys(allowed) as (keyof typeof allowed)[]).find((key) => key === wanted && allowed[key]) ?? 'order';
  return (
    <section className="admin-card crud" aria-label="订单">
      <HiddenTitle />
      {refunds || offline || recon ? (
        <Tabs
          activeKey={tab}
          style={{ paddingInline: 16 }}
          items={[
            { key: 'order', label: '订单' },
            ...(refunds
              ? [
                  { key: 'refund', label: '退款' },
                  { key: 'recall', label: '召回' },
                ]
              : []),
            ...(offline ? [{ key: 'offline', label: '线下收款' }] : []),
            ...(recon
              ? [
                  { key: 'recon', label: '对账' },
                  { key: 'suspense', label: '待查款' },
                ]
              : []),
          ]}
          onChange={(key) => setAsked(key === 'order' ? {} : { tab: key }, { replace: true })}
        />
      ) : null}
      {tab === 'refund' ? (
        <RefundList />
      ) : tab === 'recall' ? (
        <RecallList />
      ) : tab === 'offline' ? (
        <OfflineList />
      ) : tab === 'recon' ? (
        <ReconView />
      ) : tab === 'suspense' ? (
        <SuspenseList />
      ) : (
        <OrderList />
      )}
    </section>
  );
}
