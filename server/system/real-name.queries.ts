import { realNameMachine } from '../../contract/system/real-name.machine.ts';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { samePersonSql } from '../db/same-person.ts';

type Db = Database | Tx;
/** The rows that a data scope opens; null for all. */
export type Limit = Expression<SqlBool> | null;

const OPEN: readonly string[] = realNameMachine.groups.open;

const checks = (db: Db) =>
  db
    .selectFrom('realNameCheck')
    .innerJoin('user', 'user.id', 'realNameCheck.userId')
    .leftJoin('file', 'file.id', 'realNameCheck.fileId')
    .leftJoin('user as decider', 'decider.id', 'realNameCheck.decidedBy')
    .selectAll('realNameCheck')
    .select(['user.userName', 'user.nickName', 'file.fileOriginName', 'decider.nickName as deciderName']);

export const checkById = (db: Db, id: number) => checks(db).where('realNameCheck.id', '=', id).executeTakeFirst();
export type CheckRow = NonNullable<Awaited<ReturnType<typeof checkById>>>;

/** The newest check of a user, and those that wait or hold; newest first. */
export async function checksOf(db: Db, userId: number): Promise<CheckRow[]> {
  const rows = await checks(db).where('realNameCheck.userId', '=', userId).orderBy('realNameCheck.id', 'desc').limit(20).execute();
  return rows.filter((row, index) => index === 0 || OPEN.includes(row.status));
}

export async function checkPage(
  db: Db,
  { checkId, status }: { checkId?: number | undefined; status?: string | undefined },
  { limit, offset }: { limit: number; offset: (total: number) => number },
  seen: Limit,
) {
  const found = db
    .selectFrom('realNameCheck')
    .innerJoin('user', 'user.id', 'realNameCheck.userId')
    .$if(checkId !== undefined, (query) => query.where('realNameCheck.id', '=', checkId ?? 0))
    .$if(status !== undefined, (query) => query.where('realNameCheck.status', '=', status ?? ''))
    .$if(seen !== null, (query) => query.where(seen as Expression<SqlBool>));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const ids = await found
    .select('realNameCheck.id')
    .orderBy('realNameCheck.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  const rows =
    ids.length === 0
      ? []
      : await checks(db)
          .where(
            'realNameCheck.id',
            'in',
            ids.map(({ id }) => id),
          )
          .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { total: Number(total), rows: ids.flatMap(({ id }) => byId.get(id) ?? []) };
}

/** Sign-in names of other accounts that were confirmed with the same document. */
export const accountsWithDocument = (db: Db, identityKeys: readonly string[]) =>
  identityKeys.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('user')
        .select(['id', 'userName', 'identityKey'])
        .where('identityKey', 'in', identityKeys)
        .where('identityKey', '<>', '')
        .execute();

/** Checks that a user may decide now: not one of the own person. */
export function waitingChecks(db: Db, { userId }: { readonly userId: number }, seen: Limit) {
  const query = db
    .selectFrom('realNameCheck')
    .innerJoin('user', 'user.id', 'realNameCheck.userId')
    .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', userId))
    .select([
      'realNameCheck.id as itemId',
      sql<string>`${sql.ref('user.nickName')} || '的实名认证'`.as('title'),
      sql<string>`'核对姓名、证件号码和材料'`.as('note'),
      'user.nickName as askedBy',
      'realNameCheck.createTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('realNameCheck.status', '=', 'pending')
    .where((eb) => eb.not(samePersonSql('user', 'viewer')));
  return seen ? query.where(seen) : query;
}
