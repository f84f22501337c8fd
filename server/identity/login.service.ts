import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import svgCaptcha, { type ConfigObject } from 'svg-captcha';
import sharp from 'sharp';
import { CAPTCHA_LIFE_MS, LOCK_ADDRESS_AFTER, LOCK_AFTER, LOCK_EVERYWHERE_AFTER, LOCK_MS, PASSWORD_LENGTH } from '../../contract/limits.ts';
import type { House } from '../house.ts';
import { locationOf } from '../http/operation.ts';
import { nearAddress } from '../http/near-address.ts';
import { failed, tooMany } from '../http/refusal.ts';
import { forgetTries, noteSignIn, triesKey } from '../system/account.service.ts';
import { configOf } from '../system/config.service.ts';
import { inAddressList } from './address-list.ts';
import { knownDevice, rememberDevice } from './known-device.service.ts';
import { passwordDecoy, passwordMatches } from './password.ts';
import { noteLogin, noteLoginOfUser, userByName } from './session.queries.ts';
import { deviceOf } from './user-agent.ts';
import { agentOf, openSession } from './session.service.ts';

const WRONG = '用户不存在/密码错误';
const CAPTCHA_PER_MINUTE = 60;
/** Tries in a minute from one address, behind which a whole school may be: each leaves a row in the log, whatever becomes of it. */
const TRIES_PER_MINUTE = 300;

/** The package draws any text; its types name only the texts that it makes itself. */
const drawCaptcha = svgCaptcha as unknown as (text: string, options: ConfigObject) => string;
/** Least and greatest sum that a captcha asks for. Each is as likely as the others: a guess is right once in ninety. */
const SUM = { least: 10, most: 99 } as const;

/** A sum as a picture: bare base64 of a PNG, the answer kept two minutes under `uuid`. */
export async function makeCaptcha(house: House, ip: string): Promise<{ captchaEnabled: boolean; uuid?: string; img?: string }> {
  if (!(await captchaWanted(house))) return { captchaEnabled: false };
  if ((await house.cache.count(`captcha_rate:${nearAddress(ip)}`, 60_000)) > CAPTCHA_PER_MINUTE) throw tooMany();
  const sum = randomInt(SUM.least, SUM.most + 1);
  const first = randomInt(1, sum);
  const picture = drawCaptcha(`${first}+${sum - first}=?`, { noise: 2, color: true, background: '#f2eee5', width: 132, height: 44 });
  const uuid = randomUUID().replaceAll('-', '');
  await house.cache.set(`captcha_codes:${uuid}`, String(sum), CAPTCHA_LIFE_MS);
  const png = await sharp(Buffer.from(picture), { density: 144 }).png().toBuffer();
  return { captchaEnabled: true, uuid, img: png.toString('base64') };
}

const captchaWanted = async (house: House): Promise<boolean> =>
  house.settings.captcha && (await configOf(house, 'sys.account.captchaEnabled')) !== 'false';

/** A code is used up by its first try, right or wrong. Wrong ones count against the address as wrong passwords do. */
export async function checkCaptcha(house: House, uuid: string, code: string, ip: string): Promise<void> {
  if (!(await captchaWanted(house))) return;
  const kept = uuid ? await house.cache.take(`captcha_codes:${uuid}`) : null;
  if (kept === code.trim()) return;
  await refuseAddress(house, ip);
  await countAddress(house, ip);
  throw failed(kept === null ? '验证码已失效' : '验证码错误');
}

interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly code: string;
  readonly uuid: string;
}

/**
 * Signs in and answers the token. Wrong passwords are counted per account and device or address (5, then 10 minutes), per
 * account over all unknown devices (20) and per address (30). A device that the user has signed in with before has a
 * count of its own and is not held up by the others, so wrong passwords of others never lock a user out of his own browser. The address is the
 * connection's, whatever headers say.
 */
