import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Table, type TableColumnsType } from 'antd';
import type { BoardRound } from '../../../contract/contest/contest.ts';
import { WIDE_SPREAD } from '../../../contract/contest/contest-limits.ts';
import { roundReport, type JudgeConsistency } from '../../../contract/contest/contest-round.ts';
import { points } from '../../../contract/contest/scoring.ts';
import { queryOf } from '../../api/query-client.ts';
import { focusableScroll } from '../ui/focusable-scroll.ts';
import { LoadFailed } from '../crud/list-states.tsx';

interface Props {
  readonly round: BoardRound;
  /** Null while nothing can be discussed. */
  readonly onDiscuss: ((submitId: number) => void) | null;
}

const COLUMNS: TableColumnsType<JudgeConsistency> = [
  { title: '评委', dataIndex: 'nickName', rowScope: 'row', width: 120 },
  { title: '已评', dataIndex: 'scored', width: 80 },
  { title: '平均分', dataIndex: 'mean', width: 90, render: (mean: number) => points(mean) },
  { title: '离散（σ）', dataIndex: 'sigma', width: 100, render: (sigma: number) => points(sigma) },
  {
    title: '与他人的排序相关',
    dataIndex: 'correlation',
    width: 150,
    render: (value: number | null) =>
      value === null ? <span className="soft">作品太少</span> : <span className={value < 300 ? 'late' : ''}>{(value / 1000).toFixed(2)}</span>,
  },
  { title: '没写评语', dataIndex: 'missingComments', width: 90, render: (count: number) => (count > 0 ? <span className="late">{count}</span> : 0) },
];

/** How alike the judges score; it shows strict and lenient judges and changes no rank. */
export function ReportPanel({ round, onDiscuss }: Props) {
  const found = useQuery({ ...queryOf(roundReport, { params: { roundId: round.roundId } }), staleTime: 0 });
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { mean, sigma, judges, wide } = found.data;
  return (
    <section className="admin-card contest-box" aria-label="评分一致性">
      <div className="contest-round-head">
        <h2>一致性</h2>
        <span className="soft">
          本轮平均 {points(mean)}，σ {points(sigma)}。只供核对，不改变名次。
        </span>
      </div>
      {judges.length === 0 ? (
        <p className="soft">还没有提交的评分。</p>
      ) : (
        <Table ref={focusableScroll(0)} rowKey="userId" size="small" columns={COLUMNS} dataSource={judges} pagination={false} scroll={{ x: 630 }} />
      )}
      {wide.length > 0 ? (
        <>
          <h3>评分相差超过 {WIDE_SPREAD / 100} 分的作品</h3>
          <ul className="contest-waiting">
            {wide.map((one) => (
              <li key={one.submitId}>
                <span>
                  {one.submitNo} 《{one.title}》 相差 <strong>{points(one.spread)}</strong>
                  <span className="soft"> {one.scores.map(({ nickName, total }) => `${nickName} ${points(total)}`).join('，')}</span>
                </span>
                {one.discussed ? (
                  <span className="soft">已合议</span>
                ) : onDiscuss ? (
                  <Button onClick={() => onDiscuss(one.submitId)}>合议</Button>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
