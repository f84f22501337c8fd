import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { areaChildren, areaPath } from '../../../../contract/system/area.ts';
import { queryOf } from '../../../api/query-client.ts';
import type { ControlProps } from '../resource.ts';

interface Place {
  readonly id: number;
  readonly pId: number;
  readonly value: number;
  readonly title: string;
  readonly code: string;
  readonly isLeaf: boolean;
}

const withinOf = (parentCode: string) => queryOf(areaChildren, { query: { parentCode } });

/** Selects a region level by level; the selection is shown from the province down. */
export function AreaChoice({ id, value, onChange, disabled, label }: ControlProps & { label?: string }) {
  const client = useQueryClient();
  const [opened, setOpened] = useState<readonly Place[]>([]);
  const areaId = typeof value === 'number' ? value : null;
  const top = useQuery(withinOf(''));
  const above = useQuery({ ...queryOf(areaPath, { params: { areaId: areaId ?? 0 } }), enabled: areaId !== null });
  const placed = (pId: number, rows: NonNullable<typeof top.data>): Place[] =>
    rows.map(({ areaId: own, areaName, areaCode, leaf }) => ({ id: own, pId, value: own, title: areaName, code: areaCode, isLeaf: leaf }));
  const load = async ({ id: within, code }: Place): Promise<void> => {
    const rows = await client.fetchQuery(withinOf(code));
    setOpened((before) => [...before.filter((place) => place.pId !== within), ...placed(within, rows)]);
  };
  const words = above.data?.map(({ areaName }) => areaName).join(' / ') ?? (above.isError ? '地区已不存在' : '…');
  return (
    <TreeSelect
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      treeDataSimpleMode
      treeData={[...placed(0, top.data ?? []), ...opened]}
      loadData={(node) => load(node as unknown as Place)}
      labelInValue
      value={areaId === null ? null : ({ value: areaId, label: words } as { value: number })}
      onChange={(next: { value: number } | null | undefined) => onChange?.(next?.value ?? null)}
      allowClear
      disabled={disabled ?? false}
      loading={top.isFetching}
      placeholder={label ? '全部' : '请选择所在地区'}
      notFoundContent={top.isError ? '加载失败，请关闭后重试' : '暂无地区'}
      style={{ width: '100%' }}
    />
  );
}
