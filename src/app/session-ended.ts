import { createPath } from 'react-router-dom';
import { alertOr } from '../session/alert.ts';
import { endSession, loadPerson, session } from '../session/session.store.ts';
import { readToken } from '../api/token.ts';
import { loginPath } from '../site/frame/login-path.ts';
import { router } from './router.ts';

/** Shows one dialog and signs out once, however many answers reject `token`. Unsaved input of the page is kept for the return. */
export async function showSessionEnded(token: string): Promise<void> {
  const alert = alertOr(async (...words) => (await import('../site/frame/dialogs.ts')).showAlert(...words));
  await alert('系统提示', '请登录!', '登录');
  const now = readToken();
  if (now && now !== token) {
    // The user signed in again in another window meanwhile.
    session.now = { state: 'restoring' };
    await loadPerson();
    return;
  }
  // Uses the browser's current address: a reader who has turned pages has removed the original passage from it.
  const login = loginPath(createPath(location));
  await endSession();
  await router.navigate(login);
}
