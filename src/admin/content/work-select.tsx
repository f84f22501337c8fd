import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { getBook, queryBooks, type BookCard } from '../../../contract/catalog/book.ts';
import { search } from '../../../contract/catalog/search.ts';
import { queryOf } from '../../api/query-client.ts';

interface Props {
  readonly id?: string;
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (publishId: number | null) => void;
  readonly disabled?: boolean;
  /** Only audio and video works. */
  readonly played?: boolean;
}

const SHOWN = 20;
const isPlayed = ({ kind }: Pick<BookCard, 'kind'>): boolean => kind === 'audio' || kind === 'video';

/** Selects a work that readers can open, by words of its title or author. */
export function WorkSelect({ id, label, value, onChange, disabled = false, played = false }: Props) {
  const [typed, setTyped] = useState('');
  const words = typed.trim();
  const newest = useQuery({
    ...queryOf(queryBooks, { query: { ...(played ? { kind: 'video' as const } : {}), pageNum: 1, pageSize: SHOWN } }),
    enabled: words === '',
  });
  const found = useQuery({
    ...queryOf(search, { query: { keyword: words || '书', type: 'book', pageNum: 1, pageSize: SHOWN } }),
    enabled: words !== '',
    placeholderData: (before) => before,
  });
  const rows = (words === '' ? newest.data?.rows : found.data?.works.rows)?.filter((one) => !played || isPlayed(one)) ?? [];
  const lacking = value !== null && !rows.some((one) => one.publishId === value);
  const named = useQuery({ ...queryOf(getBook, { params: { publishId: value ?? 0 } }), enabled: lacking, retry: false });
  const options = [...(lacking && named.data ? [named.data] : []), ...rows].map((one) => ({
    value: one.publishId,
    label: `${inTitleMarks(one.title)} ${one.authorsText}`,
  }));
  return (
    <Select
      {...(id ? { id } : {})}
      aria-label={label}
      style={{ width: '100%' }}
      value={lacking && named.isError ? null : value}
      options={options}
      disabled={disabled}
      allowClear
      placeholder="输入书名或作者查找在售作品"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching || newest.isFetching}
      notFoundContent={found.isFetching || newest.isFetching ? '正在查找…' : '没有找到作品'}
      onChange={(next) => onChange(next ?? null)}
    />
  );
}
