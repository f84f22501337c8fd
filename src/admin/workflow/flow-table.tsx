import { useState, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Empty, Input, Select, Skeleton, Table, type TableColumnsType } from 'antd';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { finishedList, FlowTaskRow, myProcess } from '../../../contract/workflow/flow-task.ts';
import { queryOf } from '../../api/query-client.ts';
import { useDict } from '../crud/field/dict-tag.tsx';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';
import { CardPaging, listPaging } from '../crud/list-paging.tsx';
import { focusableScroll } from '../ui/focusable-scroll.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import '../crud/crud.css';
import './task.css';

interface Props {
  readonly label: string;
  readonly of: typeof myProcess | typeof finishedList;
  readonly columns: TableColumnsType<FlowTaskRow>;
  /** The text of a card on a phone. */
  readonly card: (row: FlowTaskRow) => ReactNode;
  readonly actions: (row: FlowTaskRow) => ReactNode;
  readonly empty: string;
  /** Buttons at the left of the toolbar. */
  readonly toolbar?: ReactNode;
  readonly actionWidth?: number;
}

/** A list of tasks or processes with search by name and category. */
export function FlowTable({ label, of, columns, card, actions, empty, toolbar, actionWidth = 200 }: Props) {
  const narrow = useNarrow();
  const [filter, setFilter] = useState({ name: '', category: '' });
  const [page, setPage] = useState({ pageNum: 1, pageSize: PAGE_SIZE as number });
  const categories = useDict('sys_process_category');
  const list = useQuery({ ...queryOf(of as typeof myProcess, { query: { ...page, ...filter } }), placeholderData: keepPreviousData, staleTime: 0 });
  const rows = list.data?.records ?? [];
  const total = list.data?.total ?? 0;
  const find = (change: Partial<typeof filter>) => (setFilter({ ...filter, ...change }), setPage({ ...page, pageNum: 1 }));
  const all: TableColumnsType<FlowTaskRow> = [
    ...columns,
    { title: '操作', key: 'actions', width: actionWidth, render: (_value, row) => actions(row) },
  ];
  return (
    <section className="admin-card crud" aria-label={label}>
      <HiddenTitle />
      <div className="admin-toolbar">
        {toolbar}
        <span className="grow" />
        <Select
          aria-label="流程分类"
          placeholder="全部分类"
          allowClear
          style={{ width: 130 }}
          options={categories.map(({ value, label: text }) => ({ value, label: text }))}
          onChange={(category: string | undefined) => find({ category: category ?? '' })}
        />
        <Input.Search
          aria-label="流程名称"
          placeholder="按名称找"
          allowClear
          style={{ width: 200 }}
          onSearch={(name) => find({ name: name.trim() })}
        />
        <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void list.refetch()} />
      </div>
      {list.isError ? (
        <LoadFailed query={list} />
      ) : narrow ? (
        <>
          {list.isPending ? <Skeleton active style={{ padding: 16 }} /> : null}
          {list.data && rows.length === 0 ? <Empty description={filter.name || filter.category ? '没有找到' : empty} /> : null}
          <ul className="admin-cards">
            {rows.map((row) => (
              <li key={row.taskId || row.procInsId}>
                <div style={{ flex: 1, minWidth: 0 }}>
                  {card(row)}
                  <div>{actions(row)}</div>
                </div>
              </li>
            ))}
          </ul>
          <CardPaging page={page} total={total} setPage={setPage} />
        </>
      ) : (
        <Table<FlowTaskRow>
          ref={focusableScroll(rows.length)}
          rowKey={(row) => row.taskId || row.procInsId}
          size="medium"
          columns={all}
          dataSource={rows}
          loading={list.isPending}
          scroll={{ x: all.reduce((sum, column) => sum + Number(column.width ?? 140), 0) }}
          pagination={{ ...listPaging(page, total, narrow, setPage), onChange: (pageNum, pageSize) => setPage({ pageNum, pageSize }) }}
          locale={{ emptyText: emptyText(list, filter.name || filter.category ? '没有找到' : empty) }}
          style={{ paddingInline: 16 }}
        />
      )}
    </section>
  );
}
