import { SESSION_MS } from '../../contract/limits.ts';
import { rightTo } from '../commerce/entitlement.service.ts';
import type { House } from '../house.ts';
import { type Caller, tokensIn } from '../http/caller.ts';
import { sealed, unsealed } from '../http/sealed.ts';
import type { Visitor } from '../http/visitor.ts';
import { rights, sessionIdOf } from '../identity/session.service.ts';
import { liveSession } from './book-file.queries.ts';

interface Place {
  readonly publishId: number;
  readonly editionId: number;
}

const purpose = ({ publishId, editionId }: Place): string => `keep-link\n${publishId}/${editionId}`;

/**
 * The link by which a browser fetches the files of one edition by itself. With every page closed it asks for no other, so
 * this one ends with the session, at the latest.
 */
export function keepLink(house: House, visitor: Visitor, place: Place, validTo: number | null): string {
  const expires = Math.min(Date.now() + SESSION_MS, validTo ?? Infinity);
  return sealed(house, purpose(place), [visitor.userId, visitor.sessionId, expires]);
}

/** Whether a link opens the files of an edition now: seal, time, session and right are asked at each, and no other person may be signed in. */
export async function opensByLink(house: House, place: Place, link: string, caller: Caller): Promise<boolean> {
  const [userId = '', sessionId = '', expires] = unsealed(house, purpose(place), link) ?? [];
  const now = Date.now();
  if (!(Number(expires) > now) || tokensIn(caller).some((token) => sessionIdOf(token) !== sessionId)) return false;
  if (!(await liveSession(house.db, sessionId, Number(userId), now))) return false;
  const { permissions } = await rights(house, Number(userId));
  return (await rightTo(house, { userId: Number(userId), permissions }, place.publishId)).entitled;
}
