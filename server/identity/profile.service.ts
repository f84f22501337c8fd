import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { LOCK_AFTER, LOCK_MS } from '../../contract/limits.ts';
import { wireTime } from '../db/clock.ts';
import { pictureTurn } from '../files/concurrency-limit.ts';
import type { AppContext } from '../context.ts';
import { failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rateLimit, resetRateLimit, type RateLimit } from '../http/rate-limit.ts';
import { saveIdentities } from './account-identity.service.ts';
import { assertConfirmed } from './confirm.service.ts';
import { notify } from './second-factor/second-factor.service.ts';
import { passwordMatches } from './password.ts';
import { countTakenAnswer, phoneTaken } from './register.service.ts';
import { personOnWire, postNames } from './person.service.ts';
import { removeOtherSessions, removeSessionOf, replacePassword, rolesOf, sessionsOf, userById } from './session.queries.ts';
import { newHash, assertNameNotReserved } from './staff.service.ts';

const AVATAR = 256;
const AVATARS: RateLimit = { name: 'avatar', points: 20, windowMs: 3_600_000, message: '头像更换过于频繁，请一小时后再试' };
const UNLOCKS: RateLimit = { name: 'screen_unlock', points: LOCK_AFTER, windowMs: LOCK_MS, message: '密码输入错误次数过多，请10分钟后再试' };
const PASSWORD_CHANGES: RateLimit = { name: 'pwd_change', points: LOCK_AFTER, windowMs: LOCK_MS, message: '旧密码输入错误次数过多，请10分钟后再试' };
const WRONG = '修改密码失败，旧密码错误';

async function me(context: AppContext, currentUser: CurrentUser) {
  const row = await userById(context.db, currentUser.userId);
  if (!row) throw failed('用户不存在，请重新登录');
  return row;
}

/** Returns the current user's profile, with role and post names as comma-separated lists. */
export async function profileOf(context: AppContext, currentUser: CurrentUser) {
  const roles = await rolesOf(context.db, currentUser.userId);
  return {
    data: await personOnWire(context.db, await me(context, currentUser)),
    roleGroup: roles.map((role) => role.roleName).join(','),
    postGroup: (await postNames(context.db, currentUser.userId)).join(','),
  };
}

/** Returns the current user's sessions, this device first. */
export async function mySessions(context: AppContext, currentUser: CurrentUser) {
  const rows = await sessionsOf(context.db, currentUser.userId, Date.now());
  return rows
    .map(({ id, ip, loginLocation, browser, os, createTime, lastSeen }) => ({
      sessionId: id,
      ip,
      loginLocation,
      browser,
      os,
      loginTime: wireTime(createTime),
      lastSeen: wireTime(lastSeen),
      current: id === currentUser.sessionId,
    }))
    .sort((one, other) => Number(other.current) - Number(one.current));
}

/** Signs out one of the current user's own devices. */
export async function endMySession(context: AppContext, currentUser: CurrentUser, sessionId: string): Promise<void> {
  if (sessionId === currentUser.sessionId) throw failed('这是您正在使用的设备，请用“退出登录”');
  const { numDeletedRows } = await removeSessionOf(context.db, currentUser.userId, sessionId);
  if (Number(numDeletedRows) === 0) throw missing('该登录已经结束，请刷新后重试');
}

/** Checks the current user's password; attempts are limited, so that a stolen session cannot be used to guess it. */
export async function unlock(context: AppContext, currentUser: CurrentUser, password: string): Promise<void> {
  await rateLimit(context, UNLOCKS, currentUser.userId);
  if (!(await passwordMatches(password, (await me(context, currentUser)).passwordHash))) throw failed('密码错误，请重新输入');
  await resetRateLimit(context, UNLOCKS, currentUser.userId);
}

interface Profile {
  readonly nickName: string;
  readonly phonenumber: string;
  readonly email: string;
  readonly sex: '0' | '1' | '2';
  readonly introduction?: string | undefined;
}

