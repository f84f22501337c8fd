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
    /** A picture as base64 without a prefix. */
    img: z.string().optional(),
  }),
});

const text = (max: number) => z.string().max(max, '内容过长').default('');

/** The service checks the lengths, so that a wrong length gets the same answer as a wrong password. */
export const login = endpoint('POST /login', {
  summary: '登录',
  access: 'public',
  body: z.object({
    username: text(200),
    password: text(200),
    code: text(20),
    uuid: text(64),
    /** The client supports the second step (`POST /login/secondFactor`); otherwise the server rejects such an account with a message. */
    secondFactor: z.boolean().default(false),
  }),
  /** A token, or a ticket for the second step. */
  answer: z.object({ token: z.string().optional(), ticket: z.string().optional() }),
});
