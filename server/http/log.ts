import type { FastifyRequest } from 'fastify';

/** The address without what was asked: a link opens what it names, and what somebody looks for is his own. */
export const loggedUrl = (request: Pick<FastifyRequest, 'url'>): string => request.url.split('?')[0] ?? '';

/** What is written of requests. */
export const logOf = (level: string) => ({
  level,
  redact: ['req.headers.authorization', 'req.headers.cookie'],
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: loggedUrl(request), host: request.host, remoteAddress: request.ip }),
  },
});
