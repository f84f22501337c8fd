import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Steps of a month of earnings that run in the background, the ends of money in suspense, and payees without an account. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, index } = tables(db, engine);
  await create('settleRun', {
    period: 'text',
    step: 'text',
    reason: 'empty',
    userId: 'number',
    doneRows: 'zero',
    totalRows: 'zero',
    cursor: 'zero',
    skippedRows: 'zero',
    skipped: '=[]',
    error: 'empty',
    nextAt: 'number',
    attempts: 'zero',
    finishedAt: 'number?',
    createTime: 'number',
  });
  await index('settleRunDue', 'settleRun', ['finishedAt', 'nextAt']);
  await index('settleRunPeriod', 'settleRun', ['period', 'id']);
  await index('earningPeriodId', 'earning', ['period', 'id']);

  await create('suspenseEnd', {
    reconItemId: 'number',
    channel: 'text',
    kind: 'text',
    fen: 'number',
    orderId: 'number?',
    status: '=proposed',
    reason: 'text',
    proposedBy: 'number',
    confirmedBy: 'number?',
    way: 'empty',
    returnNo: 'empty',
    voucher: '=[]',
    finishedBy: 'number?',
    finishedAt: 'number?',
    ...BASE,
  });
  await index('suspenseEndItem', 'suspenseEnd', ['reconItemId', 'id']);
  await index('suspenseEndStatus', 'suspenseEnd', ['status']);
  await index('suspenseEndReturn', 'suspenseEnd', ['channel', 'returnNo']);
  // Where the money of a payment was before it bought the order.
  await extend('payment', { suspenseEndId: 'number?' });

  // Payees without an account, organisations, and who is paid instead of a party.
  await extend('payee', { kind: '=person', accountless: '=0', creditCode: 'empty', idType: 'empty', registeredBy: 'number?' });
  await extend('earning', { invoiceNo: 'empty', invoiceBy: 'number?' });
  await create('payeeDesignation', {
    protocolId: 'number',
    partyUserId: 'number?',
    party: 'text',
    payeeUserId: 'number',
    kind: 'text',
    reason: 'text',
    document: '=[]',
    status: '=proposed',
    proposedBy: 'number',
    confirmedBy: 'number?',
    ...BASE,
  });
  await index('payeeDesignationProtocol', 'payeeDesignation', ['protocolId', 'status']);
  await index('payeeDesignationPayee', 'payeeDesignation', ['payeeUserId']);
  await index('payeeDesignationParty', 'payeeDesignation', ['partyUserId']);
}
