import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { AppContext } from '../context.ts';
import { inputArgs, runFfmpeg } from '../ffmpeg/ffmpeg.ts';

const WIDTH = 1280;
const LATEST_S = 30;
const TIMEOUT_MS = 60_000;
const BYTES_MOST = 50_000_000;

/** Creates a poster for a video from its first tenth; returns its address. */
export async function drawPoster(
  context: AppContext,
  program: string,
  film: { path: string; mime: string; durationMs: number },
  folder: string,
): Promise<string> {
  const at = Math.min(LATEST_S, film.durationMs / 10_000);
  const picture = join(folder, 'poster.png');
  // Of a hundred frames, the one most similar to the others: rarely a black one.
  const args = ['-ss', at.toFixed(2), ...inputArgs(film.path, film.mime), '-map', '0:v:0', '-vf', `thumbnail=n=100,scale='min(${WIDTH},iw)':-2`];
  await runFfmpeg(program, [...args, '-frames:v', '1', '-f', 'image2', '-update', '1', picture], {
    timeoutMs: TIMEOUT_MS,
    mostBytes: BYTES_MOST,
    folder,
  });
  const name = randomBytes(12).toString('hex');
  await context.files.put(
    `covers/${name}.webp`,
    await sharp(await readFile(picture))
      .webp({ quality: 80 })
      .toBuffer(),
    'image/webp',
  );
  return `/covers/${name}.webp`;
}
