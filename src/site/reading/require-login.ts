import { session } from '../../session/session.store.ts';
import { confirm } from '../frame/dialogs.ts';
import { loginPath } from '../frame/login-path.ts';

/**
 * Resolves to true when the user is signed in. An anonymous visitor is asked to sign in, and comes back to the page. `leaving`
 * is called before they leave, to store a pending action.
 */
export async function requireLogin(leaving?: () => void): Promise<boolean> {
  if (session.now.state !== 'anonymous') return true;
  if (await confirm('登录后做笔记', '划线、笔记、生词和书签会存在您名下，在每台设备上都能看到。', '去登录')) {
    leaving?.();
    location.assign(loginPath(location.pathname + location.search));
  }
  return false;
}
