import type { ManuscriptEvent, ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import type { StateMachine } from '../../contract/state-machine.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { transition, type Done, type EventRule, type Runner } from '../state-machine/transition.ts';
import { queueLetter, type NewLetter } from './letter/letter.service.ts';
import { setTurn, transitionManuscript, type ManuscriptRow, type TurnChange } from './manuscript-step.service.ts';

interface TaskRow {
  readonly id: number;
  readonly version: number;
}

/** A step of the manuscript that a task causes. */
export interface ManuscriptStep {
  readonly event: ManuscriptEvent;
  readonly to?: ManuscriptState | null;
  /** The reason of the task's own step unless given. */
  readonly reason?: string;
}

export interface TaskMessage {
  /** Nobody for null. */
  readonly userId: number | null;
  readonly title: string;
  readonly content?: string;
  readonly link?: string;
}

/** What an event of a task does besides its own row, in the order of the fields. */
export interface TaskRule<S extends string, E extends string, Row> extends EventRule<S, E, Row> {
  readonly manuscript?: (context: Done<S, E, Row>) => ManuscriptStep | null;
  /** Whose turn the manuscript is after the step. */
  readonly turn?: (context: Done<S, E, Row>) => TurnChange | null;
  readonly messages?: (context: Done<S, E, Row>) => readonly TaskMessage[] | Promise<readonly TaskMessage[]>;
  /** The letter of a decision; only a person sends one. */
  readonly letter?: (context: Done<S, E, Row>) => NewLetter | null;
}
export type TaskRules<S extends string, E extends string, Row> = Partial<Readonly<Record<E, TaskRule<S, E, Row>>>>;

/** Returns the function that takes one step of a task on `manuscript`, as `transition` does, with what each event causes. */
export function pressTask<S extends string, E extends string, Row extends TaskRow>(
  machine: StateMachine<S, E>,
  manuscript: ManuscriptRow,
  { on, ...runner }: Runner<S, E, Row> & { readonly on: TaskRules<S, E, Row> },
) {
  const rules = Object.entries<TaskRule<S, E, Row>>(on as Readonly<Record<string, TaskRule<S, E, Row>>>).map(([event, rule]) => [
    event,
    { ...rule, after: (done: Done<S, E, Row>) => finish(manuscript, rule, done) },
  ]);
  return transition<S, E, Row>(machine, { ...runner, on: Object.fromEntries(rules) as TaskRules<S, E, Row> });
}

async function finish<S extends string, E extends string, Row>(
  manuscript: ManuscriptRow,
  rule: TaskRule<S, E, Row>,
  done: Done<S, E, Row>,
): Promise<void> {
  const { tx, currentUser, reason } = done;
  await rule.after?.(done);
  const { event, ...options } = rule.manuscript?.(done) ?? {};
  const moved = event ? await transitionManuscript(tx, currentUser, manuscript, event, { reason, ...options, checked: true }) : manuscript;
  const turn = rule.turn?.(done);
  if (turn) await setTurn(tx, moved, turn);
  for (const { userId, content = '', ...message } of (await rule.messages?.(done)) ?? [])
    if (userId !== null) await sendMessage(tx, { ...message, userId, type: 'task', content });
  const letter = currentUser && rule.letter?.(done);
  if (letter) await queueLetter(tx, currentUser, letter);
}
