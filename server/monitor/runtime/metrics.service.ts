import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AppContext } from '../../context.ts';
import { externalSeconds } from '../../telemetry/latency.ts';
import { RELEASE } from '../../release.ts';
import { backupRuns, queues } from './runtime.queries.ts';

const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The numbers of one server for Prometheus. Labels never hold a value that a client chooses. */
export interface Metrics {
  /** Notes one answered request: `route` is the pattern of its address, `status` the HTTP status, `seconds` its time. */
  note(method: string, route: string, status: number, seconds: number): void;
  /** The text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

export function metricsOf(context: AppContext): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'shuzhou_' });
  const requests = new Histogram({
    name: 'shuzhou_http_request_seconds',
    help: 'Answered requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCIES,
    registers: [registry],
  });
  registry.registerMetric(externalSeconds);
  const database = new Histogram({
    name: 'shuzhou_database_seconds',
    help: 'Statements of the database.',
    labelNames: ['outcome'],
    buckets: [0.001, ...LATENCIES],
    registers: [registry],
  });
  context.db.times.listen((seconds, outcome) => database.observe({ outcome }, seconds));
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `shuzhou_${name}`, help, labelNames, registers: [registry] });
  const counter = (name: string, help: string, labelNames: string[] = []): Counter =>
    new Counter({ name: `shuzhou_${name}`, help, labelNames, registers: [registry] });

  const info = gauge('info', 'Version and role of this server.', ['release', 'role']);
  info.set({ release: RELEASE, role: context.settings.role }, 1);
  const part = gauge('part_up', '1: the external system or disk works, 0.5: it is nearly full, 0: it is down.', ['part']);
  const since = gauge('part_since_seconds', 'Since when it has this state, in Unix time.', ['part']);
  const pool = gauge('database_connections', 'Connections of the pool; waiting: requests that wait for one.', ['state']);
  const statements = counter('database_statements_total', 'Statements that were run.', ['outcome']);
  const cache = counter('cache_reads_total', 'Reads of the cache.', ['outcome']);
  const lanes = counter('lane_units_total', 'Units of background work.', ['lane', 'outcome']);
  const laneRun = gauge('lane_last_run_seconds', 'Last run of a lane, in Unix time.', ['lane']);
  const depth = gauge('queue_depth', 'Entries of a queue.', ['queue', 'state']);
  const age = gauge('queue_oldest_seconds', 'Age of the oldest entry that waits.', ['queue']);
  const backup = gauge('backup_last_good_seconds', 'Start of the last good backup, in Unix time; 0: there is none.');
  const backupBytes = gauge('backup_last_good_bytes', 'Size of the last good backup.');

  async function collect(): Promise<void> {
    const { db, parts, jobs, cache: kept } = context;
    const reports = await Promise.all(parts.map(async (one) => ({ one, report: await one.check() })));
    for (const { one, report } of reports) {
      part.set({ part: one.name }, { up: 1, low: 0.5, down: 0 }[report.state]);
      since.set({ part: one.name }, report.since / 1_000);
    }
    for (const [state, value] of Object.entries(db.engine.pool())) pool.set({ state }, Number(value));
    for (const total of [statements, cache, lanes]) total.reset();
    statements.inc({ outcome: 'failed' }, db.times.failures);
    statements.inc({ outcome: 'ok' }, Math.max(0, db.times.count - db.times.failures));
    cache.inc({ outcome: 'hit' }, kept.counts.hits);
    cache.inc({ outcome: 'miss' }, kept.counts.misses);
    for (const lane of jobs.reports()) {
      lanes.inc({ lane: lane.name, outcome: 'done' }, lane.done);
      lanes.inc({ lane: lane.name, outcome: 'failed' }, lane.failures);
      laneRun.set({ lane: lane.name }, (lane.lastRun ?? 0) / 1_000);
    }
    // The numbers of the database are missing while it is down; the rest is not.
    if (parts.some((one) => one.name === 'database' && one.report().state === 'down')) return;
    const now = Date.now();
    for (const { name, waiting, oldest, failed } of await queues(db)) {
      depth.set({ queue: name, state: 'waiting' }, waiting);
      depth.set({ queue: name, state: 'failed' }, failed);
      age.set({ queue: name }, oldest === null ? 0 : (now - oldest) / 1_000);
    }
    const { good } = await backupRuns(db);
    backup.set((good?.startedAt ?? 0) / 1_000);
    backupBytes.set(good?.bytes ?? 0);
  }
  return {
    note: (method, route, status, seconds) => requests.observe({ method, route, status: String(status) }, seconds),
    async text() {
      await collect();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
