import { MEDIA } from '../../contract/limits.ts';
import type { TrackChapter } from '../../contract/media/track.ts';

/** Seconds between two entries of `trialBytes`. */
export const TRIAL_STEP = 5;
export const TRIAL_STEPS = MEDIA.trialSeconds / TRIAL_STEP;

export interface Probed {
  readonly mediaType: 'audio' | 'video';
  readonly mime: string;
  readonly durationMs: number;
  readonly width: number;
  readonly height: number;
  readonly codecs: string;
  /** Bytes from the beginning that the first 5, 10, 15 … seconds need, up to the end of the file or 30 minutes. */
  readonly trialBytes: readonly number[];
  /** Chapters of the file, for formats that have them. */
  readonly chapters?: readonly TrackChapter[];
  /** For an MP4 with its index at the end: the position of the index. */
  readonly indexAt?: { readonly start: number; readonly end: number };
}

/** What is wrong with a file and what to do; the message is for the user who uploaded it. */
export class MediaError extends Error {}

/**
 * Maximum boxes of an MP4 or elements of a WebM at one level. Real files have far fewer; without a limit a file made of empty boxes
 * fills the memory of the server.
 */
const ENTRIES_MOST = 10_000;
export const corrupt = (): MediaError => new MediaError('文件已损坏，请重新导出后再上传');
export const incomplete = (): MediaError => new MediaError('文件不完整，请重新导出后再上传');

export function assertNotTooMany(entries: readonly unknown[], most = ENTRIES_MOST): void {
  if (entries.length > most) throw corrupt();
}

/** Random access to a file's bytes; returns fewer bytes at the end of the file. */
export interface Bytes {
  readonly size: number;
  read(at: number, length: number): Promise<Buffer>;
}

/** Returns the bytes the first steps need, at a constant bit rate. */
export function evenly(start: number, bytesASecond: number, size: number, durationMs: number): number[] {
  const steps = Math.min(TRIAL_STEPS, Math.ceil(durationMs / 1000 / TRIAL_STEP));
  return Array.from({ length: steps }, (_, index) => Math.min(size, Math.ceil(start + (index + 1) * TRIAL_STEP * bytesASecond)));
}
