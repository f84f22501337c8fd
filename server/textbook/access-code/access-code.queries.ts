import { sql, type Insertable, type Selectable } from 'kysely';
import type { AccessCodeState } from '../../../contract/textbook/access-code.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { AccessBatchTable, AccessCodeTable } from '../../db/tables/textbook-tables.ts';

type Db = Database | Tx;
export type BatchRow = Selectable<AccessBatchTable>;
export type CodeRow = Selectable<AccessCodeTable>;

export const batchById = (db: Db, id: number): Promise<BatchRow | undefined> =>
  db.selectFrom('accessBatch').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

/** Drafts that a person may issue: made by somebody else, with a day of use left. */
export const batchesToIssue = (db: Database, accounts: ReadonlySet<number>, today: string) =>
  db
    .selectFrom('accessBatch')
    .leftJoin('user', 'user.id', 'accessBatch.createdBy')
    .select((eb) => [
      'accessBatch.id as itemId',
      'accessBatch.name as title',
      sql<string>`cast('待发行' as text)`.as('note'),
      eb.fn.coalesce('user.nickName', 'accessBatch.createBy').as('askedBy'),
      'accessBatch.updateTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('accessBatch.status', '=', 'draft')
    .where('accessBatch.delFlag', '=', '0')
    .where((eb) => eb.or([eb('accessBatch.validTo', '=', ''), eb('accessBatch.validTo', '>=', today)]))
    .where((eb) => eb.or([eb('accessBatch.createdBy', 'is', null), eb('accessBatch.createdBy', 'not in', [...accounts])]));

/** Number of codes of batches by state. */
export const codeCounts = (db: Db, batchIds: readonly number[]) =>
  batchIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('accessCode')
        .select((eb) => ['batchId', 'status', eb.fn.countAll<number>().as('count')])
        .where('batchId', 'in', batchIds)
        .groupBy(['batchId', 'status'])
        .execute();

export const namesOf = (db: Db, userIds: readonly number[]) =>
  userIds.length === 0 ? Promise.resolve([]) : db.selectFrom('user').select(['id', 'nickName', 'userName']).where('id', 'in', userIds).execute();

export const notePrinted = (tx: Tx, { id, version }: Pick<BatchRow, 'id' | 'version'>, userId: number, now: number) =>
  tx
    .updateTable('accessBatch')
    .set({ printedAt: now, printedBy: userId, updateTime: now, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .execute();

export const dropCodes = (tx: Tx, batchId: number) => tx.deleteFrom('accessCode').where('batchId', '=', batchId).execute();

const CHUNK = 500;
/** Stores codes; of equal ones the first stays. Returns the serial numbers that are missing because another code was equal. */
export async function addCodes(tx: Tx, codes: readonly Insertable<AccessCodeTable>[]): Promise<number[]> {
  const missing: number[] = [];
  for (let at = 0; at < codes.length; at += CHUNK) {
    const some = codes.slice(at, at + CHUNK);
    const stored = await tx
      .insertInto('accessCode')
      .values(some)
      .onConflict((oc) => oc.column('codeHash').doNothing())
      .returning('serialNo')
      .execute();
    if (stored.length === some.length) continue;
    const there = new Set(stored.map(({ serialNo }) => serialNo));
    missing.push(...some.flatMap(({ serialNo }) => (there.has(serialNo) ? [] : [serialNo])));
  }
  return missing;
}

/** A code by its hash, with its batch and its work. */
export const codeByHash = (db: Db, codeHash: string) =>
  db
    .selectFrom('accessCode')
    .innerJoin('accessBatch', 'accessBatch.id', 'accessCode.batchId')
    .innerJoin('publication', 'publication.id', 'accessBatch.publishId')
    .selectAll('accessCode')
    .select(['accessBatch.publishId', 'accessBatch.status as batchStatus', 'accessBatch.validFrom', 'accessBatch.validTo'])
    .select(['accessBatch.rightDays', 'accessBatch.rightTo', 'publication.title', 'publication.status as workStatus'])
    .where('accessCode.codeHash', '=', codeHash)
    .where('publication.delFlag', '=', '0')
    .executeTakeFirst();
export type FoundCode = NonNullable<Awaited<ReturnType<typeof codeByHash>>>;

/** The code gets its reader; returns whether it was still unused: of many at once one wins. */
export const claimCode = async (tx: Tx, id: number, userId: number, now: number): Promise<boolean> =>
  (
    await tx
      .updateTable('accessCode')
      .set({ status: 'used', usedBy: userId, usedAt: now })
      .where('id', '=', id)
      .where('status', '=', 'unused')
      .returning('id')
      .execute()
  ).length > 0;

export const codeById = (db: Db, id: number) =>
  db
    .selectFrom('accessCode')
    .innerJoin('accessBatch', 'accessBatch.id', 'accessCode.batchId')
    .selectAll('accessCode')
    .select(['accessBatch.publishId', 'accessBatch.status as batchStatus', 'accessBatch.name as batchName'])
    .where('accessCode.id', '=', id)
    .executeTakeFirst();

export const setVoid = async (tx: Tx, id: number, from: AccessCodeState, reason: string): Promise<boolean> =>
  (
    await tx
      .updateTable('accessCode')
      .set({ status: 'void', voidReason: reason })
      .where('id', '=', id)
      .where('status', '=', from)
      .returning('id')
      .execute()
  ).length > 0;

/** All unused codes of a batch are void for good. */
export const voidUnused = (tx: Tx, batchId: number, reason: string) =>
  tx.updateTable('accessCode').set({ status: 'void', voidReason: reason }).where('batchId', '=', batchId).where('status', '=', 'unused').execute();

export interface CodeFilter {
  readonly batchId?: number | undefined;
  readonly last4?: string | undefined;
  readonly serialNo?: number | undefined;
  readonly status?: AccessCodeState | undefined;
}

export async function codePage(db: Db, { batchId, last4, serialNo, status }: CodeFilter, limit: number, offset: (total: number) => number) {
  const found = db
    .selectFrom('accessCode')
    .innerJoin('accessBatch', 'accessBatch.id', 'accessCode.batchId')
    .where('accessBatch.delFlag', '=', '0')
    .$if(batchId !== undefined, (query) => query.where('accessCode.batchId', '=', batchId ?? 0))
    .$if(Boolean(last4), (query) => query.where('accessCode.last4', '=', last4 ?? ''))
    .$if(serialNo !== undefined, (query) => query.where('accessCode.serialNo', '=', serialNo ?? 0))
    .$if(status !== undefined, (query) => query.where('accessCode.status', '=', status ?? 'unused'));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('accessCode')
    .select('accessBatch.name as batchName')
    .orderBy('accessCode.batchId', 'desc')
    .orderBy('accessCode.serialNo')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** When the codes of a batch were used, since a time. */
export const usedSince = (db: Db, batchId: number, since: number) =>
  db.selectFrom('accessCode').select('usedAt').where('batchId', '=', batchId).where('status', '=', 'used').where('usedAt', '>=', since).execute();

export const codesOf = (db: Db, userId: number) =>
  db
    .selectFrom('accessCode')
    .innerJoin('accessBatch', 'accessBatch.id', 'accessCode.batchId')
    .innerJoin('publication', 'publication.id', 'accessBatch.publishId')
    .leftJoin('entitlement', (join) =>
      join.on('entitlement.source', '=', 'code').onRef('entitlement.sourceId', '=', 'accessCode.id').on('entitlement.revoked', '=', '0'),
    )
    .select(['accessBatch.publishId', 'publication.title', 'accessCode.last4', 'accessCode.usedAt', 'entitlement.validTo'])
    .where('accessCode.usedBy', '=', userId)
    .where('accessCode.status', '=', 'used')
    .orderBy('accessCode.usedAt', 'desc')
    .execute();
