import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Table, Tabs, type TableColumnsType } from 'antd';
import { useNavigate } from 'react-router-dom';
import { holdList, type HoldRow } from '../../../contract/manuscript/hold.ts';
import { manuscriptDetail } from '../../../contract/manuscript/manuscript.ts';
import { manuscriptMachine } from '../../../contract/manuscript/manuscript.machine.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { queryOf } from '../../api/query-client.ts';
import { CardPaging, listPaging } from '../crud/list-paging.tsx';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useReloadState } from '../ui/use-reload-state.ts';
import '../crud/crud.css';
import { ManuscriptEventDialog } from './manuscript-actions.tsx';
import './manuscript.css';

type Result = HoldRow['result'];

/** #86: manuscripts on hold with reason and days; resuming moves their due dates. */
export function HoldPage() {
  const narrow = useNarrow();
  const navigate = useNavigate();
  const may = useCan();
  const [result, setResult] = useReloadState<Result>('result', 'holding');
  const [page, setPage] = useReloadState('page', { pageNum: 1, pageSize: PAGE_SIZE });
  const [resumed, setResumed] = useState<number | null>(null);
  const list = useQuery({ ...queryOf(holdList, { query: { result, ...page } }), placeholderData: (before) => before });
  const { rows = [], total = 0 } = list.data ?? {};
  const actions = (row: HoldRow) => (
    <>
      {row.result === 'holding' && may('press:hold:resume') ? (
        <button type="button" className="row-act" onClick={() => setResumed(row.archiveId)}>
          恢复
        </button>
      ) : null}
      <button type="button" className="row-act" onClick={() => void navigate(`/cms/archive/detail/${row.archiveId}`)}>
        查看
      </button>
    </>
  );
  const columns: TableColumnsType<HoldRow> = [
    {
      title: '书名',
      dataIndex: 'title',
      rowScope: 'row',
      width: 200,
      ellipsis: true,
      render: (title: string) => <span className="work-title">{title}</span>,
    },
    { title: '搁置前', dataIndex: 'fromStatus', width: 100, render: (_value, row) => manuscriptMachine.states[row.fromStatus].label },
    { title: '类别', dataIndex: 'reasonType', width: 100 },
    { title: '原因', dataIndex: 'reason', width: 240, ellipsis: true },
    { title: '天数', dataIndex: 'days', width: 80 },
    {
      title: '计划恢复',
      dataIndex: 'resumePlan',
      width: 120,
      render: (day: string, row) => <span className={row.overdue ? 'late' : ''}>{day ? `${day}${row.overdue ? ' 已过' : ''}` : '—'}</span>,
    },
    { title: '经办', dataIndex: 'heldByName', width: 100 },
    { title: '操作', key: 'actions', width: 110, render: (_value, row) => actions(row) },
  ];
  return (
    <section className="admin-card crud" aria-label="搁置稿件">
      <HiddenTitle />
      <Tabs
        items={[
          { key: 'holding', label: '搁置中' },
          { key: 'resumed', label: '已恢复' },
        ]}
        activeKey={result}
        style={{ paddingInline: 16 }}
        onChange={(key) => {
          setResult(key as Result);
          setPage({ ...page, pageNum: 1 });
        }}
      />
      {list.isError && rows.length === 0 ? (
        <LoadFailed query={list} />
      ) : narrow ? (
        list.isPending ? (
          <Skeleton active title={false} style={{ padding: 16 }} />
        ) : rows.length === 0 ? (
          <p className="soft board-none">没有搁置的稿件</p>
        ) : (
          <>
            <ul className="admin-cards">
              {rows.map((row) => (
                <li key={row.holdId}>
                  <div>
                    <strong className="work-title">{row.title}</strong>
                    <div className="soft">
                      {row.reasonType}：{row.reason}，{row.days} 天
                    </div>
                    {actions(row)}
                  </div>
                </li>
              ))}
            </ul>
            <CardPaging page={page} total={total} setPage={setPage} />
          </>
        )
      ) : (
        <Table<HoldRow>
          rowKey="holdId"
          columns={columns}
          dataSource={rows}
          loading={list.isPending}
          pagination={listPaging(page, total, narrow, setPage)}
          onChange={({ current }) => setPage({ ...page, pageNum: current ?? 1 })}
          scroll={{ x: 1050 }}
          locale={{ emptyText: emptyText(list, '没有搁置的稿件') }}
          style={{ paddingInline: 16 }}
        />
      )}
      {resumed === null ? null : <Resume archiveId={resumed} onClose={() => setResumed(null)} />}
    </section>
  );
}

function Resume({ archiveId, onClose }: { archiveId: number; onClose: () => void }) {
  const { data: one } = useQuery({ ...queryOf(manuscriptDetail, { params: { archiveId } }), staleTime: 0 });
  return one ? <ManuscriptEventDialog one={one} event="resume" onClose={onClose} /> : null;
}
