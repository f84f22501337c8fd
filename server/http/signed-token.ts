import { createHmac, timingSafeEqual } from 'node:crypto';

/** What holds the secret of a house. */
interface Keeper {
  readonly settings: { readonly secret: Buffer };
}

const BETWEEN = '.';

const sealOf = (context: Keeper, purpose: string, payload: string): Buffer =>
  createHmac('sha256', context.settings.secret).update(`${purpose}\n${payload}`).digest();

/**
 * Words a browser may carry and cannot change: the fields, and a seal of this house (HMAC-SHA-256) over them and
 * `purpose`, which says what they open. No field may hold a full stop. Base64url, readable by whoever holds them.
 */
export function signToken(context: Keeper, purpose: string, fields: readonly (string | number)[]): string {
  const payload = Buffer.from(fields.join(BETWEEN)).toString('base64url');
  return `${payload}${BETWEEN}${sealOf(context, purpose, payload).toString('base64url')}`;
}

/** The fields of words sealed for `purpose`; null for words this house did not write, or wrote for another. */
export function verifyToken(context: Keeper, purpose: string, text: string): string[] | null {
  const [payload = '', given = '', ...more] = text.split(BETWEEN);
  // Letter by letter as it was written: whoever reads Base64 passes over signs that are none, and some links are written on.
  const mark = Buffer.from(given);
  const right = Buffer.from(sealOf(context, purpose, payload).toString('base64url'));
  if (more.length > 0 || mark.length !== right.length || !timingSafeEqual(mark, right)) return null;
  return Buffer.from(payload, 'base64url').toString().split(BETWEEN);
}
