import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '../../contract/identity/second-factor.ts';

const ISSUER = '书舟';
const PERIOD_S = 30;
/** Codes of the previous and next step are accepted, for inaccurate clocks. */
const WINDOW = 1;
const SECRET_BYTES = 20;
/** Without letters and digits that are easily confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LETTERS = 10;

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_S });

/** Returns a new secret in Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the address that authenticator apps read from the QR code. */
export const totpUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/** Returns the time step (of 30 s since 1970) of a code; null for an invalid code. */
export function matchingStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
}

/** Returns the code of an authenticator app at a given time. */
export const totpCode = (secret: string, now: number): string => totpOf(secret, '').generate({ timestamp: now });

/** Normalizes typed codes: blanks, hyphens and case are ignored. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/** Returns ten codes of ten letters each, written as two groups of five. */
export function newRecoveryCodes(): string[] {
  const one = (): string => Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => one().replace(/^.{5}/, '$&-'));
}

const keyOf = (secret: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `second-factor/${purpose}`, 32));

/** A recovery code has 49 random bits, so a keyed hash without a work factor is enough. */
export const recoveryHash = (secret: Buffer, userId: number, code: string): string =>
  createHmac('sha256', keyOf(secret, 'recovery'))
    .update(`${userId}\n${plainCode(code)}`)
    .digest('hex');

/** AES-256-GCM with a key derived from the installation's secret, bound to the user: `iv.tag.cipher`, each in Base64url. */
export function encryptSecret(key: Buffer, userId: number, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, 'totp'), iv).setAAD(Buffer.from(String(userId)));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [iv, cipher.getAuthTag(), body].map((part) => part.toString('base64url')).join('.');
}

/** Returns null for a text that was encrypted with another key or for another user. */
export function decryptSecret(key: Buffer, userId: number, sealed: string): string | null {
  const [iv, tag, body] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!iv || !tag || !body) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(key, 'totp'), iv)
      .setAAD(Buffer.from(String(userId)))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
