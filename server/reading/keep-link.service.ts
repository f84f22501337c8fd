import { SESSION_MS } from '../../contract/limits.ts';
import type { House } from '../house.ts';
import { type Caller, tokensIn } from '../http/caller.ts';
import type { Visitor } from '../http/visitor.ts';
import { sessionIdOf } from '../identity/session.service.ts';
import { grantIn, sealedGrant, stillHolds } from './grant.service.ts';

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
  return sealedGrant(house, purpose(place), { userId: visitor.userId, sessionId: visitor.sessionId, expires });
}

/** Whether a link opens the files of an edition now: seal, time, session and right are asked at each, and no other person may be signed in. */
export async function opensByLink(house: House, place: Place, link: string, caller: Caller): Promise<boolean> {
  const grant = grantIn(house, purpose(place), link);
  if (!grant || tokensIn(caller).some((token) => sessionIdOf(token) !== grant.sessionId)) return false;
  return stillHolds(house, grant, place.publishId);
}
