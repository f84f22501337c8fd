import { GRANT_MS } from '../../contract/limits.ts';
import { rightTo } from '../commerce/entitlement.service.ts';
import type { House } from '../house.ts';
import { type Caller, tokensIn } from '../http/caller.ts';
import { missing } from '../http/refusal.ts';
import { sealed, unsealed } from '../http/sealed.ts';
import type { Visitor } from '../http/visitor.ts';
import { rights, sessionIdOf } from '../identity/session.service.ts';
import { liveSession, readableWork, someoneElse } from './book-file.queries.ts';

export const GRANT_COOKIE = 'Reading-Grant';

interface Grant {
  readonly userId: number;
  readonly sessionId: string;
  readonly expires: number;
}

const purpose = (publishId: number): string => `reading-grant\n${publishId}`;

function grantCookie(house: House, publishId: number, value: string): string {
  const secure = house.settings.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${GRANT_COOKIE}=${value}; Path=/books/${publishId}/; Max-Age=${GRANT_MS / 1000}; HttpOnly; SameSite=Strict${secure}`;
}

export interface GrantAnswer {
  readonly entitled: boolean;
  readonly editionId: number;
  readonly trialDocuments: number;
  readonly expiresIn: number;
  readonly validTo: number | null;
}

/** What this person may read of a work, and the cookie for all of it where the right to it is theirs. */
export async function grantReading(house: House, visitor: Visitor, publishId: number): Promise<{ answer: GrantAnswer; cookie: string | null }> {
  const work = await readableWork(house.db, publishId);
  const right = await rightTo(house, visitor, publishId);
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
  const value = sealed(house, purpose(publishId), [visitor.userId, visitor.sessionId, expires]);
  return { answer, cookie: grantCookie(house, publishId, value) };
}

/**
 * Whether one of the cookies of a request gives the whole work now: the seal, the time, the session and the right are
 * each asked, and that no other person has signed in on this browser since.
 */
export async function isGranted(house: House, caller: Caller, publishId: number): Promise<boolean> {
  const sessions = tokensIn(caller).map(sessionIdOf);
  for (const value of cookiesOf(caller.cookie)) {
    const grant = openGrant(house, publishId, value);
    const now = Date.now();
    if (!grant || grant.expires <= now) continue;
    if (!(await liveSession(house.db, grant.sessionId, grant.userId, now))) continue;
    const others = sessions.filter((id) => id !== grant.sessionId);
    if (others.length > 0 && (await someoneElse(house.db, others, grant.userId, now))) continue;
    const { permissions } = await rights(house, grant.userId);
    if ((await rightTo(house, { userId: grant.userId, permissions }, publishId)).entitled) return true;
  }
  return false;
}

const cookiesOf = (header: string | undefined): string[] =>
  (header ?? '')
    .split(/;\s*/)
    .filter((pair) => pair.startsWith(`${GRANT_COOKIE}=`))
    .map((pair) => pair.slice(GRANT_COOKIE.length + 1))
    .slice(0, 4);

function openGrant(house: House, publishId: number, value: string): Grant | null {
  const [userId, sessionId, expires] = unsealed(house, purpose(publishId), value) ?? [];
  return userId && sessionId && expires ? { userId: Number(userId), sessionId, expires: Number(expires) } : null;
}
