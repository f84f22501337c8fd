import { useSearchParams } from 'react-router-dom';
import { loadable } from '../../loading/loadable.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { CodeBatchList } from './code-batch-list.tsx';
import { Tabs } from '../ui/tabs.tsx';

const CodeList = loadable(async () => (await import('./code-list.tsx')).CodeList);
const SeatPoolList = loadable(async () => (await import('./seat-pool-list.tsx')).SeatPoolList);

const TABS = [
  { key: 'batch', label: '批次' },
  { key: 'code', label: '查激活码' },
  { key: 'pool', label: '席位池' },
];

/** B3: batches of codes for printed textbooks, single codes by their last four characters or serial number, and pools of seats of teachers. */
export function AccessCodePage() {
  const [asked, setAsked] = useSearchParams();
  const tab = TABS.find(({ key }) => key === asked.get('tab'))?.key ?? 'batch';
  const batchId = Number(asked.get('batch')) || undefined;
  return (
    <section aria-label="激活码">
      <HiddenTitle />
      <Tabs activeKey={tab} style={{ paddingInline: 16 }} items={TABS} onChange={(key) => setAsked({ tab: key }, { replace: true })} />
      {tab === 'code' ? <CodeList batchId={batchId} /> : null}
      {tab === 'pool' ? <SeatPoolList /> : null}
      {tab === 'batch' ? <CodeBatchList onCodes={(batch) => setAsked({ tab: 'code', batch: String(batch) })} /> : null}
    </section>
  );
}
