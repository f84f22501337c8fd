import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type TableColumnsType } from 'antd';
import { useNavigate } from 'react-router-dom';
import { holdList, type HoldRow } from '../../../contract/manuscript/hold.ts';
import { manuscriptDetail } from '../../../contract/manuscript/manuscript.ts';
import { manuscriptMachine } from '../../../contract/manuscript/manuscript.machine.ts';
import { queryOf } from '../../api/query-client.ts';
import { useCan } from '../crud/use-resource.tsx';
import { oneOf, usePageList } from '../crud/use-page-list.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { TaskList, TaskTabs, WorkTitle, titleColumn } from './task-list.tsx';
import { ManuscriptEventDialog } from './manuscript-actions.tsx';

type Result = HoldRow['result'];
const RESULTS = { holding: '搁置中', resumed: '已恢复' } as const;
const FILTERS = { result: oneOf(Object.keys(RESULTS)) };

/** #86: manuscripts on hold with reason and days; resuming moves their due dates. */
export function HoldPage() {
  const navigate = useNavigate();
  const may = useCan();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const { result = 'holding' } = filter as { result?: Result };
  const [resumed, setResumed] = useState<number | null>(null);
  const list = useQuery({ ...queryOf(holdList, { query: { result, ...page } }), placeholderData: (before) => before });
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
    titleColumn,
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
      <TaskTabs names={RESULTS} tab={result} onPick={(picked) => setFilter({ result: picked })} />
      <TaskList
        list={list}
        rowKey="holdId"
        columns={columns}
        width={1050}
        empty="没有搁置的稿件"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <WorkTitle title={row.title} />
            <div className="soft">
              {row.reasonType}：{row.reason}，{row.days} 天
            </div>
            {actions(row)}
          </>
        )}
      />
      {resumed === null ? null : <Resume archiveId={resumed} onClose={() => setResumed(null)} />}
    </section>
  );
}

function Resume({ archiveId, onClose }: { archiveId: number; onClose: () => void }) {
  const { data: one } = useQuery({ ...queryOf(manuscriptDetail, { params: { archiveId } }), staleTime: 0 });
  return one ? <ManuscriptEventDialog one={one} event="resume" onClose={onClose} /> : null;
}
