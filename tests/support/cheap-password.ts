import { randomBytes, scryptSync } from 'node:crypto';

const COST = { N: 2 ** 10, r: 8, p: 1 };

/**
 * A hash of a password that takes two milliseconds instead of seventy: a stored hash contains its cost, and tests sign in hundreds of times.
 * Passwords that the server sets have the normal cost.
 */
export function cheapHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password.normalize('NFC'), salt, 32, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}
