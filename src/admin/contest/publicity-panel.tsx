import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Select, Table, type TableColumnsType } from 'antd';
import { deadlineText } from '../../../contract/deadline.ts';
import { awardPlanned, queryPlaces, type ContestBoard } from '../../../contract/contest/contest.ts';
import { roundRanking, type ResultRow } from '../../../contract/contest/contest-round.ts';
import { points } from '../../../contract/contest/scoring.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { emptyText } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { ExceptionDialog, ExceptionPanel } from './exception-panel.tsx';
import { ObjectionPanel } from './objection-panel.tsx';

interface Props {
  readonly board: ContestBoard;
  readonly onDone: () => Promise<void>;
}

/** Awards before the end, what the public sees in publicity, and objections. */
export function PublicityPanel({ board, onDone }: Props) {
  const announced = board.status === 'publicity' || board.status === 'finished';
  return (
    <>
      <AwardPlan board={board} onDone={onDone} />
      <ExceptionPanel board={board} onDone={onDone} />
      {announced ? <PublicText board={board} /> : null}
      {announced ? <ObjectionPanel board={board} onDone={onDone} /> : null}
    </>
  );
}

function AwardPlan({ board, onDone }: Props) {
  const { message } = App.useApp();
  const may = useCan();
  const [changed, setChanged] = useState<ReadonlyMap<number, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const last = board.rounds.findLast(({ mode, status }) => mode === 'score' && (status === 'scored' || status === 'confirmed'));
  const list = useQuery({
    ...queryOf(roundRanking, { params: { roundId: last?.roundId ?? 0 }, query: { pageNum: 1, pageSize: 500 } }),
    enabled: last !== undefined,
    staleTime: 0,
  });
  if (!last)
    return (
      <section className="admin-card contest-box">
        <h2 className="contest-heading">奖项</h2>
        <p className="soft">最后一轮汇总以后，在这里拟定奖项；公示前没有拟定的，按名次和名额自动拟定。</p>
      </section>
    );
  const edits = (board.status === 'judging' || board.status === 'publicity') && may('contest:contest:edit') && !board.entered;
  const awardOf = (row: ResultRow): string => changed.get(row.submitId) ?? row.awardName;
  const rows = (list.data?.rows ?? []).filter(({ rank }) => rank > 0);
  const save = async () => {
    setBusy(true);
    try {
      await call(awardPlanned, {
        params: { contestId: board.contestId },
        body: { awards },
      });
      void message.success('奖项已保存');
      setChanged(new Map());
      await Promise.all([list.refetch(), onDone()]);
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const columns: TableColumnsType<ResultRow> = [
    { title: '组别', dataIndex: 'group', width: 100 },
    { title: '名次', dataIndex: 'rank', width: 70 },
    { title: '作品', dataIndex: 'title', rowScope: 'row', width: 200, ellipsis: true },
    { title: '作者', dataIndex: 'authorsText', width: 140, ellipsis: true },
    { title: '得分', dataIndex: 'score', width: 90, render: (score: number | null) => (score === null ? '—' : points(score)) },
    {
      title: '奖项',
      key: 'award',
      width: 160,
      render: (_value, row) =>
        edits ? (
          <Select
            aria-label={`${row.title}的奖项`}
            allowClear
            style={{ width: 140 }}
            value={awardOf(row) || null}
            placeholder="不授奖"
            options={board.awardPlan.map(({ name }) => ({ value: name, label: name }))}
            onChange={(next) => setChanged(new Map([...changed, [row.submitId, next ?? '']]))}
          />
        ) : (
          row.awardName || <span className="soft">—</span>
        ),
    },
  ];
  const counts = board.awardPlan.flatMap(({ name, quota }) =>
    board.groups.map((group) => {
      const given = rows.filter((row) => row.group === group && awardOf(row) === name).length;
      return { name: `${group}${name}`, text: `${board.groups.length > 1 ? group : ''}${name} ${given} / ${quota}`, over: given > quota };
    }),
  );
  const over = changed.size > 0 && counts.some((one) => one.over);
  const awards = [...changed].map(([submitId, awardName]) => ({ submitId, awardName }));
  return (
    <section className="admin-card contest-box" aria-label="奖项">
      <div className="contest-round-head">
        <h2>奖项</h2>
        {counts.map(({ name, text, over }) => (
          <span key={name} className={over ? 'late' : 'soft'}>
            {text}
          </span>
        ))}
        <span className="grow" />
        {edits && over && may('contest:contest:announce') ? <Button onClick={() => setAsking(true)}>超出名额，申请确认</Button> : null}
        {edits ? (
          <Button type="primary" loading={busy} disabled={changed.size === 0} onClick={() => void save()}>
            保存奖项
          </Button>
        ) : null}
      </div>
      <Table
        rowKey="submitId"
        size="small"
        columns={columns}
        dataSource={rows}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        scroll={{ x: 760 }}
        locale={{ emptyText: emptyText(list, '还没有名次') }}
      />
      {asking ? (
        <ExceptionDialog
          contestId={board.contestId}
          kind="over_quota"
          awards={awards}
          onClose={() => setAsking(false)}
          onDone={async () => {
            setChanged(new Map());
            await onDone();
          }}
        />
      ) : null}
    </section>
  );
}

/** The words of the public page. */
function PublicText({ board }: { board: ContestBoard }) {
  const found = useQuery(queryOf(queryPlaces, { params: { contestId: board.contestId }, query: { pageNum: 1, pageSize: 1 } }));
  return (
    <section className="admin-card contest-box" aria-label="公示">
      <div className="contest-round-head">
        <h2>公示</h2>
        <span className="soft">{board.publicityEnd ? `至 ${deadlineText(board.publicityEnd)}` : ''}</span>
      </div>
      <p>{found.data?.method ?? ''}</p>
      {(found.data?.discussions ?? []).map(({ at, title, minutes }) => (
        <p key={`${at}${title}`}>
          <strong>合议{title}</strong>（{at.slice(0, 10)}）：{minutes}
        </p>
      ))}
    </section>
  );
}
