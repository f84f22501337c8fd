import { useSearchParams } from 'react-router-dom';
import { loadable } from '../../loading/loadable.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { BankList } from './bank-list.tsx';
import { Tabs } from '../ui/tabs.tsx';

const QuestionList = loadable(async () => (await import('./question-list.tsx')).QuestionList);
const SetList = loadable(async () => (await import('./set-list.tsx')).SetList);

const TABS = [
  { key: 'bank', label: '题库' },
  { key: 'question', label: '题目' },
  { key: 'set', label: '练习' },
];

/** B2: banks of publications, their questions, and the exercises that readers see after a second person approved them. */
export function QuestionPage() {
  const [asked, setAsked] = useSearchParams();
  const tab = TABS.find(({ key }) => key === asked.get('tab'))?.key ?? 'bank';
  const bankId = Number(asked.get('bank')) || null;
  return (
    <section aria-label="教材题库">
      <HiddenTitle />
      <Tabs activeKey={tab} style={{ paddingInline: 16 }} items={TABS} onChange={(key) => setAsked({ tab: key }, { replace: true })} />
      {tab === 'question' ? (
        <QuestionList bankId={bankId} />
      ) : tab === 'set' ? (
        <SetList />
      ) : (
        <BankList onOpen={(bank) => setAsked({ tab: 'question', bank: String(bank) })} />
      )}
    </section>
  );
}
