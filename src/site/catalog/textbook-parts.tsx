import { useSearchParams } from 'react-router-dom';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { loadable } from '../../loading/loadable.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Tabs } from '../frame/tab-list.tsx';
import { TextbookContents } from './textbook-contents.tsx';

const TextbookPractice = loadable(async () => (await import('./textbook-practice.tsx')).TextbookPractice, <Skeleton height={320} />);
const TextbookClasses = loadable(async () => (await import('./textbook-classes.tsx')).TextbookClasses, <Skeleton height={160} />);

const TABS = [
  ['read', '学'],
  ['practice', '练'],
  ['classes', '班级'],
] as const;
type Tab = (typeof TABS)[number][0];

/** #31: a textbook to read, to practise and in class. */
export function TextbookParts({ book, whole }: { book: BookDetail; whole: boolean }) {
  const [search, setSearch] = useSearchParams();
  const tab: Tab = TABS.find(([one]) => one === search.get('tab'))?.[0] ?? 'read';
  const open = (to: Tab): void => {
    const next = new URLSearchParams(search);
    if (to === 'read') next.delete('tab');
    else next.set('tab', to);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return (
    <div className="textbook-parts">
      <Tabs id="textbook" label="学、练和班级" tabs={TABS} tab={tab} open={open}>
        {tab === 'read' ? <TextbookContents book={book} whole={whole} /> : null}
        {tab === 'practice' ? <TextbookPractice book={book} /> : null}
        {tab === 'classes' ? <TextbookClasses book={book} /> : null}
      </Tabs>
    </div>
  );
}
