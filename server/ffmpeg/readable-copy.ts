import { join } from 'node:path';
import { inputArgs, runFfmpeg } from './ffmpeg.ts';

const BYTES_MOST = 400_000_000;

/** Converts a picture with little program support to a common format with ffmpeg. Throws `FfmpegProblem`. */
export async function readableCopy(program: string, picture: { path: string; mime: string }, folder: string, timeoutMs: number): Promise<string> {
  const copy = join(folder, 'picture.png');
  const args = [...inputArgs(picture.path, picture.mime), '-frames:v', '1', '-f', 'image2', '-update', '1', copy];
  await runFfmpeg(program, args, { timeoutMs, mostBytes: BYTES_MOST, folder });
  return copy;
}
