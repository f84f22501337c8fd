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
 * `known` is somebody the server, or without a network this device, knows; `unknown` holds a token nobody has
 * asked about yet; `visitor` has none.
 */
export type Session = { state: 'anonymous' } | { state: 'restoring' } | ({ state: 'authenticated' } & Person);

/** `passwordDue`: why it is time for a new password, until the person was told. `factorDue`: only the set-up of a second factor is open. */
export const session = proxy<{ now: Session; passwordDue: 'initial' | 'expired' | null; factorDue: boolean }>({
  now: readToken() ? { state: 'restoring' } : { state: 'anonymous' },
  passwordDue: null,
  factorDue: false,
});

/** Where this device remembers who is here; other tabs hear of its changes. */
export const STORED_PERSON = 'shuzhou.person';
const REMEMBER_DAYS = 30;

/** Called before the person of this device changes or leaves; the shelf and the worker forget the private parts. */
type Leaving = (userId: number | null) => void | Promise<void>;
const leaving = new Set<Leaving>();
export function onPersonChange(listener: Leaving): void {
  leaving.add(listener);
}

const PATIENCE_MS = 4_000;
/** A store that stalls, or refuses, keeps nobody signed in or out. */
const tellAll = (userId: number | null): Promise<unknown> =>
  Promise.race([Promise.allSettled([...leaving].map(async (tell) => tell(userId))), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);

let asking: Promise<Session> | null = null;
/** The token the person here was asked about with. */
let knownBy: string | null = null;

/** Whose token the next call carries: nobody's while another tab has signed out, or in as somebody else. */
export const personOfToken = (): number | null =>
  session.now.state === 'authenticated' && knownBy !== null && readToken() === knownBy ? session.now.user.userId : null;

/**
 * Another tab signed out, or in as somebody else: so does this one. Answers whether anything changed here. That nobody
 * is kept any more is heard before the browser shows this tab that the cookie is gone.
 */
export async function followOtherTab(): Promise<boolean> {
  const here = session.now.state === 'authenticated' ? session.now.user.userId : null;
  if (!readToken() || !readMemory(STORED_PERSON)) {
    if (session.now.state === 'anonymous') return false;
    session.now = { state: 'anonymous' };
    // What is seen changes now, whenever the stores have forgotten.
    void tellAll(null);
    return true;
  }
  if (here !== null && storedPerson()?.user.userId === here && readToken() === knownBy) return false;
  session.now = { state: 'restoring' };
  // What is another's is not seen while the house is asked who this is.
  if (here !== null && storedPerson()?.user.userId !== here) await tellAll(null);
  await loadPerson();
  return true;
}

/** Who is here: asks the server once; with the network gone the last person this device knew stays. */
export function loadPerson(): Promise<Session> {
  if (session.now.state !== 'restoring') return Promise.resolve(session.now);
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<Session> {
  const token = readToken();
  const answer = await call(getInfo, {}).catch((error: unknown) => ({ error }));
  const now = readToken();
  // Another tab has signed out meanwhile, or in as somebody else: the answer was not about who is here now.
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
    await tellAll(kept.user.userId);
  } else if (error instanceof CallError && error.code === CODE.signedOut) await forgetSession();
  else await abandonSession(error);
}

type GivingUp = (error: unknown) => void;
const givingUp = new Set<GivingUp>();
/** Called when the session was given up because what a visit needs could not be loaded; says why and goes home. */
export function onSessionAbandoned(listener: GivingUp): void {
  givingUp.add(listener);
}

/** The session ends here and on the server, since the person's rights or menu could not be loaded. */
export async function abandonSession(error: unknown): Promise<void> {
  await endSession();
  for (const listener of givingUp) listener(error);
}

async function become(person: Person): Promise<void> {
  storePerson(person);
  session.now = { state: 'authenticated', ...person };
  await tellAll(person.user.userId);
}

export const storePerson = (person: Person): void => writeMemory(STORED_PERSON, JSON.stringify({ ...person, by: signOf(readToken()) }));

/** The person of the token that is here; null where somebody else was kept, or the token has gone with the browser. */
export function storedPerson(): Person | null {
  const token = readToken();
  try {
    const { by, ...person } = JSON.parse(readMemory(STORED_PERSON) ?? '{}') as Person & { by?: number };
    return token && by === signOf(token) ? person : null;
  } catch {
    return null;
  }
}

/** Tells one token from another and gives none away: thirty-two bits of hundreds. */
const signOf = (token: string | null): number => [...(token ?? '')].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);

/** This device no longer knows anybody; what he kept for his return stays. */
export async function forgetSession(): Promise<void> {
  clearToken();
  writeMemory(STORED_PERSON, null);
  session.now = { state: 'anonymous' };
  session.factorDue = false;
  await tellAll(null);
}

/** Begins the session of a new token and loads whose it is. */
export function startSession(token: string, writeMemory: boolean): Promise<Session> {
  writeToken(token, writeMemory ? REMEMBER_DAYS : undefined);
  session.now = { state: 'restoring' };
  return loadPerson();
}

/** Ends the session here at once, and tells the server without waiting for it: later, where there is no network. What was kept for a return stays. */
export async function endSession(): Promise<void> {
  const token = readToken();
  // First: on a line that hangs, a person who has left would still be signed in here.
  const forgotten = forgetSession();
  if (token) void endRemotely(token);
  await forgotten;
}

export { hasPermission, canOpenAdmin } from './rights.ts';
