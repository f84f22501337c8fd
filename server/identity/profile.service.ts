import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { LOCK_AFTER, LOCK_MS } from '../../contract/limits.ts';
import { wireTime } from '../db/clock.ts';
import { pictureTurn } from '../files/concurrency-limit.ts';
import type { House } from '../context.ts';
import { failed, missing, tooMany } from '../http/app-error.ts';
import type { Visitor } from '../http/current-user.ts';
import { refuseUnconfirmed } from './confirm.service.ts';
import { notify } from './second-factor.service.ts';
import { passwordMatches } from './password.ts';
import { keepIdentities } from '../system/account.service.ts';
import { countTakenAnswer, phoneTaken } from './register.service.ts';
import { personOnWire, postNames } from './person.service.ts';
import { removeOtherSessions, removeSessionOf, replacePassword, rolesOf, sessionsOf, userById } from './session.queries.ts';
import { newHash, refuseReservedName } from './staff.service.ts';

const AVATAR = 256;
const AVATARS_PER_HOUR = 20;
const WRONG = '修改密码失败，旧密码错误';

async function me(house: House, visitor: Visitor) {
  const row = await userById(house.db, visitor.userId);
  if (!row) throw failed('用户不存在，请重新登录');
  return row;
}

/** Oneself, with the names of one's roles and posts as comma lists. */
export async function profileOf(house: House, visitor: Visitor) {
  const roles = await rolesOf(house.db, visitor.userId);
  return {
    data: await personOnWire(house.db, await me(house, visitor)),
    roleGroup: roles.map((role) => role.roleName).join(','),
    postGroup: (await postNames(house.db, visitor.userId)).join(','),
  };
}

/** Where one is signed in, this device first. */
export async function mySessions(house: House, visitor: Visitor) {
  const rows = await sessionsOf(house.db, visitor.userId, Date.now());
  return rows
    .map(({ id, ip, loginLocation, browser, os, createTime, lastSeen }) => ({
      sessionId: id,
      ip,
      loginLocation,
      browser,
      os,
      loginTime: wireTime(createTime),
      lastSeen: wireTime(lastSeen),
      current: id === visitor.sessionId,
    }))
    .sort((one, other) => Number(other.current) - Number(one.current));
}

/** Signs one of the visitor's own devices out. */
export async function endMySession(house: House, visitor: Visitor, sessionId: string): Promise<void> {
  if (sessionId === visitor.sessionId) throw failed('这是您正在使用的设备，请用“退出登录”');
  const { numDeletedRows } = await removeSessionOf(house.db, visitor.userId, sessionId);
  if (Number(numDeletedRows) === 0) throw missing('该登录已经结束，请刷新后重试');
}

/** Whether this is the visitor's password; tries are counted, so that a taken session does not find it. */
export async function unlock(house: House, visitor: Visitor, password: string): Promise<void> {
  const tries = `screen_unlock:${visitor.userId}`;
  if ((await house.cache.count(tries, LOCK_MS)) > LOCK_AFTER) throw tooMany('密码输入错误次数过多，请10分钟后再试');
  if (!(await passwordMatches(password, (await me(house, visitor)).passwordHash))) throw failed('密码错误，请重新输入');
  await house.cache.remove(tries);
}

interface Profile {
  readonly nickName: string;
  readonly phonenumber: string;
  readonly email: string;
  readonly sex: '0' | '1' | '2';
  readonly introduction?: string | undefined;
}

export async function saveProfile(house: House, visitor: Visitor, profile: Profile): Promise<void> {
  const { nickName, phonenumber, email, sex, introduction } = profile;
  if (nickName !== visitor.nickName) refuseReservedName(visitor, nickName);
  const mine = await me(house, visitor);
  if (mine.phonenumber !== phonenumber || mine.email !== email) await refuseUnconfirmed(house, visitor);
  await refuseTaken(house, visitor, profile);
  const kept = house.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('user')
      .set({
        nickName,
        phonenumber,
        email,
        sex,
        ...(introduction === undefined ? {} : { introduction }),
        updateBy: visitor.userName,
        updateTime: Date.now(),
      })
      .where('id', '=', visitor.userId)
      .execute();
    await keepIdentities(tx, visitor.userId);
  });
  await kept.catch(async (error: unknown) => {
    // Somebody took the number or the address between the look and the writing.
    if (house.db.engine.isTwice(error)) await refuseTaken(house, visitor, profile);
    throw error;
  });
}

async function refuseTaken(house: House, visitor: Visitor, { phonenumber, email }: Profile): Promise<void> {
  const taken = async (what: string): Promise<never> => {
    await countTakenAnswer(house, `user-${visitor.userId}`);
    throw failed(`修改用户'${visitor.userName}'失败，${what}已存在`);
  };
  if (phonenumber && (await phoneTaken(house, phonenumber, visitor.userId))) await taken('手机号码');
  if (email && (await emailTaken(house, email, visitor.userId))) await taken('邮箱账号');
}

async function emailTaken(house: House, email: string, except: number): Promise<boolean> {
  const row = await house.db
    .selectFrom('user')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('id', '<>', except)
    .executeTakeFirst();
  return row !== undefined;
}

/** The old password is asked; every other session of the account ends. */
export async function savePassword(house: House, visitor: Visitor, oldPassword: string, newPassword: string): Promise<void> {
  // Who only holds a session must not find the password by trying.
  const tries = `pwd_change:${visitor.userId}`;
  if ((await house.cache.count(tries, LOCK_MS)) > LOCK_AFTER) throw tooMany('旧密码输入错误次数过多，请10分钟后再试');
  const mine = await me(house, visitor);
  if (!(await passwordMatches(oldPassword, mine.passwordHash))) throw failed(WRONG);
  await house.cache.remove(tries);
  if (oldPassword === newPassword) throw failed('新密码不能与旧密码相同');
  const made = await newHash(house, newPassword, mine);
  await house.db.transaction().execute(async (tx) => {
    // Set anew by somebody else meanwhile, it stays as it was set.
    if (!(await replacePassword(tx, mine, made, Date.now()))) throw failed(WRONG);
    await removeOtherSessions(tx, visitor.userId, visitor.sessionId);
    await notify(tx, visitor.userId, '您的密码已修改', '其他设备上的登录都已退出。如果不是您本人，请立即联系管理员。');
  });
}

/** A square of 256 pixels; the old file is removed. Answers its address. */
export async function saveAvatar(house: House, visitor: Visitor, picture: Buffer): Promise<string> {
  if ((await house.cache.count(`avatar:${visitor.userId}`, 3_600_000)) > AVATARS_PER_HOUR) throw tooMany('头像更换过于频繁，请一小时后再试');
  const small = await pictureTurn(() =>
    sharp(picture, { limitInputPixels: 50_000_000 })
      .rotate()
      .resize({ width: AVATAR, height: AVATAR, fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer(),
  ).catch(() => {
    throw failed('图片无法读取，请换一张png、jpg或jpeg图片');
  });
  const before = (await me(house, visitor)).avatar;
  const avatar = `/avatars/${randomBytes(12).toString('hex')}.webp`;
  await house.files.put(avatar.slice(1), small, 'image/webp');
  await house.db.updateTable('user').set({ avatar, updateTime: Date.now() }).where('id', '=', visitor.userId).execute();
  if (before.startsWith('/avatars/')) await house.files.remove(before.slice(1));
  return avatar;
}
