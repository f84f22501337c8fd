import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { deadlineText } from '../../../contract/deadline.ts';
import { oneTask, recuseTask, submitTask, type JudgeTask } from '../../../contract/contest/judge-task.ts';
import { judgeTaskMachine } from '../../../contract/contest/judge-task.machine.ts';
import { ROUND_NAMES, type RoundType } from '../../../contract/contest/contest-limits.ts';
import { points } from '../../../contract/contest/scoring.ts';
import { call, isOffline } from '../../api/call.ts';
import { session } from '../../session/session.store.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { network } from '../frame/network.store.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { queryOf } from '../../api/query-client.ts';
import { withKey } from '../../api/with-key.ts';
import { MY_REVIEWS, PRELIMINARY, refreshTasks } from './judge-queries.ts';
import { JudgeForm, missingIn } from './judge-form.tsx';
import { bodyOf, queueScore, readTask, readTaskDraft, scoreKey, type TaskDraft, type TaskPlace } from './judging-package.ts';
import { QueueNote } from './queue-note.tsx';
import { TaskGrid } from './task-grid.tsx';
import { taskPath } from './task-path.ts';
import { taskSaving } from './task-saving.ts';
import { WorkViewer } from './work-viewer.tsx';
import '../frame/rich-text.css';
import './contest.css';
import './judging.css';

const draftOf = (task: JudgeTask): TaskDraft => ({
  result: task.result,
  scores: Object.fromEntries(task.items.map(({ key, score }) => [key, score])),
  comment: task.comment,
});

/** #50, #51: one entry before a judge, with its form. */
export function JudgeView({ roundType }: { roundType: number | null }) {
  const [search] = useSearchParams();
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : 0;
  const query = {
    contestId: Number(search.get('contestId')) || 0,
    roundType: roundType ?? (Number(search.get('roundType')) || 2),
    calibration: search.get('calibration') === '1' ? ('1' as const) : ('0' as const),
    ...(Number(search.get('submitId')) ? { submitId: Number(search.get('submitId')) } : {}),
  };
  const list = query.roundType === 1 ? PRELIMINARY : MY_REVIEWS;
  const task = useQuery({
    ...withKey(queryOf(oneTask, { query }), userId, 'passing'),
    staleTime: 0,
    enabled: userId > 0 && query.contestId > 0,
    queryFn: async ({ signal }): Promise<JudgeTask> => {
      try {
        return await call(oneTask, { query }, { signal });
      } catch (error) {
        const stored = isOffline(error) && query.submitId !== undefined ? await readTask(userId, { ...query, submitId: query.submitId }) : undefined;
        if (!stored) throw error;
        return stored;
      }
    },
  });
  const title = task.data?.contestTitle ?? search.get('contestTitle') ?? '';
  if (query.contestId === 0)
    return <Empty heading="h1" drawing="lamp" title="没有待评作品" reason="从“我的评审”打开分给您的作品。" to={MY_REVIEWS} action="去我的评审" />;
  return (
    <div className="judge review-desk measure">
      <NavBar title={`${ROUND_NAMES[query.roundType as RoundType] ?? '评审'}${title ? ` · ${title}` : ''}`} otherwise={list} />
      {task.isError && !task.data ? (
        isOffline(task.error) ? (
          <Failed error={task.error} retry={() => void task.refetch()} to={list} action="回到列表" />
        ) : (
          <Empty drawing="lamp" title="没有待评作品" reason={task.error.message} to={list} action="回到列表" />
        )
      ) : !task.data || userId === 0 ? (
        <div className="judge-panes" aria-busy="true">
          <Skeleton height={360} />
          <Skeleton height={360} />
        </div>
      ) : (
        <Work key={`${task.data.submitId} ${task.data.calibration}`} task={task.data} userId={userId} />
      )}
    </div>
  );
}

