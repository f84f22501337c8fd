import { sql, type Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Snapshots and subscriptions of reports, files of mails, when a reader began a work, and the indexes of figures. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, index, link, unique } = tables(db, engine);
  await create('reportSnapshot', { reportKey: 'text', period: 'text', data: 'text', generatedAt: 'number' });
  await unique('reportSnapshotOnce', 'reportSnapshot', ['reportKey', 'period']);
  await create('reportSubscription', {
    reportKey: 'text',
    filter: 'empty',
    cadence: 'text',
    hour: 'number',
    format: 'text',
    paused: '=0',
    ownerId: 'number',
    nextAt: 'number',
    ...BASE,
  });
  await index('reportSubscriptionOwner', 'reportSubscription', ['ownerId']);
  await index('reportSubscriptionDue', 'reportSubscription', ['paused', 'nextAt']);
  await link('reportRecipient', { subscriptionId: 'number', userId: 'number' }, ['subscriptionId', 'userId']);
  await index('reportRecipientUser', 'reportRecipient', ['userId']);
  await create('reportRun', { subscriptionId: 'number', at: 'number', beginDay: 'text', endDay: 'text', sent: 'number', note: 'empty' });
  await index('reportRunOf', 'reportRun', ['subscriptionId', 'id']);

  await extend('mail', { fileKey: 'empty', fileName: 'empty' });
  await sql`create index mail_file on mail (file_key) where file_key <> ''`.execute(db);

  await extend('readingProgress', { beganAt: 'zero' });
  await sql`update reading_progress set began_at = update_time`.execute(db);
  await index('readingProgressBegan', 'readingProgress', ['beganAt']);
  await sql`create index reading_progress_finished on reading_progress (update_time) where percent >= 9900`.execute(db);
  await index('readingDayOf', 'readingDay', ['day', 'userId']);

  await index('orderPaid', 'order', ['payTime']);
  await index('orderCreated', 'order', ['createTime', 'payTime']);
  await sql`create index payment_paid on payment (paid_at) where status = 'paid'`.execute(db);
  await index('earningSettled', 'earning', ['settledAt']);
  await sql`create index earning_open on earning (status, period) where status in ('pending', 'disputed')`.execute(db);
  await index('publicationListed', 'publication', ['listTime']);
  await index('contestSubmitTime', 'contestSubmit', ['submittedAt']);
  await index('judgeTaskTime', 'judgeTask', ['submittedAt']);
  await index('journalSubmissionTime', 'journalSubmission', ['submittedAt']);
}
