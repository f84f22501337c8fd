import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const percent = z.number();

const serverState = z.object({
  /** Percent of all cores since the last sample. */
  cpu: z.object({ cpuNum: z.number(), total: percent, sys: percent, used: percent, wait: percent, free: percent }),
  /** Gigabytes. */
  mem: z.object({ total: z.number(), used: z.number(), free: z.number(), usage: percent }),
  /** The Node process, under the key that compatible clients expect; heap in megabytes. */
  jvm: z.object({
    total: z.number(),
    max: z.number(),
    free: z.number(),
    used: z.number(),
    usage: percent,
    /** Total resident memory of the process, megabytes. */
    resident: z.number(),
    name: z.string(),
    version: z.string(),
    home: z.string(),
    startTime: z.string(),
    runTime: z.string(),
    inputArgs: z.string(),
  }),
  sys: z.object({ computerName: z.string(), computerIp: z.string(), userDir: z.string(), osName: z.string(), osArch: z.string() }),
  sysFiles: z.array(
    z.object({
      dirName: z.string(),
      sysTypeName: z.string(),
      typeName: z.string(),
      total: z.string(),
      free: z.string(),
      used: z.string(),
      usage: percent,
    }),
  ),
});
export type ServerState = z.output<typeof serverState>;

export const getServer = endpoint('GET /monitor/server', { summary: '服务监控', access: 'monitor:server:list', data: serverState });

const sample = z.object({
  /** `HH:mm:ss`. */
  time: z.string(),
  cpu: percent,
  memory: percent,
  /** Share of time in which the event loop was busy. */
  busy: percent,
  requests: z.number(),
  statements: z.number(),
  /** Share of cache reads since the start that found a value. */
  hitRate: percent,
});
export type Sample = z.output<typeof sample>;

/** The last ten minutes of the answering server process, oldest first; rates are per second. */
export const serverHistory = endpoint('GET /monitor/server/history', {
  summary: '最近十分钟的负载',
  access: ['monitor:server:list', 'monitor:cache:list', 'monitor:druid:list'],
  data: z.array(sample),
});
