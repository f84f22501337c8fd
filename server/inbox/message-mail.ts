import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import type { Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { mailText } from '../mail/mail-template.ts';

const TEMPLATE = '消息通知';
/** Least time between two mails with messages to one person. */
const PAUSE_MS = 15 * 60_000;
/** Hour of the day at which daily mails go out, in Shanghai. */
const DAILY_HOUR = 8;
const LISTED = 20;

/** Returns when a message goes out by mail: with the next mail to this person, or in the morning. */
export function mailTime(choice: 'daily' | 'now', now: number, lastMail: number | null): number {
  if (choice === 'now') return Math.max(now, (lastMail ?? 0) + PAUSE_MS);
  const today = Math.floor((now + SHANGHAI_MS) / DAY_MS) * DAY_MS - SHANGHAI_MS + DAILY_HOUR * 3_600_000;
  return today > now ? today : today + DAY_MS;
}

export async function lastMailTo(tx: Tx, userId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('message')
    .select((eb) => eb.fn.max('mailedAt').as('last'))
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.last === null || row?.last === undefined ? null : Number(row.last);
}

/** Sends all due messages of one person in one mail. A person without a confirmed address gets none. */
export async function sendNextDigest(context: AppContext): Promise<boolean> {
  const { db } = context;
  const now = Date.now();
  const due = await db.selectFrom('message').select('userId').where('mailAt', '<=', now).orderBy('mailAt').limit(1).executeTakeFirst();
  if (!due) return false;
  await db.transaction().execute(async (tx) => {
    // Taking the messages first: a second server finds none left.
    const taken = await tx
      .updateTable('message')
      .set({ mailAt: null, mailedAt: now })
      .where('userId', '=', due.userId)
      .where('mailAt', '<=', now)
      .returning(['title', 'content', 'createTime', 'readAt'])
      .execute();
    const unread = taken.filter(({ readAt }) => readAt === null).toSorted((one, other) => one.createTime - other.createTime);
    const user = await tx
      .selectFrom('user')
      .innerJoin('account', (join) =>
        join.onRef('account.userId', '=', 'user.id').on('account.identityType', '=', 'email').on('account.verified', '=', '1'),
      )
      .select(['user.nickName', 'account.identifier as email'])
      .where('user.id', '=', due.userId)
      .where('user.status', '=', '0')
      .where('user.delFlag', '=', '0')
      .executeTakeFirst();
    if (!user || unread.length === 0) return;
    const [first] = unread;
    const text = mailText({
      subject: unread.length === 1 && first ? first.title : `您有 ${unread.length} 条新消息`,
      greeting: `${user.nickName}，您好：`,
      paragraphs: unread.slice(0, LISTED).map(({ title, content }) => (content ? `${title}：${content}` : title)),
      link: { label: '查看消息', url: `${context.settings.publicUrl}/personalCenter/message` },
      note: '您在「消息 - 通知设置」里选择了邮件通知，可以随时改为每日一封或关闭。',
    });
    await queueMail(tx, { email: user.email, userId: due.userId }, TEMPLATE, text);
  });
  return true;
}
