import { useState } from 'react';
import { asksToConfirm } from './ask-codes.ts';
import { assignmentEvent } from '../../../contract/teaching/assignment.ts';
import { assignmentMachine, type ASSIGNMENT_STEPS } from '../../../contract/teaching/assignment.machine.ts';
import { call, CallError } from '../../api/call.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { newAssignment } from './new-assignment.ts';
import { ReasonSheet } from './reason-sheet.tsx';
import { refreshTeaching } from './teaching-queries.ts';

type Step = (typeof ASSIGNMENT_STEPS)[number];

interface Props {
  readonly assignmentId: number;
  readonly title: string;
  readonly can: readonly Step[];
  /** Before a step, for example saving what was changed. */
  readonly before?: () => Promise<void>;
}

/** The buttons of an assignment by its state. What the server warns of is asked once more. */
export function AssignmentSteps({ assignmentId, title, can, before }: Props) {
  const [asking, setAsking] = useState<Step | null>(null);
  const [dueAt, setDueAt] = useState(() => newAssignment().dueAt.replace(' ', 'T'));
  const send = async (event: Step, body: { reason?: string; dueAt?: string; confirmed?: '0' | '1' }): Promise<void> => {
    await before?.();
    try {
      await call(assignmentEvent, { params: { assignmentId, event }, body });
    } catch (error) {
      if (!(error instanceof CallError) || !asksToConfirm(error) || body.confirmed === '1') throw error;
      if (!(await confirm(assignmentMachine.events[event].label, error.message, '继续'))) return;
      return send(event, { ...body, confirmed: '1' });
    }
    await refreshTeaching();
    void toast(`已${assignmentMachine.events[event].label}`);
  };
  const act = async (event: Step) => {
    const { label, consequence, reason } = assignmentMachine.events[event];
    if (reason) return setAsking(event);
    if (consequence && !(await confirm(`${label}《${title}》`, consequence, label))) return undefined;
    return send(event, {}).catch(toastError);
  };
  return (
    <>
      {can.map((event) => (
        <button
          key={event}
          type="button"
          className={`button ${event === 'publish' || event === 'release' ? 'button-fill' : 'button-line'}`}
          onClick={() => void act(event)}
        >
          {assignmentMachine.events[event].label}
        </button>
      ))}
      {asking ? (
        <ReasonSheet
          title={assignmentMachine.events[asking].label}
          note={assignmentMachine.events[asking].consequence ?? ''}
          send={(reason) => send(asking, { reason, ...(asking === 'reopen' ? { dueAt: dueAt.replace('T', ' ') } : {}) })}
          close={() => setAsking(null)}
        >
          {asking === 'reopen' ? (
            <label>
              新的截止时间
              <input type="datetime-local" value={dueAt} required onChange={(event) => setDueAt(event.target.value)} />
            </label>
          ) : null}
        </ReasonSheet>
      ) : null}
    </>
  );
}
