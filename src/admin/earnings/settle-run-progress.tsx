import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Progress } from 'antd';
import { RUN_STEPS, runProgress, type SettleRun } from '../../../contract/earnings/settle-run.ts';
import { queryOf } from '../../api/query-client.ts';

const ASK_MS = 1_000;

/** How far a step of a month is that runs in the background, and what its last run left undone. */
export function SettleRunProgress({ run, month, onEnd }: { run: SettleRun; month: string; onEnd: () => void }) {
  const asked = useQuery({
    ...queryOf(runProgress, { params: { runId: run.runId } }),
    initialData: run,
    enabled: !run.finished,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.finished ? false : ASK_MS),
  });
  const { step, doneRows, totalRows, finished, error, skippedRows, skipped, startedBy } = run.finished ? run : asked.data;
  const ends = useRef(onEnd);
  useEffect(() => {
    ends.current = onEnd;
  });
  useEffect(() => {
    if (finished && !run.finished) ends.current();
  }, [finished, run.finished]);
  const name = RUN_STEPS[step];
  if (!finished)
    return (
      <div className="settle-run">
        <Progress
          percent={totalRows > 0 ? Math.floor((doneRows * 100) / totalRows) : 0}
          status="active"
          size="small"
          aria-label={`${month}${name}进度`}
        />
        <span className="soft">
          正在{name}
          {totalRows > 0 ? ` ${doneRows}/${totalRows}` : ''} · {startedBy}
          {error ? ` · ${error}` : ' · 可以离开本页'}
        </span>
      </div>
    );
  if (error) return <Alert type="error" showIcon title={`${name}没有完成：${error}`} />;
  if (skippedRows === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${name}时有${skippedRows}笔未结算`}
      description={skipped.slice(0, 3).map(({ earningNo, reason }) => (
        <div key={earningNo}>
          {earningNo}：{reason}
        </div>
      ))}
    />
  );
}
