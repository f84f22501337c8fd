import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../../contract/clock.ts';
import { unloggedWrite } from '../../../audit/operation-log.ts';
import { sendDueRefund } from '../../../commerce/order-work.service.ts';
import { decide, register } from '../../../commerce/offline.service.ts';
import type { AppContext } from '../../../context.ts';
import { wireDate } from '../../../db/clock.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { placePageFee } from '../../../periodical/extensions/page-fee.service.ts';
import { tutorById } from '../../../tutor/tutor.queries.ts';
import { placeTutorFee, stepTutor } from '../../../tutor/tutor.service.ts';
import { DEMO_TUTORS, type DemoTutor } from '../tutoring-texts.ts';
import { addFile, demoPdf } from './offline-orders.ts';

interface Parts {
  readonly person: (userName: string) => Promise<CurrentUser>;
  readonly clerk: CurrentUser;
  readonly second: CurrentUser;
  /** Pays an order of a buyer in the sandbox. */
  readonly pay: (buyer: CurrentUser, orderNo: string) => Promise<unknown>;
}

/** Tutoring and page fees with orders in their states: unpaid, paid, finished, returned, and paid by transfer. */
export async function addFees(context: AppContext, parts: Parts): Promise<void> {
  for (const one of DEMO_TUTORS) if (one.byOrder || one.status === 'wait_pay') await addTutorFee(context, parts, one);
  while (await sendDueRefund(context));
  await addPageFees(context, parts);
}

async function addTutorFee({ db }: AppContext, { person, pay }: Parts, one: DemoTutor): Promise<void> {
  const { id } = (await db.selectFrom('tutor').select('id').where('topic', '=', one.topic).where('status', '=', 'wait_pay').executeTakeFirst()) ?? {};
  const row = id === undefined ? undefined : await tutorById(db, id);
  if (!row || row.feeFen === 0) return;
  const now = Date.now();
  const start = row.expectTime;
  const move = (expectTime: number) => db.updateTable('tutor').set({ expectTime }).where('id', '=', row.id).execute();
  // A fee is paid before the start: an appointment of the past takes place tomorrow until then.
  if (start <= now) await move(now + DAY_MS);
  const { orderNo } = await db.transaction().execute(async (tx) => placeTutorFee(tx, null, { ...row, expectTime: Math.max(start, now + DAY_MS) }));
  if (one.status === 'wait_pay') return;
  const buyer = await person(one.who);
  await pay(buyer, orderNo);
  if (start <= now) await move(start);
  const step = async (user: CurrentUser, event: 'cancel' | 'finish', text: string): Promise<void> =>
    db.transaction().execute((tx) => stepTutor(tx, user, row.id, event, { text, link: '', rating: null }));
  if (one.status === 'cancelled') await step(buyer, 'cancel', one.reason ?? '');
  if (one.status === 'done') await step(await person(one.expert), 'finish', one.summary ?? '');
  // What happened before an appointment of the past is not dated after it.
  if (start <= now)
    await db
      .updateTable('flowLog')
      .set({ at: start - DAY_MS })
      .where('entityType', '=', 'tutor')
      .where('entityId', '=', row.id)
      .where('event', '=', 'paid')
      .execute();
}

/** Of the fees that are due the first is paid in the sandbox, the second by a transfer, and that of the accepted paper is not paid yet. */
async function addPageFees(context: AppContext, { person, clerk, second, pay }: Parts): Promise<void> {
  const { db } = context;
  const due = await db
    .selectFrom('journalSubmission')
    .innerJoin('user', 'user.id', 'journalSubmission.ownerId')
    .select(['journalSubmission.id', 'journalSubmission.ownerId', 'journalSubmission.authors', 'journalSubmission.title', 'journalSubmission.feeFen'])
    .select(['journalSubmission.status', 'user.userName'])
    .where('journalSubmission.feeStatus', '=', 'due')
    .orderBy('journalSubmission.id')
    .execute();
  let paid = 0;
  for (const { status, userName, ...row } of due) {
    const { orderNo } = await db.transaction().execute((tx) => placePageFee(tx, null, row));
    if (status !== 'published') continue;
    if (paid === 0) await pay(await person(userName), orderNo);
    else await payByTransfer(context, clerk, second, orderNo, row.feeFen);
    paid += 1;
  }
}

async function payByTransfer(context: AppContext, clerk: CurrentUser, second: CurrentUser, orderNo: string, fen: number): Promise<void> {
  const voucher = await addFile(context, clerk, `${orderNo}.pdf`, await demoPdf(['BANK ADVICE (demonstration)', orderNo]));
  const today = wireDate(Date.now());
  const body = {
    requestId: randomUUID(),
    orderNo,
    method: 'transfer' as const,
    fen,
    payer: '桥头大学财务处',
    receivedOn: today,
    note: '',
    voucher: [voucher],
  };
  await register(context, clerk, body, unloggedWrite(context));
  const { id } = await context.db.selectFrom('payment').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  await decide(context, second, { event: 'confirmOffline', paymentId: id }, '', unloggedWrite(context));
}
