import { MEDIA_LINK_MS } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { type RequestCaller, tokensIn } from '../http/request-credentials.ts';
import { addressFamily } from '../http/rate-limit-key.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sessionIdOf } from '../identity/session.service.ts';
import { grantIn, signedGrant, stillHolds } from './grant.service.ts';

interface Place {
  readonly publishId: number;
  readonly editionId: number;
}

const purpose = ({ publishId, editionId }: Place, ip: string): string => `keep-link\n${publishId}/${editionId}\n${addressFamily(ip)}`;

/**
 * Returns the link by which a browser downloads the files of one edition in the background. It lasts ten minutes and works
 * only in the network that requested it: the network is part of the signature.
 */
export function downloadLink(
  context: AppContext,
  currentUser: CurrentUser,
  place: Place,
  from: { readonly ip: string; readonly validTo: number | null },
): string {
  const expires = Math.min(Date.now() + MEDIA_LINK_MS, from.validTo ?? Infinity);
  return signedGrant(context, purpose(place, from.ip), { userId: currentUser.userId, sessionId: currentUser.sessionId, expires });
}

/**
 * Returns whether a link opens the files of an edition now. Checks signature, network, time, session and right, and that no other user is
 * signed in.
 */
export async function opensByLink(context: AppContext, place: Place, link: string, caller: RequestCaller): Promise<boolean> {
  const grant = grantIn(context, purpose(place, caller.ip), link);
  if (!grant || tokensIn(caller).some((token) => sessionIdOf(token) !== grant.sessionId)) return false;
  return stillHolds(context, grant, place.publishId);
}
