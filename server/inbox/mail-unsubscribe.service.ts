import { MESSAGE_TYPES } from '../../contract/inbox/message.ts';
import type { AppContext } from '../context.ts';
import { failed } from '../http/app-error.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { mailOwner } from '../mail/unsubscribe-token.ts';

const REQUESTS: RateLimit = { name: 'unsubscribe', points: 60, windowMs: 3_600_000 };

/** Ends the mails with messages of the user of a token; messages stay in the inbox, and mails about the account itself go on. */
export async function stopMails(context: AppContext, token: string, ip: string): Promise<void> {
  await rateLimit(context, REQUESTS, rateLimitKey(ip));
  const userId = mailOwner(context, token);
  const user = userId === null ? undefined : await context.db.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst();
  if (!user) throw failed('退订链接不完整或已失效；请登录后在「消息 - 通知设置」里关闭邮件');
  await context.db.transaction().execute(async (tx) => {
    for (const type of MESSAGE_TYPES)
      await tx
        .insertInto('notifyPreference')
        .values({ userId: user.id, type, inbox: '1', mail: 'off' })
        .onConflict((oc) => oc.columns(['userId', 'type']).doUpdateSet({ mail: 'off' }))
        .execute();
    await tx.updateTable('message').set({ mailAt: null }).where('userId', '=', user.id).where('mailAt', 'is not', null).execute();
  });
}
