import type { Database, Tx } from '../../db/database.ts';
import type { AttemptEventTable, AttemptItemTable } from '../../db/tables/teaching-tables.ts';
import type { Insertable, Selectable } from 'kysely';

type Db = Database | Tx;

export const ticketByKey = (db: Db, attemptKey: string) =>
  db.selectFrom('attemptTicket').selectAll().where('attemptKey', '=', attemptKey).executeTakeFirst();
export const ticketsOf = (db: Db, assignmentId: number, userId: number) =>
  db.selectFrom('attemptTicket').selectAll().where('assignmentId', '=', assignmentId).where('userId', '=', userId).orderBy('no').execute();
export type TicketRow = Awaited<ReturnType<typeof ticketsOf>>[number];

/** Returns the ticket with this number, the one that was there first. */
export async function addTicket(tx: Tx, ticket: Omit<TicketRow, 'id' | 'begunAt'>): Promise<TicketRow> {
  await tx
    .insertInto('attemptTicket')
    .values({ ...ticket, begunAt: null })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return tx
    .selectFrom('attemptTicket')
    .selectAll()
    .where('assignmentId', '=', ticket.assignmentId)
    .where('userId', '=', ticket.userId)
    .where('no', '=', ticket.no)
    .executeTakeFirstOrThrow();
}

export const attemptByKey = (db: Db, attemptKey: string) =>
  db.selectFrom('attempt').selectAll().where('attemptKey', '=', attemptKey).executeTakeFirst();
export const attemptById = (db: Db, id: number) => db.selectFrom('attempt').selectAll().where('id', '=', id).executeTakeFirst();

export const insertAttempt = (
  tx: Tx,
  attempt: {
    readonly attemptKey: string;
    readonly assignmentId: number;
    readonly userId: number;
    readonly no: number;
    readonly seed: string;
    readonly items: string;
    readonly begunAt: number;
    readonly expiresAt: number;
    readonly deviceId: string;
    readonly full: number;
    readonly createBy: string;
  },
  now: number,
) =>
  tx
    .insertInto('attempt')
    .values({ ...attempt, createTime: now, updateTime: now })
    .returningAll()
    .executeTakeFirstOrThrow();

/** What the journals change of an attempt that goes on; its state is changed by the machine only. */
export const setAttempt = (
  tx: Tx,
  id: number,
  columns: {
    readonly flags?: string;
    readonly expiresAt?: number | null;
    readonly counted?: '0' | '1';
    readonly lateDays?: number;
    readonly score?: number;
  },
  now: number,
) =>
  tx
    .updateTable('attempt')
    .set((eb) => ({ ...columns, updateTime: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** An attempt whose time is over. */
export const expiredAttempt = (db: Db, now: number) =>
  db.selectFrom('attempt').selectAll().where('status', '=', 'doing').where('expiresAt', '<=', now).orderBy('expiresAt').limit(1).executeTakeFirst();

export type EventRow = Selectable<AttemptEventTable>;
export const eventsOf = (db: Db, attemptKey: string): Promise<EventRow[]> =>
  db.selectFrom('attemptEvent').selectAll().where('attemptKey', '=', attemptKey).orderBy('deviceId').orderBy('seq').execute();

const CHUNK = 200;
/** Stores events; those that are there stay as they are. */
export async function addEvents(tx: Tx, events: readonly Insertable<AttemptEventTable>[]): Promise<void> {
  for (let at = 0; at < events.length; at += CHUNK)
    await tx
      .insertInto('attemptEvent')
      .values(events.slice(at, at + CHUNK))
      .onConflict((oc) => oc.doNothing())
      .execute();
}

export const attemptItems = (db: Db, attemptIds: readonly number[]) =>
  attemptIds.length === 0 ? Promise.resolve([]) : db.selectFrom('attemptItem').selectAll().where('attemptId', 'in', attemptIds).execute();
export type AttemptItemRow = Selectable<AttemptItemTable>;

export const itemOfAttempt = (db: Db, attemptId: number, itemId: string) =>
  db.selectFrom('attemptItem').selectAll().where('attemptId', '=', attemptId).where('itemId', '=', itemId).executeTakeFirst();

export const putItem = (tx: Tx, item: Omit<AttemptItemRow, 'id'>) =>
  tx
    .insertInto('attemptItem')
    .values(item)
    .onConflict((oc) =>
      oc.columns(['attemptId', 'itemId']).doUpdateSet({
        answer: item.answer,
        otherAnswers: item.otherAnswers,
        parts: item.parts,
        verdict: item.verdict,
        auto: item.auto,
        manual: item.manual,
        points: item.points,
        versionId: item.versionId,
        rubric: item.rubric,
        feedback: item.feedback,
        markedBy: item.markedBy,
        markedAt: item.markedAt,
      }),
    )
    .execute();
