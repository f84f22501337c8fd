import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { flowPeople } from '../../../contract/workflow/flow-task.ts';
import { queryOf } from '../../api/query-client.ts';

interface Props {
  readonly id?: string;
  readonly label: string;
  readonly value: readonly number[];
  readonly onChange: (userIds: number[]) => void;
  readonly many?: boolean;
}

/** Selects people for a task by a part of their name. */
export function PeopleSelect({ id, label, value, onChange, many = false }: Props) {
  const [typed, setTyped] = useState('');
  const found = useQuery({ ...queryOf(flowPeople, { query: { name: typed } }), placeholderData: (before) => before });
  return (
    <Select
      {...(id ? { id } : {})}
      {...(many ? { mode: 'multiple' as const } : {})}
      aria-label={label}
      style={{ width: '100%' }}
      placeholder="输入姓名查找"
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={many ? value : (value[0] ?? null)}
      options={(found.data ?? []).map((one) => ({ value: one.userId, label: one.deptName ? `${one.nickName}（${one.deptName}）` : one.nickName }))}
      notFoundContent={found.isFetching ? '正在查找…' : '没有找到这个人'}
      onChange={(next: unknown) => onChange(Array.isArray(next) ? (next as number[]) : typeof next === 'number' ? [next] : [])}
    />
  );
}
