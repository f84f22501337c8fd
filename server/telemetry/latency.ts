import { Histogram } from 'prom-client';

/** Seconds of calls to the store, to Redis and to the mail server. `/metrics` shows it; there is one for all servers of a process. */
export const externalSeconds = new Histogram({
  name: 'shuzhou_external_seconds',
  help: 'Calls to the file store, Redis and the mail server.',
  labelNames: ['part', 'outcome'] as const,
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [],
});

/** Does a call and notes its time. */
export async function timed<T>(part: 'files' | 'cache' | 'mail', call: () => Promise<T>): Promise<T> {
  const end = externalSeconds.startTimer({ part });
  try {
    const result = await call();
    end({ outcome: 'ok' });
    return result;
  } catch (error) {
    end({ outcome: 'failed' });
    throw error;
  }
}

/** The same adapter, which notes the time of these calls. */
export function timedCalls<T extends object>(part: 'files' | 'cache', adapter: T, names: readonly (keyof T)[]): T {
  return new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || !names.some((one) => one === name)) return value;
      return (...values: unknown[]) => timed(part, async () => Reflect.apply(value, target, values));
    },
  });
}