function Work({ task, userId }: { task: JudgeTask; userId: number }) {
  const place: TaskPlace = {
    contestId: task.contestId,
    roundType: task.roundType,
    submitId: task.submitId,
    calibration: task.calibration ? '1' : '0',
  };
  const navigate = useNavigate();
  const { online } = useSnapshot(network);
  const [draft, setDraft] = useState<TaskDraft>(() => draftOf(task));
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const [grid, setGrid] = useState(false);
  const [recusing, setRecusing] = useState(false);
  const [saving] = useState(() => taskSaving(userId, place, draft, setWrong));
  const closed = task.roundStatus !== 'open';
  const locked = closed || task.status === 'submitted' || task.status === 'recused';
  useEffect(() => {
    let here = true;
    // What was typed on this device is newer than the draft on the server, also after the round has closed.
    if (task.status !== 'submitted')
      void readTaskDraft(userId, place).then((found) => {
        if (here && found) {
          setDraft(found);
          setTouched(true);
          saving.change(found);
        }
      });
    return () => {
      here = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each task
  }, []);
  const change = (part: Partial<TaskDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setTouched(true);
    saving.change(next);
  };
  const go = (submitId: number | null) => {
    if (submitId) void navigate(taskPath({ ...task, submitId }), { replace: true });
    else void navigate(task.roundType === 1 ? PRELIMINARY : MY_REVIEWS, { replace: true });
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setWrong('');
    try {
      await work();
    } catch (error) {
      setWrong(error instanceof Error ? error.message : '操作失败，请稍后再试');
    } finally {
      setBusy(false);
    }
  };
  const submit = () =>
    run(async () => {
      const missing = missingIn(task, draft);
      if (missing) throw new Error(missing);
      const title = `${task.alias} ${task.title}`;
      if (!online) {
        await queueScore(userId, place, draft, title);
        void toast('已存在本机，联网后自动提交');
        return go(task.nextId);
      }
      // The same key in both ways: a lost answer does not make a second submission.
      const sent = scoreKey(place);
      try {
        const made = await call(submitTask, { body: { ...bodyOf(place, draft), key: sent } });
        void toast('已提交');
        await saving.submitted();
        await refreshTasks();
        go(made.nextId);
      } catch (error) {
        if (!isOffline(error)) throw error;
        await queueScore(userId, place, draft, title, sent);
        void toast('网络中断，已存在本机，联网后自动提交');
        go(task.nextId);
      }
    });
  const keep = async (): Promise<void> => {
    if (locked || !online) return;
    await saving.save().catch((error: unknown) => void toastError(error));
  };
  const key = useEffectEvent((event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLElement && /^(TEXTAREA|INPUT|SELECT)$/.test(event.target.tagName);
    if (locked || grid || recusing || document.querySelector('dialog[open]')) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
      event.preventDefault();
      void submit();
    } else if (!typing && task.mode === 'pass_fail' && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      change({ result: event.key === 'ArrowLeft' ? 'fail' : 'pass' });
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => key(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <QueueNote userId={userId} />
      <header className="judge-head">
        <p>
          <b>{task.alias}</b>
          {task.group ? ` · ${task.group}` : ''}
          {task.calibration ? <span className="tag tag-brand">试评，不计入成绩</span> : null}
          <span className="contest-state" data-tone={judgeTaskMachine.states[task.status].tone}>
            {judgeTaskMachine.states[task.status].label}
          </span>
        </p>
        <h2 className="serif">{task.title}</h2>
        {task.authorsText ? <p className="meta">{task.authorsText}</p> : null}
      </header>
      <div className="judge-panes">
        <WorkViewer userId={userId} files={task.files} waiting={task.waitingFiles} intro={task.intro} more={task.more} />
        <section className="judge-side" aria-label="评分">
          {closed ? (
            <p className="contest-notice">
              本轮已经结束，不能再提交。{task.status !== 'submitted' && touched ? '您没有提交的内容留在下面，可以查看和复制。' : ''}
            </p>
          ) : task.endTime ? (
            <p className={task.late ? 'judge-late' : 'meta'}>
              {task.late ? '已过期限，请尽快提交' : '截止'} {deadlineText(task.endTime)}
            </p>
          ) : null}
          <JudgeForm task={task} draft={draft} locked={locked} change={change} />
          {wrong ? (
            <p className="contest-wrong" role="alert">
              {wrong}
            </p>
          ) : null}
          {task.others ? <Others task={task} /> : null}
          <div className="judge-acts">
            {locked ? (
              <button type="button" className="button button-fill button-tall" onClick={() => go(task.nextId)}>
                下一件
              </button>
            ) : (
              <button type="button" className="button button-fill button-tall" disabled={busy} onClick={() => void submit()}>
                {busy ? '正在提交…' : '提交，看下一件'}
              </button>
            )}
            <button type="button" className="button button-line" disabled={busy} onClick={() => void keep().then(() => go(task.nextId))}>
              {locked ? '返回列表' : '先跳过'}
            </button>
            <button type="button" className="button button-line" onClick={() => setGrid(true)}>
              <Icon name="list" size={20} />
              全部作品
            </button>
            {locked ? null : (
              <button type="button" className="button button-line judge-recuse" onClick={() => setRecusing(true)}>
                回避
              </button>
            )}
          </div>
          {locked ? null : <p className="meta wide-only">{task.mode === 'pass_fail' ? '← 不通过　→ 通过　' : ''}Ctrl+Enter 提交并看下一件</p>}
        </section>
      </div>
      {grid ? <TaskGrid task={task} userId={userId} close={() => setGrid(false)} /> : null}
      {recusing ? <RecuseSheet place={place} close={() => setRecusing(false)} done={go} /> : null}
    </>
  );
}

const Others = ({ task }: { task: JudgeTask }) => (
  <section className="judge-others">
    <h3>其他评委</h3>
    {task.others?.length ? (
      <ul>
        {task.others.map(({ name, result, total, comment }) => (
          <li key={name}>
            <b>{name}</b> {total === null ? (result === 'pass' ? '通过' : result === 'fail' ? '不通过' : '') : `${points(total)} 分`}
            <p>{comment}</p>
          </li>
        ))}
      </ul>
    ) : (
      <p className="soft">还没有其他评委提交。</p>
    )}
  </section>
);

function RecuseSheet({ place, close, done }: { place: TaskPlace; close: () => void; done: (next: number | null) => void }) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const length = [...reason.trim()].length;
  const send = async () => {
    setBusy(true);
    try {
      const made = await call(recuseTask, { body: { ...place, reason: reason.trim() } });
      void toast('已回避，作品转给其他评委');
      await refreshTasks();
      close();
      done(made.nextId);
    } catch (error) {
      void toastError(error);
      setBusy(false);
    }
  };
  return (
    <Sheet
      title="回避这件作品"
      close={close}
      foot={
        <button type="button" className="button button-fill button-tall button-wide" disabled={busy || length < 5} onClick={() => void send()}>
          {busy ? '正在提交…' : '确认回避'}
        </button>
      }
    >
      <div className="contest-form">
        <p>{judgeTaskMachine.events.recuse.consequence}</p>
        <label>
          理由（至少5个字，只有主办方看得到）
          <textarea rows={3} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
      </div>
    </Sheet>
  );
}
