import type { TrackChapter } from '../../contract/media/track.ts';
import { type Cue } from '../../contract/media/web-vtt.ts';
import { cueAt } from './transcript.ts';

/** Seconds into a chapter after which "previous" leads to its own start, as with tracks on other players. */
const AGAIN_S = 3;
/** Seconds to go back where the text of a recording is not known. */
const BACK_S = 8;

/** Returns the chapters of a track; an answer that an earlier release stored on the device has none. */
export const chaptersOf = ({ chapters }: { readonly chapters?: readonly TrackChapter[] }): readonly TrackChapter[] => chapters ?? [];

/** Returns the index of the chapter at a time; -1 before the first and without chapters. */
export function chapterAt(chapters: readonly TrackChapter[], seconds: number): number {
  // A seek to the start of a chapter may end a few milliseconds before it.
  return chapters.findLastIndex(({ startMs }) => startMs <= seconds * 1000 + 50);
}

export const chapterTitle = ({ title }: TrackChapter, index: number): string => title || `第 ${index + 1} 章`;

/** Returns where the next (1) or the previous (-1) chapter starts, in seconds; null if there is none. */
export function chapterBeside(chapters: readonly TrackChapter[], seconds: number, step: 1 | -1): number | null {
  const now = chapterAt(chapters, seconds);
  const start = (index: number): number => (chapters[index]?.startMs ?? 0) / 1000;
  if (step > 0) return now + 1 < chapters.length ? start(now + 1) : null;
  if (now < 0) return null;
  if (seconds - start(now) > AGAIN_S) return start(now);
  return now > 0 ? start(now - 1) : null;
}

/**
 * Returns where the last sentence that was heard starts, in seconds: by the transcript, where there is one at this time; otherwise a few
 * seconds before, but not before the chapter. A sentence that has only begun was not heard, so the one before it counts.
 */
export function lastHeard(seconds: number, cues: readonly Cue[], chapters: readonly TrackChapter[]): number {
  const at = cueAt(cues, seconds);
  const cue = cues[at];
  if (cue && seconds - cue.end < BACK_S) return seconds - cue.start < 1 ? (cues[at - 1]?.start ?? cue.start) : cue.start;
  const chapter = chapters[chapterAt(chapters, seconds)];
  return Math.max((chapter?.startMs ?? 0) / 1000, seconds - BACK_S, 0);
}
