import { applyMachine } from '../../contract/structure/apply-for-log.machine.ts';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';

/** States in which an application waits for staff. */
const WAITING = applyMachine.groups.audited;

const rows = (db: Database | Tx) =>
  db
    .selectFrom('applyForLog')
    .innerJoin('user', 'user.id', 'applyForLog.userId')
    .leftJoin('userMode', (join) => join.onRef('userMode.modeKey', '=', 'applyForLog.targetMode').on('userMode.delFlag', '=', '0'))
    .leftJoin('scholar', 'scholar.id', 'applyForLog.scholarId')
    .leftJoin('user as first', 'first.id', 'applyForLog.firstAuditBy')
    .selectAll('applyForLog')
    .select(['scholar.scholarName', 'scholar.dynasty', 'scholar.userId as scholarUserId', 'first.userName as firstAuditName'])
    .select(['user.userName', 'user.nickName', 'userMode.modeName', 'userMode.defaultRoleIds']);

export type ApplicationRow = Awaited<ReturnType<typeof applicationById>> & object;

export const applicationById = (db: Database | Tx, id: number) => rows(db).where('applyForLog.id', '=', id).executeTakeFirst();

export const applicationsOf = (db: Database | Tx, userId: number) =>
  rows(db).where('applyForLog.userId', '=', userId).orderBy('applyForLog.id', 'desc').limit(50).execute();

export interface ApplicationFilter {
  readonly applyId?: number | undefined;
  readonly applyNo?: string | undefined;
  readonly realName?: string | undefined;
  readonly targetMode?: string | undefined;
  readonly status?: string | undefined;
}

/** Condition for the visible applicants; null for all. */
export type Limit = Expression<SqlBool> | null;

export async function applicationPage(db: Database, filter: ApplicationFilter, page: { pageNum: number; pageSize: number }, limit: Limit) {
  let query = rows(db);
  if (limit) query = query.where(limit);
  if (filter.applyId !== undefined) query = query.where('applyForLog.id', '=', filter.applyId);
  if (filter.applyNo) query = query.where('applyForLog.applyNo', '=', filter.applyNo);
  if (filter.realName) query = query.where('applyForLog.realName', 'like', `%${filter.realName.replace(/[\\%_]/g, '')}%`);
  if (filter.targetMode) query = query.where('applyForLog.targetMode', '=', filter.targetMode);
  if (filter.status) query = query.where('applyForLog.status', '=', filter.status);
  const { total } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  // Applications that wait for staff come first, the longest waiting at the top.
  const found = await query
    .orderBy((eb) => eb.case().when('applyForLog.status', 'in', WAITING).then(0).else(1).end())
    .orderBy((eb) => eb.case().when('applyForLog.status', 'in', WAITING).then(eb.ref('applyForLog.createTime')).else(0).end())
    .orderBy('applyForLog.id', 'desc')
    .limit(page.pageSize)
    .offset(offsetOf(page, Number(total)))
    .execute();
  return { rows: found, total: Number(total) };
}

/** Pending applications of other users, as items of the to-do. */
export function pendingApplications(db: Database, accounts: ReadonlySet<number>, limit: Limit) {
  const query = db
    .selectFrom('applyForLog')
    .innerJoin('user', 'user.id', 'applyForLog.userId')
    .leftJoin('userMode', (join) => join.onRef('userMode.modeKey', '=', 'applyForLog.targetMode').on('userMode.delFlag', '=', '0'))
    .select((eb) => [
      'applyForLog.id as itemId',
      sql<string>`${eb.ref('applyForLog.realName')} || '申请' || coalesce(${eb.ref('userMode.modeName')}, ${eb.ref('applyForLog.targetMode')})`.as(
        'title',
      ),
      sql<string>`'身份申请 ' || ${eb.ref('applyForLog.applyNo')}`.as('note'),
      'user.nickName as askedBy',
      // An application that was sent again waits since then.
      'applyForLog.updateTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('applyForLog.status', '=', 'pending')
    .where('applyForLog.userId', 'not in', [...accounts]);
  return limit ? query.where(limit) : query;
}

/** Returns the files of one user among these ids. */
export const filesOf = (db: Tx, ownerId: number, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('file')
        .select(['id as fileId', 'fileOriginName as name', 'url'])
        .where('id', 'in', ids)
        .where('ownerId', '=', ownerId)
        .where('isTemporary', '=', '0')
        .execute();

/** The documents of an application are only for its reviewers, whatever visibility they were uploaded with. */
export const storePrivate = (tx: Tx, ownerId: number, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve()
    : tx
        .updateTable('file')
        .set({ isPublic: '0' })
        .where('id', 'in', ids)
        .where('ownerId', '=', ownerId)
        .execute()
        .then(() => undefined);

export const openApplication = (db: Tx, userId: number, targetMode: string) =>
  db
    .selectFrom('applyForLog')
    .select('id')
    .where('userId', '=', userId)
    .where('targetMode', '=', targetMode)
    .where('status', 'in', applyMachine.groups.open)
    .executeTakeFirst();

export const lastRejection = (db: Tx, userId: number, targetMode: string) =>
  db
    .selectFrom('applyForLog')
    .select('auditTime')
    .where('userId', '=', userId)
    .where('targetMode', '=', targetMode)
    .where('status', '=', 'rejected')
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Returns whether the last decision for a user was to revoke this mode. */
export const wasRevoked = async (db: Tx, userId: number, targetMode: string): Promise<boolean> =>
  (
    await db
      .selectFrom('applyForLog')
      .select('status')
      .where('userId', '=', userId)
      .where('targetMode', '=', targetMode)
      .where('status', 'in', applyMachine.groups.granted)
      .orderBy('auditTime', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.status === 'revoked';

export const openModes = (db: Database | Tx) =>
  db
    .selectFrom('userMode')
    .selectAll()
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .where('modeKey', '<>', 'regular')
    .orderBy('orderNum')
    .execute();

export const modeByKey = (db: Database | Tx, modeKey: string) =>
  db.selectFrom('userMode').selectAll().where('modeKey', '=', modeKey).where('status', '=', '0').where('delFlag', '=', '0').executeTakeFirst();

export const rolesByIds = (db: Database | Tx, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('role').select(['id', 'roleKey']).where('id', 'in', ids).execute();

export const heldRoles = (db: Database | Tx, userId: number) => db.selectFrom('userRole').select('roleId').where('userId', '=', userId).execute();

/** The page that an applicant claims, and the page that already belongs to the applicant. */
export const claimedPages = (tx: Tx, scholarId: number, userId: number) =>
  tx
    .selectFrom('scholar')
    .select(['id', 'scholarName', 'userId', 'status', 'mergedInto'])
    .where('delFlag', '=', '0')
    .where((eb) => eb.or([eb('id', '=', scholarId), eb('userId', '=', userId)]))
    .execute();

/** Users whose own interest a claim of a page touches: its present owner, and everybody who has an undecided claim of it. */
export async function claimantsOf(tx: Tx, scholarId: number): Promise<number[]> {
  const page = await tx.selectFrom('scholar').select('userId').where('id', '=', scholarId).executeTakeFirst();
  const claims = await tx
    .selectFrom('applyForLog')
    .select('userId')
    .where('scholarId', '=', scholarId)
    .where('status', 'in', applyMachine.groups.open)
    .execute();
  return [...(page?.userId ? [page.userId] : []), ...claims.map(({ userId }) => userId)];
}
