import { ownValue } from '../../contract/own-value.ts';
import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';

/** The error message of ffmpeg. */
export class FfmpegProblem extends Error {}
/** The server is shutting down: the file has no fault. */
export class FfmpegStopped extends Error {}

export interface FfmpegLimits {
  readonly timeoutMs: number;
  /** Limit for the total of all files below `folder`. */
  readonly mostBytes: number;
  readonly folder: string;
}

const WATCH_MS = 1_000;
const WORDS_MOST = 2_000;
/** 8192 × 4320: a larger picture is treated as a decompression bomb. */
const MOST_PIXELS = 8192 * 4320;
/** The demuxer for each file type: the type is already known from the bytes, so ffmpeg never guesses and never opens a playlist. */
const READERS: Readonly<Record<string, string>> = { 'video/mp4': 'mov', 'video/webm': 'matroska', 'image/jxl': 'jpegxl_pipe' };
const running = new Map<() => void, string>();
const closed = new Set<string>();

/** Ends running processes below the server's data folder at shutdown, and starts no new ones there. */
export function stopFfmpeg(dataDir: string): void {
  closed.add(dataDir);
  for (const [stop, folder] of running) if (folder.startsWith(dataDir)) stop();
}

/** Returns the input arguments for an uploaded file: a fixed demuxer, and access to the disk only. */
export function inputArgs(path: string, mime: string): string[] {
  const reader = ownValue(READERS, mime);
  if (!reader) throw new FfmpegProblem(`no reader for ${mime}`);
  return ['-protocol_whitelist', 'file', '-max_pixels', String(MOST_PIXELS), '-f', reader, '-i', `file:${path}`];
}

/**
 * Runs ffmpeg with these arguments, without a shell, without the server's environment, at low priority.
 * Throws `FfmpegProblem` when it fails, takes too long or writes too much, and `FfmpegStopped` at shutdown.
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
