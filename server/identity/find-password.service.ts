import { DAY_MS } from '../../contract/clock.ts';
import { FIND_SENT, LINK_EXPIRED, NO_MAIL_SERVER } from '../../contract/identity/find-password.ts';
import type { AppContext } from '../context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { failed } from '../http/app-error.ts';
import { rateLimit, type RateLimit, countEvent } from '../http/rate-limit.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { hashOfSecret, newLinkSecret, secretLink } from '../mail/link-secret.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { mailText } from '../mail/mail-template.ts';
import { emailAccount, markConfirmed, userWithConfirmedEmail } from './find-password.queries.ts';
import { checkCaptcha } from './login.service.ts';
import { removeSessions, replacePassword, userById } from './session.queries.ts';
import { newHash } from './staff.service.ts';

const LINK_MS = 30 * 60_000;
const CONFIRM_MS = DAY_MS;
const REQUESTS: RateLimit = { name: 'find_password', points: 10, windowMs: 3_600_000 };
/** Mails to one account; more requests are answered the same and send nothing. */
const MAILS: RateLimit = { name: 'find_password_mail', points: 3, windowMs: 3_600_000 };
const RESETS: RateLimit = { name: 'reset_password', points: 20, windowMs: 3_600_000 };
const CONFIRMATIONS: RateLimit = { name: 'confirm_email', points: 5, windowMs: 3_600_000, message: '确认邮件发得太频繁了，请一小时后再试' };

const resetKey = (token: string): string => `password_link:${hashOfSecret(token)}`;
const confirmKey = (token: string): string => `email_link:${hashOfSecret(token)}`;
const expired = () => failed(LINK_EXPIRED);

interface Request {
  readonly account: string;
  readonly code: string;
  readonly uuid: string;
}

/** Sends a link for one use. The answer does not tell whether the account exists. */
export async function askReset(context: AppContext, { account, code, uuid }: Request, ip: string): Promise<{ msg: string }> {
  await rateLimit(context, REQUESTS, rateLimitKey(ip));
  await checkCaptcha(context, uuid, code, ip);
  if (!context.settings.smtpUrl) throw failed(NO_MAIL_SERVER);
  const user = await userWithConfirmedEmail(context.db, account.trim());
  if (!user || (await countEvent(context, MAILS, user.id)) > MAILS.points) return { msg: FIND_SENT };
  const token = newLinkSecret();
  // Changing the password or the address in any other way invalidates the link.
  await context.cache.set(
    resetKey(token),
    JSON.stringify({ userId: user.id, password: hashOfSecret(user.passwordHash), email: user.email }),
    LINK_MS,
  );
  const text = mailText({
    subject: '找回密码',
    greeting: `${user.nickName}，您好：`,
    paragraphs: [`有人为您的账号“${user.userName}”申请找回密码。如果是您本人，请在 30 分钟内设置新密码；设好后，其他设备上的登录都会退出。`],
    link: { label: '设置新密码', ...secretLink(context.settings, '/findPassword', 'token', token) },
    note: '不是您本人申请的，不用理会这封邮件，密码不会改变。请不要把链接转发给别人。',
  });
  await queueMail(context.db, { email: user.email, userId: user.id }, 'password', text);
  context.jobs.wake();
  return { msg: FIND_SENT };
}

/** Sets the password of a link's account and ends its sessions. A weak password leaves the link valid. */
export async function resetByLink(context: AppContext, token: string, password: string, ip: string): Promise<void> {
  await rateLimit(context, RESETS, rateLimitKey(ip));
  const kept = JSON.parse((await context.cache.get(resetKey(token))) ?? 'null') as { userId: number; password: string; email: string } | null;
  const user = kept ? await userById(context.db, kept.userId) : undefined;
  if (!kept || !user || user.status !== '0' || user.email !== kept.email || hashOfSecret(user.passwordHash) !== kept.password) throw expired();
  const passwordHash = await newHash(context, password, user);
  // Taken after the password was accepted: of two concurrent requests only one gets the link.
  if ((await context.cache.take(resetKey(token))) === null) throw expired();
  await context.db.transaction().execute(async (tx) => {
    if (!(await replacePassword(tx, user, passwordHash, Date.now()))) throw expired();
    await removeSessions(tx, [user.id]);
  });
}

/** Sends a link to the address in the current user's profile. */
export async function askConfirmation(context: AppContext, currentUser: CurrentUser): Promise<{ msg: string }> {
  const [account, user] = await Promise.all([emailAccount(context.db, currentUser.userId), userById(context.db, currentUser.userId)]);
  if (!account || !user) throw failed('请先在个人资料里填写邮箱');
  if (account.verified === '1') throw failed('这个邮箱已经确认过了');
  if (!context.settings.smtpUrl) throw failed('本站还没有设置邮件服务器，发不出确认邮件；请联系管理员设置邮件服务器后再试');
  await rateLimit(context, CONFIRMATIONS, currentUser.userId);
  const token = newLinkSecret();
  await context.cache.set(confirmKey(token), JSON.stringify({ userId: currentUser.userId, email: account.identifier }), CONFIRM_MS);
  const text = mailText({
    subject: '确认邮箱',
    greeting: `${user.nickName}，您好：`,
    paragraphs: ['请确认这是您的邮箱。确认以后，可以用它找回密码、接收通知。'],
    link: { label: '确认邮箱', ...secretLink(context.settings, '/findPassword', 'confirm', token) },
    note: '链接 24 小时内有效。不是您本人填写的，不用理会这封邮件。',
  });
  await queueMail(context.db, { email: account.identifier, userId: currentUser.userId }, 'confirm', text);
  context.jobs.wake();
  return { msg: '确认邮件会在几分钟内发出，请到邮箱里打开链接，24小时内有效。没有收到时，请看看垃圾邮件' };
}

/** Marks the address of a link as confirmed, unless the user has changed it since. */
export async function confirmByLink(context: AppContext, token: string, ip: string): Promise<void> {
  await rateLimit(context, RESETS, rateLimitKey(ip));
  const kept = JSON.parse((await context.cache.take(confirmKey(token))) ?? 'null') as { userId: number; email: string } | null;
  if (!kept || !(await markConfirmed(context.db, kept.userId, kept.email, Date.now()))) throw expired();
}
