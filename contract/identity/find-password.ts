import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { requiredText } from '../required-text.ts';
import { newPassword } from './register.ts';

/** Answered whether the account exists or not, so that nobody can test addresses. */
export const FIND_SENT = '如果这个账号有确认过的邮箱，找回邮件已经发出，30分钟内有效。没有收到时，请看看垃圾邮件，或联系工作人员';
/** A password cannot be found again without a mail server. */
export const NO_MAIL_SERVER = '本站还没有设置邮件服务器，不能用邮件找回密码；请联系工作人员重设密码';
export const LINK_EXPIRED = '链接已失效，请重新申请';

const token = requiredText(LINK_EXPIRED).max(200, LINK_EXPIRED);

/** Sends a link for one use to the confirmed address of an account, found by user name, phone number or address. */
export const findPassword = endpoint('POST /findPassword', {
  summary: '找回密码',
  access: 'public',
  body: z.object({
    account: requiredText('请输入用户名、手机号或邮箱').max(100, '请输入用户名、手机号或邮箱'),
    code: z.string().max(20).default(''),
    uuid: z.string().max(64).default(''),
  }),
  answer: z.object({ msg: z.string() }),
});

/** Sets a new password with the link and ends all sessions of the account. */
export const resetByLink = endpoint('POST /findPassword/reset', {
  summary: '设置新密码',
  access: 'public',
  body: z.object({ token, password: newPassword }),
});

/** Confirms an address with the link that was sent to it. */
export const confirmEmail = endpoint('POST /confirmEmail', {
  summary: '确认邮箱链接',
  access: 'public',
  body: z.object({ token }),
});
