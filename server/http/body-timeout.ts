import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { answerMalformed } from './malformed-request.ts';

/** A JSON body has at most 1 MB: a client that needs longer blocks the connection on purpose. */
export const BODY_MS = 30_000;

/** Resumable uploads: their 8 MB parts need more time on a slow connection. The server's request timeout ends them. */
const RESUMABLE = /-uploads(\/\*)?$/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts a file: its body may take as long as the server's request timeout. */
    longBody?: boolean;
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends requests whose body does not arrive in time, with a message when no response was sent yet. The route decides
 * the time limit, not the content type, which the client chooses. A body that continues after the response gets the same time again.
 */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (RESUMABLE.test(route.url)) route.config = { ...route.config, longBody: true };
  });
  const timers = new WeakMap<object, NodeJS.Timeout>();
  const stop = ({ raw }: FastifyRequest) => clearTimeout(timers.get(raw));
  const start = (request: FastifyRequest) => {
    const { raw } = request;
    // An injected test request has no socket.
    if (raw.complete || raw.readableEnded || raw.destroyed || !(raw.socket instanceof Socket)) return;
    const timer = setTimeout(() => {
      if (!raw.complete) answerMalformed(Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket);
    }, BODY_MS);
    timer.unref();
    timers.set(raw, timer);
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request) && !request.routeOptions.config.longBody) start(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    stop(request);
    if (hasBody(request)) start(request);
    done();
  });
}
