import { clearToken, readToken } from '../../api/token.ts';
import { answerAlerts, type Alert } from '../../session/alert.ts';
import { showAlert } from '../frame/dialogs.ts';

const LOGIN = '/cmsLogin';
/** The user needs some time for a password and a second factor. */
const LOOK_EVERY_MS = 500;

/** The words of `session-ended.ts`; other alerts are shown as they are. */
const ENDED = '请登录!';

/** Resolves when another token is in use, because the user signed in again in another window. */
const signedInAgain = (before: string | null): Promise<void> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = readToken();
      if (!now || now === before) return;
      clearInterval(timer);
      resolve();
    }, LOOK_EVERY_MS);
  });

/**
 * While a document is open, an ended session does not lead away from it: the user signs in again in another window and goes on here.
 * `flush` stores the document on this device first. Returns a function that restores the usual way.
 */
export function signInBesideDocument(flush: () => void, onWaiting: (waiting: boolean) => void): () => void {
  const alert: Alert = async (title, content, button) => {
    if (content !== ENDED) return showAlert(title, content, button);
    flush();
    const before = readToken();
    await showAlert('登录已过期', '文稿已存在本机，一个字都不会丢。请在新窗口登录，然后回到这里接着改。', '在新窗口登录');
    // Without a token the other window shows the login page at once.
    clearToken();
    window.open(LOGIN, '_blank');
    onWaiting(true);
    await signedInAgain(before);
    onWaiting(false);
  };
  return answerAlerts(alert);
}
