import type { Clip } from '../../../contract/reading/prepared-book.ts';
import { decoded, targetOf, type Find } from '../path.ts';
import { all, first, type Element } from '../xml.ts';

/**
 * Returns the clips of a media overlay (SMIL 3.0 of EPUB 3) for the document at `document`. `has` returns whether a recording is
 * stored. Unreadable clips are left out.
 */
export function clipsOf(overlay: Element, from: string, document: string, has: (path: string) => boolean, find?: Find): Clip[] {
  return all(overlay, 'par').flatMap((par) => {
    const text = targetOf(first(par, 'text')?.attributes['src'] ?? '', from, find);
    const sound = first(par, 'audio')?.attributes ?? {};
    const audio = targetOf(sound['src'] ?? '', from, find);
    if (text.kind !== 'inside' || text.path !== document || audio.kind !== 'inside' || !has(audio.path)) return [];
    const begin = secondsOf(sound['clipBegin'] ?? '') ?? 0;
    const end = secondsOf(sound['clipEnd'] ?? '');
    if (end !== null && end <= begin) return [];
    return [{ at: decoded(text.fragment.slice(1)), audio: audio.path, from: begin, to: end }];
  });
}

const UNITS: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001, '': 1 };

/** Parses a SMIL clock value to seconds: `1:02:03.5`, `02:03`, `5.25s`, `90min`, `1200ms`; null when invalid. */
export function secondsOf(text: string): number | null {
  const clock = /^(?:(\d+):)?([0-5]?\d):([0-5]?\d(?:\.\d+)?)$/.exec(text.trim());
  if (clock) return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  const count = /^(\d+(?:\.\d+)?)(h|min|s|ms)?$/.exec(text.trim());
  return count ? Number(count[1]) * (UNITS[count[2] ?? ''] ?? 1) : null;
}
