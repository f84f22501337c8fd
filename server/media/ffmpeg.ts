import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';

/** What went wrong, in the program's own words. */
export class FfmpegProblem extends Error {}
/** The house is closing: nothing is wrong with the file. */
export class FfmpegStopped extends Error {}

export interface FfmpegLimits {
  readonly timeoutMs: number;
  /** Of everything below `folder`. */
  readonly mostBytes: number;
  readonly folder: string;
}

const WATCH_MS = 1_000;
const WORDS_MOST = 2_000;
/** 8192 × 4320: a larger picture is a bomb. */
const MOST_PIXELS = 8192 * 4320;
/** Which reader opens a file: its bytes were looked at before, so nothing is guessed, and no playlist is ever one. */
const READERS: Readonly<Record<string, string>> = { 'video/mp4': 'mov', 'video/webm': 'matroska', 'image/jxl': 'jpegxl_pipe' };
const running = new Map<() => void, string>();
const closed = new Set<string>();

/** At the end of a house: what works below its folder ends with it, and nothing more begins there. */
export function stopFfmpeg(dataDir: string): void {
  closed.add(dataDir);
  for (const [stop, folder] of running) if (folder.startsWith(dataDir)) stop();
}

/** How a file that was uploaded is opened: by the one reader that fits, from the disk and nowhere else. */
export function inputArgs(path: string, mime: string): string[] {
  const reader = READERS[mime];
  if (!reader) throw new FfmpegProblem(`no reader for ${mime}`);
  return ['-protocol_whitelist', 'file', '-max_pixels', String(MOST_PIXELS), '-f', reader, '-i', `file:${path}`];
}

/**
 * Runs the program with these arguments, without a shell, with no environment of ours, behind other work.
 * Throws `FfmpegProblem` where it fails, takes too long or writes too much, `FfmpegStopped` where the house closes.
 */
export async function runFfmpeg(program: string, args: readonly string[], { timeoutMs, mostBytes, folder }: FfmpegLimits): Promise<void> {
  if ([...closed].some((dataDir) => folder.startsWith(dataDir))) throw new FfmpegStopped('the house is closed');
  const child = spawn(program, ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  let ended: Error | null = null;
  const end = (why: Error): void => {
    ended ??= why;
    child.kill('SIGKILL');
  };
  const stop = (): void => end(new FfmpegStopped('the house closes'));
  running.set(stop, folder);
  const late = setTimeout(() => end(new FfmpegProblem(`took longer than ${timeoutMs} ms`)), timeoutMs);
  const watch = setInterval(() => {
    void bytesBelow(folder).then((bytes) => bytes > mostBytes && end(new FfmpegProblem(`wrote more than ${mostBytes} bytes`)));
  }, WATCH_MS);
  child.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-WORDS_MOST)));
  try {
    if (child.pid !== undefined) setPriority(child.pid, 10);
  } catch {
    // It may be over already; and some machines do not let.
  }
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', (error) => reject(new FfmpegProblem(error.message)));
      child.once('close', (code) =>
        ended ? reject(ended) : code === 0 ? resolve() : reject(new FfmpegProblem(words.trim() || `ended with ${code}`)),
      );
    });
  } finally {
    clearTimeout(late);
    clearInterval(watch);
    running.delete(stop);
  }
}

export async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
