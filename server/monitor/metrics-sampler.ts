import { totalmem } from 'node:os';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { Sample } from '../../contract/monitor/server.ts';
import { wireTime } from '../db/clock.ts';
import type { AppContext } from '../context.ts';
import type { App } from '../http/serve.ts';
import { readTicks, shareOf, type Ticks } from './cpu-share.ts';

const EVERY_MS = 5_000;
/** Ten minutes of samples. */
const KEPT = 120;

/** All values at one point in time. */
interface Reading {
  readonly at: number;
  readonly ticks: Ticks;
  readonly loop: EventLoopUtilization;
  readonly requests: number;
  readonly statements: number;
}

interface MetricsSample {
  readonly samples: Sample[];
  requests: number;
  last: Reading;
  cpu: ReturnType<typeof shareOf>;
}

const pulses = new WeakMap<AppContext, MetricsSample>();

const read = ({ db }: AppContext, requests: number): Reading => ({
  at: Date.now(),
  ticks: readTicks(),
  loop: performance.eventLoopUtilization(),
  requests,
  statements: db.times.count,
});

/** Returns the usable memory in bytes: the limit of the container, if there is one. */
export function memory(): { total: number; free: number } {
  const bound = process.constrainedMemory();
  const total = bound > 0 ? Math.min(bound, totalmem()) : totalmem();
  return { total, free: Math.min(total, process.availableMemory()) };
}

function beat(context: AppContext, pulse: MetricsSample): void {
  const before = pulse.last;
  const now = read(context, pulse.requests);
  const seconds = Math.max(0.001, (now.at - before.at) / 1_000);
  const { total, free } = memory();
  const { hits, misses } = context.cache.counts;
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  pulse.cpu = shareOf(before.ticks, now.ticks);
  pulse.last = now;
  pulse.samples.push({
    time: wireTime(now.at).slice(11),
    cpu: tenth(pulse.cpu.total),
    memory: tenth((100 * (total - free)) / total),
    busy: tenth(100 * performance.eventLoopUtilization(now.loop, before.loop).utilization),
    requests: tenth((now.requests - before.requests) / seconds),
    statements: tenth((now.statements - before.statements) / seconds),
    hitRate: hits + misses === 0 ? 0 : tenth((100 * hits) / (hits + misses)),
  });
  if (pulse.samples.length > KEPT) pulse.samples.shift();
}

/** Samples the server every five seconds until it closes. */
export function takeSample(app: App): void {
  const { context } = app;
  const pulse: MetricsSample = { samples: [], requests: 0, last: read(context, 0), cpu: { total: 0, used: 0, sys: 0, wait: 0, free: 100 } };
  pulses.set(context, pulse);
  app.addHook('onResponse', async () => {
    pulse.requests++;
  });
  const timer = setInterval(() => beat(context, pulse), EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Returns the samples of the last minutes; a server that has just started takes one more, so that there is data to show. */
export function metricsOf(context: AppContext): { samples: readonly Sample[]; cpu: ReturnType<typeof shareOf> } {
  const pulse = pulses.get(context);
  if (!pulse) return { samples: [], cpu: { total: 0, used: 0, sys: 0, wait: 0, free: 100 } };
  if (pulse.samples.length === 0) beat(context, pulse);
  return pulse;
}
