import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { findPeople } from '../../../../contract/structure/person.ts';
import { queryOf } from '../../../api/query-client.ts';
import type { ControlProps } from '../resource.ts';

/** Selects a user by a part of the name. */
export function PersonSelect({ id, value, onChange, disabled = false }: ControlProps) {
  const [keyword, setKeyword] = useState('');
  const chosen = typeof value === 'number' ? { userIds: String(value) } : {};
  const found = useQuery({ ...queryOf(findPeople, { query: { keyword, ...chosen } }), placeholderData: (before) => before });
  return (
    <Select
      {...(id ? { id } : {})}
      value={value ?? null}
      disabled={disabled}
      allowClear
      placeholder="输入姓名或登录名查找"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={(found.data ?? []).map((one) => ({ value: one.userId, label: `${one.nickName}（${one.userName}）` }))}
      notFoundContent={found.isFetching ? '正在查找…' : '没有找到这个人'}
      onChange={(next: unknown) => onChange?.(next ?? null)}
    />
  );
}
