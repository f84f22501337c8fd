import { toDataURL } from 'qrcode';
import { RECOVERY_CODES } from '../../../contract/identity/second-factor.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { AppContext } from '../../context.ts';
import { failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { isFactorRequired } from './second-factor-policy.service.ts';
import { codesLeft, dropPasskeys, dropTotp, passkeysOf, putTotp, replaceCodes, totpRow, useRecoveryCode, useStep } from './second-factor.queries.ts';
import { userById } from '../session.queries.ts';
import { matchingStep, newRecoveryCodes, newTotpSecret, decryptSecret, plainCode, recoveryHash, encryptSecret, totpUri } from './totp.ts';

const SETUP_MS = 10 * 60_000;
const SETUP_TRIES: RateLimit = { name: 'totp_setup_tries', points: 10, windowMs: SETUP_MS, message: '验证码输入错误次数过多，请10分钟后再试' };
const SECURITY_PAGE = '/user/profile?tab=security';

export const hasTotp = async (db: Database | Tx, userId: number): Promise<boolean> => (await totpRow(db, userId)) !== undefined;

/** Returns whether the input is a code of the user's authenticator app or one of the recovery codes. The code is consumed. */
export async function takeCode(context: AppContext, userId: number, typed: string): Promise<boolean> {
  const row = await totpRow(context.db, userId);
  if (!row) return false;
  const code = plainCode(typed);
  const secret = decryptSecret(context.settings.secret, userId, row.secret);
  const step = secret === null ? null : matchingStep(secret, code, Date.now());
  if (step !== null) return useStep(context.db, userId, step);
  if (!(await useRecoveryCode(context.db, userId, recoveryHash(context.settings.secret, userId, code)))) return false;
  const left = await codesLeft(context.db, userId);
  await notify(context.db, userId, '您用了一个恢复码', `还剩${left}个。${left < 3 ? '请在“登录安全”里换一组新的恢复码。' : ''}`);
  return true;
}

/** Notifies the user of a change to their sign-in. */
export const notify = (tx: Database | Tx, userId: number, title: string, content: string): Promise<void> =>
  sendMessage(tx as Tx, { userId, type: 'system', title, content, link: SECURITY_PAGE });

const NOT_YOU = '如果不是您本人，请立即修改密码，并联系管理员。';

export async function stateOf(context: AppContext, currentUser: CurrentUser) {
  const { userId, roles } = currentUser;
  const user = await userById(context.db, userId);
  return {
    totp: await hasTotp(context.db, userId),
    codesLeft: await codesLeft(context.db, userId),
    required: await isFactorRequired(context, roles),
    hasPassword: user?.passwordHash.startsWith('scrypt$') ?? false,
    passkeys: (await passkeysOf(context.db, userId)).map(({ id, name, createTime, lastUsed }) => ({
      passkeyId: id,
      name,
      createTime: wireTime(createTime),
      lastUsed: wireTime(lastUsed),
    })),
  };
}

const setupKey = (currentUser: CurrentUser): string => `totp_setup:${currentUser.sessionId}`;

/** Starts the set-up: the secret becomes active after one of its codes was entered. */
export async function startTotp(context: AppContext, currentUser: CurrentUser): Promise<{ secret: string; uri: string; qr: string }> {
  const secret = newTotpSecret();
  const uri = totpUri(secret, currentUser.userName);
  await context.cache.set(setupKey(currentUser), encryptSecret(context.settings.secret, currentUser.userId, secret), SETUP_MS);
  return { secret, uri, qr: await toDataURL(uri, { margin: 2, width: 240 }) };
}

/** Turns TOTP on with the first code of the new secret. Returns the recovery codes, which are stored only as hashes. */
export async function enableTotp(context: AppContext, currentUser: CurrentUser, typed: string): Promise<{ codes: string[] }> {
  const { userId } = currentUser;
  await rateLimit(context, SETUP_TRIES, userId);
  const kept = await context.cache.get(setupKey(currentUser));
  const secret = kept && decryptSecret(context.settings.secret, userId, kept);
  if (!secret) throw failed('设置已过期，请重新扫描二维码');
  const step = matchingStep(secret, plainCode(typed), Date.now());
  if (step === null) throw failed('验证码不对：请核对手机的时间，输入应用里最新的6位数字');
  const codes = newRecoveryCodes();
  await context.db.transaction().execute(async (tx) => {
    await putTotp(tx, { userId, secret: encryptSecret(context.settings.secret, userId, secret), lastStep: step });
    await saveCodes(context, tx, userId, codes);
    await notify(tx, userId, '您的账号已开启两步验证', `登录时除了密码，还要输入验证码。${NOT_YOU}`);
  });
  await context.cache.remove(setupKey(currentUser));
  return { codes };
}

const saveCodes = (context: AppContext, tx: Tx, userId: number, codes: readonly string[]): Promise<void> =>
  replaceCodes(
    tx,
    userId,
    codes.map((code) => recoveryHash(context.settings.secret, userId, code)),
  );

/** Throws when a user who must have a second factor would lose the last one. */
export async function assertNotLastFactor(context: AppContext, currentUser: CurrentUser, left: number): Promise<void> {
  if (left === 0 && (await isFactorRequired(context, currentUser.roles)))
    throw failed('您的账号必须有两步验证或通行密钥，不能移除最后一个。请先添加另一个，再移除这一个');
}

export async function disableTotp(context: AppContext, currentUser: CurrentUser): Promise<void> {
  const { userId } = currentUser;
  if (!(await hasTotp(context.db, userId))) throw failed('两步验证没有开启，请刷新后重试');
  await assertNotLastFactor(context, currentUser, (await passkeysOf(context.db, userId)).length);
  await context.db.transaction().execute(async (tx) => {
    await dropTotp(tx, userId);
    await replaceCodes(tx, userId, []);
    await notify(tx, userId, '您的账号已关闭两步验证', `以后只凭密码就能登录。${NOT_YOU}`);
  });
}

/** Returns ten new recovery codes; the old ones become invalid. */
export async function newCodes(context: AppContext, currentUser: CurrentUser): Promise<{ codes: string[] }> {
  const { userId } = currentUser;
  if (!(await hasTotp(context.db, userId))) throw failed('请先开启两步验证');
  const codes = newRecoveryCodes();
  await context.db.transaction().execute(async (tx) => {
    await saveCodes(context, tx, userId, codes);
    await notify(tx, userId, '您的恢复码已更换', `新的${RECOVERY_CODES}个恢复码已经生成，旧的不能再用。${NOT_YOU}`);
  });
  return { codes };
}

/** Deletes every second factor of a user. */
export async function clearFactors(tx: Tx, userId: number): Promise<void> {
  await dropTotp(tx, userId);
  await dropPasskeys(tx, userId);
  await replaceCodes(tx, userId, []);
  await notify(tx, userId, '管理员清除了您的两步验证和通行密钥', `请在“登录安全”里重新设置。${NOT_YOU}`);
}
