import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { AnyCrud } from '../../../../contract/crud.ts';
import { allOf } from '../../../api/all-of.ts';
import { queryOf } from '../../../api/query-client.ts';
import { withKey } from '../../../api/with-key.ts';
import type { ControlProps } from '../resource.ts';
import type { AnyRow } from '../use-resource.tsx';

const SHOWN = 50;
const STALE_MS = 30_000;

interface Props extends ControlProps {
  readonly crud: AnyCrud;
  /** The filter for the typed text; default: the resource's title field. */
  readonly by?: string;
  readonly label?: (row: AnyRow) => string;
  readonly many?: boolean;
  readonly fixed?: Readonly<Record<string, string>>;
  readonly placeholder?: string;
}

/** Selects rows of another resource by a part of their name; the server searches. */
export function ReferenceSelect({ crud, by = crud.title, label, many = false, fixed = {}, placeholder, id, value, onChange, disabled }: Props) {
  const [typed, setTyped] = useState('');
  const nameOf = label ?? ((row: AnyRow) => String(row[crud.title]));
  const list = useQuery({
    ...queryOf(crud.list, { query: { ...fixed, [by]: typed, pageSize: SHOWN } }),
    staleTime: STALE_MS,
    placeholderData: (before) => before,
  });
  const rows = (list.data?.rows ?? []) as AnyRow[];
  const chosen = (many ? ((value as number[] | undefined) ?? []) : value ? [value as number] : []) as number[];
  const lacking = chosen.filter((one) => !rows.some((row) => row[crud.key] === one));
  const named = useQuery({
    ...withKey(allOf(crud.get), 'names', lacking),
    queryFn: async ({ signal }) =>
      Promise.all(lacking.map((one) => queryOf(crud.get, { params: { id: one } }).queryFn({ signal }) as Promise<AnyRow>)),
    enabled: lacking.length > 0 && crud.calls.includes('get'),
    staleTime: STALE_MS,
  });
  const options = [...(named.data ?? []), ...rows].map((row) => ({ value: row[crud.key] as number, label: nameOf(row) }));
  return (
    <Select
      {...(id ? { id } : {})}
      {...(many ? { mode: 'multiple' as const } : {})}
      value={many ? chosen : (chosen[0] ?? null)}
      options={options}
      disabled={disabled ?? false}
      allowClear
      placeholder={placeholder ?? `输入${crud.name}名称查找`}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={list.isFetching}
      notFoundContent={list.isFetching ? '正在查找…' : `没有找到${crud.name}`}
      onChange={(next: unknown) => onChange?.(next ?? (many ? [] : null))}
    />
  );
}
