import { createHash, timingSafeEqual } from 'node:crypto';
import { CODE, WORDS } from '../../../contract/error.ts';
import type { App } from '../../http/serve.ts';
import { metricsOf } from './metrics.service.ts';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `/metrics` for Prometheus: only for callers with the bearer token of `METRICS_TOKEN`, and not there without one. */
export function metricsRoutes(app: App): void {
  const { metricsToken } = app.context.settings;
  if (metricsToken === null) return;
  const metrics = metricsOf(app.context);
  const wanted = hash(metricsToken);
  app.addHook('onResponse', async (request, reply) => {
    metrics.note(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1_000);
  });
  app.get('/metrics', async (request, reply) => {
    const given = /^Bearer (\S{1,300})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(hash(given), wanted)) return reply.status(CODE.signedOut).send({ code: CODE.signedOut, msg: WORDS[CODE.signedOut] });
    return reply.header('content-type', metrics.contentType).send(await metrics.text());
  });
}
