import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AppContext } from '../context.ts';
import { isOutage } from '../outage/outage.ts';
import { retryDelay } from '../jobs/backoff.ts';
import { FfmpegProblem, FfmpegStopped, inputArgs, runFfmpeg } from '../ffmpeg/ffmpeg.ts';
import { drawPoster } from './poster.service.ts';
import { levelArgs, levelIn, sizesOf, type Level } from './stream-level.ts';
import { nextFilm, putPoster, takeFilm, writeStream, type Film } from './stream.queries.ts';
import { newHolder } from '../db/leases.ts';
import { runQueued } from '../telemetry/log.ts';

const LEASE_MS = 60_000;
const ATTEMPTS = 5;
const LEAST_MS = 5 * 60_000;
const MOST_MS = 6 * 3_600_000;
/** Maximum encoding time of one size, as a multiple of the video's duration. */
const SLOWER = 6;
const LEAST_BYTES = 64 * 1024 * 1024;
/** One megabyte per second is more than the largest size may use. */
const BYTES_A_SECOND = 1024 * 1024;

/** Creates the streams of the oldest video that has none. An interrupted one is retried when its lease has expired. */
export async function streamNextFilm(context: AppContext): Promise<boolean> {
  const program = context.settings.ffmpeg;
  const film = program && (await nextFilm(context.db, Date.now()));
  if (!film) return false;
  const leaseBy = newHolder();
  if (!(await takeFilm(context.db, film, leaseBy, Date.now() + LEASE_MS))) return true;
  const prolong = (leaseUntil: number) => writeStream(context.db, film.id, leaseBy, { leaseUntil });
  const timer = setInterval(() => void prolong(Date.now() + LEASE_MS).catch(() => undefined), LEASE_MS / 4);
  timer.unref();
  const place = join(context.settings.dataDir, 'preparing-streams', String(film.id));
  const folder = join(place, leaseBy);
  try {
    if ((film.attempts ?? 0) >= ATTEMPTS) throw new FfmpegProblem('was interrupted again and again');
    await endOrphans(place);
    await rm(place, { recursive: true, force: true });
    await runQueued({ name: 'stream', id: film.id, requestId: film.requestId }, () => make(context, program, film, leaseBy, folder));
  } catch (error) {
    if (error instanceof FfmpegStopped) {
      await prolong(0);
      return false;
    }
    if (isOutage(error)) {
      await writeStream(context.db, film.id, leaseBy, { leaseUntil: Date.now() + retryDelay(film.attempts ?? 0), leaseBy: '' });
      return true;
    }
    await writeStream(context.db, film.id, leaseBy, { state: 'failed', message: String((error as Error).message).slice(0, 500), leaseBy: '' });
    if (!(error instanceof FfmpegProblem)) throw error;
  } finally {
    clearInterval(timer);
    await rm(folder, { recursive: true, force: true });
  }
  return true;
}

async function make(context: AppContext, program: string, film: Film, leaseBy: string, folder: string): Promise<void> {
  const pieces = join(folder, 'pieces');
  await mkdir(pieces, { recursive: true });
  const path = join(folder, 'film');
  await pipeline(await context.files.read(`${film.fileKey}/file`), createWriteStream(path));
  const source = { path, mime: film.mime, durationMs: film.durationMs };
  if (film.posterUrl === '') await putPoster(context.db, film.id, await drawPoster(context, program, source, folder));

  const sizes = sizesOf(film.width, film.height);
  const timeoutMs = Math.min(MOST_MS, LEAST_MS + film.durationMs * SLOWER);
  const mostBytes = LEAST_BYTES + film.size + Math.ceil(film.durationMs / 1000) * BYTES_A_SECOND * sizes.length;
  const threads = Math.max(1, availableParallelism() - 1);
  const levels: Level[] = [];
  for (const size of sizes) {
    await runFfmpeg(program, levelArgs(inputArgs(path, film.mime), film, size, pieces, threads), { timeoutMs, mostBytes, folder });
    levels.push(await levelIn(pieces, film, size));
    await rm(join(pieces, `${size}.m3u8`));
  }
  // Reuses the key of an interrupted attempt, so that no files are left behind.
  const fileKey = film.streamKey || `streams/${randomBytes(16).toString('hex')}`;
  if (!(await writeStream(context.db, film.id, leaseBy, { fileKey }))) return;
  await context.files.putFolder(pieces, fileKey);
  await writeStream(context.db, film.id, leaseBy, { state: 'ready', levels: JSON.stringify(levels), message: '', leaseBy: '' });
}

/** Ends ffmpeg processes of a killed server, where the system lists processes: their command line contains this folder. */
async function endOrphans(place: string): Promise<void> {
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes(`file:${place}/`)) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
}
