import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, type TableColumnsType } from 'antd';
import { SEAT_POOL_SOURCES, seatPools, type SeatPoolRow } from '../../../contract/commerce/seat-pool.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadable } from '../../loading/loadable.ts';
import { FilterText } from '../crud/list-filters.tsx';
import { anyText, usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';

const SeatPoolForm = loadable(async () => (await import('./seat-pool-form.tsx')).SeatPoolForm);

const FILTERS = { publishTitle: anyText, userName: anyText };
const endOf = ({ endDate, ended }: SeatPoolRow): string => (endDate === '' ? '不限' : ended ? `${endDate} 已到期` : endDate);

/** Pools of seats for textbooks: those of orders, and those that staff make for a teacher. */
export function SeatPoolList() {
  const may = useCan();
  const [making, setMaking] = useState(false);
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const query = {
    ...page,
    ...(filter.publishTitle ? { publishTitle: filter.publishTitle } : {}),
    ...(filter.userName ? { userName: filter.userName } : {}),
  };
  const list = useQuery({ ...queryOf(seatPools, { query }), placeholderData: (before) => before });
  const columns: TableColumnsType<SeatPoolRow> = [
    { title: '教材', dataIndex: 'publishTitle', width: 220, ellipsis: true },
    { title: '老师', key: 'owner', width: 180, ellipsis: true, render: (_value, { nickName, userName }) => `${nickName}（${userName}）` },
    { title: '席位', dataIndex: 'n', width: 80, align: 'right' },
    { title: '已分配', dataIndex: 'given', width: 80, align: 'right' },
    { title: '已开始阅读', dataIndex: 'opened', width: 110, align: 'right' },
    { title: '到期日', key: 'end', width: 160, render: (_value, row) => endOf(row) },
    { title: '来源', dataIndex: 'source', width: 100, render: (source: SeatPoolRow['source']) => SEAT_POOL_SOURCES[source] },
    { title: '新建时间', dataIndex: 'createTime', width: 180 },
  ];
  return (
    <>
      <search className="crud-search">
        <FilterText label="教材" value={filter.publishTitle} onSearch={(text) => setFilter({ publishTitle: text })} />
        <FilterText label="老师" value={filter.userName} onSearch={(text) => setFilter({ userName: text })} />
      </search>
      {may('textbook:code:issue') ? (
        <div className="admin-toolbar">
          <Button type="primary" onClick={() => setMaking(true)}>
            新建席位池
          </Button>
        </div>
      ) : null}
      <TaskList
        list={list}
        rowKey="poolId"
        columns={columns}
        width={1110}
        empty="没有符合条件的席位池"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.publishTitle}</strong>
            <div className="soft">
              {row.nickName}（{row.userName}） · {SEAT_POOL_SOURCES[row.source]}
            </div>
            <div className="soft">
              已分配 {row.given}/{row.n} · 到期日 {endOf(row)}
            </div>
          </>
        )}
      />
      {making ? <SeatPoolForm onClose={() => setMaking(false)} /> : null}
    </>
  );
}
