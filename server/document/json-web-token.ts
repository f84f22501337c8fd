import { createHmac, timingSafeEqual } from 'node:crypto';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sealOf = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();
/** Clocks of two machines differ by this much at most, seconds. */
const LEEWAY_S = 60;

/** A JSON web token with HS256, the only algorithm that the document server and this server use with each other. */
export function signJwt(secret: string, payload: object, lifeS: number): string {
  const now = Math.floor(Date.now() / 1000);
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...payload, iat: now, exp: now + lifeS })}`;
  return `${text}.${sealOf(secret, text).toString('base64url')}`;
}

/** Returns the payload; null for a token that is expired, has another algorithm, or was not signed with `secret`. */
export function verifyJwt(secret: string, token: string): Record<string, unknown> | null {
  const [head = '', body = '', seal = '', ...more] = token.split('.');
  const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(secret, `${head}.${body}`).toString('base64url'))];
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  try {
    const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg?: unknown };
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown;
    if (alg !== 'HS256' || typeof payload !== 'object' || payload === null) return null;
    const { exp } = payload as { exp?: unknown };
    if (exp !== undefined && (typeof exp !== 'number' || exp + LEEWAY_S < Date.now() / 1000)) return null;
    return payload as Record<string, unknown>;
  } catch {
    return null;
  }
}
