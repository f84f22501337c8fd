import { isReservedName, RESERVED_WORDS } from '../../contract/identity/display-name.ts';
import { TAKEN_ANSWERS } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { configOf } from '../db/config-value.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { failed } from '../http/app-error.ts';
import { saveIdentities } from './account-identity.service.ts';
import { checkCaptcha } from './login.service.ts';
import { userByName } from './session.queries.ts';
import { newHash } from './staff.service.ts';

interface Registration {
  readonly username: string;
  readonly password: string;
  readonly phonenumber?: string | undefined;
  readonly code: string;
  readonly uuid: string;
}

const REGISTRATIONS: RateLimit = { name: 'register', points: 30, windowMs: 3_600_000 };
/** Responses that reveal a taken number: without a limit a list of numbers could be tested. */
const REVEALS: RateLimit = { name: 'taken_answer', points: TAKEN_ANSWERS, windowMs: 3_600_000, message: '操作过于频繁，请一小时后再试' };

/** Creates a reader without a role; the nickname is the user name. */
export async function registerReader(context: AppContext, body: Registration, ip: string): Promise<void> {
  if ((await configOf(context, 'sys.account.registerUser')) !== 'true') throw failed('当前系统没有开启注册功能！');
  await rateLimit(context, REGISTRATIONS, rateLimitKey(ip));
  await checkCaptcha(context, body.uuid, body.code, ip);
  const { username, phonenumber = '' } = body;
  if (isReservedName(username)) throw failed(RESERVED_WORDS);
  if (await userByName(context.db, username)) throw failed(`保存用户'${username}'失败，注册账号已存在`);
  if (phonenumber && (await phoneTaken(context, phonenumber, 0))) {
    await countTakenAnswer(context, rateLimitKey(ip));
    throw failed(`保存用户'${username}'失败，手机号码已存在`);
  }
  const passwordHash = await newHash(context, body.password, { userName: username, phonenumber });
  const now = Date.now();
  await context.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('user')
      .values({
        userName: username,
        nickName: username,
        passwordHash,
        phonenumber,
        pwdUpdateDate: now,
        createBy: username,
        createTime: now,
        updateTime: now,
      })
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst();
    // The name or the number was taken while the password was hashed.
    if (!row) throw failed(`保存用户'${username}'失败，${(await userByName(tx, username)) ? '注册账号' : '手机号码'}已存在`);
    await saveIdentities(tx, row.id);
  });
}

/** Counts a response that reveals a taken number. `who`: an address or a user. */
export const countTakenAnswer = (context: AppContext, who: string): Promise<void> => rateLimit(context, REVEALS, who);

export async function phoneTaken(context: AppContext, phonenumber: string, exceptUserId: number): Promise<boolean> {
  const row = await context.db
    .selectFrom('user')
    .select('id')
    .where('phonenumber', '=', phonenumber)
    .where('id', '<>', exceptUserId)
    .executeTakeFirst();
  return row !== undefined;
}
