/** Work that was not done because a part of the installation does not answer. */
export class OutageError extends Error {
  constructor(part: string, reason: string) {
    super(`${part}: ${reason}`);
    this.name = 'OutageError';
  }
}

/** Errors of Node sockets and of DNS resolution. */
const SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNABORTED']);
/**
 * SQLSTATE classes of a server that is unreachable, starting, stopping, out of connections or too slow:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const SQLSTATE = /^(08...|53...|57P0[1-5]|57014)$/;
/** Messages that pg and ioredis throw without a code. */
const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Query read timeout|Command timed out|max retries per request|Connection is closed/i;
const STORE_ERRORS = new Set(['OutageError', 'TimeoutError', 'NetworkingError', 'ServiceUnavailable', 'SlowDown', 'InternalError', 'RequestTimeout']);

interface Failure {
  readonly code?: unknown;
  readonly name?: string;
  readonly message?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Returns true when the database, the file store or Redis is unreachable or too slow, or a disk is full: the same request may succeed later. */
export function isOutage(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, name = '', message = '', cause, errors = [], $metadata } = error as Failure;
  if (isDiskFull(error, depth)) return true;
  if (typeof code === 'string' && (SOCKET.has(code) || SQLSTATE.test(code))) return true;
  if (STORE_ERRORS.has(name) || ($metadata?.httpStatusCode ?? 0) >= 500 || WORDS.test(message)) return true;
  return isOutage(cause, depth + 1) || errors.some((one) => isOutage(one, depth + 1));
}

/** Returns true when a disk is full: of this server, of PostgreSQL (53100), or of the object store. SQLite reports 13. */
export function isDiskFull(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, name = '', cause, errors = [], $metadata } = error as Failure;
  if (STORE_FULL.has(name) || $metadata?.httpStatusCode === 507) return true;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || (error as { errcode?: number }).errcode === SQLITE_FULL) return true;
  return isDiskFull(cause, depth + 1) || errors.some((one) => isDiskFull(one, depth + 1));
}

const SQLITE_FULL = 13;
/** Errors of object stores whose disk or quota is used up. */
const STORE_FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);

/** Returns true when a statement was ended because it took too long. */
export const isTooLong = (error: unknown): boolean => (error as Failure | null)?.code === '57014';
