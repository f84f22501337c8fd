import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import svgCaptcha, { type ConfigObject } from 'svg-captcha';
import sharp from 'sharp';
import { CAPTCHA_LIFE_MS, LOCK_AFTER, PASSWORD_LENGTH } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { configOf } from '../db/config-value.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { failed } from '../http/app-error.ts';
import { noteSignIn } from './account-identity.service.ts';
import { isFactorRequired } from './second-factor/second-factor-policy.service.ts';
import { knownDevice, rememberDevice } from './known-device.service.ts';
import { issueTicket } from './login-ticket.service.ts';
import {
  countAddress,
  countTry,
  forgetTries,
  LOCKED,
  loggedStep,
  noteWrongTry,
  rejectAddress,
  rejectBlackAddress,
} from './login-attempts.service.ts';
import { passwordDecoy, passwordMatches } from './password.ts';
import { hasFactor } from './second-factor/second-factor.queries.ts';
import { hasTotp } from './second-factor/second-factor.service.ts';
import { noteLoginOfUser, userByName } from './session.queries.ts';
import { isSchoolAddress } from './school-network.service.ts';
import { openSession, rights } from './session.service.ts';

const WRONG = '用户不存在/密码错误';
const CAPTCHAS: RateLimit = { name: 'captcha_rate', points: 60, windowMs: 60_000 };
/** A tablet asks for a picture at its first try and after each wrong one. */
const SCHOOL_CAPTCHAS: RateLimit = { ...CAPTCHAS, points: 600 };
/** Attempts from one address, which may be a whole school: each writes a row in the log, whatever its result. */
const ATTEMPTS: RateLimit = { name: 'login_rate', points: 300, windowMs: 60_000, message: '登录过于频繁，请一分钟后再试' };

/** The package draws any text; its types cover only the texts that it creates itself. */
const drawCaptcha = svgCaptcha as unknown as (text: string, options: ConfigObject) => string;
/** Minimum and maximum sum of a captcha. Each is equally likely: a guess is right once in ninety. */
const SUM = { least: 10, most: 99 } as const;

/** Returns a sum as a picture: bare base64 of a PNG; the answer is stored for two minutes under `uuid`. */
export async function makeCaptcha(context: AppContext, ip: string): Promise<{ captchaEnabled: boolean; uuid?: string; img?: string }> {
  if (!(await captchaWanted(context))) return { captchaEnabled: false };
  await rateLimit(context, (await isSchoolAddress(context, ip)) ? SCHOOL_CAPTCHAS : CAPTCHAS, rateLimitKey(ip));
  const sum = randomInt(SUM.least, SUM.most + 1);
  const first = randomInt(1, sum);
  const picture = drawCaptcha(`${first}+${sum - first}=?`, { noise: 2, color: true, background: '#f2eee5', width: 132, height: 44 });
  const uuid = randomUUID().replaceAll('-', '');
  await context.cache.set(`captcha_codes:${uuid}`, String(sum), CAPTCHA_LIFE_MS);
  const png = await sharp(Buffer.from(picture), { density: 144 }).png().toBuffer();
  return { captchaEnabled: true, uuid, img: png.toString('base64') };
}

export const captchaWanted = async (context: AppContext): Promise<boolean> =>
  context.settings.captcha && (await configOf(context, 'sys.account.captchaEnabled')) !== 'false';

/** Checks the answer to a CAPTCHA. Returns the error message, or '' when it is right or CAPTCHAs are off. A CAPTCHA can be answered once. */
export async function captchaFault(context: AppContext, uuid: string, code: string): Promise<string> {
  if (!(await captchaWanted(context))) return '';
  const kept = uuid ? await context.cache.take(`captcha_codes:${uuid}`) : null;
  return kept === code.trim() ? '' : kept === null ? '验证码已失效' : '验证码错误';
}

/** Wrong answers count against the address like wrong passwords. */
export async function checkCaptcha(context: AppContext, uuid: string, code: string, ip: string): Promise<void> {
  const fault = await captchaFault(context, uuid, code);
  if (!fault) return;
  await rejectAddress(context, ip);
  await countAddress(context, ip);
  throw failed(fault);
}

interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly code: string;
  readonly uuid: string;
  /** The client supports the second step. */
  readonly secondFactor: boolean;
}

/** A token, or a ticket for the second step. */
type Entered = { readonly token: string } | { readonly ticket: string };
const SECOND_STEP_ELSEWHERE = '此账号已开启两步验证，请在书舟登录页登录';
const PASSKEY_ONLY = '您的账号须用两步验证登录，而它只设了通行密钥：请点“使用通行密钥”';

/**
 * Signs in and returns the token, or a ticket when the account has a second factor. Wrong passwords are counted per
 * account and device or address (5, then 10 minutes), per account over all unknown devices (20) and per address (30; 300 for that of a school). A
 * device on which the user has signed in before has its own count and ignores the others, so wrong
 * passwords of others never lock users out of their own browser. The address is that of the connection, whatever the headers contain.
 */
export async function logIn(context: AppContext, attempt: Attempt, request: FastifyRequest, reply: FastifyReply): Promise<Entered> {
  await rateLimit(context, ATTEMPTS, rateLimitKey(request.ip));
  const username = attempt.username.trim();
  return loggedStep<Entered>(context, username, request, async () => {
    const user = await checkedUser(context, { ...attempt, username }, request);
    if (await hasTotp(context.db, user.id)) {
      if (!attempt.secondFactor) throw failed(SECOND_STEP_ELSEWHERE);
      return { done: { ticket: await issueTicket(context, user, request) }, words: null };
    }
    if ((await isFactorRequired(context, (await rights(context, user.id)).roles)) && (await hasFactor(context.db, user.id)))
      throw failed(PASSKEY_ONLY);
    const token = await context.db.transaction().execute(async (tx) => {
      // A password change during the check ends all sessions: this session must not be opened after that.
      if (!(await noteLoginOfUser(tx, user, request.ip, Date.now()))) throw failed(WRONG);
      return openSession(tx, user.id, request);
    });
    await forgetTries(context, username);
    await noteSignIn(context.db, username, 0, null);
    await rememberDevice(context, user.id, request, reply);
    return { done: { token }, words: '登录成功' };
  });
}

/** Returns the user of an attempt with a correct captcha and password; throws with a message otherwise. */
async function checkedUser(context: AppContext, attempt: Attempt, request: FastifyRequest) {
  const { username, password } = attempt;
  await checkCaptcha(context, attempt.uuid, attempt.code, request.ip);
  if (!username || !password || password.length < 5 || password.length > PASSWORD_LENGTH.most || username.length < 2 || username.length > 20) {
    await countAddress(context, request.ip);
    throw failed(WRONG);
  }
  await rejectBlackAddress(context, request.ip);
  const user = await userByName(context.db, username);
  const device = user ? await knownDevice(context.db, user.id, request) : null;
  if (!device) await rejectAddress(context, request.ip);
  const tries = await countTry(context, username, device, request.ip);
  const right = user ? await passwordMatches(password, user.passwordHash) : await passwordDecoy(password);
  // Checked again before the result is known: concurrent attempts have failed by now.
  if (!device) await rejectAddress(context, request.ip);
  if (!user || !right) {
    if (user) throw failed((await noteWrongTry(context, username, tries, request.ip)) ? LOCKED : WRONG);
    await countAddress(context, request.ip);
    throw failed(tries >= LOCK_AFTER ? LOCKED : WRONG);
  }
  if (user.delFlag !== '0') throw failed('对不起，您的账号已被删除');
  if (user.status === '1') throw failed('用户已封禁，请联系管理员');
  return user;
}
