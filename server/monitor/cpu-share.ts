import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** CPU ticks of all cores since the machine started. */
export interface Ticks {
  readonly used: number;
  readonly sys: number;
  readonly wait: number;
  readonly free: number;
}

/** Linux reports the I/O wait time; on other systems it is 0. */
export function readTicks(): Ticks {
  try {
    const [user = 0, nice = 0, sys = 0, idle = 0, wait = 0, irq = 0, soft = 0] =
      /^cpu\s+(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? [];
    if (idle > 0) return { used: user + nice, sys: sys + irq + soft, wait, free: idle };
  } catch {
    // Another system than Linux.
  }
  const sum = { used: 0, sys: 0, wait: 0, free: 0 };
  for (const { times } of cpus()) {
    sum.used += times.user + times.nice;
    sum.sys += times.sys + times.irq;
    sum.free += times.idle;
  }
  return sum;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Returns the percentages between two readings. */
export function shareOf(before: Ticks, after: Ticks): { total: number; used: number; sys: number; wait: number; free: number } {
  const used = after.used - before.used;
  const sys = after.sys - before.sys;
  const wait = after.wait - before.wait;
  const all = used + sys + wait + (after.free - before.free);
  if (all <= 0) return { total: 0, used: 0, sys: 0, wait: 0, free: 100 };
  const of = (part: number): number => round((100 * part) / all);
  return { total: of(used + sys), used: of(used), sys: of(sys), wait: of(wait), free: of(all - used - sys - wait) };
}
