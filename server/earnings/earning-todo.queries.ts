import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { samePersonSql } from '../db/same-person.ts';

const nothing = () => [sql<number | null>`cast(null as bigint)`.as('due'), sql<string | null>`cast(null as text)`.as('page')] as const;

/** Withdrawals that this person may decide (`paying` false) or pay: none of the own, and none to pay after the own approval or in a batch. */
export const waitingWithdraws = (db: Database, userId: number, states: readonly string[], paying: boolean) =>
  db
    .selectFrom('withdraw')
    .innerJoin('user', 'user.id', 'withdraw.userId')
    .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', userId))
    .leftJoin('user as auditor', 'auditor.id', 'withdraw.auditBy')
    .select([
      'withdraw.id as itemId',
      sql<string>`'提现' || ${sql.ref('withdraw.withdrawNo')}`.as('title'),
      sql<string>`${paying ? '等待打款' : '等待审核'}`.as('note'),
      'user.nickName as askedBy',
      'withdraw.updateTime as since',
      ...nothing(),
    ])
    .where('withdraw.status', 'in', [...states])
    .where('withdraw.payoutId', 'is', null)
    .where((eb) => eb.not(samePersonSql('user', 'viewer')))
    .$if(paying, (query) => query.where((eb) => eb.or([eb('withdraw.auditBy', 'is', null), eb.not(samePersonSql('auditor', 'viewer'))])));

export const waitingDisputes = (db: Database) =>
  db
    .selectFrom('earning')
    .innerJoin('user', 'user.id', 'earning.userId')
    .select([
      'earning.id as itemId',
      sql<string>`'收益' || ${sql.ref('earning.earningNo')}`.as('title'),
      sql<string>`'收款人有疑问'`.as('note'),
      'user.nickName as askedBy',
      'earning.updateTime as since',
      ...nothing(),
    ])
    .where('earning.status', '=', 'disputed');

/** Sheets of fees and opening balances that another person has imported. */
export const waitingBatches = (db: Database, userId: number) =>
  db
    .selectFrom('earningBatch')
    .innerJoin('user as importer', 'importer.id', 'earningBatch.importedBy')
    .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', userId))
    .select([
      'earningBatch.id as itemId',
      sql<string>`'批次' || ${sql.ref('earningBatch.batchNo')}`.as('title'),
      sql<string>`'等待复核'`.as('note'),
      'importer.nickName as askedBy',
      'earningBatch.updateTime as since',
      ...nothing(),
    ])
    .where('earningBatch.status', '=', 'pending')
    .where((eb) => eb.not(samePersonSql('importer', 'viewer')));

/** Calculated months whose calculator is another person. */
export const waitingMonths = (db: Database, userId: number) =>
  db
    .selectFrom('settlement')
    .innerJoin('user as calculator', 'calculator.id', 'settlement.calculatedBy')
    .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', userId))
    .select([
      'settlement.id as itemId',
      sql<string>`${sql.ref('settlement.period')} || '账期'`.as('title'),
      sql<string>`'已计算，等待公示'`.as('note'),
      'calculator.nickName as askedBy',
      'settlement.updateTime as since',
      ...nothing(),
    ])
    .where('settlement.status', '=', 'calculated')
    .where((eb) => eb.not(samePersonSql('calculator', 'viewer')));
