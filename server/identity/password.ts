import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { concurrencyLimit, QueueFull } from '../files/concurrency-limit.ts';
import { tooMany } from '../http/app-error.ts';

/** About 60 ms and 32 MB on the thread pool, off the request thread. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const BYTES = 32;

/** Hash operations that may wait: the last one waits about eight seconds with one core, and a class of sixty signs in at once. */
const WAITING = 120;
/** One core stays free for signed-in users: other hash operations wait in a queue. */
const inTurn = concurrencyLimit(Math.max(1, availableParallelism() - 1), WAITING);
const BUSY = '登录的人太多，请过几秒再试';
const BUSY_SECONDS = 5;

async function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  try {
    return await inTurn(
      () =>
        new Promise<Buffer>((resolve, reject) => {
          scrypt(password.normalize('NFC'), salt, BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
        }),
    );
  } catch (error) {
    throw error instanceof QueueFull ? tooMany(BUSY, BUSY_SECONDS) : error;
  }
}

/** `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem ?? 0 };
  const made = await derive(password, Buffer.from(salt, 'base64url'), options);
  const kept = Buffer.from(key, 'base64url');
  return made.length === kept.length && timingSafeEqual(made, kept);
}

let decoy: Promise<string> | null = null;

/** Takes as long as a comparison when the account does not exist, so that the response time does not reveal it. */
export async function passwordDecoy(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(12).toString('hex'));
  await passwordMatches(password, await decoy);
  return false;
}
