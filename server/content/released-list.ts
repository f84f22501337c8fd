import type { AnyCrud } from '../../contract/crud.ts';
import type { ReleaseEvent, releaseMachine, ReleaseState } from '../../contract/release.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import type { CrudTable, Row } from '../crud/crud-table.ts';
import type { Database, Tx } from '../db/database.ts';
import { conflict, failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { inState, releaseRules, stateAt, type ReleaseRow } from '../state-machine/release.ts';
import { lastRejections } from '../state-machine/transition-log.ts';
import { requirePermission } from '../state-machine/transition.ts';

/** A short item of the site in an order of its own: a banner or a slogan. */
export interface ListedRow extends ReleaseRow {
  readonly position: string;
}

interface Released<R extends ListedRow> {
  readonly machine: ReturnType<typeof releaseMachine>;
  readonly table: 'banner' | 'slogan';
  readonly log: string;
  readonly subject: (row: R) => string;
  readonly content: (row: R) => string;
  /** Columns whose change needs approval again. */
  readonly approved: readonly (keyof R & string)[];
  /** Checks the rows of a position after one of them was published or moved there. Throws an `AppError`. */
  readonly checkPosition?: (tx: Tx, position: string) => Promise<void>;
}

interface Said {
  readonly note?: string | null | undefined;
  readonly version?: number | null | undefined;
}

/** SM24 over a table of short items: what its resource, its events and its order have in common. */
export function releasedList<R extends ListedRow>({ machine, table, log, subject, content, approved, checkPosition }: Released<R>) {
  const { step, approveAgain, columnsOf } = releaseRules<R>({ machine, table, subject, content });
  const rowById = async (tx: Tx, id: number): Promise<R | undefined> =>
    (await tx.selectFrom(table).selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst()) as R | undefined;
  const stateOf = (row: ReleaseRow): ReleaseState => stateAt(row, Date.now());

  const parts = {
    table,
    log,
    order: [
      ['position', 'asc'],
      ['orderNum', 'asc'],
    ],
    removal: 'bin',
    columns: { startTime: 'publishTime', endTime: 'expireTime' },
    filters: { state: (query, value) => query.where(inState(value, Date.now())) },
    columnsOf: ({ before, currentUser }) => columnsOf(before as R | null, currentUser),
    async afterSave(tx, { id, before, currentUser }) {
      const now = before && (await rowById(tx, id));
      if (!now) return;
      const state = stateOf(before);
      const visible = state === 'published' || state === 'scheduled';
      if (approved.some((column) => before[column] !== now[column])) await approveAgain(tx, currentUser, now, state, visible);
      else if (visible && before['position'] !== now.position) await checkPosition?.(tx, now.position);
    },
  } satisfies CrudTable<AnyCrud, 'banner' | 'slogan'>;

  /** Takes a step. With `version`, the call fails when the row was changed since that version. */
  async function sendEvent(caller: RequestCaller, id: number, event: ReleaseEvent, { note, version }: Said): Promise<void> {
    requirePermission(machine, event, caller.currentUser);
    await withOperationLog(caller, { title: log, business: 'edit' }, async (tx) => {
      const row = await rowById(tx, id);
      if (!row) throw missing(`${machine.name}不存在或已被删除，请刷新后重试`);
      if (version != null && version !== row.version) throw conflict();
      const to = await step(tx, caller.currentUser, row, event, note ?? '');
      if (to === 'published' || to === 'scheduled') await checkPosition?.(tx, row.position);
    });
  }

  /** Stores the order of the rows of a position; rows that are not listed keep theirs. */
  async function sort(caller: RequestCaller, position: string, ids: readonly number[]): Promise<void> {
    await withOperationLog(caller, { title: log, business: 'edit' }, async (tx) => {
      for (const [index, id] of ids.entries())
        await tx
          .updateTable(table)
          .set({ orderNum: index + 1, ...stamp(caller.currentUser) })
          .where('id', '=', id)
          .where('position', '=', position)
          .where('delFlag', '=', '0')
          .execute();
    });
  }

  const rejectionsOf = (db: Database | Tx, rows: readonly Row[]) =>
    lastRejections(
      db,
      machine.entity,
      rows.map(({ id }) => id),
    );

  return { parts, stateOf, rejectionsOf, fire: sendEvent, sort };
}

interface Dates {
  readonly startTime: string;
  readonly endTime: string;
}

/** Throws when an item would end before it starts. Times of the wire sort as texts. */
export function checkDates({ startTime, endTime }: Dates): void {
  if (startTime && endTime && endTime <= startTime) throw failed('结束时间须晚于开始时间');
}

const stamp = (currentUser: CurrentUser) => ({ updateBy: currentUser.userName, updateTime: Date.now() });
