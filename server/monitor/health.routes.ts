import { sql } from 'kysely';
import { API_PREFIX } from '../../contract/limits.ts';
import { CODE, WORDS } from '../../contract/error.ts';
import type { App } from '../http/serve.ts';

/** A component that does not respond within this time counts as down. */
const PROBE_MS = 1_000;

/**
 * For load balancers and monitoring: `live` (and `health`, its older name) does no I/O; `ready` checks the database,
 * which every request needs; `status` checks every component and returns 503 when one is down, for alarms.
 */
export function healthRoutes(app: App): void {
  const { context } = app;
  const probes: Readonly<Record<string, () => Promise<unknown>>> = {
    database: () => sql`select 1`.execute(context.db),
    files: () => context.files.size('status'),
    cache: () => context.cache.peek('status'),
  };
  const isUp = async (part: string): Promise<boolean> => {
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`${part} did not answer in ${PROBE_MS} ms`)), PROBE_MS).unref());
    return Promise.race([probes[part]?.(), late]).then(
      () => true,
      (error: unknown) => (app.log.error({ err: error, part }, 'down'), false),
    );
  };
  const alive = () => ({ code: CODE.ok });
  app.get(`${API_PREFIX}/health`, alive);
  app.get(`${API_PREFIX}/live`, alive);
  app.get(`${API_PREFIX}/ready`, async (_request, reply) => {
    if (await isUp('database')) return { code: CODE.ok, msg: WORDS[CODE.ok] };
    return reply.status(CODE.unavailable).send({ code: CODE.unavailable, msg: WORDS[CODE.unavailable] });
  });
  app.get(`${API_PREFIX}/status`, async (_request, reply) => {
    const parts = Object.fromEntries(await Promise.all(Object.keys(probes).map(async (part) => [part, (await isUp(part)) ? 'up' : 'down'] as const)));
    const code = Object.values(parts).includes('down') ? CODE.unavailable : CODE.ok;
    return reply.status(code).send({ code, msg: WORDS[code], data: parts });
  });
}
