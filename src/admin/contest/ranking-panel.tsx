import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, type TableColumnsType } from 'antd';
import type { ContestBoard, BoardRound } from '../../../contract/contest/contest.ts';
import { roundRanking, type ResultRow } from '../../../contract/contest/contest-round.ts';
import { points } from '../../../contract/contest/scoring.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadable } from '../../loading/loadable.ts';
import { TaskList, WorkTitle } from '../manuscript/task-list.tsx';

const ScoreDrawer = loadable(async () => (await import('./score-drawer.tsx')).ScoreDrawer);

interface Props {
  readonly board: ContestBoard;
  readonly round: BoardRound;
  readonly onDiscuss: ((submitIds: readonly number[]) => void) | null;
}

const OUTCOMES = { '': '—', in: '晋级', out: '未晋级', tied: '同分待定' } as const;

/** The ranking of a round by F12, within each group, with what stands on the line. */
export function RankingPanel({ board, round, onDiscuss }: Props) {
  const [page, setPage] = useState({ pageNum: 1, pageSize: PAGE_SIZE });
  const [group, setGroup] = useState('');
  const [open, setOpen] = useState<ResultRow | null>(null);
  const list = useQuery({
    ...queryOf(roundRanking, { params: { roundId: round.roundId }, query: { ...page, ...(group ? { group } : {}) } }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const tied = (list.data?.rows ?? []).filter(({ outcome }) => outcome === 'tied').map(({ submitId }) => submitId);
  const scoring = round.mode === 'score';
  const outcome = (row: ResultRow) => (
    <span className={row.outcome === 'tied' ? 'late' : row.outcome === 'in' ? '' : 'soft'}>
      {OUTCOMES[row.outcome]}
      {row.discussed ? ' · 经合议' : ''}
    </span>
  );
  const act = (row: ResultRow) => (
    <button type="button" className="row-act" onClick={() => setOpen(row)}>
      看评分
    </button>
  );
  const columns: TableColumnsType<ResultRow> = [
    { title: '名次', dataIndex: 'rank', width: 70, render: (rank: number) => (rank === 0 ? '—' : <strong>{rank}</strong>) },
    { title: '作品', dataIndex: 'title', rowScope: 'row', width: 200, ellipsis: true, render: (title: string) => <WorkTitle title={title} /> },
    { title: '编号', dataIndex: 'submitNo', width: 160 },
    { title: '作者', dataIndex: 'authorsText', width: 130, ellipsis: true },
    ...(scoring
      ? ([
          { title: '得分', dataIndex: 'score', width: 90, render: (score: number | null) => (score === null ? '不足3个分' : points(score)) },
          { title: '未去极端分', dataIndex: 'untrimmed', width: 110, render: (score: number) => points(score) },
          { title: '最重项', dataIndex: 'heaviest', width: 90, render: (score: number) => points(score) },
          {
            title: '评委',
            dataIndex: 'judges',
            width: 90,
            render: (judges: number, row) => `${judges}${row.trimmed > 0 ? `（去${row.trimmed}）` : ''}`,
          },
          { title: '相差', dataIndex: 'spread', width: 80, render: (spread: number) => points(spread) },
        ] satisfies TableColumnsType<ResultRow>)
      : ([
          { title: '票数', key: 'votes', width: 120, render: (_value: unknown, row: ResultRow) => `通过 ${row.passes}，不通过 ${row.fails}` },
        ] satisfies TableColumnsType<ResultRow>)),
    { title: '结果', dataIndex: 'outcome', width: 130, render: (_value, row) => outcome(row) },
    { title: '操作', key: 'actions', width: 100, render: (_value, row) => act(row) },
  ];
  return (
    <section className="admin-card crud" aria-label="名次">
      <div className="contest-round-head contest-box">
        <h2>名次</h2>
        {board.groups.length > 1 ? (
          <Segmented
            aria-label="组别"
            value={group}
            options={[{ value: '', label: '全部' }, ...board.groups.map((one) => ({ value: one, label: one }))]}
            onChange={(next) => {
              setGroup(next);
              setPage({ ...page, pageNum: 1 });
            }}
          />
        ) : null}
        <span className="grow" />
        {tied.length > 0 && onDiscuss ? (
          <Button type="primary" onClick={() => onDiscuss(tied)}>
            合议 {tied.length} 件同分作品
          </Button>
        ) : null}
      </div>
      <TaskList
        list={list}
        rowKey="submitId"
        columns={columns}
        width={scoring ? 1230 : 890}
        empty="还没有结果"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.rank || '—'}</strong> <WorkTitle title={row.title} />
            <div className="soft">
              {row.authorsText} · {row.group} ·{' '}
              {scoring ? (row.score === null ? '不计分' : `${points(row.score)} 分`) : `通过 ${row.passes}，不通过 ${row.fails}`} · {outcome(row)}
            </div>
            {act(row)}
          </>
        )}
      />
      {open ? <ScoreDrawer round={round} row={open} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}
