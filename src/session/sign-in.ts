import { login as loginCall } from '../../contract/identity/login.ts';
import { passkeyLogin, passkeyLoginOptions, secondStep } from '../../contract/identity/second-factor.ts';
import { call } from '../api/call.ts';
import { startSession, type Session } from './session.store.ts';

/** The account has a second factor: `ticket` is for `POST /login/secondFactor`. */
export interface SecondStep {
  readonly ticket: string | undefined;
}

export async function logIn(
  input: { username: string; password: string; code: string; uuid: string },
  writeMemory: boolean,
): Promise<Session | SecondStep> {
  const { token, ticket } = await call(loginCall, { body: { ...input, secondFactor: true } });
  return token ? startSession(token, writeMemory) : { ticket };
}

/** Completes the second step of a sign-in: `code` is from the authenticator app, or a recovery code. */
export async function takeSecondStep(ticket: string, code: string, writeMemory: boolean): Promise<Session> {
  const { token } = await call(secondStep, { body: { ticket, code } });
  return startSession(token, writeMemory);
}

/**
 * Signs in with a passkey of this device, without a user name. Throws an error with a message for the user, or `NotAllowedError` if the
 * user declined.
 */
export async function signInByPasskey(writeMemory: boolean): Promise<Session> {
  const [options, { requestPasskey }] = await Promise.all([call(passkeyLoginOptions, {}), import('../passkey/passkey.ts')]);
  const { token } = await call(passkeyLogin, { body: { answer: await requestPasskey(options) } });
  return startSession(token, writeMemory);
}
