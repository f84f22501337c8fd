import { EXTERNAL_LOGIN_EXPIRED, finishExternalLogin, startExternalLogin } from '../../contract/identity/external-login.ts';
import { CODE } from '../../contract/error.ts';
import { call, CallError } from '../api/call.ts';
import { startSession, loadPerson, session } from './session.store.ts';

/** Stored for this tab while the provider's page is open: a response to a sign-in that started in another browser is rejected. */
const BROWSER_KEY = 'shuzhou.external-login';

/** Opens the provider's sign-in page; `redirect` opens afterwards. With `link` the external account is linked to the signed-in user. */
export async function leaveForProvider(provider: string, redirect: string, link = false): Promise<void> {
  const { address, browserKey } = await call(startExternalLogin, { body: { provider, redirect, link } }, { known: link });
  sessionStorage.setItem(BROWSER_KEY, browserKey);
  location.assign(address);
}

/**
 * Completes the sign-in with the query string of the redirect. Returns the path to open, and a ticket if the account needs a second step.
 * Throws `CallError` with a message for the user.
 */
export async function returnFromProvider(query: string): Promise<{ redirect: string; ticket: string | null }> {
  const browserKey = sessionStorage.getItem(BROWSER_KEY);
  const state = new URLSearchParams(query).get('state');
  sessionStorage.removeItem(BROWSER_KEY);
  if (!browserKey || !state) throw new CallError(CODE.failed, EXTERNAL_LOGIN_EXPIRED);
  const { token, ticket, redirect } = await call(finishExternalLogin, { body: { browserKey, state, query } }, { known: true });
  if (ticket) return { redirect, ticket };
  if (token) await startSession(token, false);
  else await loadPerson();
  if (session.now.state === 'anonymous') throw new CallError(CODE.failed, EXTERNAL_LOGIN_EXPIRED);
  return { redirect, ticket };
}