export async function saveProfile(context: AppContext, currentUser: CurrentUser, profile: Profile): Promise<void> {
  const { nickName, phonenumber, email, sex, introduction } = profile;
  if (nickName !== currentUser.nickName) assertNameNotReserved(currentUser, nickName);
  const mine = await me(context, currentUser);
  if (mine.phonenumber !== phonenumber || mine.email !== email) await assertConfirmed(context, currentUser);
  await assertFree(context, currentUser, profile);
  const kept = context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('user')
      .set({
        nickName,
        phonenumber,
        email,
        sex,
        ...(introduction === undefined ? {} : { introduction }),
        updateBy: currentUser.userName,
        updateTime: Date.now(),
      })
      .where('id', '=', currentUser.userId)
      .execute();
    await saveIdentities(tx, currentUser.userId);
  });
  await kept.catch(async (error: unknown) => {
    // Another user took the number or the address between the check and the write.
    if (context.db.engine.isTwice(error)) await assertFree(context, currentUser, profile);
    throw error;
  });
}

async function assertFree(context: AppContext, currentUser: CurrentUser, { phonenumber, email }: Profile): Promise<void> {
  const taken = async (what: string): Promise<never> => {
    await countTakenAnswer(context, `user-${currentUser.userId}`);
    throw failed(`修改用户'${currentUser.userName}'失败，${what}已存在`);
  };
  if (phonenumber && (await phoneTaken(context, phonenumber, currentUser.userId))) await taken('手机号码');
  if (email && (await emailTaken(context, email, currentUser.userId))) await taken('邮箱账号');
}

async function emailTaken(context: AppContext, email: string, except: number): Promise<boolean> {
  const row = await context.db
    .selectFrom('user')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('id', '<>', except)
    .executeTakeFirst();
  return row !== undefined;
}

/** Requires the old password and ends every other session of the account. */
export async function savePassword(context: AppContext, currentUser: CurrentUser, oldPassword: string, newPassword: string): Promise<void> {
  // A stolen session must not allow guessing the password.
  await rateLimit(context, PASSWORD_CHANGES, currentUser.userId);
  const mine = await me(context, currentUser);
  if (!(await passwordMatches(oldPassword, mine.passwordHash))) throw failed(WRONG);
  await resetRateLimit(context, PASSWORD_CHANGES, currentUser.userId);
  if (oldPassword === newPassword) throw failed('新密码不能与旧密码相同');
  const made = await newHash(context, newPassword, mine);
  await context.db.transaction().execute(async (tx) => {
    // A password that was reset meanwhile stays as it is.
    if (!(await replacePassword(tx, mine, made, Date.now()))) throw failed(WRONG);
    await removeOtherSessions(tx, currentUser.userId, currentUser.sessionId);
    await notify(tx, currentUser.userId, '您的密码已修改', '其他设备上的登录都已退出。如果不是您本人，请立即联系管理员。');
  });
}

/** Stores a square picture of 256 pixels and removes the old file. Returns its address. */
export async function saveAvatar(context: AppContext, currentUser: CurrentUser, picture: Buffer): Promise<string> {
  await rateLimit(context, AVATARS, currentUser.userId);
  const small = await pictureTurn(() =>
    sharp(picture, { limitInputPixels: 50_000_000 })
      .rotate()
      .resize({ width: AVATAR, height: AVATAR, fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer(),
  ).catch(() => {
    throw failed('图片无法读取，请换一张png、jpg或jpeg图片');
  });
  const before = (await me(context, currentUser)).avatar;
  const avatar = `/avatars/${randomBytes(12).toString('hex')}.webp`;
  await context.files.put(avatar.slice(1), small, 'image/webp');
  await context.db.updateTable('user').set({ avatar, updateTime: Date.now() }).where('id', '=', currentUser.userId).execute();
  if (before.startsWith('/avatars/')) await context.files.remove(before.slice(1));
  return avatar;
}
