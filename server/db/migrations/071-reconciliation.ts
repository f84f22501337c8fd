import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Bills of channels: a day of a channel with what was posted from its bill, its rows beside ours, and the imports that run in the background. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index, unique } = tables(db, engine);
  await create('reconDay', {
    day: 'text',
    channel: 'text',
    fileName: 'empty',
    hash: 'empty',
    rows: 'zero',
    payFen: 'zero',
    refundFen: 'zero',
    feeFen: 'zero',
    transferFen: 'zero',
    postings: 'zero',
    status: '=open',
    ...BASE,
  });
  await unique('reconDayOnce', 'reconDay', ['channel', 'day']);
  await create('reconItem', {
    reconDayId: 'number',
    channel: 'text',
    side: 'text',
    kind: 'text',
    ourNo: 'text',
    theirNo: 'text',
    ourFen: 'number?',
    theirFen: 'number?',
    billAt: 'empty',
    paymentId: 'number?',
    refundId: 'number?',
    open: 'text',
    resolution: 'empty',
    askedAt: 'number?',
    suspenseFen: 'zero',
    adoptBy: 'number?',
    adoptReason: 'empty',
    confirmBy: 'number?',
    ...BASE,
  });
  await index('reconItemDay', 'reconItem', ['reconDayId', 'open', 'id']);
  await index('reconItemNumber', 'reconItem', ['channel', 'ourNo']);
  await index('reconItemOpen', 'reconItem', ['open', 'adoptBy']);
  await create('reconImport', {
    day: 'text',
    channel: 'text',
    source: 'text',
    fileName: 'empty',
    fileKey: 'empty',
    hash: 'empty',
    doneRows: 'zero',
    totalRows: 'zero',
    error: 'empty',
    nextAt: 'number',
    attempts: 'zero',
    finishedAt: 'number?',
    createBy: 'empty',
    createTime: 'number',
  });
  await index('reconImportDue', 'reconImport', ['finishedAt', 'nextAt']);
  await index('reconImportDay', 'reconImport', ['channel', 'day']);
  // Payments and refunds of a day, to find what a bill does not list.
  await index('paymentPaidAt', 'payment', ['channel', 'paidAt']);
  await index('refundDoneAt', 'refund', ['doneAt']);
}
