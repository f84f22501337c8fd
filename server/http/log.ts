import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Paths of links that earlier releases mailed with a secret in the path. */
const SECRET_IN_PATH = /(\/invitation\/|\/review\/claim\/)[\w-]{20,}/g;

/** The address without its query and without secrets in its path: a link grants access, and search terms are private. */
export const loggedUrl = (request: Pick<FastifyRequest, 'url'>): string => (request.url.split('?')[0] ?? '').replace(SECRET_IN_PATH, '$1***');

/** The log format of requests. */
export const logOf = (level: string) => ({
  level,
  redact: ['req.headers.authorization', 'req.headers.cookie'],
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: loggedUrl(request), host: request.host, remoteAddress: request.ip }),
  },
});

/** The id of a request in logs and in its answer: the one that a proxy sent, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID();
}
