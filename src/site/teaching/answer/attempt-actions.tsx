import { useState } from 'react';
import { attemptMachine, type AttemptEvent } from '../../../../contract/teaching/attempt.machine.ts';
import { attemptEvent, decideAttempt, type AttemptResult } from '../../../../contract/teaching/attempt.ts';
import { call } from '../../../api/call.ts';
import { toast, toastError } from '../../frame/dialogs.ts';
import { ReasonSheet } from '../reason-sheet.tsx';
import { refreshTeaching } from '../teaching-queries.ts';

const DECISIONS = [
  ['adopt', '采用'],
  ['late', '按迟交'],
  ['keep', '不采用，保留'],
] as const;

/** What a teacher may do with an attempt: return it, void it, or decide about answers that came late. */
export function AttemptActions({ one }: { one: AttemptResult }) {
  const [asking, setAsking] = useState<AttemptEvent | null>(null);
  const step = async (event: 'reopen' | 'void' | 'restore', reason = '') => {
    await call(attemptEvent, { params: { attemptId: one.attemptId, event }, body: { reason } });
    await refreshTeaching();
    void toast(`已${attemptMachine.events[event].label}`);
  };
  const decide = (decision: (typeof DECISIONS)[number][0]) =>
    call(decideAttempt, { params: { attemptId: one.attemptId }, body: { decision } }).then(async () => {
      await refreshTeaching();
      void toast('已处理');
    }, toastError);
  if (one.can.length === 0) return null;
  return (
    <div className="teach-acts">
      {one.can.includes('adopt')
        ? DECISIONS.map(([decision, label]) => (
            <button
              key={decision}
              type="button"
              className={`button ${decision === 'adopt' ? 'button-fill' : 'button-line'}`}
              onClick={() => void decide(decision)}
            >
              {label}
            </button>
          ))
        : null}
      {one.can.map((event) =>
        event === 'adopt' ? null : (
          <button
            key={event}
            type="button"
            className="button button-line"
            onClick={() => (attemptMachine.events[event].reason ? setAsking(event) : void step(event).catch(toastError))}
          >
            {attemptMachine.events[event].label}
          </button>
        ),
      )}
      {asking === 'reopen' || asking === 'void' ? (
        <ReasonSheet
          title={attemptMachine.events[asking].label}
          note={attemptMachine.events[asking].consequence ?? ''}
          send={(reason) => step(asking, reason)}
          close={() => setAsking(null)}
        />
      ) : null}
    </div>
  );
}
