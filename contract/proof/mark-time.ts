import { workFiles } from '../manuscript/work-files.ts';

/** `1:02:03` or `2:03`; a part of a second is dropped, so that the mark is reached before the place is over. */
export function timeWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:${two(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

interface MarkPlace {
  readonly page: number;
  readonly startMs: number | null;
  readonly endMs?: number | null | undefined;
}

/** Where a mark is, for people: 第12页, or 第2段 1:03–1:05. */
export function placeWords(kind: string, { page, startMs, endMs = null }: MarkPlace): string {
  const { parts } = workFiles(kind);
  if (!parts || startMs === null) return `第${page}页`;
  return `第${page}${parts.unit} ${timeWords(startMs)}${endMs === null ? '' : `–${timeWords(endMs)}`}`;
}

/** Milliseconds of a time that a person writes: `83`, `1:23`, `1:02:03.5`; null for anything else. */
export function writtenTime(text: string): number | null {
  const found = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:\.\d{1,3})?)$/.exec(text.trim().replaceAll('：', ':'));
  if (!found) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = found;
  if (found[2] !== undefined && Number(seconds) >= 60) return null;
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}
