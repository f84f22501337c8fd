import { buffer } from 'node:stream/consumers';
import { DAY_MS } from '../../contract/clock.ts';
import type { AppContext } from '../context.ts';
import type { Database, Tx } from '../db/database.ts';
import { MissingFile } from '../files/file-store.ts';
import { retryDelay } from '../jobs/backoff.ts';
import { dueMail, endMail, insertMail, postponeMail, takeMail } from './mail.queries.ts';
import { MAIL_TEMPLATES, SECRET_MASK, type MailTemplate } from '../../contract/mail-template.ts';
import { openSecret } from './link-secret.ts';
import { forgetFiles, forgetTexts } from './mail-retry.ts';
import type { MailText } from './mail-template.ts';
import { sealOldLinks } from './old-link.ts';
import { unsubscribeHeaders } from './unsubscribe-token.ts';
import { isPermanent, sendMail } from './smtp.ts';
import { newHolder } from '../db/leases.ts';
import { timed } from '../telemetry/latency.ts';
import { log, runQueued } from '../telemetry/log.ts';

const LEASE_MS = 60_000;
/** About a day of attempts. */
const ATTEMPTS = 12;
const LONGEST_MS = 2 * 3_600_000;
/** A text may contain personal data. */
const KEEP_TEXT_MS = 7 * DAY_MS;
const ERROR_LENGTH = 300;

/** Databases whose stored mails were checked since the start. */
const checked = new WeakSet<object>();

/** Queues a mail inside the caller's transaction: it is sent if, and only if, the transaction is committed. */
export async function queueMail(
  db: Database | Tx,
  to: { email: string; userId: number | null },
  template: MailTemplate,
  text: MailText,
  file?: { readonly key: string; readonly name: string },
): Promise<void> {
  if (MAIL_TEMPLATES[template].secret !== (text.sealed !== ''))
    throw new Error(`the mail ${template} is declared without its link secret, or with one`);
  const now = Date.now();
  const attached = { fileKey: file?.key ?? '', fileName: file?.name ?? '' };
  await insertMail(db, { ...to, template, ...text, ...attached, createTime: now, nextAttempt: now, sentTime: null });
}

/**
 * Sends the mail that has been due longest. Without `SMTP_URL` mails stay in the queue; nobody can read the secret of a link in it. A mail is tried
 * again with growing pauses; an address that the mail server rejects for good fails at once.
 */
export async function sendNextMail(context: AppContext): Promise<boolean> {
  const { smtpUrl } = context.settings;
  if (!checked.has(context.db)) {
    await sealOldLinks(context);
    checked.add(context.db);
  }
  if (!smtpUrl) return false;
  const row = await dueMail(context.db, Date.now());
  if (!row) return false;
  const leaseBy = newHolder();
  if (!(await takeMail(context.db, row, leaseBy, Date.now() + LEASE_MS))) return true;
  await runQueued({ name: 'mail', id: row.id, requestId: row.requestId }, () => send(context, smtpUrl, row));
  return true;
}

async function send(context: AppContext, smtpUrl: string, row: NonNullable<Awaited<ReturnType<typeof dueMail>>>): Promise<void> {
  let secret = '';
  const unmasked = (text: string): string => (secret ? text.replaceAll(SECRET_MASK, secret) : text);
  try {
    if (row.sealed) secret = openSecret(context.settings, row.sealed);
    const mail = {
      ...row,
      file: row.fileKey === '' ? null : { name: row.fileName, bytes: await buffer(await context.files.read(row.fileKey)) },
      body: unmasked(row.body),
      html: unmasked(row.html),
      headers: { ...unsubscribeHeaders(context.settings, row.template, row.userId), ...(row.requestId ? { 'X-Request-ID': row.requestId } : {}) },
    };
    await timed('mail', () => sendMail(smtpUrl, context.settings.publicUrl, mail));
    const now = Date.now();
    await endMail(context.db, row.id, { state: 'sent', error: '', sentTime: now });
    await forgetTexts(context.db, now - KEEP_TEXT_MS);
    await forgetFiles(context, now - KEEP_TEXT_MS);
  } catch (error) {
    log.warn({ job: 'mail', jobId: row.id, err: error }, 'the mail server did not take a mail');
    const message = String((error as Error).message);
    // A mail server may quote the text that it rejects.
    const words = (secret ? message.replaceAll(secret, SECRET_MASK) : message).slice(0, ERROR_LENGTH);
    // A secret that does not open was sealed with an earlier key of the server; a file that is gone does not come back.
    const lost = (row.sealed !== '' && secret === '') || error instanceof MissingFile;
    if (lost || isPermanent(error) || row.attempts + 1 >= ATTEMPTS)
      await endMail(context.db, row.id, { state: 'failed', error: words, sentTime: null });
    else await postponeMail(context.db, row.id, Date.now() + Math.min(LONGEST_MS, retryDelay(row.attempts) * 3), words);
  }
}
