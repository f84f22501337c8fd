import { Tabs } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { loadable } from '../../loading/loadable.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { CodeBatchList } from './code-batch-list.tsx';

const CodeList = loadable(async () => (await import('./code-list.tsx')).CodeList);

const TABS = [
  { key: 'batch', label: '批次' },
  { key: 'code', label: '查激活码' },
];

/** B3: batches of codes for printed textbooks, and single codes by their last four characters or serial number. */
export function AccessCodePage() {
  const [asked, setAsked] = useSearchParams();
  const tab = asked.get('tab') === 'code' ? 'code' : 'batch';
  const batchId = Number(asked.get('batch')) || undefined;
  return (
    <section aria-label="激活码">
      <HiddenTitle />
      <Tabs activeKey={tab} style={{ paddingInline: 16 }} items={TABS} onChange={(key) => setAsked({ tab: key }, { replace: true })} />
      {tab === 'code' ? <CodeList batchId={batchId} /> : <CodeBatchList onCodes={(batch) => setAsked({ tab: 'code', batch: String(batch) })} />}
    </section>
  );
}