export async function logIn(house: House, attempt: Attempt, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  if ((await house.cache.count(`login_rate:${nearAddress(request.ip)}`, 60_000)) > TRIES_PER_MINUTE) throw tooMany('登录过于频繁，请一分钟后再试');
  const userName = attempt.username.trim();
  const note = (status: '0' | '1', msg: string) =>
    noteLogin(house.db, {
      userName: userName.slice(0, 50),
      ip: request.ip,
      userAgent: agentOf(request),
      ...deviceOf(agentOf(request)),
      loginLocation: locationOf(request.ip),
      status,
      msg,
      loginTime: Date.now(),
    });
  try {
    const { token, userId } = await attemptLogin(house, { ...attempt, username: userName }, request);
    await note('0', '登录成功');
    await rememberDevice(house, userId, request, reply);
    return token;
  } catch (error) {
    await note('1', error instanceof Error ? error.message : '登录失败');
    throw error;
  }
}

const LOCKED = `密码输入错误${LOCK_AFTER}次，帐户锁定${LOCK_MS / 60_000}分钟`;

/** Counted before the password is looked at: a hundred tries at once are a hundred tries. Returns the tries of this source. */
async function countTry(house: House, userName: string, device: string | null, ip: string): Promise<number> {
  const source = device ? `device-${device.slice(0, 16)}` : nearAddress(ip);
  const tries = await house.cache.count(triesKey(userName, source), LOCK_MS);
  if (tries > LOCK_AFTER) throw failed(LOCKED);
  if (!device && (await house.cache.count(triesKey(userName, 'all'), LOCK_MS)) > LOCK_EVERYWHERE_AFTER) throw failed(LOCKED);
  return tries;
}

async function attemptLogin(house: House, attempt: Attempt, request: FastifyRequest): Promise<{ token: string; userId: number }> {
  const { username, password } = attempt;
  await checkCaptcha(house, attempt.uuid, attempt.code, request.ip);
  if (!username || !password || password.length < 5 || password.length > PASSWORD_LENGTH.most || username.length < 2 || username.length > 20) {
    await countAddress(house, request.ip);
    throw failed(WRONG);
  }
  if (inAddressList(request.ip, (await configOf(house, 'sys.login.blackIPList')) ?? '')) throw failed('很遗憾，访问IP已被列入系统黑名单');
  const user = await userByName(house.db, username);
  const device = user ? await knownDevice(house.db, user.id, request) : null;
  if (!device) await refuseAddress(house, request.ip);
  const tries = await countTry(house, username, device, request.ip);
  const right = user ? await passwordMatches(password, user.passwordHash) : await passwordDecoy(password);
  // Again, before anybody learns whether it was right: tries that ran beside this one have failed by now.
  if (!device) await refuseAddress(house, request.ip);
  if (!user || !right) {
    await countAddress(house, request.ip);
    if (user) await noteSignIn(house.db, username, tries, tries >= LOCK_AFTER ? Date.now() + LOCK_MS : null);
    throw failed(tries >= LOCK_AFTER ? LOCKED : WRONG);
  }
  if (user.delFlag !== '0') throw failed('对不起，您的账号已被删除');
  if (user.status === '1') throw failed('用户已封禁，请联系管理员');
  const token = await house.db.transaction().execute(async (tx) => {
    // Checking a password takes time: a change of it meanwhile ends the sessions there are, and this one would come after.
    if (!(await noteLoginOfUser(tx, user, request.ip, Date.now()))) throw failed(WRONG);
    return openSession(tx, user.id, request);
  });
  await forgetTries(house, username);
  await noteSignIn(house.db, username, 0, null);
  return { token, userId: user.id };
}

const countAddress = (house: House, ip: string): Promise<number> => house.cache.count(`login_address:${nearAddress(ip)}`, LOCK_MS);

async function refuseAddress(house: House, ip: string): Promise<void> {
  if (Number((await house.cache.get(`login_address:${nearAddress(ip)}`)) ?? 0) >= LOCK_ADDRESS_AFTER)
    throw tooMany('登录失败次数过多，请10分钟后再试');
}
