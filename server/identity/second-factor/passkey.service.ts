import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PasskeyAnswer, PASSKEYS_MOST } from '../../../contract/identity/second-factor.ts';
import type { AppContext } from '../../context.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { rateLimitKey } from '../../http/rate-limit-key.ts';
import { failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rememberDevice } from '../known-device.service.ts';
import { countAddress, loggedStep, rejectAddress, rejectBlackAddress } from '../login-attempts.service.ts';
import { dropPasskeys, insertPasskey, nameMyPasskey, passkeyByCredential, passkeysOf, usePasskey } from './second-factor.queries.ts';
import { hasTotp, notify, assertNotLastFactor } from './second-factor.service.ts';
import { noteLoginOfUser, userById } from '../session.queries.ts';
import { openSession } from '../session.service.ts';
import { isOwnAccount } from '../../http/person.policy.ts';

/** Loads at the first use of a passkey: few sign-ins need it. */
const webauthn = () => import('@simplewebauthn/server');

const CHALLENGE_MS = 5 * 60_000;
const OPTIONS: RateLimit = { name: 'passkey_rate', points: 60, windowMs: 60_000, message: '登录过于频繁，请一分钟后再试' };
const REJECTED = '通行密钥没有通过验证，请重试，或用密码登录';

/** The purpose of a challenge: it cannot be used for another one. */
type Purpose = 'login' | `add ${string}` | `confirm ${string}`;

const challengeKey = (challenge: string): string => `passkey_challenge:${challenge}`;
const keep = (context: AppContext, challenge: string, purpose: Purpose): Promise<void> =>
  context.cache.set(challengeKey(challenge), purpose, CHALLENGE_MS);
/** Every challenge is used once, right or wrong. */
const takes =
  (context: AppContext, purpose: Purpose) =>
  async (challenge: string): Promise<boolean> =>
    (await context.cache.take(challengeKey(challenge))) === purpose;

/** The site's own name and origin: a passkey works on no other site. */
function place(context: AppContext): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(context.settings.publicUrl);
  return { rpID: hostname, origin };
}

const transportsOf = (text: string): AuthenticatorTransport[] => text.split(',').filter(Boolean) as AuthenticatorTransport[];

export async function beginAdding(context: AppContext, currentUser: CurrentUser) {
  const had = await passkeysOf(context.db, currentUser.userId);
  if (had.length >= PASSKEYS_MOST) throw failed(`最多添加${PASSKEYS_MOST}个通行密钥，请先移除不用的`);
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: '书舟',
    rpID: place(context).rpID,
    userName: currentUser.userName,
    userDisplayName: currentUser.nickName,
    userID: new TextEncoder().encode(`user-${currentUser.userId}`),
    attestationType: 'none',
    excludeCredentials: had.map((one) => ({ id: one.credentialId, transports: transportsOf(one.transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keep(context, options.challenge, `add ${currentUser.sessionId}`);
  return { ...options };
}

export async function add(context: AppContext, currentUser: CurrentUser, name: string, answer: PasskeyAnswer): Promise<void> {
  const { rpID, origin } = place(context);
  const verified = await (
    await webauthn()
  )
    .verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: takes(context, `add ${currentUser.sessionId}`),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    })
    .catch(() => null);
  if (!verified?.verified) throw failed('通行密钥没有添加成功，请重试');
  const { credential } = verified.registrationInfo;
  await context.db.transaction().execute(async (tx) => {
    if (await passkeyByCredential(tx, credential.id)) throw failed('这个通行密钥已经添加过了');
    await insertPasskey(tx, {
      userId: currentUser.userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (credential.transports ?? []).join(','),
      name,
    });
    await notify(
      tx,
      currentUser.userId,
      '您的账号添加了一个通行密钥',
      `“${name}”现在可以直接登录您的账号。如果不是您本人，请立即在“登录安全”里移除它，并修改密码。`,
    );
  });
}

export async function rename(context: AppContext, currentUser: CurrentUser, passkeyId: number, name: string): Promise<void> {
  if (!(await nameMyPasskey(context.db, currentUser.userId, passkeyId, name))) throw missing('这个通行密钥已经移除，请刷新后重试');
}

export async function remove(context: AppContext, currentUser: CurrentUser, passkeyId: number): Promise<void> {
  const { userId } = currentUser;
  const had = await passkeysOf(context.db, userId);
  const one = had.find(({ id }) => id === passkeyId);
  if (!one) throw missing('这个通行密钥已经移除，请刷新后重试');
  await assertNotLastFactor(context, currentUser, had.length - 1 + ((await hasTotp(context.db, userId)) ? 1 : 0));
  await context.db.transaction().execute(async (tx) => {
    await dropPasskeys(tx, userId, passkeyId);
    await notify(tx, userId, '您的账号移除了一个通行密钥', `“${one.name}”不能再登录您的账号。如果不是您本人，请立即修改密码，并联系管理员。`);
  });
}

/** Returns options for a sign-in without a user name: the authenticator offers its passkeys for this site. */
export async function loginOptions(context: AppContext, ip: string) {
  await rateLimit(context, OPTIONS, rateLimitKey(ip));
  return optionsFor(context, 'login');
}

export const confirmOptionsFor = (context: AppContext, currentUser: CurrentUser) => optionsFor(context, `confirm ${currentUser.sessionId}`);

async function optionsFor(context: AppContext, purpose: Purpose) {
  const options = await (await webauthn()).generateAuthenticationOptions({ rpID: place(context).rpID, userVerification: 'required' });
  await keep(context, options.challenge, purpose);
  return { ...options };
}

/** Returns the passkey that signed a challenge of `purpose` with user verification; null otherwise. */
async function verifiedKey(context: AppContext, purpose: Purpose, answer: PasskeyAnswer) {
  const known = await passkeyByCredential(context.db, answer.id);
  if (!known) return null;
  const { rpID, origin } = place(context);
  const verified = await (
    await webauthn()
  )
    .verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: takes(context, purpose),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: known.credentialId,
        publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
        counter: known.counter,
        transports: transportsOf(known.transports),
      },
    })
    .catch(() => null);
  if (!verified?.verified) return null;
  await usePasskey(context.db, known.id, verified.authenticationInfo.newCounter);
  return known;
}

/** A passkey with user verification is two factors at once: possession, and a fingerprint or PIN. */
export async function signInByPasskey(context: AppContext, answer: PasskeyAnswer, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  await rejectBlackAddress(context, request.ip);
  await rejectAddress(context, request.ip);
  const known = await verifiedKey(context, 'login', answer);
  const user = known && (await userById(context.db, known.userId));
  if (!user) {
    await countAddress(context, request.ip);
    throw failed(REJECTED);
  }
  return loggedStep(context, user.userName, request, async () => {
    if (user.status === '1') throw failed('用户已封禁，请联系管理员');
    const token = await context.db.transaction().execute(async (tx) => {
      if (!(await noteLoginOfUser(tx, user, request.ip, Date.now()))) throw failed(REJECTED);
      return openSession(tx, user.id, request, 'passkey');
    });
    await rememberDevice(context, user.id, request, reply);
    return { done: token, words: '登录成功（通行密钥）' };
  });
}

export async function confirmsByPasskey(context: AppContext, currentUser: CurrentUser, answer: PasskeyAnswer): Promise<boolean> {
  const known = await verifiedKey(context, `confirm ${currentUser.sessionId}`, answer);
  return isOwnAccount(known?.userId, currentUser);
}
