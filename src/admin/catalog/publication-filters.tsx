import { useState } from 'react';
import { Button, Input, Select, TreeSelect } from 'antd';
import { PUBLICATION_STATUSES, type PublicationStatus } from '../../../contract/catalog/publication.ts';
import { anyText, oneOf } from '../crud/use-page-list.ts';
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

const NUMBER = /^[1-9]\d{0,14}$/;

/** The filters in the address of the list. */
export const PUBLICATION_FILTERS = {
  title: anyText,
  authorsText: anyText,
  isbn: anyText,
  archiveTypeId: (value: string) => NUMBER.test(value),
  isFree: oneOf(['0', '1']),
  status: oneOf(PUBLICATION_STATUSES),
};

/** Returns the filter that the texts of an address describe. */
export function publicationFilter({ archiveTypeId, ...rest }: { readonly [K in keyof PublicationFilter]?: string }): PublicationFilter {
  return { ...(rest as PublicationFilter), ...(archiveTypeId === undefined ? {} : { archiveTypeId: Number(archiveTypeId) }) };
}

const PRICES = [
  { value: '1', label: '免费' },
  { value: '0', label: '付费' },
];

/** Returns the filter with another status, or without a status if the name is not a status. */
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

/** Search filters of publications, applied on submit; on a phone only the title. `filter` is the current filter. */
export function PublicationFilters({ filter, onSearch }: { filter: PublicationFilter; onSearch: (filter: PublicationFilter) => void }) {
  const narrow = useNarrow();
  const categories = useCategoryOptions();
  const [typed, setTyped] = useState(filter);
  const [asked, setAsked] = useState(filter);
  // When a tab or 重置 changes the filter, the fields take its values.
  if (asked !== filter) {
    setAsked(filter);
    setTyped(filter);
  }
  /** An empty field removes its filter. */
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
            <TreeSelect<number | null>
              aria-label="分类"
              placeholder="分类"
              allowClear
              treeDefaultExpandAll
              treeData={categories}
              value={typed.archiveTypeId ?? null}
              onChange={(value) => set('archiveTypeId', value ?? undefined)}
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
