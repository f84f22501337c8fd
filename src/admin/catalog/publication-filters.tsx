import { useState } from 'react';
import { Button, Input, Select, TreeSelect } from 'antd';
import { PUBLICATION_STATUSES, type PublicationStatus } from '../../../contract/catalog/publication.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useCategoryOptions } from './category-options.ts';

export interface PublicationFilter {
  readonly title?: string;
  readonly authorsText?: string;
  readonly isbn?: string;
  readonly archiveTypeId?: number;
  readonly isFree?: '0' | '1';
  readonly status?: PublicationStatus;
}

const PRICES = [
  { value: '1', label: '免费' },
  { value: '0', label: '付费' },
];

/** The filter with another status; with none where the name is none of a status. */
export function withStatus({ status: _before, ...rest }: PublicationFilter, name: string): PublicationFilter {
  const status = PUBLICATION_STATUSES.find((one) => one === name);
  return status ? { ...rest, status } : rest;
}

interface TextProps {
  name: string;
  width: number;
  value: string | undefined;
  onChange: (value: string) => void;
}

const Text = ({ name, width, value = '', onChange }: TextProps) => (
  <Input aria-label={name} placeholder={name} allowClear value={value} onChange={(event) => onChange(event.target.value)} style={{ width }} />
);

/** What is looked for among publications, told when it is asked; on a phone by title alone. `filter` is what is asked now. */
export function PublicationFilters({ filter, onSearch }: { filter: PublicationFilter; onSearch: (filter: PublicationFilter) => void }) {
  const narrow = useNarrow();
  const categories = useCategoryOptions();
  const [typed, setTyped] = useState(filter);
  const [asked, setAsked] = useState(filter);
  // Asked another way, by a tab or 重置, it is what is typed.
  if (asked !== filter) {
    setAsked(filter);
    setTyped(filter);
  }
  /** A field that was emptied asks nothing. */
  const set = <K extends keyof PublicationFilter>(key: K, value: PublicationFilter[K] | undefined): void => {
    const { [key]: _before, ...rest } = typed;
    setTyped(value ? ({ ...rest, [key]: value } as PublicationFilter) : rest);
  };
  return (
    <search>
      <form
        className="admin-filters"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed);
        }}
      >
        <Text name="书名" width={180} value={typed.title} onChange={(title) => set('title', title)} />
        {narrow ? null : (
          <>
            <Text name="作者" width={140} value={typed.authorsText} onChange={(authors) => set('authorsText', authors)} />
            <Text name="书号" width={180} value={typed.isbn} onChange={(isbn) => set('isbn', isbn)} />
            <TreeSelect
              aria-label="分类"
              placeholder="分类"
              allowClear
              treeDefaultExpandAll
              treeData={categories}
              value={typed.archiveTypeId ?? (null as never)}
              onChange={(value: number | undefined) => set('archiveTypeId', value)}
              style={{ width: 150 }}
            />
            <Select
              aria-label="价格"
              placeholder="价格"
              allowClear
              options={PRICES}
              value={typed.isFree ?? null}
              onChange={(value: '0' | '1' | undefined) => set('isFree', value)}
              style={{ width: 110 }}
            />
          </>
        )}
        <Button onClick={() => onSearch(withStatus({}, filter.status ?? ''))}>重置</Button>
        <Button type="primary" htmlType="submit">
          查询
        </Button>
      </form>
    </search>
  );
}
