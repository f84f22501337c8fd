import { createHash } from 'node:crypto';
import { CODE } from '../../contract/error.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError } from './app-error.ts';
import { claimKey, dropExpiredKeys, finishKey, releaseKey, storedKey, takeOverKey } from './once.queries.ts';

/** How long a claim without an end holds: longer than the slowest call of a payment channel. */
export const LEASE_MS = 60_000;

export const OTHER_CONTENT = '同一请求编号的内容不一致，请刷新后重试';
export const STILL_RUNNING = '请求正在处理，请稍候';

export interface OnceRequest {
  readonly userId: number;
  /** Keys of different kinds never meet. */
  readonly kind: string;
  /** Made by the client, one for each thing that it wants done; without it the work always runs. */
  readonly key: string | undefined;
  /** Method and path, such as `POST /pay/order`. */
  readonly call: string;
  /** The body without the key. */
  readonly body: unknown;
  /** How long a repeat gets the first answer; null for good. */
  readonly keptMs: number | null;
}

/** Stores the answer, if possible in the transaction of the work: both are committed or neither is. Returns the answer. */
export type Finish<T> = (db: Database | Tx, answer: T) => Promise<T>;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** SHA-256 of method, path and body: the same for the same request. */
export const requestHash = (call: string, body: unknown): string => hash(`${call}\n${JSON.stringify(body)}`);

/**
 * Does the work of a request once for its key, on any number of servers. The key is claimed by a unique row before the work starts. A
 * repeat with the same content gets the first answer; one with another content, or while the first still runs, is rejected with 409.
 *
 * Work that throws gives the key back, so that a corrected request may use it. When the process dies, nobody does: after `LEASE_MS` the next
 * repeat takes the claim over and does the work again. Work in one transaction therefore calls `finish` in it: if it was committed, so was the answer,
 * and a process that was only slow cannot commit once its claim is taken over. Work that calls another system must find there, or
 * in its own rows, what an earlier run has begun.
 */
export async function once<T>(
  db: Database,
  { userId, kind, key, call, body, keptMs }: OnceRequest,
  work: (finish: Finish<T>) => Promise<T>,
): Promise<T> {
  if (key === undefined || key === '') return work(async (_db, answer) => answer);
  const now = Date.now();
  const place = { userId, keyHash: hash(`${kind}\n${key}`) };
  const asked = requestHash(call, body);
  const leaseUntil = now + LEASE_MS;
  await dropExpiredKeys(db, userId, now);
  const claim = { requestHash: asked, leaseUntil, at: now, expiresAt: keptMs === null ? null : now + keptMs };
  if (!(await claimKey(db, place, claim))) {
    const first = await storedKey(db, place);
    // The first one threw and gave the key back between the two statements: the client may repeat.
    if (!first) throw new AppError(CODE.conflict, STILL_RUNNING);
    if (first.requestHash !== '' && first.requestHash !== asked) throw new AppError(CODE.conflict, OTHER_CONTENT);
    if (first.state === 'done') return JSON.parse(first.answer) as T;
    if (first.leaseUntil >= now || !(await takeOverKey(db, place, first.leaseUntil, leaseUntil))) throw new AppError(CODE.conflict, STILL_RUNNING);
  }
  let finished = false;
  const finish: Finish<T> = async (open, answer) => {
    if (!(await finishKey(open, place, leaseUntil, JSON.stringify(answer ?? null)))) throw new AppError(CODE.conflict, STILL_RUNNING);
    finished = true;
    return answer;
  };
  try {
    const answer = await work(finish);
    return finished ? answer : await finish(db, answer);
  } catch (error) {
    await releaseKey(db, place, leaseUntil);
    throw error;
  }
}
