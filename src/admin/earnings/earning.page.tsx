import { useSearchParams } from 'react-router-dom';
import { loadable } from '../../loading/loadable.ts';
import { useCan } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { EarningList } from './earning-list.tsx';
import { SettlementList } from './settlement-list.tsx';
import './earning.css';
import { Tabs } from '../ui/tabs.tsx';

const SaleList = loadable(async () => (await import('./sale-list.tsx')).SaleList);
const StatementList = loadable(async () => (await import('./statement-list.tsx')).StatementList);
const TaxList = loadable(async () => (await import('./tax-list.tsx')).TaxList);
const BatchList = loadable(async () => (await import('./batch-list.tsx')).BatchList);
const DesignationList = loadable(async () => (await import('./designation-list.tsx')).DesignationList);
const PayeeList = loadable(async () => (await import('./payee-list.tsx')).PayeeList);

/** #126: months, earnings lines, sales of other channels, statements, tax, other earnings, and the accounts of payees. */
export function EarningPage() {
  const may = useCan();
  const [asked, setAsked] = useSearchParams();
  const items = [
    { key: 'period', label: '账期' },
    { key: 'line', label: '收益' },
    ...(may('earnings:sale:list') ? [{ key: 'sale', label: '渠道销售' }] : []),
    ...(may('earnings:statement:list') ? [{ key: 'statement', label: '对账单' }] : []),
    ...(may('earnings:tax:list') ? [{ key: 'tax', label: '税表' }] : []),
    ...(may('earnings:batch:list') ? [{ key: 'batch', label: '其他收益' }] : []),
    ...(may('earnings:payee:list')
      ? [
          { key: 'payee', label: '收款人' },
          { key: 'designation', label: '收款指定' },
        ]
      : []),
  ];
  const tab = items.find(({ key }) => key === asked.get('tab'))?.key ?? 'period';
  return (
    <section className="admin-card crud" aria-label="收益管理">
      <HiddenTitle />
      <Tabs activeKey={tab} style={{ paddingInline: 16 }} items={items} onChange={(key) => setAsked({ tab: key }, { replace: true })} />
      {tab === 'period' ? (
        <SettlementList onOpen={(period) => setAsked({ tab: 'line', period })} />
      ) : tab === 'line' ? (
        <EarningList />
      ) : tab === 'sale' ? (
        <SaleList />
      ) : tab === 'statement' ? (
        <StatementList />
      ) : tab === 'tax' ? (
        <TaxList onOpen={(taxMonth, keyword) => setAsked({ tab: 'line', taxMonth, keyword })} />
      ) : tab === 'batch' ? (
        <BatchList />
      ) : tab === 'designation' ? (
        <DesignationList />
      ) : (
        <PayeeList />
      )}
    </section>
  );
}
