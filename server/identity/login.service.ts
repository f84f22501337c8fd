import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import svgCaptcha from 'svg-captcha';
import sharp from 'sharp';
import { CAPTCHA_LIFE_MS, LOCK_ADDRESS_AFTER, LOCK_AFTER, LOCK_MS } from '../../contract/limits.ts';
import type { House } from '../house.ts';
import { locationOf } from '../http/operation.ts';
import { nearAddress } from '../http/near-address.ts';
import { failed, tooMany } from '../http/refusal.ts';
import { noteSignIn } from '../system/account.service.ts';
import { configOf } from '../system/config.service.ts';
import { inAddressList } from './address-list.ts';
import { passwordDecoy, passwordMatches } from './password.ts';
import { noteLogin, noteLoginOfUser, userByName } from './session.queries.ts';
import { deviceOf } from './user-agent.ts';
import { agentOf, openSession } from './session.service.ts';

const WRONG = '用户不存在/密码错误';
const CAPTCHA_PER_MINUTE = 60;
/** Tries in a minute from one address, behind which a whole school may be: each leaves a row in the log, whatever becomes of it. */
const TRIES_PER_MINUTE = 300;

/** A sum as a picture: bare base64 of a PNG, the answer kept two minutes under `uuid`. */
export async function makeCaptcha(house: House, ip: string): Promise<{ captchaEnabled: boolean; uuid?: string; img?: string }> {
  if (!(await captchaWanted(house))) return { captchaEnabled: false };
  if ((await house.cache.count(`captcha_rate:${nearAddress(ip)}`, 60_000)) > CAPTCHA_PER_MINUTE) throw tooMany();
  const { data, text } = svgCaptcha.createMathExpr({
    mathMin: 1,
    mathMax: 9,
    mathOperator: '+',
    noise: 2,
    color: true,
    background: '#f2eee5',
    width: 132,
    height: 44,
  });
  const uuid = randomUUID().replaceAll('-', '');
  await house.cache.set(`captcha_codes:${uuid}`, text, CAPTCHA_LIFE_MS);
  const png = await sharp(Buffer.from(data), { density: 144 }).png().toBuffer();
  return { captchaEnabled: true, uuid, img: png.toString('base64') };
}

const captchaWanted = async (house: House): Promise<boolean> =>
  house.settings.captcha && (await configOf(house, 'sys.account.captchaEnabled')) !== 'false';

/** Throws the family's words; a code is used up by its first try, right or wrong. */
export async function checkCaptcha(house: House, uuid: string, code: string): Promise<void> {
  if (!(await captchaWanted(house))) return;
  const kept = uuid ? await house.cache.take(`captcha_codes:${uuid}`) : null;
  if (kept === null) throw failed('验证码已失效');
  if (kept.toLowerCase() !== code.trim().toLowerCase()) throw failed('验证码错误');
}

interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly code: string;
  readonly uuid: string;
}

/**
 * Signs in and answers the token. Wrong passwords are counted per account (5, then 10 minutes locked) and per
 * address (30 in 10 minutes); the address is the connection's, whatever headers say.
 */
export async function logIn(house: House, attempt: Attempt, request: FastifyRequest): Promise<string> {
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
    const token = await attemptLogin(house, { ...attempt, username: userName }, request);
    await note('0', '登录成功');
    return token;
  } catch (error) {
    await note('1', error instanceof Error ? error.message : '登录失败');
    throw error;
  }
}

async function attemptLogin(house: House, attempt: Attempt, request: FastifyRequest): Promise<string> {
  const { username, password } = attempt;
  await checkCaptcha(house, attempt.uuid, attempt.code);
  if (!username || !password || password.length < 5 || password.length > 20 || username.length < 2 || username.length > 20) {
    await countAddress(house, request.ip);
    throw failed(WRONG);
  }
  if (inAddressList(request.ip, (await configOf(house, 'sys.login.blackIPList')) ?? '')) throw failed('很遗憾，访问IP已被列入系统黑名单');
  const account = `pwd_err_cnt:${username.toLowerCase()}`;
  const locked = failed(`密码输入错误${LOCK_AFTER}次，帐户锁定${LOCK_MS / 60_000}分钟`);
  await refuseAddress(house, request.ip);
  // Counted before the password is looked at: a hundred tries at once are a hundred tries.
  const tries = await house.cache.count(account, LOCK_MS);
  if (tries > LOCK_AFTER) throw locked;

  const user = await userByName(house.db, username);
  const right = user ? await passwordMatches(password, user.passwordHash) : await passwordDecoy(password);
  // Again, before anybody hears whether it was right: what was tried beside it from the address has failed by now.
  await refuseAddress(house, request.ip);
  if (!user || !right) {
    await countAddress(house, request.ip);
    if (user) await noteSignIn(house.db, username, tries, tries >= LOCK_AFTER ? Date.now() + LOCK_MS : null);
    throw tries >= LOCK_AFTER ? locked : failed(WRONG);
  }
  if (user.delFlag !== '0') throw failed('对不起，您的账号已被删除');
  if (user.status === '1') throw failed('用户已封禁，请联系管理员');
  const token = await house.db.transaction().execute(async (tx) => {
    // A password takes its time to be looked at: who changes it meanwhile ends the sessions there are, and this one would come after.
    if (!(await noteLoginOfUser(tx, user, request.ip, Date.now()))) throw failed(WRONG);
    return openSession(tx, user.id, request);
  });
  await house.cache.remove(account);
  await noteSignIn(house.db, username, 0, null);
  return token;
}

const countAddress = (house: House, ip: string): Promise<number> => house.cache.count(`login_address:${nearAddress(ip)}`, LOCK_MS);

async function refuseAddress(house: House, ip: string): Promise<void> {
  if (Number((await house.cache.get(`login_address:${nearAddress(ip)}`)) ?? 0) >= LOCK_ADDRESS_AFTER)
    throw tooMany('登录失败次数过多，请10分钟后再试');
}
