import { targetsOf, type StateMachine } from '../../contract/state-machine.ts';
import type { Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { AppError, conflict, forbidden, invalid } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { effectsOf } from './effects.ts';
import { logTransition } from './transition-log.ts';
import { passGuards } from './step-guards.ts';

/** A table without the base columns has no version: its rows are compared by their state, and carry no stamp of the last change. */
interface MachineRow {
  readonly id: number;
  readonly version?: number;
}

/** How a service runs a machine over one table. `Row` is what the service has read in the same transaction. */
export interface Runner<S extends string, E extends string, Row extends MachineRow> {
  readonly table: keyof Tables & string;
  /** The column of the state; `status` unless given. */
  readonly column?: string;
  /** The state now: a due time may have changed what the column says. */
  readonly stateOf: (row: Row, now: number) => S;
  /** Name of the row in messages; the machine's name unless given. */
  readonly subject?: (row: Row) => string;
  /** The error for a state that does not allow the event; `machine.illegal` with a sentence of the engine unless given. */
  readonly rejection?: (context: Pick<Step<S, E, Row>, 'row' | 'event' | 'from'>) => AppError;
  /** Who owns the row; needed when the machine has events of the owner. */
  readonly ownerOf?: (row: Row) => number | null;
  /** The error for a caller who does not own the row. It must not reveal that the row exists. */
  readonly notOwner?: () => AppError;
  /** To whom the work is assigned; needed when the machine has events of the assignee. */
  readonly assigneeOf?: (row: Row) => number | null;
  /** Each event with its own rules. */
  readonly on?: EventRules<S, E, Row>;
  /** Chooses among several targets, for the events whose own rule does not. */
  readonly target?: (context: Step<S, E, Row>) => Promise<S> | S;
  /** Columns that every event writes together with the state; those of the event itself come after them. */
  readonly columns?: (context: Step<S, E, Row> & { readonly to: S }) => Columns;
  /** Writes the row, where its table has another way of comparing than `version`. */
  readonly write?: (context: Step<S, E, Row> & { readonly to: S }) => Promise<void> | void;
  /** What the service writes after each event, before `after` of the event itself; throwing undoes the step. */
  readonly after?: (context: Done<S, E, Row>) => Promise<void>;
}

type Columns = Readonly<Record<string, unknown>>;

/** What one event does beyond state and permission. */
export interface EventRule<S extends string, E extends string, Row> {
  /** Throws an `AppError` where the row does not allow the event. */
  readonly guard?: (context: Step<S, E, Row>) => Promise<void> | void;
  /** Chooses among several targets. */
  readonly target?: (context: Step<S, E, Row>) => Promise<S> | S;
  /** Columns written together with the state. */
  readonly columns?: Columns | ((context: Step<S, E, Row> & { readonly to: S }) => Columns);
  /** What the service writes after the row; throwing undoes the step. */
  readonly after?: (context: Done<S, E, Row>) => Promise<void> | void;
}
export type EventRules<S extends string, E extends string, Row> = Partial<Readonly<Record<E, EventRule<S, E, Row>>>>;

/** A step whose row has been written. */
export interface Done<S extends string, E extends string, Row> extends Step<S, E, Row> {
  readonly to: S;
  /** The row with the columns of the step; names that were joined to it are those of before. */
  readonly written: Row;
}

export interface Step<S extends string, E extends string, Row> {
  readonly tx: Tx;
  /** Null where a job or the program itself takes the step. */
  readonly currentUser: CurrentUser | null;
  readonly row: Row;
  readonly event: E;
  readonly from: S;
  readonly reason: string;
  /** Epoch milliseconds, the same for the whole step. */
  readonly now: number;
}

/**
 * Returns the function that takes one step of `machine`: permission, then ownership, then state, then reason and guard; then the row
 * (compare-and-swap on `version`), the transition log and the registered effects, all in the caller's transaction.
 * With `permission` `checked` the caller has checked another permission that includes the event, or the event of another machine causes it.
 * It returns the new state and throws an `AppError`: 403, `notOwner`, `machine.illegal` with 「状态」 and verb, 400 or 500 for a missing
 * reason, the guard's own error, 409 when the row has changed since it was read.
 */
export function transition<S extends string, E extends string, Row extends MachineRow>(machine: StateMachine<S, E>, runner: Runner<S, E, Row>) {
  return async (tx: Tx, currentUser: CurrentUser | null, row: Row, event: E, reason = '', permission: 'check' | 'checked' = 'check'): Promise<S> => {
    const now = Date.now();
    const { by, from: sources, reason: least, label } = machine.events[event];
    if (currentUser && permission === 'check') requirePermission(machine, event, currentUser);
    if (by === 'owner' && runner.ownerOf?.(row) !== (currentUser?.userId ?? null)) throw runner.notOwner?.() ?? forbidden();
    if (by === 'assignee' && runner.assigneeOf?.(row) !== (currentUser?.userId ?? null)) throw forbidden('这一步由被指派的人处理，您不能代办');
    if (by === 'program' && currentUser && permission === 'check') throw forbidden();
    // A step that another machine causes was admitted with the step that causes it.
    if (currentUser && permission === 'check') await passGuards({ tx, entity: machine.entity, row, event });
    const from = runner.stateOf(row, now);
    if (!sources.includes(from))
      throw runner.rejection?.({ row, event, from }) ?? illegalTransition(machine, runner.subject?.(row) ?? machine.name, from, label);
    const step: Step<S, E, Row> = { tx, currentUser, row, event, from, reason, now };
    if (least && currentUser && [...reason].length < least.min) throw invalid(least.message);
    const rule: EventRule<S, E, Row> | undefined = runner.on?.[event];
    await rule?.guard?.(step);
    const targets = targetsOf(machine.events[event]);
    const choose = rule?.target ?? runner.target;
    const to = targets.length === 1 || !choose ? (targets[0] as S) : await choose(step);
    if (!targets.includes(to)) throw new Error(`${machine.entity}: ${event} cannot lead to ${to}`);
    const columns = {
      ...runner.columns?.({ ...step, to }),
      ...(typeof rule?.columns === 'function' ? rule.columns({ ...step, to }) : rule?.columns),
    };
    await (runner.write ? runner.write({ ...step, to }) : writeStep(runner, step, to, columns));
    await logTransition(tx, currentUser, { entityType: machine.entity, entityId: row.id, event, fromStatus: from, toStatus: to, note: reason });
    const { version } = row;
    const written: Row = { ...row, ...(version === undefined ? {} : { version: version + 1 }), [runner.column ?? 'status']: to, ...columns };
    await runner.after?.({ ...step, to, written });
    await rule?.after?.({ ...step, to, written });
    for (const effect of effectsOf(machine.entity)) await effect({ tx, currentUser, entityId: row.id, event, from, to, reason, now });
    return to;
  };
}

async function writeStep<S extends string, E extends string, Row extends MachineRow>(
  { table, column = 'status' }: Runner<S, E, Row>,
  step: Step<S, E, Row>,
  to: S,
  columns: Columns,
): Promise<void> {
  const { tx, currentUser, row, from, now } = step;
  const set = { [column]: to, ...columns };
  const { id, version } = row;
  if (version !== undefined)
    return writeState(tx, table, { id, version }, { ...(currentUser ? { updateBy: currentUser.userName } : {}), updateTime: now, ...set });
  const { numUpdatedRows } = await tx
    .updateTable(table as 'letter')
    .set(set)
    .where('id', '=', id)
    .where(column as 'status', '=', from as 'sent')
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw conflict();
}

/** Throws 403 when `event` needs a permission that the caller does not have. Services call it before they open a transaction. */
export function requirePermission<E extends string>({ events }: StateMachine<string, E>, event: E, currentUser: CurrentUser): void {
  const { permission } = events[event];
  if (permission !== undefined && !hasPermission(currentUser, permission)) throw forbidden();
}

/** `{对象}当前状态为「{状态}」，不能{操作}`. */
export const illegalTransition = <S extends string>(machine: StateMachine<S>, subject: string, state: S, label: string): AppError =>
  new AppError(machine.illegal, `${subject}当前状态为「${machine.states[state].label}」，不能${label}`);

/** Writes `columns` when the row still has the version that was read; throws 409 otherwise. */
export async function writeState(tx: Tx, table: keyof Tables & string, row: Required<MachineRow>, columns: Columns): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable(table as 'notice')
    .set({ ...columns, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw conflict();
}
