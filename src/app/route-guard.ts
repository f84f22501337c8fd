import { BACK_OFFICE_PATH } from '../../contract/content/back-office.ts';
import { plainPath } from '../../contract/content/page.ts';
import { canOpenAdmin } from '../session/rights.ts';
import { LOGIN, loginPath } from '../site/frame/login-path.ts';
import { headOf } from '../site/frame/page-heads.ts';

export type RouteAccess = 'public' | 'guest' | 'signed-in' | 'back-office' | 'nowhere';
export type Visiting = { state: 'anonymous' } | { state: 'restoring' } | { state: 'authenticated'; roles: readonly string[] };

export const NOT_FOUND = '/404';
/** The user's own profile page in the back office. */
export { OWN_ADMIN_PAGE as OWN_PAGE } from '../../contract/content/back-office.ts';
const SIGNED_IN =
  /^\/(personalCenter|authorBackground|user|preliminary|personReview|\w*pageoffice|dcOnlyOffice|cms\/main\/(courseClass|assignment|practice|dailyReview|teach))(\/|$)/i;
const PUBLIC = /^\/(cms|redirect\/.*)$/;

/** Returns who may open a path. */
export function accessOf(path: string): RouteAccess {
  const plain = plainPath(path);
  if (plain === LOGIN) return 'guest';
  if (SIGNED_IN.test(plain)) return 'signed-in';
  if (BACK_OFFICE_PATH.test(plain)) return 'back-office';
  return headOf(plain) || PUBLIC.test(plain) ? 'public' : 'nowhere';
}

/** Returns the redirect for a user who may not open `path` (a full path with its query); null allows it. */
export function redirectFor(path: string, access: RouteAccess, currentUser: Visiting): string | null {
  const signedIn = currentUser.state !== 'anonymous';
  switch (access) {
    case 'public':
      return null;
    case 'nowhere':
      return NOT_FOUND;
    case 'guest':
      return signedIn ? '/' : null;
    case 'signed-in':
      return signedIn ? null : loginPath(path);
    case 'back-office':
      if (!signedIn) return loginPath(path);
      return currentUser.state === 'authenticated' && canOpenAdmin(currentUser.roles) ? null : '/';
  }
}
