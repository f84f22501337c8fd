import { randomBytes } from 'node:crypto';
import { CADENCES } from '../../contract/report/report-subscription.ts';
import type { AppContext } from '../context.ts';
import { AppError } from '../http/app-error.ts';
import { userActing } from '../identity/acting-user.service.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { mailText } from '../mail/mail-template.ts';
import { daysBefore, nextTime, type Days } from './report-days.rule.ts';
import { fileNameOf, mimeOf, reportFile } from './report-file.service.ts';
import { readsReport } from './report.policy.ts';
import { reportFor } from './report.service.ts';
import { reportSource, type ReportSource } from './report-source.service.ts';
import { recipientFault } from './report-subscription.service.ts';
import { dueSubscription, recipientsOf, type RecipientRow, type SubscriptionRow } from './report-subscription.queries.ts';

const NOTE_LENGTH = 1000;

interface Sent {
  readonly people: readonly RecipientRow[];
  readonly note: string;
  readonly file: { readonly key: string; readonly name: string } | null;
}

/** The recipients who may read the report now, and why the others get nothing. */
async function chosen(context: AppContext, source: ReportSource, recipients: readonly RecipientRow[]) {
  const faults = await Promise.all(recipients.map(async (one) => ({ one, fault: await recipientFault(context, source, one) })));
  return {
    people: faults.filter(({ fault }) => fault === '').map(({ one }) => one),
    note: faults
      .filter(({ fault }) => fault !== '')
      .map(({ one, fault }) => `${one.nickName}：${fault}`)
      .join('；'),
  };
}

/** Reads the report with the owner's rights of now and stores its file. Without anybody to send it to, nothing is read. */
async function prepared(context: AppContext, row: SubscriptionRow, days: Days): Promise<Sent> {
  const source = reportSource(row.reportKey);
  if (!source) return { people: [], note: '这张报表已不存在', file: null };
  const owner = await userActing(context, row.ownerId);
  if (!readsReport(source, owner)) return { people: [], note: `创建人${row.ownerName}已没有查看这张报表的权限`, file: null };
  const { people, note } = await chosen(context, source, await recipientsOf(context.db, [row.id]));
  if (people.length === 0) return { people, note: note || '没有收件人', file: null };
  const report = await reportFor(context, owner, row.reportKey, { ...days, filter: row.filter });
  const key = `reports/${randomBytes(16).toString('hex')}.${row.format}`;
  await context.files.put(key, await reportFile(report, row.format), mimeOf(row.format));
  return { people, note, file: { key, name: fileNameOf(report, row.format) } };
}

const textFor = (context: AppContext, row: SubscriptionRow, source: ReportSource, days: Days, nickName: string) =>
  mailText({
    subject: `${source.label}报表 ${days.begin}${days.begin === days.end ? '' : ` 至 ${days.end}`}`,
    greeting: `${nickName}，您好：`,
    paragraphs: [
      `附件是${source.label}报表，${days.begin} 至 ${days.end}，时区 Asia/Shanghai。数字的口径、截至时间和筛选条件在附件里。`,
      `这是${row.ownerName}设置的订阅，${CADENCES[row.cadence].label}${row.hour}点发送${CADENCES[row.cadence].period}的数据。`,
    ],
    link: { label: '查看报表', url: `${context.settings.publicUrl}/report?report=${row.reportKey}&begin=${days.begin}&end=${days.end}` },
    note: '不想再收到，请在统计报表的“订阅”里退出。',
  });

/**
 * Sends the subscription that has been due longest; returns whether there was one. Rights are those of this moment. The next time, the mails and the
 * log are written in one transaction, so two servers never send the same report twice.
 */
export async function sendDueSubscription(context: AppContext): Promise<boolean> {
  const now = Date.now();
  const row = await dueSubscription(context.db, now);
  if (!row) return false;
  const days = daysBefore(row.cadence, Number(row.nextAt));
  let sent: Sent;
  try {
    sent = await prepared(context, row, days);
  } catch (error) {
    // Other errors are those of the server: the subscription stays due.
    if (!(error instanceof AppError)) throw error;
    sent = { people: [], note: error.message, file: null };
  }
  const { people, note, file } = sent;
  const source = reportSource(row.reportKey);
  const mine = await context.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('reportSubscription')
      .set({ nextAt: nextTime(row.cadence, Number(row.hour), now) })
      .where('id', '=', row.id)
      .where('paused', '=', '0')
      .where('nextAt', '=', row.nextAt)
      .executeTakeFirst();
    if (Number(numUpdatedRows) !== 1) return false;
    if (file && source)
      for (const { email, userId, nickName } of people)
        await queueMail(tx, { email, userId }, '报表', textFor(context, row, source, days, nickName), file);
    await tx
      .insertInto('reportRun')
      .values({
        subscriptionId: row.id,
        at: now,
        beginDay: days.begin,
        endDay: days.end,
        sent: file ? people.length : 0,
        note: note.slice(0, NOTE_LENGTH),
      })
      .execute();
    return true;
  });
  if (!mine && file) await context.files.remove(file.key);
  return true;
}
