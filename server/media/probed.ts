import { MEDIA } from '../../contract/limits.ts';

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
  /** How many bytes from the beginning the first 5, 10, 15 … seconds need; as long as the file, or 30 minutes. */
  readonly trialBytes: readonly number[];
  /** Of an MP4 whose index stands at the end: where it stands. */
  readonly indexAt?: { readonly start: number; readonly end: number };
}

/** What is wrong with a file and what to do, for the person who sent it. */
export class MediaError extends Error {}

/** Random access to a file's bytes; fewer come back at its end. */
export interface Bytes {
  readonly size: number;
  read(at: number, length: number): Promise<Buffer>;
}

/** The bytes the first steps need, where each second needs as many as another. */
export function evenly(start: number, bytesASecond: number, size: number, durationMs: number): number[] {
  const steps = Math.min(TRIAL_STEPS, Math.ceil(durationMs / 1000 / TRIAL_STEP));
  return Array.from({ length: steps }, (_, index) => Math.min(size, Math.ceil(start + (index + 1) * TRIAL_STEP * bytesASecond)));
}
