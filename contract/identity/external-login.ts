import { z } from 'zod';
import { safeRedirect } from './safe-redirect.ts';
import { endpoint } from '../endpoint.ts';

/** Message for an OpenID Connect answer that is forged, expired or already used. */
export const EXTERNAL_LOGIN_EXPIRED = '登录信息已失效，请重新登录';
/** Path of the page to which the provider redirects the browser. */
export const AUTH_REDIRECT_PATH = '/auth-redirect';

const providerKey = z.string().regex(/^[a-z][a-z0-9_]{0,19}$/, '登录方式不存在');
const secret = z.string(EXTERNAL_LOGIN_EXPIRED).regex(/^[\w-]{20,100}$/, EXTERNAL_LOGIN_EXPIRED);

export const externalProviders = endpoint('GET /auth/providers', {
  summary: '其他登录方式',
  access: 'public',
  data: z.array(z.object({ key: z.string(), name: z.string() })),
});

export const startExternalLogin = endpoint('POST /auth/start', {
  summary: '开始用其他方式登录或绑定',
  access: 'public',
  body: z.object({
    provider: providerKey,
    /** Path to open afterwards. */
    redirect: z.string().max(2000, '跳转地址过长').default('/').transform(safeRedirect),
    /** Links the provider's account to the signed-in user instead of signing in. */
    link: z.boolean().default(false),
  }),
  data: z.object({
    /** Address of the provider's sign-in page. */
    address: z.string(),
    /** Stored in this browser tab and sent with the callback: an answer started in another browser is rejected. */
    browserKey: z.string(),
  }),
});

export const finishExternalLogin = endpoint('POST /auth/callback', {
  summary: '完成用其他方式登录或绑定',
  access: 'public',
  // Up to two requests to the provider may be needed.
  timeout: 20_000,
  body: z.object({
    browserKey: secret,
    state: secret,
    /** Unchanged query string of the redirect: code, state, iss. */
    query: z.string().max(4000, EXTERNAL_LOGIN_EXPIRED),
  }),
  data: z.object({
    /** Null after linking (the session continues) and before the second step. */
    token: z.string().nullable(),
    /** For the second step (`POST /login/secondFactor`). */
    ticket: z.string().nullable(),
    redirect: z.string(),
  }),
});

export const linkedLogins = endpoint('GET /auth/linked', {
  summary: '我绑定的登录方式',
  access: 'signed-in',
  data: z.array(z.object({ linkId: z.number(), provider: z.string(), name: z.string(), account: z.string(), createTime: z.string() })),
});

export const unlinkLogin = endpoint('DELETE /auth/linked/{linkId}', {
  summary: '解除绑定',
  access: 'signed-in',
  params: z.object({ linkId: z.coerce.number().int().positive() }),
});
