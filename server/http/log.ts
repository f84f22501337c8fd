import type { FastifyRequest } from 'fastify';

/** The address without its query: a link in it grants access, and search terms are private. */
export const loggedUrl = (request: Pick<FastifyRequest, 'url'>): string => request.url.split('?')[0] ?? '';

/** The log format of requests. */
export const logOf = (level: string) => ({
  level,
  redact: ['req.headers.authorization', 'req.headers.cookie'],
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: loggedUrl(request), host: request.host, remoteAddress: request.ip }),
  },
});
