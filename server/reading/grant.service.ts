import { GRANT_MS } from '../../contract/limits.ts';
import { openRight, rightTo } from '../commerce/entitlement.service.ts';
import type { AppContext } from '../context.ts';
import { type RequestCaller, tokensIn } from '../http/request-credentials.ts';
import { missing } from '../http/app-error.ts';
import { signToken, verifyToken } from '../http/signed-token.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rights, sessionIdOf } from '../identity/session.service.ts';
import { liveSession, readableWork, someoneElse } from './book-file.queries.ts';

export const GRANT_COOKIE = 'Reading-Grant';

/** The session that may read, and the expiry time. */
export interface Grant {
  readonly userId: number;
  readonly sessionId: string;
  readonly expires: number;
}

const purpose = (publishId: number): string => `reading-grant\n${publishId}`;

/** Returns a grant as a cookie value, signed for one purpose. */
export const signedGrant = (context: AppContext, of: string, { userId, sessionId, expires }: Grant): string =>
  signToken(context, of, [userId, sessionId, expires]);

/** Returns the grant in a cookie value; null when it was not signed for this purpose or has expired. */
export function grantIn(context: AppContext, of: string, text: string): Grant | null {
  const [userId, sessionId, expires] = verifyToken(context, of, text) ?? [];
  return userId && sessionId && Number(expires) > Date.now() ? { userId: Number(userId), sessionId, expires: Number(expires) } : null;
}

/** Returns whether the session of a grant is live and its user has the right to the work now. */
export async function stillHolds(context: AppContext, { userId, sessionId }: Grant, publishId: number): Promise<boolean> {
  if (!(await liveSession(context.db, sessionId, userId, Date.now()))) return false;
  const { permissions } = await rights(context, userId);
  return (await rightTo(context, { userId, permissions }, publishId)).entitled;
}

function grantCookie(context: AppContext, publishId: number, value: string): string {
  const secure = context.settings.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${GRANT_COOKIE}=${value}; Path=/books/${publishId}/; Max-Age=${GRANT_MS / 1000}; HttpOnly; SameSite=Strict${secure}`;
}

export interface GrantAnswer {
  readonly entitled: boolean;
  readonly editionId: number;
  readonly trialDocuments: number;
  readonly expiresIn: number;
  readonly validTo: number | null;
}

/** Returns what this user may read of a work, and the cookie for all of it when they have the right. */
export async function grantReading(
  context: AppContext,
  currentUser: CurrentUser,
  publishId: number,
): Promise<{ answer: GrantAnswer; cookie: string | null }> {
  const work = await readableWork(context.db, publishId);
  const right = await openRight(context, currentUser, publishId);
  if (!work || work.editionId === null || (work.status !== 'listed' && !right.entitled)) throw missing('作品不存在或已下架');
  const now = Date.now();
  const expires = Math.min(now + GRANT_MS, right.validTo ?? Infinity);
  const answer = {
    entitled: right.entitled,
    editionId: work.editionId,
    trialDocuments: work.isFree === '1' && work.status === 'listed' ? work.documents : Math.min(work.trialChapters, work.documents),
    expiresIn: right.entitled ? expires - now : GRANT_MS,
    validTo: right.validTo,
  };
  if (!right.entitled) return { answer, cookie: null };
  const value = signedGrant(context, purpose(publishId), { userId: currentUser.userId, sessionId: currentUser.sessionId, expires });
  return { answer, cookie: grantCookie(context, publishId, value) };
}

/**
 * Returns whether one of the cookies of a request gives access to the whole work now. It checks signature, expiry, session and right,
 * and that no other user has signed in on this browser since.
 */
export async function isGranted(context: AppContext, caller: RequestCaller, publishId: number): Promise<boolean> {
  const sessions = tokensIn(caller).map(sessionIdOf);
  for (const value of cookiesOf(caller.cookie)) {
    const grant = grantIn(context, purpose(publishId), value);
    if (!grant) continue;
    const others = sessions.filter((id) => id !== grant.sessionId);
    if (others.length > 0 && (await someoneElse(context.db, others, grant.userId, Date.now()))) continue;
    if (await stillHolds(context, grant, publishId)) return true;
  }
  return false;
}

const cookiesOf = (header: string | undefined): string[] =>
  (header ?? '')
    .split(/;\s*/)
    .filter((pair) => pair.startsWith(`${GRANT_COOKIE}=`))
    .map((pair) => pair.slice(GRANT_COOKIE.length + 1))
    .slice(0, 4);
