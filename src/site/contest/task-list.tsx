import { useEffect } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { deadlineText } from '../../../contract/deadline.ts';
import type { TaskCard } from '../../../contract/contest/judge-task.ts';
import { judgeTaskMachine } from '../../../contract/contest/judge-task.machine.ts';
import { ROUND_NAMES, type RoundType } from '../../../contract/contest/contest-limits.ts';
import { points } from '../../../contract/contest/scoring.ts';
import { session } from '../../session/session.store.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { More } from '../frame/load-more.tsx';
import { network } from '../frame/network.store.ts';
import { ProgressBar } from '../frame/progress-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { judgeTasks } from './judge-queries.ts';
import { taskPath } from './task-path.ts';
import { allStoredTasks, judging, keepJudgingCode, saveRound, storedTasks } from './judging-package.ts';
import { QueueNote } from './queue-note.tsx';
import './contest.css';
import './judging.css';

interface Props {
  /** 1 for the first round; null for the rounds with scores. */
  readonly roundType: 1 | null;
  /** Shown when there is nothing; none where another list is beside it. */
  readonly empty?: string;
}

/** The entries that a judge has, by contest and round, with progress and the offline package. */
export function ContestTasks({ roundType, empty }: Props) {
  const { now } = useSnapshot(session);
  const { online } = useSnapshot(network);
  const userId = now.state === 'authenticated' ? now.user.userId : 0;
  const list = useInfiniteQuery({ ...judgeTasks(roundType === 1 ? { roundType: 1 } : { scoring: '1' }), enabled: userId > 0 });
  const away = list.isError && !list.data;
  const onDevice = useQuery({
    queryKey: ['judging on device', userId, roundType, 'passing'],
    queryFn: () => allStoredTasks(userId, roundType),
    staleTime: 0,
    enabled: away && userId > 0,
  });
  useEffect(() => {
    if (online && userId > 0) void keepJudgingCode(userId);
  }, [online, userId]);
  const rows: readonly TaskCard[] = list.data?.pages.flatMap((page) => page.rows) ?? onDevice.data ?? [];
  const queue = <QueueNote userId={userId} />;
  if (list.isPending || (away && onDevice.isPending && userId > 0))
    return (
      <div className="contest-part" aria-busy="true">
        <Skeleton height={88} />
        <Skeleton height={88} top={12} />
      </div>
    );
  if (rows.length === 0)
    return (
      <>
        {queue}
        {empty === undefined ? null : away ? (
          <Failed error={list.error} retry={() => void list.refetch()} to="/personalCenter/default" action="回到我的" />
        ) : (
          <Empty drawing="lamp" title={empty} reason="主办方分配作品以后，这里会出现任务，消息也会告诉您。" to="/" action="去首页" />
        )}
      </>
    );
  const rounds = new Map<string, TaskCard[]>();
  for (const row of rows) {
    const key = `${row.contestId} ${row.roundType}`;
    rounds.set(key, [...(rounds.get(key) ?? []), row]);
  }
  return (
    <>
      {queue}
      <Stale error={list.error} />
      {[...rounds].map(([key, tasks]) => (
        <Round key={key} tasks={tasks} userId={userId} online={online} />
      ))}
      {away ? <p className="meta">这里是存在本机的 {rows.length} 件作品，联网后显示全部。</p> : null}
      {list.data ? <More list={list} end={`共 ${list.data.pages[0]?.total ?? 0} 件作品`} /> : null}
    </>
  );
}

function Round({ tasks, userId, online }: { tasks: TaskCard[]; userId: number; online: boolean }) {
  const [first] = tasks;
  if (!first) return null;
  const next = tasks.find(({ status }) => status === 'todo' || status === 'draft');
  const done = tasks.filter(({ status }) => status === 'submitted').length;
  return (
    <section className="task-round">
      <div className="task-round-head">
        <h2 className="serif">{first.contestTitle}</h2>
        <p className="meta">
          {ROUND_NAMES[first.roundType as RoundType]} · 已评 {done} / {tasks.length} ·{' '}
          {first.roundStatus === 'open' ? `截止 ${deadlineText(first.endTime)}` : '已结束'}
        </p>
        {first.roundStatus === 'open' ? (
          <ProgressBar label={`已评 ${done} 件，共 ${tasks.length} 件`} percent={(100 * done) / tasks.length} bare />
        ) : null}
        <div className="entry-acts">
          {next && first.roundStatus === 'open' ? (
            <Link className="button button-fill" to={taskPath(online ? { ...next, submitId: null, calibration: false } : next)}>
              开始评审
            </Link>
          ) : null}
          {first.roundStatus === 'open' ? <PackageButton userId={userId} task={first} online={online} /> : null}
        </div>
      </div>
      <ul className="task-cards">
        {tasks.map((one) => (
          <li key={`${one.submitId} ${one.calibration}`}>
            <Link className="task-card" to={taskPath(one)}>
              <span className="task-card-words">
                <b className="serif">{one.title}</b>
                <span className="meta">
                  {one.alias} · {one.group}
                  {one.calibration ? ' · 试评' : ''}
                </span>
              </span>
              <span className="contest-state" data-tone={judgeTaskMachine.states[one.status].tone}>
                {one.status === 'submitted'
                  ? one.total === null
                    ? one.result === 'pass'
                      ? '通过'
                      : '不通过'
                    : `${points(one.total)} 分`
                  : judgeTaskMachine.states[one.status].label}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Saves the round to this device, and says what is here. */
function PackageButton({ userId, task, online }: { userId: number; task: TaskCard; online: boolean }) {
  const { saving } = useSnapshot(judging);
  const { contestId, roundType } = task;
  const found = useQuery({
    queryKey: ['judging stored', userId, contestId, roundType, 'passing'],
    queryFn: async () => (await storedTasks(userId, contestId, roundType)).length,
    staleTime: 0,
  });
  const stored = found.data ?? 0;
  const save = async () => {
    try {
      const made = await saveRound(userId, contestId, roundType);
      await found.refetch();
      void toast(made.missing > 0 ? `已存 ${made.tasks} 件作品，${made.missing} 个文件没有准备好` : `已存 ${made.tasks} 件作品，断网也能评`);
    } catch (error) {
      void toastError(error);
    }
  };
  return (
    <button type="button" className="button button-line" disabled={!online || saving !== null} onClick={() => void save()}>
      <Icon name={stored > 0 ? 'check' : 'download'} size={20} />
      {saving ? `正在存 ${saving.done} / ${saving.all}` : stored > 0 ? `已存 ${stored} 件，更新` : '存到本机，断网也能评'}
    </button>
  );
}
