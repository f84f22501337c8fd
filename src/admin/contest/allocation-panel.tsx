import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Progress, Skeleton } from 'antd';
import type { ContestBoard, BoardRound } from '../../../contract/contest/contest.ts';
import { allocationPreview } from '../../../contract/contest/contest-round.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';

/** What an allocation would give: the load of each judge, and which group lacks how many. Nothing is written. */
export function AllocationPanel({ board, round }: { board: ContestBoard; round: BoardRound }) {
  const may = useCan();
  const allowed = may('contest:round:allocate') && round.status === 'pending';
  const found = useQuery({
    ...queryOf(allocationPreview, { params: { roundId: round.roundId }, query: { seed: 1 } }),
    enabled: allowed,
    staleTime: 0,
  });
  if (!allowed) return null;
  if (found.isError) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { works, judges, conflicts, loads, shortages } = found.data;
  const most = Math.max(1, ...loads.map((one) => one.works));
  return (
    <section className="admin-card contest-box" aria-label="试分配">
      <div className="contest-round-head">
        <h2>试分配</h2>
        <span className="soft">
          {works} 件作品 × {round.judgesPerSubmit} 位评委，{judges} 位评委，{conflicts} 处回避
        </span>
        <span className="grow" />
        <Button onClick={() => void found.refetch()}>重新计算</Button>
      </div>
      {board.status === 'collecting' ? <p className="soft">征稿还没有截止，数字会变。</p> : null}
      {shortages.length > 0 ? (
        <Alert type="error" showIcon title="现在分不下去" description={shortages.map(({ why }) => why).join('；')} />
      ) : works === 0 ? (
        <p className="soft">还没有可以评审的作品。</p>
      ) : (
        <ul className="contest-loads">
          {loads
            .toSorted((a, b) => a.group.localeCompare(b.group) || b.works - a.works)
            .map(({ userId, nickName, group, works: count }) => (
              <li key={`${userId} ${group}`}>
                <span>
                  {nickName}
                  <span className="soft"> {group}</span>
                </span>
                <Progress percent={(100 * count) / most} showInfo={false} size="small" aria-label={`${nickName} ${count} 件`} />
                <span className="tabular">{count} 件</span>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
