import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { requiredText } from '../required-text.ts';

/** Message of a sign-in whose second step came too late, from another device, or too often. */
export const SECOND_STEP_EXPIRED = '登录信息已失效，请重新登录';
export const RECOVERY_CODES = 10;
export const PASSKEYS_MOST = 10;
const NAME_LENGTH = 30;

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens are ignored. */
const code = z.string('请输入验证码').trim().min(1, '请输入验证码').max(40, '验证码格式错误');
const text = z.string('通行密钥的应答不完整，请重试').max(20_000, '通行密钥的应答不完整，请重试');
/** The answer of the browser as JSON; the library validates it fully (`@simplewebauthn/server`). */
const passkeyAnswer = z.looseObject({
  id: text.min(1, '通行密钥的应答不完整，请重试'),
  rawId: text,
  type: z.literal('public-key', '通行密钥的应答不完整，请重试'),
  response: z.looseObject({ clientDataJSON: text }),
});
/** WebAuthn options for the browser, as JSON. */
const passkeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
const passkeyName = requiredText('请给这个通行密钥起个名字').max(NAME_LENGTH, `名字不能超过${NAME_LENGTH}个字符`);

export const secondStep = endpoint('POST /login/secondFactor', {
  summary: '登录的第二步',
  access: 'public',
  body: z.object({ ticket: z.string(SECOND_STEP_EXPIRED).max(100, SECOND_STEP_EXPIRED), code }),
  answer: z.object({ token: z.string() }),
});

export const passkeyLoginOptions = endpoint('POST /login/passkey/options', {
  summary: '开始用通行密钥登录',
  access: 'public',
  data: passkeyOptions,
});

export const passkeyLogin = endpoint('POST /login/passkey', {
  summary: '用通行密钥登录',
  access: 'public',
  body: z.object({ answer: passkeyAnswer }),
  answer: z.object({ token: z.string() }),
});

export const secondFactorState = endpoint('GET /system/user/profile/secondFactor', {
  summary: '我的登录安全',
  access: 'signed-in',
  whileFactorDue: true,
  data: z.object({
    totp: z.boolean(),
    /** Number of unused recovery codes. */
    codesLeft: z.number(),
    /** The configuration requires a second factor for this user. */
    required: z.boolean(),
    /** The account has a password, so the user can confirm their identity with it. */
    hasPassword: z.boolean(),
    passkeys: z.array(z.object({ passkeyId: z.number(), name: z.string(), createTime: z.string(), lastUsed: z.string() })),
  }),
});

export const beginTotp = endpoint('POST /system/user/profile/secondFactor/totp', {
  summary: '开始设置两步验证',
  access: 'signed-in',
  confirm: true,
  whileFactorDue: true,
  data: z.object({
    /** Base32, for manual entry. */
    secret: z.string(),
    uri: z.string(),
    /** The same as a QR code: a data URL. */
    qr: z.string(),
  }),
});

const codes = z.object({ codes: z.array(z.string()) });

/** The recovery codes are returned only here. */
export const finishTotp = endpoint('PUT /system/user/profile/secondFactor/totp', {
  summary: '开启两步验证',
  access: 'signed-in',
  confirm: true,
  whileFactorDue: true,
  body: z.object({ code }),
  data: codes,
});

export const removeTotp = endpoint('DELETE /system/user/profile/secondFactor/totp', {
  summary: '关闭两步验证',
  access: 'signed-in',
  confirm: true,
});

export const renewCodes = endpoint('POST /system/user/profile/secondFactor/codes', {
  summary: '换一组恢复码',
  access: 'signed-in',
  confirm: true,
  data: codes,
});

export const beginPasskey = endpoint('POST /system/user/profile/passkey/options', {
  summary: '开始添加通行密钥',
  access: 'signed-in',
  confirm: true,
  whileFactorDue: true,
  data: passkeyOptions,
});

export const addPasskey = endpoint('POST /system/user/profile/passkey', {
  summary: '添加通行密钥',
  access: 'signed-in',
  confirm: true,
  whileFactorDue: true,
  body: z.object({ name: passkeyName, answer: passkeyAnswer }),
});

export const renamePasskey = endpoint('PUT /system/user/profile/passkey/{passkeyId}', {
  summary: '重命名通行密钥',
  access: 'signed-in',
  confirm: true,
  params: z.object({ passkeyId: id }),
  body: z.object({ name: passkeyName }),
});

export const removePasskey = endpoint('DELETE /system/user/profile/passkey/{passkeyId}', {
  summary: '移除通行密钥',
  access: 'signed-in',
  confirm: true,
  params: z.object({ passkeyId: id }),
});

export const confirmOptions = endpoint('POST /system/user/profile/confirm/options', {
  summary: '开始用通行密钥确认身份',
  access: 'signed-in',
  whileFactorDue: true,
  data: passkeyOptions,
});

/** Needs exactly one proof. Unlocks the endpoints marked `confirm` for some minutes (`sys.account.confirmMinutes`). */
export const confirmIdentity = endpoint('POST /system/user/profile/confirm', {
  summary: '确认身份',
  access: 'signed-in',
  whileFactorDue: true,
  body: z
    .object({
      password: z.string().min(1, '请输入密码').max(200, '密码错误，请重新输入').optional(),
      code: code.optional(),
      answer: passkeyAnswer.optional(),
    })
    .refine((body) => Object.values(body).filter((one) => one !== undefined).length === 1, '请输入密码或验证码，或使用通行密钥'),
});

/** Removes all second factors of a user who has lost them. Needs the permission to reset passwords. */
export const resetSecondFactor = endpoint('DELETE /system/user/secondFactor/{userId}', {
  summary: '清除用户的两步验证和通行密钥',
  access: 'system:user:resetPwd',
  confirm: true,
  params: z.object({ userId: id }),
});
