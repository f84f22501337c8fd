import { flowInstanceMachine } from '../../contract/workflow/flow-instance.machine.ts';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

/** Condition for the notices that readers see. */
type Shown = Expression<SqlBool>;

export function topFor(db: Database, audiences: readonly string[], shown: Shown, most: number) {
  return db
    .selectFrom('notice')
    .selectAll()
    .where(shown)
    .where('delFlag', '=', '0')
    .where('audience', 'in', audiences)
    .orderBy('topFlag', 'desc')
    .orderBy('publishTime', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export const readBy = async (db: Database, userId: number, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    ids.length === 0
      ? []
      : (await db.selectFrom('noticeRead').select('noticeId').where('userId', '=', userId).where('noticeId', 'in', ids).execute()).map(
          (row) => row.noticeId,
        ),
  );

export const noticesById = (db: Database | Tx, ids: readonly number[]) =>
  db.selectFrom('notice').selectAll().where('id', 'in', ids).where('delFlag', '=', '0').execute();

/** Whether a flow decides about a notice now. */
export const inFlow = async (db: Database | Tx, noticeId: number): Promise<boolean> =>
  (await db
    .selectFrom('flowInstance')
    .select('id')
    .where('businessKey', '=', `notice:${noticeId}`)
    .where('status', 'in', flowInstanceMachine.groups.open)
    .executeTakeFirst()) !== undefined;

export const noteRead = (db: Database, userId: number, ids: readonly number[], readTime: number) =>
  db
    .insertInto('noticeRead')
    .values(ids.map((noticeId) => ({ userId, noticeId, readTime })))
    .onConflict((oc) => oc.doNothing())
    .execute();

export function readersOf(db: Database, noticeId: number) {
  return db
    .selectFrom('noticeRead')
    .innerJoin('user', 'user.id', 'noticeRead.userId')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .where('noticeRead.noticeId', '=', noticeId);
}

/** Notices that wait for approval by somebody other than their submitter, as items of the to-do. A planned publication is the limit. */
export const pendingNotices = (db: Database, accounts: ReadonlySet<number>) =>
  db
    .selectFrom('notice')
    .leftJoin('user', 'user.id', 'notice.submitBy')
    .select((eb) => [
      'notice.id as itemId',
      'notice.noticeTitle as title',
      sql<string>`cast('公告审核' as text)`.as('note'),
      eb.fn.coalesce('user.nickName', 'notice.createBy').as('askedBy'),
      'notice.updateTime as since',
      'notice.publishTime as due',
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('notice.status', '=', 'pending')
    .where('notice.delFlag', '=', '0')
    // A notice in a flow is approved by the tasks of the flow.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('flowInstance as i')
            .select('i.id')
            .where('i.businessKey', '=', sql<string>`'notice:' || ${eb.ref('notice.id')}`)
            .where('i.status', 'in', flowInstanceMachine.groups.open),
        ),
      ),
    )
    .where((eb) => eb.or([eb('notice.submitBy', 'is', null), eb('notice.submitBy', 'not in', [...accounts])]));
