import type { Database, Tx } from '../../db/database.ts';

/** Every entry of a month with its account, in the order of the accounts. */
export const entriesOfMonth = (db: Database | Tx, period: string) =>
  db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerEntry.accountId')
    .select(['ledgerAccount.kind', 'ledgerAccount.ref', 'ledgerEntry.fen', 'ledgerTransaction.id as transactionId'])
    .select(['ledgerTransaction.kind as event', 'ledgerTransaction.at', 'ledgerTransaction.sourceType', 'ledgerTransaction.sourceId'])
    .where('ledgerTransaction.period', '=', period)
    .orderBy('ledgerAccount.kind')
    .orderBy('ledgerTransaction.id')
    .orderBy('ledgerEntry.id')
    .execute();
