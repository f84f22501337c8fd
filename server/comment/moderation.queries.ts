import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

/** A text with the columns that its moderation needs; `userId` is its writer. */
export interface ModeratedRow {
  readonly id: number;
  readonly version: number;
  readonly userId: number;
  readonly status: string;
  readonly content: string;
  readonly previousContent: string;
  readonly images: string;
  readonly targetType: string;
  readonly targetId: number;
  readonly rootId: number | null;
  readonly rejectReason: string;
  readonly appealReason: string;
  readonly auditBy: string;
  readonly auditUserId: number | null;
  readonly auditTime: number | null;
  readonly stateTime: number;
  readonly claimedBy: number | null;
  readonly claimedUntil: number;
  readonly createTime: number;
  /** Address of the page on which the text is shown. */
  readonly link: string;
}

const SHARED = [
  'id',
  'version',
  'status',
  'content',
  'previousContent',
  'rejectReason',
  'appealReason',
  'auditBy',
  'auditUserId',
  'auditTime',
  'stateTime',
  'claimedBy',
  'claimedUntil',
  'createTime',
] as const;

const comments = (db: Database | Tx) =>
  db
    .selectFrom('comment')
    .select([...SHARED, 'userId', 'targetType', 'targetId', 'rootId'])
    .select(sql<string>`'[]'`.as('images'));

const messages = (db: Database | Tx) =>
  db
    .selectFrom('authorMessage')
    .select([...SHARED, 'authorId as userId', 'images'])
    .select((eb) => [sql<string>`'message'`.as('targetType'), eb.ref('id').as('targetId'), sql<number | null>`null`.as('rootId')]);

/** Address of the page that shows what a comment is about, with the comment in view. */
export function linkOf({ targetType, targetId }: { targetType: string; targetId: number }): string {
  switch (targetType) {
    case 'publication':
      return `/cms/main/bookDetail/${targetId}`;
    case 'information':
      return `/cms/main/information?id=${targetId}`;
    case 'notice':
      return `/cms/main/noticeDetail?noticeId=${targetId}`;
    case 'contest':
      return `/cms/main/contestDetail/${targetId}`;
    case 'wechatArticle':
      return `/cms/main/wechatArticle/${targetId}`;
    default:
      return '/cms/main/message';
  }
}

const wired = (row: Omit<ModeratedRow, 'link'>, table: string): ModeratedRow => ({
  ...row,
  link: linkOf(row) + (table === 'comment' ? `#comment-${row.id}` : ''),
});

export async function moderatedRow(tx: Database | Tx, table: 'comment' | 'authorMessage', id: number): Promise<ModeratedRow | undefined> {
  const row = await (
    table === 'comment' ? comments(tx).where('id', '=', id) : (messages(tx).where('id', '=', id) as never as ReturnType<typeof comments>)
  ).executeTakeFirst();
  return row && wired(row, table);
}

/** Texts in states that wait for a moderator, the oldest first. */
export async function waiting(db: Database, table: 'comment' | 'authorMessage', states: readonly string[], limit: number): Promise<ModeratedRow[]> {
  const query = table === 'comment' ? comments(db) : (messages(db) as never as ReturnType<typeof comments>);
  const rows = await query.where('status', 'in', states).orderBy('stateTime').orderBy('id').limit(limit).execute();
  return rows.map((row) => wired(row, table));
}

/** Numbers of waiting texts by state. */
export async function waitingCounts(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['comment', 'authorMessage'] as const) {
    const rows = await db
      .selectFrom(table as 'comment')
      .select(['status', (eb) => eb.fn.countAll<number>().as('total')])
      .where('status', 'in', ['pending', 'folded', 'appealed'])
      .groupBy('status')
      .execute();
    for (const { status, total } of rows) counts[status] = (counts[status] ?? 0) + Number(total);
  }
  return counts;
}

