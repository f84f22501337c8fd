/** Errors of Node sockets and of DNS resolution. */
const SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNABORTED']);
/**
 * SQLSTATE classes of a server that is unreachable, starting, stopping, out of connections or too slow:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const SQLSTATE = /^(08...|53...|57P0[1-5]|57014)$/;
/** Messages that pg and ioredis throw without a code. */
const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Command timed out|max retries per request|Connection is closed/i;
const STORE_ERRORS = new Set(['TimeoutError', 'NetworkingError', 'ServiceUnavailable', 'SlowDown', 'InternalError', 'RequestTimeout']);

interface Failure {
  readonly code?: unknown;
  readonly name?: string;
  readonly message?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Returns true when the database, the file store or Redis is unreachable or too slow: the same request may succeed later. */
export function isOutage(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, name = '', message = '', cause, errors = [], $metadata } = error as Failure;
  if (typeof code === 'string' && (SOCKET.has(code) || SQLSTATE.test(code))) return true;
  if (STORE_ERRORS.has(name) || ($metadata?.httpStatusCode ?? 0) >= 500 || WORDS.test(message)) return true;
  return isOutage(cause, depth + 1) || errors.some((one) => isOutage(one, depth + 1));
}

/** Returns true when a statement was ended because it took too long. */
export const isTooLong = (error: unknown): boolean => (error as Failure | null)?.code === '57014';
