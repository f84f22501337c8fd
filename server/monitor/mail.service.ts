import { mail } from '../../contract/monitor/mail.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { failed, missing } from '../http/app-error.ts';
import { requeue } from '../mail/mail-retry.ts';

const LOG = '邮件';

export const mails = crudService(mail, {
  table: 'mail',
  log: LOG,
  appendOnly: true,
  removal: 'hard',
  scope: { person: 'userId' },
  order: [['id', 'desc']],
});

/** Returns the text of a mail to a person whose account the caller may see, and logs that it was read. */
export async function readText(caller: RequestCaller, mailId: number): Promise<{ subject: string; body: string }> {
  const { context, currentUser } = caller;
  const [row] = await mails.within(context.db, currentUser, [mailId], 'monitor:mail:query');
  if (!row) throw missing('邮件不存在或已被删除');
  await withOperationLog(caller, { title: LOG, business: 'other' }, async () => undefined);
  const body = String(row['body']);
  return { subject: String(row['subject']), body: body || '发出七天后不再保留内容。' };
}

/** Puts mails that were not sent back into the queue; returns their number. */
export async function resend(caller: RequestCaller, ids: readonly number[]): Promise<number> {
  const { context, currentUser } = caller;
  const rows = await mails.within(context.db, currentUser, ids, 'monitor:mail:edit');
  const open = rows.filter((row) => row['state'] !== 'sent').map((row) => row.id);
  if (open.length === 0) throw failed('选中的邮件已经发出，不需要重新发送');
  const count = await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx): Promise<number> => requeue(tx, open, Date.now()));
  context.jobs.wake();
  return count;
}
