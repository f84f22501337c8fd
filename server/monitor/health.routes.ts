import { API_PREFIX } from '../../contract/limits.ts';
import { CODE, WORDS } from '../../contract/error.ts';
import { wireTime } from '../db/clock.ts';
import type { App } from '../http/serve.ts';
import type { Part } from '../outage/breaker.ts';

/**
 * For load balancers and monitoring: `live` (and `health`, its older name) does no I/O; `ready` checks the database,
 * which every request needs; `status` checks every part and returns 503 when one is down, for alarms. A part that is `low` still works.
 */
export function healthRoutes(app: App): void {
  const { parts } = app.context;
  const checked = async (part: Part) => {
    const report = await part.check();
    if (report.state === 'down') app.log.error({ part: part.name, reason: report.reason, since: wireTime(report.since) }, 'down');
    return report;
  };
  const alive = () => ({ code: CODE.ok });
  app.get(`${API_PREFIX}/health`, alive);
  app.get(`${API_PREFIX}/live`, alive);
  app.get(`${API_PREFIX}/ready`, async (_request, reply) => {
    const database = parts.find(({ name }) => name === 'database');
    if (!app.context.draining && (!database || (await checked(database)).state !== 'down')) return { code: CODE.ok, msg: WORDS[CODE.ok] };
    return reply.status(CODE.unavailable).send({ code: CODE.unavailable, msg: WORDS[CODE.unavailable] });
  });
  app.get(`${API_PREFIX}/status`, async (_request, reply) => {
    const found = await Promise.all(parts.map(async (part) => ({ name: part.name, ...(await checked(part)) })));
    const code = found.some(({ state }) => state === 'down') ? CODE.unavailable : CODE.ok;
    const data = Object.fromEntries(found.map(({ name, state }) => [name, state]));
    const since = Object.fromEntries(found.map((part) => [part.name, wireTime(part.since)]));
    return reply.status(code).send({ code, msg: WORDS[code], data, since });
  });
}
