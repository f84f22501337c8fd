import { readFile, stat, statfs } from 'node:fs/promises';
import { arch, cpus, hostname, networkInterfaces, release, type } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { ServerState } from '../../contract/monitor/server.ts';
import { wireTime } from '../db/clock.ts';
import type { AppContext } from '../context.ts';
import { memory, metricsOf } from './metrics-sampler.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const round = (value: number): number => Math.round(value * 100) / 100;
const percent = (part: number, all: number): number => (all > 0 ? round((100 * part) / all) : 0);

const runTime = (seconds: number): string =>
  `${Math.floor(seconds / DAY)}天${Math.floor((seconds % DAY) / HOUR)}小时${Math.floor((seconds % HOUR) / MINUTE)}分钟`;

const address = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === 'IPv4')?.address ?? '127.0.0.1';

/** Returns the current state of the machine, the process and its disks. */
export async function serverState(context: AppContext): Promise<ServerState> {
  const { total, free } = memory();
  const used = total - free;
  const heap = process.memoryUsage();
  const limit = getHeapStatistics().heap_size_limit;
  return {
    cpu: { cpuNum: cpus().length, ...metricsOf(context).cpu },
    mem: { total: round(total / GB), used: round(used / GB), free: round(free / GB), usage: percent(used, total) },
    jvm: {
      total: round(heap.heapTotal / MB),
      max: round(limit / MB),
      free: round((limit - heap.heapUsed) / MB),
      used: round(heap.heapUsed / MB),
      usage: percent(heap.heapUsed, limit),
      resident: round(heap.rss / MB),
      name: 'Node.js',
      version: process.version,
      home: process.execPath,
      startTime: wireTime(Date.now() - Math.round(process.uptime() * 1_000)),
      runTime: runTime(process.uptime()),
      inputArgs: process.execArgv.join(' '),
    },
    sys: { computerName: hostname(), computerIp: address(), userDir: process.cwd(), osName: `${type()} ${release()}`, osArch: arch() },
    sysFiles: await disks(context.settings.dataDir),
  };
}

/** Returns the system disk and, if it is another one, the data disk. */
async function disks(dataDir: string): Promise<ServerState['sysFiles']> {
  const found = new Map<number, ServerState['sysFiles'][number]>();
  for (const [dirName, typeName] of [
    [dataDir, '数据盘'],
    ['/', '系统盘'],
  ] as const) {
    try {
      const { dev } = await stat(dirName);
      if (found.has(dev)) continue;
      const { bsize, blocks, bfree, bavail } = await statfs(dirName);
      // Blocks reserved for the superuser count as neither used nor available.
      const used = (blocks - bfree) * bsize;
      const free = bavail * bsize;
      const size = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;
      const sysTypeName = await fileSystem(dirName);
      found.set(dev, {
        dirName,
        typeName,
        sysTypeName,
        total: size(used + free),
        free: size(free),
        used: size(used),
        usage: percent(used, used + free),
      });
    } catch {
      // A folder that cannot be looked at is not shown.
    }
  }
  return [...found.values()];
}

/** Returns the file system type of a folder: that of the longest matching mount point. */
async function fileSystem(folder: string): Promise<string> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  let best = ['', ''];
  for (const line of mounts.split('\n')) {
    const [, place = '', kind = ''] = line.split(' ');
    if (place && (folder === place || folder.startsWith(place === '/' ? '/' : `${place}/`)) && place.length >= (best[0] ?? '').length)
      best = [place, kind];
  }
  return best[1] ?? '';
}
