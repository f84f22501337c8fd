import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Answer, ShownQuestion } from '../../../../contract/textbook/question-kind.ts';
import { isAnswered } from '../../../../contract/textbook/answer-shape.ts';
import type { AttemptSession } from '../../../attempts/attempt-session.ts';
import { fileFault, waitingFiles, type AttemptRecord } from '../../../attempts/attempt-record.ts';
import { sendAttempts } from '../../../attempts/attempt-sender.ts';
import { withLocalFiles } from '../../../class-pack/class-pack.ts';
import { QuestionView } from '../../../question-view/question-view.tsx';
import { Icon } from '../../frame/icon.tsx';
import { NavBar } from '../../frame/nav-bar.tsx';
import { Sheet } from '../../frame/sheet.tsx';
import { OtherAnswers } from './other-answers.tsx';
import { points } from '../score-words.ts';
import { useOnlyTab } from './use-only-tab.ts';
import { assignmentPath } from '../teaching-queries.ts';

const SAVED = { unsaved: '未存', device: '存在本机', server: '已存到服务器' } as const;
const MINUTE = 60_000;

/** Answering: one question at a time, the list of numbers, the save status and the time left. */
export function Answering({ session, files, over }: { session: AttemptSession; files: Readonly<Record<string, string>>; over: () => void }) {
  const view = useSnapshot(session.view);
  const [at, setAt] = useState(0);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  /** It was handed in here; it stays open while only this page has it. */
  const [handed, setHanded] = useState(false);
  const access = useMemo(
    () => ({ take: session.takeFile.bind(session), drop: session.dropFile.bind(session), open: session.blobOf.bind(session) }),
    [session],
  );
  const waiting = waitingFiles(view.record as AttemptRecord).length + view.heldFiles;
  const fault = fileFault(view.record as AttemptRecord);
  const { active, take } = useOnlyTab(session.paper.attemptKey);
  const left = useTimeLeft(session);
  const { items } = session.paper;
  const item = items[Math.min(at, items.length - 1)];
  const ended = view.merged.submit !== null;
  const answered = (itemId: string): boolean => {
    const answer = session.answerOf(itemId);
    return answer !== null && isAnswered(answer);
  };
  const countable = items.filter(({ shown }) => shown.kind !== 'text');
  const open = countable.filter(({ itemId }) => !answered(itemId));
  const submit = async () => {
    setBusy(true);
    await session.submit();
    await sendAttempts().catch(() => undefined);
    setBusy(false);
    setAsking(false);
    setHanded(true);
    // What only this page has is handed in from here; it stays open until the server has it.
    if (session.view.status !== 'unsaved' && session.view.heldFiles === 0) over();
  };
  const stays = handed && !busy;
  useEffect(() => {
    if (stays && view.status === 'server') over();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the server has everything
  }, [stays, view.status]);
  useEffect(() => {
    if (left === 0 && !ended && active) void submit();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the time is over
  }, [left === 0]);
  const go = (to: number) => {
    void session.flush();
    setAt(Math.max(0, Math.min(items.length - 1, to)));
  };
  return (
    <div className="attempt measure">
      <NavBar title={session.paper.title} otherwise={assignmentPath(session.paper.assignmentId)} />
      <output className="attempt-status">
        <span data-status={view.status}>
          <Icon name={view.status === 'server' ? 'check' : view.status === 'device' ? 'phone' : 'note'} size={16} />
          {view.full && view.status !== 'server' ? '本机存不下，请保持联网，先不要关闭这个页面' : SAVED[view.status]}
        </span>
        {waiting > 0 ? (
          <span>
            <Icon name="clock" size={16} />
            {waiting} 个文件待上传
          </span>
        ) : null}
        {view.heldFiles > 0 ? <span>本机存不下 {view.heldFiles} 个文件，请不要关闭这个页面，联网后自动上传</span> : null}
        {left === null ? null : (
          <span data-soon={left < 5 * MINUTE}>
            <Icon name="clock" size={16} />
            还有 {timeWords(left)}
          </span>
        )}
        {view.record.rejected || fault ? <span>{view.record.rejected || fault}</span> : null}
      </output>
      {stays && view.status !== 'server' ? (
        <output className="attempt-other">
          <p>作答已交，本机存不下。请不要关闭这个页面，联网后自动交上去。</p>
          <button type="button" className="button button-fill" onClick={() => void sendAttempts().catch(() => undefined)}>
            现在再试
          </button>
        </output>
      ) : null}
      {active ? null : (
        <div className="attempt-other" role="alert">
          <p>已在另一个标签页作答</p>
          <button type="button" className="button button-fill" onClick={take}>
            在这里继续
          </button>
        </div>
      )}
      <div className="attempt-panes">
        <nav className="attempt-numbers" aria-label="题号">
          {items.map((one, index) => (
            <button
              key={one.itemId}
              type="button"
              aria-current={index === at ? 'step' : undefined}
              data-done={answered(one.itemId)}
              data-flag={view.merged.items[one.itemId]?.flagged}
              onClick={() => go(index)}
            >
              {one.no}
              <span className="unseen">{answered(one.itemId) ? '已答' : '未答'}</span>
            </button>
          ))}
        </nav>
        {item ? (
          <section className="attempt-question" aria-label={`第${item.no}题`}>
            <p className="attempt-no">
              第 {item.no} 题 / 共 {items.length} 题{item.points > 0 ? ` · ${points(item.points)} 分` : ''}
            </p>
            <QuestionView
              key={item.itemId}
              shown={withLocalFiles(item.shown as ShownQuestion, files)}
              answer={(view.typed[item.itemId] ?? view.merged.items[item.itemId]?.answer ?? null) as Answer}
              onChange={(answer) => session.answer(item.itemId, answer)}
              disabled={!active || ended}
              order={session.paper.shuffleOptions ? session.paper.seed : ''}
              access={access}
            />
            <OtherAnswers
              shown={item.shown as ShownQuestion}
              merged={view.merged.items[item.itemId]}
              choose={(answer) => session.answer(item.itemId, answer)}
            />
            <div className="attempt-foot">
              <button type="button" className="button button-line" disabled={at === 0} onClick={() => go(at - 1)}>
                上一题
              </button>
              <label className="chip">
                <input
                  type="checkbox"
                  className="unseen"
                  checked={view.merged.items[item.itemId]?.flagged ?? false}
                  disabled={!active || ended}
                  onChange={(event) => session.flag(item.itemId, event.target.checked)}
                />
                <span>标记</span>
              </label>
              {at < items.length - 1 ? (
                <button type="button" className="button button-wash" onClick={() => go(at + 1)}>
                  下一题
                </button>
              ) : null}
              <button type="button" className="button button-fill" disabled={!active || ended} onClick={() => setAsking(true)}>
                交
              </button>
            </div>
          </section>
        ) : null}
      </div>
      {asking ? (
        <Sheet
          title="交作业"
          close={() => setAsking(false)}
          foot={
            <button type="button" className="button button-fill button-tall button-wide" disabled={busy} onClick={() => void submit()}>
              {busy ? '正在交…' : '确认交'}
            </button>
          }
        >
          <div className="teach-form">
            {open.length === 0 ? (
              <p>每题都已作答。</p>
            ) : (
              <>
                <p>{open.length} 题未答：</p>
                <p className="attempt-open">
                  {open.map(({ itemId, no }) => (
                    <button
                      key={itemId}
                      type="button"
                      className="button button-line"
                      onClick={() => {
                        setAsking(false);
                        go(no - 1);
                      }}
                    >
                      第{no}题
                    </button>
                  ))}
                </p>
              </>
            )}
            <p className="meta">没有网络也可以交：先存在本机，联网后自动交上去，按现在的时间算。</p>
          </div>
        </Sheet>
      ) : null}
    </div>
  );
}

const timeWords = (ms: number): string => {
  const minutes = Math.floor(ms / MINUTE);
  return minutes >= 60
    ? `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`
    : `${minutes} 分 ${String(Math.floor((ms % MINUTE) / 1_000)).padStart(2, '0')} 秒`;
};

function useTimeLeft(session: AttemptSession): number | null {
  const [left, setLeft] = useState(() => session.left());
  useEffect(() => {
    if (session.left() === null) return undefined;
    const timer = setInterval(() => setLeft(session.left()), 1_000);
    return () => clearInterval(timer);
  }, [session]);
  return left;
}
