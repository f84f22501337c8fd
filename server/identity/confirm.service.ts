import { CODE, UNCONFIRMED } from '../../contract/error.ts';
import type { PasskeyAnswer } from '../../contract/identity/second-factor.ts';
import { LOCK_AFTER, LOCK_MS } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import type { Database, Tx } from '../db/database.ts';
import { configOf } from '../db/config-value.ts';
import { failed, AppError } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rateLimit, resetRateLimit, type RateLimit } from '../http/rate-limit.ts';
import { passwordMatches } from './password.ts';
import { confirmsByPasskey } from './second-factor/passkey.service.ts';
import { confirmSession } from './second-factor/second-factor.queries.ts';
import { takeCode } from './second-factor/second-factor.service.ts';
import { userById } from './session.queries.ts';

const MINUTES = 15;
const TRIES: RateLimit = { name: 'identity_confirm', points: LOCK_AFTER, windowMs: LOCK_MS, message: '确认身份失败次数过多，请10分钟后再试' };

/**
 * Throws 428 unless the user was confirmed within `sys.account.confirmMinutes` (15; 0 turns it off), by the sign-in or by
 * `confirm` since. It guards the endpoints marked `confirm` in the contract.
 */
export async function assertConfirmed(context: { readonly db: Database | Tx }, currentUser: Pick<CurrentUser, 'confirmedAt'>): Promise<void> {
  const asked = await configOf(context, 'sys.account.confirmMinutes');
  const minutes = asked !== null && /^\d{1,5}$/.test(asked) ? Number(asked) : MINUTES;
  if (minutes > 0 && Date.now() - currentUser.confirmedAt > minutes * 60_000) throw new AppError(CODE.unconfirmed, UNCONFIRMED);
}

interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly answer?: PasskeyAnswer | undefined;
}

/** Confirms the user of this session. Attempts are limited, so that a stolen session cannot be used to guess the password. */
export async function confirm(context: AppContext, currentUser: CurrentUser, { password, code, answer }: Proof): Promise<void> {
  await rateLimit(context, TRIES, currentUser.userId);
  if (password !== undefined) {
    const user = await userById(context.db, currentUser.userId);
    if (!user || !(await passwordMatches(password, user.passwordHash))) throw failed('密码错误，请重新输入');
  } else if (code !== undefined) {
    if (!(await takeCode(context, currentUser.userId, code))) throw failed('验证码错误，请重新输入');
  } else if (!answer || !(await confirmsByPasskey(context, currentUser, answer))) throw failed('通行密钥没有通过验证，请重试');
  await resetRateLimit(context, TRIES, currentUser.userId);
  await confirmSession(context.db, currentUser.sessionId, Date.now());
}
