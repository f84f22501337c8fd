import { EXTERNAL_LOGIN_EXPIRED, finishExternalLogin, startExternalLogin } from '../../contract/identity/external-login.ts';
import { CODE } from '../../contract/error.ts';
import { call, CallError } from '../api/call.ts';
import { startSession, loadPerson, session } from './session.store.ts';

/** Kept by this tab while the provider's page is open: an answer that was started in another browser is refused. */
const BROWSER_KEY = 'shuzhou.external-login';

/** Leaves for the provider's sign-in page; `redirect` opens afterwards. With `link` the account is linked to the person signed in. */
export async function leaveForProvider(provider: string, redirect: string, link = false): Promise<void> {
  const { address, browserKey } = await call(startExternalLogin, { body: { provider, redirect, link } }, { known: link });
  sessionStorage.setItem(BROWSER_KEY, browserKey);
  location.assign(address);
}

/** Finishes with the query string of the redirect; returns the path to open, and a ticket where the account asks for a second step. Throws `CallError` with a message for people. */
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
