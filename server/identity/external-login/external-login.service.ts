import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isReservedName } from '../../../contract/identity/display-name.ts';
import { AUTH_REDIRECT_PATH, EXTERNAL_LOGIN_EXPIRED } from '../../../contract/identity/external-login.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { Tx } from '../../db/database.ts';
import { wireTime } from '../../db/clock.ts';
import type { AppContext } from '../../context.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { rateLimitKey } from '../../http/rate-limit-key.ts';
import { failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import type { ExternalProvider } from '../../settings.ts';
import { configOf } from '../../db/config-value.ts';
import { saveIdentities } from '../account-identity.service.ts';
import { addLink, linkedUser, linksOf, removeLink } from './external-login.queries.ts';
import { assertConfirmed } from '../confirm.service.ts';
import { rememberDevice } from '../known-device.service.ts';
import { issueTicket } from '../login-ticket.service.ts';
import { loggedStep } from '../login-attempts.service.ts';
import { type ExternalAccount, signInRequest, verifiedAccount } from './openid-provider.ts';
import { hasTotp } from '../second-factor/second-factor.service.ts';
import { noteLoginOfUser, userById, userByName } from '../session.queries.ts';
import { openSession } from '../session.service.ts';
import { isOwnAccount } from '../../http/person.policy.ts';
import { log } from '../../telemetry/log.ts';

/** Maximum time between opening the provider's sign-in page and its response. */
const PENDING_MS = 10 * 60_000;
const STARTS: RateLimit = { name: 'auth_start', points: 30, windowMs: 60_000, message: '登录过于频繁，请一分钟后再试' };
const NAME_LENGTH = 20;
/** Stored in place of a hash for users who sign in only through a provider; no password matches it. */
const NO_PASSWORD = 'none';

interface Pending {
  readonly provider: string;
  readonly browserKey: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirect: string;
  /** The signed-in user to whom the account is linked; null for a sign-in. */
  readonly linkTo: number | null;
}

const pendingKey = (state: string): string => `auth_state:${state}`;
const randomKey = (): string => randomBytes(32).toString('base64url');
const expired = () => failed(EXTERNAL_LOGIN_EXPIRED);

export const providersOf = (context: AppContext): { key: string; name: string }[] =>
  context.settings.externalProviders.map(({ key, name }) => ({ key, name }));

function providerOf(context: AppContext, key: string): ExternalProvider {
  const found = context.settings.externalProviders.find((one) => one.key === key);
  if (!found) throw missing('没有这种登录方式，请刷新后重试');
  return found;
}

/** Starts a sign-in or, with `link`, linking a provider's account to `currentUser`. Returns the URL to which the browser is redirected. */
export async function startExternal(
  context: AppContext,
  currentUser: CurrentUser | null,
  asked: { readonly provider: string; readonly redirect: string; readonly link: boolean },
  ip: string,
): Promise<{ address: string; browserKey: string }> {
  await rateLimit(context, STARTS, rateLimitKey(ip));
  const provider = providerOf(context, asked.provider);
  if (asked.link && !currentUser) throw failed('请先登录，再绑定其他登录方式');
  if (asked.link && currentUser) await assertConfirmed(context, currentUser);
  const state = randomKey();
  const browserKey = randomKey();
  const { address, nonce, verifier } = await signInRequest(provider, redirectUri(context), state).catch((error: unknown) => {
    log.warn({ err: error, provider: provider.key }, 'an external sign-in cannot be reached');
    throw failed(`暂时连不上${provider.name}，请稍后再试，或用密码登录`);
  });
  const pending: Pending = {
    provider: provider.key,
    browserKey,
    nonce,
    verifier,
    redirect: asked.redirect,
    linkTo: asked.link ? (currentUser?.userId ?? null) : null,
  };
  await context.cache.set(pendingKey(state), JSON.stringify(pending), PENDING_MS);
  return { address, browserKey };
}

const redirectUri = (context: AppContext): string => context.settings.publicUrl + AUTH_REDIRECT_PATH;

/** Verifies the provider's response and signs in, registers or links. Throws for a forged, expired or repeated response. */
export async function finishExternal(
  context: AppContext,
  currentUser: CurrentUser | null,
  answer: { readonly browserKey: string; readonly state: string; readonly query: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ token: string | null; ticket: string | null; redirect: string }> {
  const kept = await context.cache.take(pendingKey(answer.state));
  if (!kept) throw expired();
  const pending = JSON.parse(kept) as Pending;
  if (!sameKey(pending.browserKey, answer.browserKey)) throw expired();
  const provider = context.settings.externalProviders.find((one) => one.key === pending.provider);
  if (!provider) throw expired();
  const callback = new URL(`${redirectUri(context)}?${answer.query.replace(/^\?/, '')}`);
  if (callback.searchParams.get('error') === 'access_denied') throw failed(`您没有同意${provider.name}登录，可以重新登录或改用密码`);
  const account = await verifiedAccount(provider, callback, { ...pending, state: answer.state }).catch((error: unknown) => {
    request.log.warn({ err: error, provider: provider.key }, 'external login refused');
    throw expired();
  });
  if (pending.linkTo !== null) {
    if (!isOwnAccount(pending.linkTo, currentUser)) throw expired();
    await link(context, provider, account, pending.linkTo);
    return { token: null, ticket: null, redirect: pending.redirect };
  }
  return { ...(await signIn(context, provider, account, request, reply)), redirect: pending.redirect };
}

function sameKey(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

async function link(context: AppContext, provider: ExternalProvider, account: ExternalAccount, userId: number): Promise<void> {
  if (await addLink(context.db, linkOf(provider, account, userId))) return;
  const holder = await linkedUser(context.db, account.issuer, account.subject);
  if (!isOwnAccount(holder?.id, { userId })) throw failed(`这个${provider.name}账号已绑定其他用户，请先在那个用户的资料里解除绑定`);
}

const linkOf = (provider: ExternalProvider, account: ExternalAccount, userId: number) => ({
  provider: provider.key,
  issuer: account.issuer,
  subject: account.subject,
  userId,
  account: (account.nickName || account.subject).slice(0, 50),
  createTime: Date.now(),
});

/** Returns a token, or a ticket for the second step when the provider does not report that it required a second factor. */
async function signIn(
  context: AppContext,
  provider: ExternalProvider,
  account: ExternalAccount,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ token: string | null; ticket: string | null }> {
  const mayRegister = (await configOf(context, 'sys.account.registerUser')) === 'true';
  const found = await linkedUser(context.db, account.issuer, account.subject);
  return loggedStep<{ token: string | null; ticket: string | null }>(context, found?.userName ?? account.userName, request, async () => {
    if (!found && !mayRegister) throw failed('当前系统没有开启注册功能！请先用密码登录，再在“我的资料”里绑定');
    if (found && !account.multiFactor && (await hasTotp(context.db, found.id))) {
      assertOpen(found);
      return { done: { token: null, ticket: await issueTicket(context, found, request, provider.name) }, words: null };
    }
    const { token, userId } = await context.db.transaction().execute(async (tx) => {
      const user = (await linkedUser(tx, account.issuer, account.subject)) ?? (await register(tx, provider, account));
      assertOpen(user);
      if (!(await noteLoginOfUser(tx, user, request.ip, Date.now()))) throw expired();
      return { token: await openSession(tx, user.id, request, account.multiFactor ? 'provider' : ''), userId: user.id };
    });
    await rememberDevice(context, userId, request, reply);
    return { done: { token, ticket: null }, words: `登录成功（${provider.name}）` };
  });
}

function assertOpen(user: { readonly delFlag: string; readonly status: string }): void {
  if (user.delFlag !== '0') throw failed('对不起，您的账号已被删除');
  if (user.status === '1') throw failed('用户已封禁，请联系管理员');
}

/** Creates a reader without a role and without a password. */
async function register(tx: Tx, provider: ExternalProvider, account: ExternalAccount) {
  const userName = await freeName(tx, account.userName);
  const now = Date.now();
  const { id } = await tx
    .insertInto('user')
    .values({
      userName,
      nickName: displayName(account.nickName) || userName,
      passwordHash: NO_PASSWORD,
      pwdUpdateDate: now,
      createBy: userName,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveIdentities(tx, id);
  if (!(await addLink(tx, linkOf(provider, account, id)))) throw expired();
  const user = await userById(tx, id);
  if (!user) throw expired();
  return user;
}

/** Returns the provider's display name if a reader may use it; empty otherwise. */
function displayName(given: string): string {
  const name = visibleText(given).trim().slice(0, 30);
  return isReservedName(name) ? '' : name;
}

/** Returns a free user name of 2 to 20 letters, digits and underscores, similar to the one from the provider. */
async function freeName(tx: Tx, wanted: string): Promise<string> {
  const plain = wanted.replace(/[^\w]/g, '').slice(0, NAME_LENGTH - 5);
  const usable = plain.length >= 2 && !/^\d/.test(plain) && !isReservedName(plain);
  const base = usable ? plain : 'reader';
  for (let tries = 0; tries < 20; tries++) {
    const name = tries === 0 && usable ? base : `${base}_${randomBytes(2).toString('hex')}`;
    if (!(await userByName(tx, name))) return name;
  }
  throw failed('暂时无法建立账号，请稍后再试');
}

export async function linkedOf(context: AppContext, currentUser: CurrentUser) {
  const names = new Map(context.settings.externalProviders.map((one) => [one.key, one.name]));
  return (await linksOf(context.db, currentUser.userId)).map(({ id, provider, account, createTime }) => ({
    linkId: id,
    provider,
    name: names.get(provider) ?? provider,
    account,
    createTime: wireTime(createTime),
  }));
}

/** The last link of a user without a password cannot be removed: the user could not sign in any more. */
export async function unlink(context: AppContext, currentUser: CurrentUser, linkId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const user = await userById(tx, currentUser.userId);
    const links = await linksOf(tx, currentUser.userId);
    if (!links.some((one) => one.id === linkId)) throw missing('该绑定已经解除，请刷新后重试');
    if (user?.passwordHash === NO_PASSWORD && links.length === 1) throw failed('这是您唯一的登录方式，请先请管理员设置密码，再解除绑定');
    await removeLink(tx, currentUser.userId, linkId);
  });
}
