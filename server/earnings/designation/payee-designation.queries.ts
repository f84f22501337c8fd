import { payeeDesignationMachine } from '../../../contract/earnings/payee-designation.machine.ts';
import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

const rows = (db: Db) =>
  db
    .selectFrom('payeeDesignation')
    .innerJoin('protocol', 'protocol.id', 'payeeDesignation.protocolId')
    .innerJoin('manuscript', 'manuscript.id', 'protocol.archiveId')
    .innerJoin('user as payee', 'payee.id', 'payeeDesignation.payeeUserId')
    .leftJoin('user as proposer', 'proposer.id', 'payeeDesignation.proposedBy')
    .leftJoin('user as confirmer', 'confirmer.id', 'payeeDesignation.confirmedBy')
    .selectAll('payeeDesignation')
    .select(['protocol.protocolNo', 'manuscript.title', 'payee.nickName as payeeName'])
    .select(['proposer.nickName as proposerName', 'confirmer.nickName as confirmerName']);

export const designationById = (db: Db, id: number) => rows(db).where('payeeDesignation.id', '=', id).executeTakeFirst();
export type DesignationRow = NonNullable<Awaited<ReturnType<typeof designationById>>>;

export async function designationPage(
  db: Db,
  designationId: number | undefined,
  { limit, offset }: { limit: number; offset: (total: number) => number },
) {
  const found = db
    .selectFrom('payeeDesignation')
    .$if(designationId !== undefined, (query) => query.where('payeeDesignation.id', '=', designationId ?? 0));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const ids = await found
    .select('payeeDesignation.id')
    .orderBy('payeeDesignation.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  if (ids.length === 0) return { total: Number(total), rows: [] };
  const page = await rows(db)
    .where(
      'payeeDesignation.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('payeeDesignation.id', 'desc')
    .execute();
  return { total: Number(total), rows: page };
}

/** A designation of a party that waits or holds. */
export const liveDesignation = (db: Db, protocolId: number, party: string) =>
  db
    .selectFrom('payeeDesignation')
    .select('id')
    .where('protocolId', '=', protocolId)
    .where('party', '=', party)
    .where('status', 'in', payeeDesignationMachine.groups.live)
    .executeTakeFirst();

/** Designations that hold or have ended, for a calculation. */
export const decidedDesignations = (db: Db) =>
  db
    .selectFrom('payeeDesignation')
    .select(['protocolId', 'partyUserId', 'party', 'payeeUserId', 'status'])
    .where('status', 'in', payeeDesignationMachine.groups.decided)
    .orderBy('id', 'desc')
    .execute();

export const agreementByNo = (db: Db, protocolNo: string) =>
  db
    .selectFrom('protocol')
    .innerJoin('manuscript', 'manuscript.id', 'protocol.archiveId')
    .select(['protocol.id', 'manuscript.title', 'manuscript.authors'])
    .where('protocol.protocolNo', '=', protocolNo)
    .where('protocol.delFlag', '=', '0')
    .executeTakeFirst();

/** Designations of payees without an account who have this document. */
export const designationsWithDocument = (db: Db, identityKey: string) =>
  db
    .selectFrom('payeeDesignation')
    .innerJoin('payee', 'payee.userId', 'payeeDesignation.payeeUserId')
    .innerJoin('user', 'user.id', 'payee.userId')
    .select(['payeeDesignation.id', 'payeeDesignation.protocolId', 'payeeDesignation.payeeUserId'])
    .where('payeeDesignation.status', 'in', payeeDesignationMachine.groups.live)
    .where('payee.accountless', '=', '1')
    .where('user.identityKey', '=', identityKey)
    .execute();

export const setPayee = (tx: Tx, id: number, payeeUserId: number, now: number) =>
  tx.updateTable('payeeDesignation').set({ payeeUserId, updateTime: now }).where('id', '=', id).execute();

/** Whether an agreement holds an advance, a reserve or returns of a payee that later income must settle. */
export async function holdsOf(db: Db, protocolId: number, userId: number): Promise<boolean> {
  const ref = `${protocolId}:${userId}`;
  const rows = await db
    .selectFrom('ledgerAccount')
    .innerJoin('ledgerEntry', 'ledgerEntry.accountId', 'ledgerAccount.id')
    .select('ledgerAccount.id')
    .where('ledgerAccount.kind', 'in', ['advance', 'carry', 'reserve'])
    .where((eb) =>
      eb.or([eb('ledgerAccount.ref', '=', ref), eb.and([eb('ledgerAccount.ref', '>=', `${ref}:`), eb('ledgerAccount.ref', '<', `${ref};`)])]),
    )
    .groupBy('ledgerAccount.id')
    .having((eb) => eb(eb.fn.sum('ledgerEntry.fen'), '<>', 0))
    .execute();
  return rows.length > 0;
}
