import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { manuscript } from '../../../contract/manuscript/manuscript.ts';
import type { ManuscriptState } from '../../../contract/manuscript/manuscript.machine.ts';
import { queryOf } from '../../api/query-client.ts';
import type { ControlProps } from '../crud/resource.ts';

const SHOWN = 50;

/** Selects a manuscript by title, among those in one state when it is given; a saved row keeps its own. */
export function ManuscriptSelect({ id, value, onChange, disabled = false, row, status }: ControlProps & { readonly status?: ManuscriptState }) {
  const [title, setTitle] = useState('');
  const found = useQuery({
    ...queryOf(manuscript.list, { query: { ...(status ? { status } : {}), pageSize: SHOWN, ...(title ? { title } : {}) } }),
    placeholderData: (before) => before,
  });
  const own = row && typeof value === 'number' ? [{ value, label: String(row['title'] ?? value) }] : [];
  const options = (found.data?.rows ?? []).map((one) => ({ value: one.archiveId, label: `${one.title}（${one.authorsText}）` }));
  return (
    <Select
      {...(id ? { id } : {})}
      value={value ?? null}
      disabled={disabled || own.length > 0}
      placeholder="输入书名查找"
      showSearch={{ filterOption: false, onSearch: setTitle }}
      options={own.length > 0 ? own : options}
      notFoundContent={found.isFetching ? '正在查找…' : status ? '没有处于这一环节的稿件' : '没有找到稿件'}
      onChange={(next: unknown) => onChange?.(next ?? null)}
    />
  );
}
