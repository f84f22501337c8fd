import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Input, Select, Switch, type TableColumnsType } from 'antd';
import type { ContestBoard } from '../../../contract/contest/contest.ts';
import { contestSubmitMachine, SUBMIT_STATES, type SubmitState } from '../../../contract/contest/contest-submit.machine.ts';
import { entryList, type StaffEntryRow } from '../../../contract/contest/contest-submit.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadable } from '../../loading/loadable.ts';
import { TaskList, WorkTitle } from '../manuscript/task-list.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';

const EntryDrawer = loadable(async () => (await import('./entry-drawer.tsx')).EntryDrawer);

interface Props {
  readonly board: ContestBoard;
  readonly onDone: () => Promise<void>;
}

/** The entries of a contest: formal check, files for the judges, disqualification. */
export function EntryPanel({ board, onDone }: Props) {
  const [page, setPage] = useState({ pageNum: 1, pageSize: PAGE_SIZE });
  const [status, setStatus] = useState<SubmitState | ''>('');
  const [group, setGroup] = useState('');
  const [keyword, setKeyword] = useState('');
  const [findings, setFindings] = useState(false);
  const [open, setOpen] = useState<number | null>(null);
  const filter = {
    ...(status ? { status } : {}),
    ...(group ? { group } : {}),
    ...(keyword ? { keyword } : {}),
    ...(findings ? { findings: '1' as const } : {}),
  };
  const list = useQuery({
    ...queryOf(entryList, { query: { contestId: board.contestId, ...page, ...filter } }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const ask = (work: () => void) => {
    work();
    setPage({ ...page, pageNum: 1 });
  };
  const act = (row: StaffEntryRow) => (
    <button type="button" className="row-act" onClick={() => setOpen(row.submitId)}>
      查看
    </button>
  );
  const columns: TableColumnsType<StaffEntryRow> = [
    { title: '作品', dataIndex: 'title', rowScope: 'row', width: 220, ellipsis: true, render: (title: string) => <WorkTitle title={title} /> },
    { title: '状态', dataIndex: 'status', width: 110, render: (_value, row) => <StateTag machine={contestSubmitMachine} state={row.status} /> },
    { title: '编号', dataIndex: 'submitNo', width: 170 },
    { title: '组别', dataIndex: 'group', width: 100 },
    { title: '作者', dataIndex: 'contestantName', width: 110, ellipsis: true },
    { title: '院校', dataIndex: 'collegeName', width: 140, ellipsis: true },
    {
      title: '文件',
      dataIndex: 'files',
      width: 110,
      render: (files: number, row) => (row.findings > 0 ? <span className="late">{row.findings} 个待确认</span> : `${files} 个`),
    },
    { title: '提交', dataIndex: 'submittedAt', width: 150, render: (at: string) => at.slice(0, 16) },
    { title: '操作', key: 'actions', width: 80, render: (_value, row) => act(row) },
  ];
  return (
    <section className="admin-card crud" aria-label="参赛作品">
      <h2 className="contest-heading">作品</h2>
      <div className="contest-filters">
        <Input.Search
          aria-label="按作品、编号或作者查找"
          placeholder="作品、编号或作者"
          allowClear
          style={{ width: 220 }}
          onSearch={(text) => ask(() => setKeyword(text.trim()))}
        />
        <Select
          aria-label="状态"
          allowClear
          placeholder="状态"
          style={{ width: 130 }}
          value={status || null}
          options={SUBMIT_STATES.filter((state) => state !== 'draft').map((state) => ({
            value: state,
            label: contestSubmitMachine.states[state].label,
          }))}
          onChange={(next) => ask(() => setStatus(next ?? ''))}
        />
        {board.groups.length > 1 ? (
          <Select
            aria-label="组别"
            allowClear
            placeholder="组别"
            style={{ width: 130 }}
            value={group || null}
            options={board.groups.map((one) => ({ value: one, label: one }))}
            onChange={(next) => ask(() => setGroup(next ?? ''))}
          />
        ) : null}
        <span>
          <Switch id="found-only" checked={findings} onChange={(next) => ask(() => setFindings(next))} />{' '}
          <label htmlFor="found-only">只看文件待确认的</label>
        </span>
      </div>
      <TaskList
        list={list}
        rowKey="submitId"
        columns={columns}
        width={1190}
        empty="暂无参赛作品"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <WorkTitle title={row.title} /> <StateTag machine={contestSubmitMachine} state={row.status} />
            <div className="soft">
              {row.contestantName} · {row.group} · {row.submitNo}
              {row.findings > 0 ? <span className="late"> · {row.findings} 个文件待确认</span> : null}
            </div>
            {act(row)}
          </>
        )}
      />
      {open ? (
        <EntryDrawer
          submitId={open}
          onClose={() => setOpen(null)}
          onDone={async () => {
            await Promise.all([list.refetch(), onDone()]);
          }}
        />
      ) : null}
    </section>
  );
}
