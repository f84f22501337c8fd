import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * The key with which a shared device encrypts what its user has not sent when signing out. It is derived for the user and not stored, so
 * only the same account can read the data after signing in again.
 */
export const deviceKey = endpoint('GET /system/user/profile/deviceKey', {
  summary: '本机待发内容的密钥',
  access: 'signed-in',
  /** 32 bytes, base64. */
  data: z.object({ key: z.string() }),
});
