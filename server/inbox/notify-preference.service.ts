import { ALWAYS_IN_INBOX, type MailChoice, type NotifyPreference } from '../../contract/inbox/notify-preference.ts';
import { MESSAGE_TYPES } from '../../contract/inbox/message.ts';
import type { Database, Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';

const rowsOf = (db: Database | Tx, userId: number) =>
  db.selectFrom('notifyPreference').select(['type', 'inbox', 'mail']).where('userId', '=', userId).execute();

const emailOf = (db: Database, userId: number) =>
  db.selectFrom('account').select(['identifier', 'verified']).where('userId', '=', userId).where('identityType', '=', 'email').executeTakeFirst();

/** How a user wants messages of one type: in the inbox, and by mail. Without a choice: in the inbox only. */
export async function preferenceOf(db: Database | Tx, userId: number, type: string): Promise<{ inbox: boolean; mail: MailChoice }> {
  const row = await db
    .selectFrom('notifyPreference')
    .select(['inbox', 'mail'])
    .where('userId', '=', userId)
    .where('type', '=', type)
    .executeTakeFirst();
  return { inbox: row?.inbox !== '0' || ALWAYS_IN_INBOX.includes(type), mail: row?.mail ?? 'off' };
}

export async function preferences({ db }: AppContext, currentUser: CurrentUser) {
  const rows = await rowsOf(db, currentUser.userId);
  const account = await emailOf(db, currentUser.userId);
  return {
    rows: MESSAGE_TYPES.map((type): NotifyPreference => {
      const row = rows.find((one) => one.type === type);
      return { type, inbox: row?.inbox !== '0' || ALWAYS_IN_INBOX.includes(type), mail: row?.mail ?? 'off' };
    }),
    email: account?.identifier ?? '',
    confirmed: account?.verified === '1',
  };
}

/** Stores the choices. Mail needs a confirmed address; messages that may have legal effect cannot be switched off. */
export async function storePreferences({ db }: AppContext, currentUser: CurrentUser, chosen: readonly NotifyPreference[]): Promise<void> {
  const { userId } = currentUser;
  if (chosen.some(({ type, inbox }) => !inbox && ALWAYS_IN_INBOX.includes(type))) throw failed('审核、资金和系统通知不能关闭');
  if (chosen.some(({ mail }) => mail !== 'off') && (await emailOf(db, userId))?.verified !== '1')
    throw failed('请先在「我的资料」中填写并确认邮箱，再打开邮件通知');
  await db.transaction().execute(async (tx) => {
    for (const { type, inbox, mail } of chosen)
      await tx
        .insertInto('notifyPreference')
        .values({ userId, type, inbox: inbox ? '1' : '0', mail })
        .onConflict((oc) => oc.columns(['userId', 'type']).doUpdateSet({ inbox: inbox ? '1' : '0', mail }))
        .execute();
  });
}
