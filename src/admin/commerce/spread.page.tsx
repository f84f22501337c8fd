import { useSearchParams } from 'react-router-dom';
import { loadable } from '../../loading/loadable.ts';
import { useCan } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { SpreadList } from './spread-list.tsx';
import './order.css';
import { Tabs } from '../ui/tabs.tsx';

const CampaignList = loadable(async () => (await import('./campaign-list.tsx')).CampaignList);

/** #132: links of promoters with what they brought, and discounts for a time. */
export function SpreadPage() {
  const may = useCan();
  const [asked, setAsked] = useSearchParams();
  const campaigns = may('pay:campaign:list');
  const tab = campaigns && asked.get('tab') === 'campaign' ? 'campaign' : 'spread';
  return (
    <section className="admin-card crud" aria-label="推广">
      <HiddenTitle />
      {campaigns ? (
        <Tabs
          activeKey={tab}
          style={{ paddingInline: 16 }}
          items={[
            { key: 'spread', label: '推广链接' },
            { key: 'campaign', label: '限时折扣' },
          ]}
          onChange={(key) => setAsked(key === 'spread' ? {} : { tab: key }, { replace: true })}
        />
      ) : null}
      {tab === 'campaign' ? <CampaignList /> : <SpreadList />}
    </section>
  );
}
