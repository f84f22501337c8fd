import { proxy } from 'valtio/vanilla';
import { DEFAULT_ROLE, getInfo, type User } from '../../contract/identity/session.ts';
import { CODE } from '../../contract/error.ts';
import { call, CallError, isAway } from '../api/call.ts';
import { clearToken, readToken, writeToken } from '../api/token.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { endRemotely } from './pending-logouts.ts';

export interface Person {
  user: User;
  roles: string[];
  permissions: string[];
}

/**
 * `authenticated`: a user confirmed by the server, or by this device when there is no network; `restoring`: a token that has
 * not been checked yet; `anonymous`: no token.
 */
export type Session = { state: 'anonymous' } | { state: 'restoring' } | ({ state: 'authenticated' } & Person);

/** `passwordDue`: why a new password is needed, until the user was notified. `factorDue`: only the set-up of a second factor is allowed. */
export const session = proxy<{ now: Session; passwordDue: 'initial' | 'expired' | null; factorDue: boolean }>({
  now: readToken() ? { state: 'restoring' } : { state: 'anonymous' },
  passwordDue: null,
  factorDue: false,
});

/** Storage key of the current user on this device; other tabs receive its changes. */
export const STORED_PERSON = 'shuzhou.person';
const REMEMBER_DAYS = 30;

/** Called before the user of this device changes or signs out; the shelf and the service worker delete private data. */
type Leaving = (userId: number | null) => void | Promise<void>;
const leaving = new Set<Leaving>();
export function onPersonChange(listener: Leaving): void {
  leaving.add(listener);
}

const PATIENCE_MS = 4_000;
/** A store that hangs or fails must not block signing in or out. */
const notifyAll = (userId: number | null): Promise<unknown> =>
  Promise.race([Promise.allSettled([...leaving].map(async (tell) => tell(userId))), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);

let asking: Promise<Session> | null = null;
/** The token with which the current user was loaded. */
let knownBy: string | null = null;

/** Returns the user whose token the next call carries: null after another tab signed out or signed in as another user. */
export const personOfToken = (): number | null =>
  session.now.state === 'authenticated' && knownBy !== null && readToken() === knownBy ? session.now.user.userId : null;

/**
 * Follows a sign-out or sign-in of another user in another tab. Returns whether anything changed here. The removal of the
 * stored user arrives before the browser shows this tab that the cookie is gone.
 */
export async function followOtherTab(): Promise<boolean> {
  const here = session.now.state === 'authenticated' ? session.now.user.userId : null;
  if (!readToken() || !readMemory(STORED_PERSON)) {
    if (session.now.state === 'anonymous') return false;
    session.now = { state: 'anonymous' };
    // The screen changes at once, without waiting for the stores to clear.
    void notifyAll(null);
    return true;
  }
  const same = here !== null && storedPerson()?.user.userId === here;
  if (same && readToken() === knownBy) return false;
  // The same user has signed in again: what is shown stays while the server is queried. Data of another user must not.
  if (!same) {
    session.now = { state: 'restoring' };
    if (here !== null) await notifyAll(null);
  }
  await askOnce();
  return true;
}

const askOnce = (): Promise<Session> =>
  (asking ??= ask().finally(() => {
    asking = null;
  }));

/** Loads the current user from the server, once; without a network the last known user of this device stays. */
export function loadPerson(): Promise<Session> {
  return session.now.state === 'restoring' ? askOnce() : Promise.resolve(session.now);
}

async function ask(): Promise<Session> {
  const token = readToken();
  const answer = await call(getInfo, {}).catch((error: unknown) => ({ error }));
  const now = readToken();
  // Another tab signed out or signed in as another user meanwhile: the answer is not about the current user.
  if (now !== token && now) return ask();
  if (now !== token) await forgetSession();
  else if ('error' in answer) await stayWithout(answer.error, token);
  else {
    const { user, roles, permissions, isDefaultModifyPwd, isPasswordExpired, secondFactorDue } = answer;
    knownBy = token;
    session.passwordDue = isDefaultModifyPwd ? 'initial' : isPasswordExpired ? 'expired' : null;
    session.factorDue = secondFactorDue;
    await become({ user, roles: roles.length > 0 ? roles : [DEFAULT_ROLE], permissions });
  }
  return session.now;
}

async function stayWithout(error: unknown, token: string | null): Promise<void> {
  const kept = storedPerson();
  if (isAway(error)) {
    if (!kept) return;
    knownBy = token;
    session.now = { state: 'authenticated', ...kept };
    await notifyAll(kept.user.userId);
  } else if (error instanceof CallError && error.code === CODE.signedOut) await forgetSession();
  else await abandonSession(error);
}

type GivingUp = (error: unknown) => void;
const givingUp = new Set<GivingUp>();
/** Called when the session was abandoned because required data could not be loaded; shows the reason and goes to the home page. */
export function onSessionAbandoned(listener: GivingUp): void {
  givingUp.add(listener);
}

/** Ends the session here and on the server, because the user's permissions or menu could not be loaded. */
export async function abandonSession(error: unknown): Promise<void> {
  await endSession();
  for (const listener of givingUp) listener(error);
}

async function become(person: Person): Promise<void> {
  storePerson(person);
  session.now = { state: 'authenticated', ...person };
  await notifyAll(person.user.userId);
}

export const storePerson = (person: Person): void => writeMemory(STORED_PERSON, JSON.stringify({ ...person, by: signOf(readToken()) }));

/** Returns the stored user of the current token; null if another user is stored or the token was lost with the browser session. */
export function storedPerson(): Person | null {
  const token = readToken();
  try {
    const { by, ...person } = JSON.parse(readMemory(STORED_PERSON) ?? '{}') as Person & { by?: number };
    return token && by === signOf(token) ? person : null;
  } catch {
    return null;
  }
}

/** A 32-bit hash that distinguishes tokens without revealing them: a token has hundreds of bits. */
const signOf = (token: string | null): number => [...(token ?? '')].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);

/** Removes the current user from this device; data stored for their return stays. */
export async function forgetSession(): Promise<void> {
  clearToken();
  writeMemory(STORED_PERSON, null);
  session.now = { state: 'anonymous' };
  session.factorDue = false;
  await notifyAll(null);
}

/** Starts the session of a new token and loads its user. */
export function startSession(token: string, writeMemory: boolean): Promise<Session> {
  writeToken(token, writeMemory ? REMEMBER_DAYS : undefined);
  session.now = { state: 'restoring' };
  return loadPerson();
}

/**
 * Ends the session here at once and notifies the server without waiting, or later if there is no network. Data stored for the user's
 * return stays.
 */
export async function endSession(): Promise<void> {
  const token = readToken();
  // Clear the session first: on a hanging network the user would otherwise still be signed in here.
  const forgotten = forgetSession();
  if (token) void endRemotely(token);
  await forgotten;
}

export { hasPermission, canOpenAdmin } from './rights.ts';
