import type { Cue } from '../../contract/media/web-vtt.ts';

/** Returns the index of the current or last spoken cue; -1 before the first. */
export function cueAt(cues: readonly Cue[], seconds: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.start ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A line break that needs no space: in Chinese text, including its punctuation. */
const BREAK = /(?<=[\p{Script=Han}\u3000-\u303f\uff00-\uffef…—“”‘’])\s*\n\s*(?=[\p{Script=Han}\u3000-\u303f\uff00-\uffef…—“”‘’])/gu;
const fold = (text: string): string => text.replace(BREAK, '').normalize('NFKC').replace(/\s+/g, ' ').toLowerCase();
/** Punctuation cannot be heard, so a search term often has none or other punctuation. */
const unsigned = (text: string): string => text.replace(/\p{P}\s*(?=\p{Script=Han})|\p{P}/gu, '');

/** Returns the indexes of the cues that contain `words`, ignoring case, width and punctuation; all cues for an empty term. */
export function cuesWith(cues: readonly Cue[], words: string): number[] {
  const asked = fold(words.trim());
  const heard = unsigned(asked).trim();
  // A search for only punctuation matches exactly that punctuation.
  const says = heard ? (text: string) => unsigned(text).includes(heard) : (text: string) => text.includes(asked);
  return cues.flatMap((cue, index) => (says(fold(cue.text)) ? [index] : []));
}

/** 3:07, 1:02:09 */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
