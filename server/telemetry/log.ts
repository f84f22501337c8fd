import { format } from 'node:util';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { requestTrace, traced } from '../db/request-trace.ts';

let sink = (line: string): void => void process.stdout.write(line);

/** Where every line of this process goes: the log of requests, of background work, of `console`, and of threads and other processes. */
export const logStream = { write: (line: string): void => sink(line) };

/** Sends the lines elsewhere, for tests; returns what sends them back. */
export function captureLog(next: (line: string) => void): () => void {
  const before = sink;
  sink = next;
  return () => (sink = before);
}

/** Mail addresses, mobile numbers and identity numbers: databases and mail servers quote the values that they reject. */
const PERSONAL = /[\w.+-]+@[\w-]+(\.[\w-]+)+|(?<!\d)(?:1[3-9]\d{9}|\d{17}[\dXx])(?!\d)/g;
/** Values of links, headers and settings that open something. */
const SECRETS = /\b(Bearer\s+|(?:token|secret|password|l|code|signature)=)[^\s&"'<>]+/gi;
const TEXT_LENGTH = 4_000;
export const withoutPersonal = (text: string): string => text.slice(0, TEXT_LENGTH).replace(PERSONAL, '***').replace(SECRETS, '$1***');

/** An error as the log shows it: other fields of it may hold what a person has entered. */
export type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack: string;
  readonly cause?: LoggedError;
};
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPersonal(String(error)), stack: '' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutPersonal(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    stack: withoutPersonal(error.stack ?? ''),
    ...(error.cause !== undefined && depth < 4 ? { cause: loggedError(error.cause, depth + 1) } : {}),
  };
}

/** The log outside of requests: one JSON object a line. It is silent until the start has read the settings. */
export const log = pino(
  {
    level: 'silent',
    serializers: { err: (error: unknown) => loggedError(error) },
    mixin: () => {
      // Under the name that the lines of requests have.
      const reqId = requestTrace();
      return reqId ? { reqId } : {};
    },
  },
  logStream,
);

/** Work that a request has queued. */
export interface QueuedWork {
  readonly name: string;
  readonly id: number;
  readonly requestId: string;
}

/** Does queued work under the id of its request, and writes one line when it ends. Rows that it queues itself get the same id. */
export const runQueued = <T>({ name, id, requestId }: QueuedWork, work: () => Promise<T>): Promise<T> =>
  traced(requestId, async () => {
    const begun = performance.now();
    const line = () => ({ job: name, jobId: id, ms: Math.round(performance.now() - begun) });
    try {
      const result = await work();
      log.info(line(), 'job ended');
      return result;
    } catch (error) {
      log.error({ ...line(), err: error }, 'job failed');
      throw error;
    }
  });

/** Writes the lines of a thread or of another process into the log. */
export function logLines(stream: Readable | null, from: string): void {
  if (!stream) return;
  createInterface({ input: stream }).on('line', (line) => void (line.trim() && log.warn({ from }, withoutPersonal(line))));
}

/** In production every line is JSON: also those of `console`, the warnings of Node, and the last one before a crash. */
export function logEverything(): void {
  for (const [name, level] of [
    ['log', 'info'],
    ['info', 'info'],
    ['debug', 'debug'],
    ['warn', 'warn'],
    ['error', 'error'],
    ['trace', 'debug'],
  ] as const)
    console[name] = (...words: unknown[]) => log[level]({ from: 'console' }, withoutPersonal(format(...words)));
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ from: 'node', err: warning }, 'warning'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
}
