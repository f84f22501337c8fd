import { randomBytes } from 'node:crypto';
import type { AppContext } from '../context.ts';
import type { Database, Tx } from '../db/database.ts';
import { retryDelay } from '../jobs/backoff.ts';
import { dueMail, endMail, insertMail, postponeMail, takeMail } from './mail.queries.ts';
import { forgetTexts } from './mail-retry.ts';
import type { MailText } from './mail-template.ts';
import { isPermanent, sendMail } from './smtp.ts';

const LEASE_MS = 60_000;
/** About a day of attempts. */
const ATTEMPTS = 12;
const LONGEST_MS = 2 * 3_600_000;
/** A text may contain a link for one use. */
const KEEP_TEXT_MS = 7 * 86_400_000;
const ERROR_LENGTH = 300;

/** Queues a mail inside the caller's transaction: it is sent if, and only if, the transaction is committed. */
export async function queueMail(db: Database | Tx, to: { email: string; userId: number | null }, template: string, text: MailText): Promise<void> {
  const now = Date.now();
  await insertMail(db, { ...to, template, ...text, createTime: now, nextAttempt: now, sentTime: null });
}

/**
 * Sends the mail that has been due longest. Without `SMTP_URL` mails stay in the queue, where administrators read them. A mail is tried
 * again with growing pauses; an address that the mail server rejects for good fails at once.
 */
export async function sendNextMail(context: AppContext): Promise<boolean> {
  const { smtpUrl } = context.settings;
  if (!smtpUrl) return false;
  const row = await dueMail(context.db, Date.now());
  if (!row) return false;
  const leaseBy = randomBytes(8).toString('hex');
  if (!(await takeMail(context.db, row, leaseBy, Date.now() + LEASE_MS))) return true;
  try {
    await sendMail(smtpUrl, context.settings.publicUrl, row);
    const now = Date.now();
    await endMail(context.db, row.id, { state: 'sent', error: '', sentTime: now });
    await forgetTexts(context.db, now - KEEP_TEXT_MS);
  } catch (error) {
    const words = String((error as Error).message).slice(0, ERROR_LENGTH);
    if (isPermanent(error) || row.attempts + 1 >= ATTEMPTS) await endMail(context.db, row.id, { state: 'failed', error: words, sentTime: null });
    else await postponeMail(context.db, row.id, Date.now() + Math.min(LONGEST_MS, retryDelay(row.attempts) * 3), words);
  }
  return true;
}
