import { sql } from 'kysely';
import { earningMachine } from '../../contract/earnings/earning.machine.ts';
import type { ReportFilter } from '../../contract/report/report.ts';
import type { Database } from '../db/database.ts';

/** Epoch milliseconds; the end is not in it. */
interface Range {
  readonly begin: number;
  readonly end: number;
  readonly filter: ReportFilter;
}
export type Amount = 'grossFen' | 'taxFen' | 'netFen';

const lines = (db: Database, filter: ReportFilter) =>
  db
    .selectFrom('earning')
    .leftJoin('protocol', 'protocol.id', 'earning.protocolId')
    .select(['earning.id', 'earning.title', 'earning.earningNo as note', 'earning.sourceType', 'protocol.protocolNo'])
    .$if(Boolean(filter['source']), (query) => query.where('earning.sourceType', '=', filter['source'] ?? ''))
    .$if(Boolean(filter['agreement']), (query) => query.where('earning.protocolId', '=', Number(filter['agreement'])));

/** Lines that were settled in the range; a reversal is a line of its own with negative amounts. */
export const settledLines = (db: Database, amount: Amount, { begin, end, filter }: Range) =>
  lines(db, filter)
    .select(['earning.settledAt as at', `earning.${amount} as amount` as const])
    .where('earning.status', 'in', earningMachine.groups.booked)
    .where('earning.settledAt', '>=', begin)
    .where('earning.settledAt', '<', end);

/** Lines that wait now, with what they are worth before tax. */
export const openLines = (db: Database, states: readonly string[], { filter }: Range) =>
  lines(db, filter)
    .select(['earning.createTime as at', 'earning.grossFen as amount'])
    .where('earning.status', 'in', [...states]);

/**
 * What is open now of advances, or held now as reserves: one row for each account of the ledger with a balance. The reference of an account begins with
 * the number of the agreement.
 */
export const openBalances = (db: Database, kind: 'advance' | 'reserve', { filter }: Range) =>
  db
    .selectFrom('ledgerAccount')
    .innerJoin('ledgerEntry', 'ledgerEntry.accountId', 'ledgerAccount.id')
    .leftJoin('protocol', (join) => join.on(sql<boolean>`ledger_account.ref like cast(protocol.id as text) || ':%'`))
    .select((eb) => [
      'ledgerAccount.id',
      eb.fn.max<string>('protocol.protocolNo').as('title'),
      'ledgerAccount.ref as note',
      sql<number | null>`cast(null as bigint)`.as('at'),
      kind === 'advance' ? sql<number>`sum(ledger_entry.fen)`.as('amount') : sql<number>`-sum(ledger_entry.fen)`.as('amount'),
    ])
    .where('ledgerAccount.kind', '=', kind)
    .$if(Boolean(filter['agreement']), (query) => query.where('ledgerAccount.ref', 'like', `${Number(filter['agreement'])}:%`))
    // A source has no balances of its own.
    .$if(Boolean(filter['source']) && filter['source'] !== (kind === 'advance' ? 'advance' : 'royalty'), (query) => query.where(sql<boolean>`1 = 0`))
    .groupBy(['ledgerAccount.id', 'ledgerAccount.ref'])
    .having((eb) => eb(eb.fn.sum('ledgerEntry.fen'), '<>', 0));

export const sumsBySource = (db: Database, range: Range) =>
  db
    .selectFrom('earning')
    .select((eb) => [
      'sourceType',
      eb.fn.countAll<number>().as('lines'),
      eb.fn.sum<number>('grossFen').as('gross'),
      eb.fn.sum<number>('taxFen').as('tax'),
      eb.fn.sum<number>('netFen').as('net'),
    ])
    .where('status', 'in', earningMachine.groups.booked)
    .where('settledAt', '>=', range.begin)
    .where('settledAt', '<', range.end)
    .$if(Boolean(range.filter['source']), (query) => query.where('sourceType', '=', range.filter['source'] ?? ''))
    .$if(Boolean(range.filter['agreement']), (query) => query.where('protocolId', '=', Number(range.filter['agreement'])))
    .groupBy('sourceType')
    .orderBy('gross', 'desc')
    .execute();

export const sumsByAgreement = (db: Database, range: Range, most: number) =>
  db
    .selectFrom('earning')
    .leftJoin('protocol', 'protocol.id', 'earning.protocolId')
    .select((eb) => [
      'protocol.protocolNo',
      'earning.protocolId',
      eb.fn.min<string>('earning.title').as('title'),
      eb.fn.sum<number>('earning.grossFen').as('gross'),
      eb.fn.sum<number>('earning.taxFen').as('tax'),
      eb.fn.sum<number>('earning.netFen').as('net'),
    ])
    .where('earning.status', 'in', earningMachine.groups.booked)
    .where('earning.settledAt', '>=', range.begin)
    .where('earning.settledAt', '<', range.end)
    .$if(Boolean(range.filter['source']), (query) => query.where('earning.sourceType', '=', range.filter['source'] ?? ''))
    .$if(Boolean(range.filter['agreement']), (query) => query.where('earning.protocolId', '=', Number(range.filter['agreement'])))
    .groupBy(['protocol.protocolNo', 'earning.protocolId'])
    .orderBy('gross', 'desc')
    .orderBy('earning.protocolId')
    .limit(most)
    .execute();

/** Agreements with lines, for the filter. */
export const agreementNames = (db: Database) =>
  db
    .selectFrom('protocol')
    .select(['protocol.id', 'protocol.protocolNo'])
    .where('protocol.id', 'in', (eb) => eb.selectFrom('earning').select('earning.protocolId').where('earning.protocolId', 'is not', null))
    .orderBy('protocol.id', 'desc')
    .limit(200)
    .execute();

export const netByMonth = (db: Database, range: Range) =>
  settledLines(db, 'netFen', range).clearSelect().select(['earning.settledAt as at', 'earning.netFen as net', 'earning.taxFen as tax']).execute();
