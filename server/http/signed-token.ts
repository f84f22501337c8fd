import { createHmac, timingSafeEqual } from 'node:crypto';

/** The holder of the signing secret. */
interface Keeper {
  readonly settings: { readonly secret: Buffer };
}

const BETWEEN = '.';

const sealOf = (context: Keeper, purpose: string, payload: string): Buffer =>
  createHmac('sha256', context.settings.secret).update(`${purpose}\n${payload}`).digest();

/**
 * Returns a token that a browser may store but cannot change: the fields, and an HMAC-SHA-256 of this server over them and
 * `purpose`, which limits its use. No field may contain a full stop. Base64url; the holder of the token can read it.
 */
export function signToken(context: Keeper, purpose: string, fields: readonly (string | number)[]): string {
  const payload = Buffer.from(fields.join(BETWEEN)).toString('base64url');
  return `${payload}${BETWEEN}${sealOf(context, purpose, payload).toString('base64url')}`;
}

/** Returns the fields of a token signed for `purpose`; null for a token that this server did not sign, or signed for another purpose. */
export function verifyToken(context: Keeper, purpose: string, text: string): string[] | null {
  const [payload = '', given = '', ...more] = text.split(BETWEEN);
  // Compared as text: a Base64 decoder ignores invalid characters, and some links get characters appended.
  const mark = Buffer.from(given);
  const right = Buffer.from(sealOf(context, purpose, payload).toString('base64url'));
  if (more.length > 0 || mark.length !== right.length || !timingSafeEqual(mark, right)) return null;
  return Buffer.from(payload, 'base64url').toString().split(BETWEEN);
}
