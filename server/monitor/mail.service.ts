import { mail } from '../../contract/monitor/mail.ts';
import { SECRET_MASK } from '../../contract/mail-template.ts';
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

/** Returns the text of a mail, with the secret of its link masked, to somebody who may see the account of its recipient; logs that it was read. */
export async function readText(caller: RequestCaller, mailId: number): Promise<{ subject: string; body: string }> {
  const { context, currentUser } = caller;
  const [row] = await mails.within(context.db, currentUser, [mailId], 'monitor:mail:query');
  if (!row) throw missing('邮件不存在或已被删除');
  await withOperationLog(caller, { title: LOG, business: 'other' }, async () => undefined);
  const body = String(row['body']);
  return { subject: String(row['subject']), body: body || '发出七天后不再保留内容。' };
}

/** A mail that was given up has lost the secret of its link, so the link in it cannot work. */
const hasDeadLink = (row: Record<string, unknown>): boolean => row['sealed'] === '' && String(row['body']).includes(SECRET_MASK);

/** Puts mails that were not sent back into the queue; returns their number. */
export async function resend(caller: RequestCaller, ids: readonly number[]): Promise<number> {
  const { context, currentUser } = caller;
  const rows = await mails.within(context.db, currentUser, ids, 'monitor:mail:edit');
  const unsent = rows.filter((row) => row['state'] !== 'sent');
  if (unsent.length === 0) throw failed('选中的邮件已经发出，不需要重新发送');
  const open = unsent.filter((row) => !hasDeadLink(row)).map((row) => row.id);
  if (open.length === 0) throw failed('选中的邮件里的链接已经作废，不能重新发送；请对方重新申请，或重新发出邀请');
  const count = await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx): Promise<number> => requeue(tx, open, Date.now()));
  context.jobs.wake();
  return count;
}
