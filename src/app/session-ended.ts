import { createPath } from 'react-router-dom';
import { alertOr } from '../session/alert.ts';
import { endSession, loadPerson, session } from '../session/session.store.ts';
import { readToken } from '../api/token.ts';
import { loginFor } from './route-guard.ts';
import { router } from './router.ts';

/** One dialog, one logout, however many answers said that `token` is known no more; what was typed on the page stays for the return. */
export async function showSessionEnded(token: string): Promise<void> {
  const alert = alertOr(async (...words) => (await import('../site/frame/dialogs.ts')).showAlert(...words));
  await alert('系统提示', '请登录!', '登录');
  const now = readToken();
  if (now && now !== token) {
    // Signed in again in another window meanwhile.
    session.now = { state: 'restoring' };
    await loadPerson();
    return;
  }
  // Of the browser: a reader who has turned on takes the passage he came for out of it.
  const login = loginFor(createPath(location));
  await endSession();
  await router.navigate(login);
}
