import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CAPTCHA_TIMEOUT_MS } from '../limits.ts';

export const captchaImage = endpoint('GET /captchaImage', {
  summary: '取验证码',
  access: 'public',
  timeout: CAPTCHA_TIMEOUT_MS,
  answer: z.object({
    captchaEnabled: z.boolean(),
    uuid: z.string().optional(),
    /** Bare base64 of a picture. */
    img: z.string().optional(),
  }),
});

const text = (max: number) => z.string().max(max, '内容过长').default('');

/** Lengths are judged by the service, so that a wrong length answers as a wrong password does. */
export const login = endpoint('POST /login', {
  summary: '登录',
  access: 'public',
  body: z.object({
    username: text(200),
    password: text(200),
    code: text(20),
    uuid: text(64),
    /** The client knows the second step (`POST /login/secondFactor`); without it such an account is refused in words. */
    secondFactor: z.boolean().default(false),
  }),
  /** A token, or, before the second step, a ticket for it. */
  answer: z.object({ token: z.string().optional(), ticket: z.string().optional() }),
});
