import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Sheet } from '../frame/sheet.tsx';
import { type BrowseFilter, changed } from './browse-filter.ts';
import { booksFound } from './catalog-queries.ts';
import { FilterFields } from './filter-fields.tsx';

interface FilterSheetProps {
  close: () => void;
  filter: BrowseFilter;
  choose: (filter: BrowseFilter) => void;
}

/** Conditions are tried here, with the number of results, before the list behind changes. */
export function FilterSheet({ close, filter, choose }: FilterSheetProps) {
  const [draft, setDraft] = useState(filter);
  const { data } = useQuery(booksFound(draft));
  return (
    <Sheet
      title="筛选"
      close={close}
      foot={
        <>
          <button
            type="button"
            className="button button-line button-tall sheet-reset"
            onClick={() => setDraft(changed(draft, { price: undefined, language: undefined }))}
          >
            重置
          </button>
          <button
            type="button"
            className="button button-fill button-tall sheet-go"
            onClick={() => {
              choose(draft);
              close();
            }}
          >
            {data ? (data.total > 0 ? `看 ${data.total} 种结果` : '没有符合的书') : '看结果'}
          </button>
        </>
      }
    >
      <FilterFields filter={draft} choose={setDraft} />
    </Sheet>
  );
}
