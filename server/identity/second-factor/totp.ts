import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '../../../contract/identity/second-factor.ts';
import { hashText, openText, sealText } from '../../db/sealed-text.ts';

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

const TOTP_PURPOSE = 'second-factor/totp';

/** A recovery code has 49 random bits, so a keyed hash without a work factor is enough. */
export const recoveryHash = (secret: Buffer, userId: number, code: string): string =>
  hashText(secret, 'second-factor/recovery', `${userId}\n${plainCode(code)}`);

export const encryptSecret = (secret: Buffer, userId: number, text: string): string => sealText(secret, TOTP_PURPOSE, userId, text);
export const decryptSecret = (secret: Buffer, userId: number, sealed: string): string | null => openText(secret, TOTP_PURPOSE, userId, sealed);