export async function appealedBefore(tx: Tx, entity: string, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('flowLog')
    .select('id')
    .where('entityType', '=', entity)
    .where('entityId', '=', id)
    .where('event', '=', 'appeal')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The last decision of a moderator over the text as it is now; null for a text that was changed after it. A change is a new text, which nobody
 * has judged.
 */
export async function lastDecision(db: Database | Tx, entity: string, id: number): Promise<{ event: 'pass' | 'reject'; operatorId: number } | null> {
  const row = await db
    .selectFrom('flowLog')
    .select(['event', 'operatorId'])
    .where('entityType', '=', entity)
    .where('entityId', '=', id)
    .where('event', 'in', ['pass', 'reject', 'edit'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row && (row.event === 'pass' || row.event === 'reject') ? { event: row.event, operatorId: row.operatorId } : null;
}

/** The steps of the transition log of some texts, the oldest first. */
export const moderationSteps = (db: Database | Tx, entity: string, ids: readonly number[]) =>
  db
    .selectFrom('flowLog')
    .leftJoin('user', 'user.id', 'flowLog.operatorId')
    .select(['flowLog.entityId', 'flowLog.event', 'flowLog.operatorId', 'flowLog.note', 'flowLog.at', 'user.nickName'])
    .where('flowLog.entityType', '=', entity)
    .where('flowLog.entityId', 'in', ids.length > 0 ? ids : [0])
    .orderBy('flowLog.id')
    .execute();

/** Reasons of reports that a moderator has refused for a comment. */
export const refusedReasons = async (db: Database | Tx, commentId: number): Promise<string[]> =>
  (await db.selectFrom('commentReport').select('reason').distinct().where('commentId', '=', commentId).where('result', '=', 'refused').execute()).map(
    ({ reason }) => reason,
  );

/** Who has reported a comment, in reports that are not settled. */
export const reportersOf = async (db: Database | Tx, commentId: number): Promise<number[]> =>
  (await db.selectFrom('commentReport').select('userId').where('commentId', '=', commentId).where('result', '=', 'open').execute()).map(
    ({ userId }) => userId,
  );

/** Locks a text for a moderator; false when another one holds it. */
export async function claimRow(
  db: Database,
  table: 'comment' | 'authorMessage',
  id: number,
  userId: number,
  now: number,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table as 'comment')
    .set({ claimedBy: userId, claimedUntil: until })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'folded', 'appealed'])
    .where((eb) => eb.or([eb('claimedBy', 'is', null), eb('claimedBy', '=', userId), eb('claimedUntil', '<=', now)]))
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export const releaseRow = (db: Database, table: 'comment' | 'authorMessage', id: number, userId: number) =>
  db
    .updateTable(table as 'comment')
    .set({ claimedBy: null, claimedUntil: 0 })
    .where('id', '=', id)
    .where('claimedBy', '=', userId)
    .execute();

/** Minutes from the beginning of the state that a decision ended to the decision, for decisions since a time. */
export async function decisionTimes(db: Database, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('flowLog')
    .select(['entityType', 'entityId', 'event', 'at'])
    .where('entityType', 'in', ['comment', 'authorMessage'])
    .where('at', '>=', since)
    .orderBy('at')
    .execute();
  const begun = new Map<string, number>();
  const minutes: number[] = [];
  for (const { entityType, entityId, event, at } of rows) {
    const key = `${entityType}:${entityId}`;
    if (event === 'pass' || event === 'reject') {
      const start = begun.get(key);
      if (start !== undefined) minutes.push((Number(at) - start) / 60_000);
      begun.delete(key);
    } else begun.set(key, Number(at));
  }
  return minutes;
}

/** Rejected texts of writers since a time, by user. */
export async function rejectedSince(db: Database, userIds: readonly number[], since: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('comment')
    .select(['userId', (eb) => eb.fn.countAll<number>().as('total')])
    .where('userId', 'in', userIds.length > 0 ? userIds : [0])
    .where('status', '=', 'rejected')
    .where('stateTime', '>=', since)
    .groupBy('userId')
    .execute();
  return new Map(rows.map(({ userId, total }) => [userId, Number(total)]));
}

export const openReports = (db: Database, commentIds: readonly number[]) =>
  db
    .selectFrom('commentReport')
    .select(['commentId', 'reason', 'detail'])
    .where('commentId', 'in', commentIds.length > 0 ? commentIds : [0])
    .where('result', '=', 'open')
    .execute();
