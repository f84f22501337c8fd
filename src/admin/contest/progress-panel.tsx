import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Checkbox, Progress, Select, Skeleton } from 'antd';
import type { ContestBoard, BoardRound } from '../../../contract/contest/contest.ts';
import { contestJudge } from '../../../contract/contest/contest-judge.ts';
import { reassignTask, remindJudges, roundProgress } from '../../../contract/contest/contest-round.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';

interface Props {
  readonly board: ContestBoard;
  readonly round: BoardRound;
  readonly onDone: () => Promise<void>;
}

/** The progress board: who is behind, reminders, and recused entries that have no judge. */
export function ProgressPanel({ board, round, onDone }: Props) {
  const { message } = App.useApp();
  const may = useCan();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const found = useQuery({ ...queryOf(roundProgress, { params: { roundId: round.roundId } }), staleTime: 0 });
  const judges = useQuery({
    ...queryOf(contestJudge.list, { query: { contestId: String(board.contestId), pageNum: 1, pageSize: 200 } }),
    enabled: may('contest:judge:list'),
  });
  const { act } = useActs(async () => {
    await Promise.all([found.refetch(), onDone()]);
  });
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const behind = found.data.judges.filter(({ done, tasks }) => done < tasks);
  const remind = async () => {
    try {
      const { done, skipped } = await call(remindJudges, { params: { roundId: round.roundId }, body: { userIds: [...chosen] } });
      const names = new Map(found.data?.judges.map(({ userId, nickName }) => [userId, nickName]));
      const left = skipped.map(({ id, reason }) => `${names.get(id) ?? id}（${reason}）`).join('、');
      void message.success(`已提醒 ${done.length} 位${left ? `；没有提醒：${left}` : ''}`);
      setChosen([]);
      await found.refetch();
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  return (
    <section className="admin-card contest-box" aria-label="评审进度">
      <div className="contest-round-head">
        <h2>进度</h2>
        <span className="soft">
          已评 {round.done} / {round.tasks}
          {round.recused > 0 ? `，回避 ${round.recused}` : ''}
        </span>
        <span className="grow" />
        {round.status === 'open' && may('contest:round:close') ? (
          <>
            <Button onClick={() => setChosen(chosen.length === behind.length ? [] : behind.map(({ userId }) => userId))}>
              {chosen.length === behind.length && chosen.length > 0 ? '全不选' : '选没评完的'}
            </Button>
            <Button type="primary" disabled={chosen.length === 0} onClick={() => void remind()}>
              提醒 {chosen.length > 0 ? `${chosen.length} 位` : ''}
            </Button>
          </>
        ) : null}
      </div>
      <Progress percent={round.tasks === 0 ? 0 : Math.floor((100 * round.done) / round.tasks)} aria-label="全部进度" />
      <ul className="contest-loads">
        {found.data.judges.map(({ userId, nickName, tasks, done, draft, recused, lastAt, remindedAt }) => (
          <li key={userId}>
            <Checkbox
              checked={chosen.includes(userId)}
              disabled={done >= tasks || round.status !== 'open'}
              onChange={({ target }) => setChosen(target.checked ? [...chosen, userId] : chosen.filter((one) => one !== userId))}
            >
              {nickName}
            </Checkbox>
            <Progress
              percent={tasks === 0 ? 0 : (100 * done) / tasks}
              showInfo={false}
              size="small"
              aria-label={`${nickName} 已评 ${done} / ${tasks}`}
            />
            <span className="tabular">
              {done} / {tasks}
              <span className="soft">
                {draft > 0 ? ` 暂存 ${draft}` : ''}
                {recused > 0 ? ` 回避 ${recused}` : ''}
                {lastAt ? ` 最近 ${lastAt.slice(5, 16)}` : ''}
                {remindedAt ? ` 提醒 ${remindedAt.slice(5, 16)}` : ''}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {found.data.waiting.length > 0 ? (
        <>
          <h3 className="late">缺评委的作品</h3>
          <ul className="contest-waiting">
            {found.data.waiting.map((one) => (
              <li key={one.taskId}>
                <span>
                  {one.submitNo} 《{one.title}》
                  <span className="soft">
                    {' '}
                    {one.judgeName}回避：{one.reason}
                  </span>
                </span>
                {may('contest:round:allocate') ? (
                  <Select
                    aria-label={`改派${one.title}`}
                    placeholder="改派给"
                    style={{ width: 160 }}
                    showSearch={{ optionFilterProp: 'label' }}
                    options={(judges.data?.rows ?? [])
                      .filter(({ status }) => status === '0')
                      .map(({ userId, nickName }) => ({ value: userId, label: nickName }))}
                    onChange={(userId: number) => void act(() => call(reassignTask, { params: { taskId: one.taskId }, body: { userId } }), '已改派')}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
