import { contestSubmitMachine, type SubmitEvent, type SubmitState } from '../../contract/contest/contest-submit.machine.ts';
import type { Tx } from '../db/database.ts';
import { missing, type AppError } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { transition } from '../state-machine/transition.ts';
import { entryById, type EntryRow } from './contest-submit.queries.ts';
import { subjectOf } from './contest-rows.ts';

export const entryGone = (): AppError => missing('参赛作品不存在或与您无关，请刷新后重试');

interface StepOptions {
  readonly reason?: string;
  readonly to?: SubmitState;
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly checked?: boolean;
  /** A further rule of the event. */
  readonly guard?: () => Promise<void> | void;
}

/** Takes one step of SM13. */
export async function transitionEntry(
  tx: Tx,
  currentUser: CurrentUser | null,
  row: EntryRow,
  event: SubmitEvent,
  options: StepOptions = {},
): Promise<SubmitState> {
  const step = transition<SubmitState, SubmitEvent, EntryRow>(contestSubmitMachine, {
    table: 'contestSubmit',
    stateOf: (one) => one.status,
    subject: subjectOf,
    ownerOf: (one) => one.userId,
    notOwner: entryGone,
    ...(options.guard ? { on: { [event]: { guard: options.guard } } } : {}),
    target: () => options.to ?? 'in_review',
    columns: () => options.columns ?? {},
  });
  return step(tx, currentUser, row, event, options.reason ?? '', options.checked ? 'checked' : 'check');
}

export async function entryIn(tx: Tx, id: number): Promise<EntryRow> {
  const row = await entryById(tx, id);
  if (!row) throw entryGone();
  return row;
}
