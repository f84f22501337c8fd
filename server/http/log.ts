import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { loggedError, logStream, withoutPersonal } from '../telemetry/log.ts';

/** Parts of a path that are long and not words: links of earlier releases had a secret there, and keys of sessions and attempts are as long. */
const SECRET_IN_PATH = /\/(?=[\w-]*[\d_-])[\w-]{20,}(?=\/|$)/g;
/** Parameters of paths that name a person or open something. */
const HIDDEN = new Set(['userName', 'cacheKey', 'code', 'key']);

/** The address without its query, without secrets and persons in its path: a link grants access, and search terms are private. */
export function loggedUrl({ url, params }: Pick<FastifyRequest, 'url'> & { readonly params?: unknown }): string {
  const hidden = Object.entries((params ?? {}) as Record<string, string>).flatMap(([name, value]) => (HIDDEN.has(name) && value ? [value] : []));
  const isHidden = (text: string): boolean => hidden.includes(text) || withoutPersonal(text) !== text;
  const parts = (url.split('?')[0] ?? '').split('/').map((part) => (isHidden(decoded(part)) ? '***' : part));
  return parts.join('/').replace(SECRET_IN_PATH, '/***');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The log of requests: the lines go where all others go. */
export const logOf = (level: string) => ({
  level,
  stream: logStream,
  redact: ['req.headers.authorization', 'req.headers.cookie'],
  serializers: {
    err: (error: unknown) => loggedError(error),
    req: (request: FastifyRequest) => ({ method: request.method, url: loggedUrl(request), host: request.host, remoteAddress: request.ip }),
  },
});

/** The id of a request in logs and in its answer: the one that a proxy sent, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID();
}
