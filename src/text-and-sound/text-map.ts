import type { Track } from '../../contract/media/track.ts';
import { chaptersOf, chapterTitle } from '../media-player/track-chapters.ts';

/** A chapter or a track of a recording. */
export interface SoundPart {
  readonly mediaId: number;
  readonly title: string;
  /** Milliseconds from the start of its track. */
  readonly startMs: number;
  readonly endMs: number;
}

/** A document of the text. */
export interface TextPart {
  readonly index: number;
  readonly title: string;
  readonly characters: number;
}

/** How a position was found: in a chapter of the same title, in the chapter at the same place, or by the length of the whole work. */
export type Basis = 'title' | 'order' | 'whole';

export interface InText {
  readonly documentIndex: number;
  /** 0 to 1, of its characters. */
  readonly fraction: number;
  readonly basis: Basis;
}

export interface InSound {
  readonly mediaId: number;
  readonly positionMs: number;
  readonly basis: Basis;
}

/** Maps a recording to its text and back: chapter by chapter, and in proportion within a chapter. */
export interface TextMap {
  toText(mediaId: number, positionMs: number): InText | null;
  toSound(documentIndex: number, fraction: number): InSound | null;
}

/** Returns the parts of a recording: the chapters of each track, or the track. */
export const soundParts = (tracks: readonly Track[]): SoundPart[] =>
  tracks.flatMap((track) => {
    const { mediaId, title, durationSec } = track;
    const chapters = chaptersOf(track);
    const endMs = durationSec * 1000;
    if (chapters.length === 0) return [{ mediaId, title, startMs: 0, endMs }];
    return chapters.map((chapter, index) => ({
      mediaId,
      title: chapterTitle(chapter, index),
      startMs: index === 0 ? 0 : chapter.startMs,
      endMs: chapters[index + 1]?.startMs ?? endMs,
    }));
  });

const DIGITS = '零一二三四五六七八九';

/** Reads a number up to 9,999 in Chinese or Arabic digits; null for anything else. */
function numberIn(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  let [sum, digit] = [0, 0];
  for (const sign of text.replaceAll('两', '二').replaceAll('〇', '零')) {
    const unit = { 十: 10, 百: 100, 千: 1000 }[sign];
    if (unit) {
      sum += (digit || 1) * unit;
      digit = 0;
    } else if (DIGITS.includes(sign)) digit = digit * (sum === 0 ? 10 : 1) + DIGITS.indexOf(sign);
    else return null;
  }
  return sum + digit;
}

const NUMBERED = /^(?:第([\d零〇一二两三四五六七八九十百千]{1,7})[章回节節集讲講课課段部卷篇]|(?:chapter|part|track)?\s*(\d{1,4})(?=\D|$))/u;

/** The number and the name of a title, without punctuation: 第二章 桥, 02 - 桥 and 桥 have the same name. */
function keyOf(title: string): { readonly number: number | null; readonly name: string } {
  const text = title.normalize('NFKC').toLowerCase().trim();
  const found = NUMBERED.exec(text);
  const number = found ? numberIn(found[1] ?? found[2] ?? '') : null;
  return { number, name: text.slice(number === null ? 0 : (found?.[0].length ?? 0)).replace(/[^\p{L}\p{N}]/gu, '') };
}

type Key = ReturnType<typeof keyOf>;
const isSame = (one: Key, two: Key): boolean =>
  one.name !== '' && two.name !== '' ? one.name === two.name : one.name === two.name && one.number !== null && one.number === two.number;
/** One title is only a number, as 第2段, and the other one has that number and a name. */
const isNumberOf = (one: Key, two: Key): boolean => (one.name === '') !== (two.name === '') && one.number !== null && one.number === two.number;

/** Returns pairs of parts with the same title, in the order of both: as many as possible. */
function pairsByTitle(sound: readonly SoundPart[], text: readonly TextPart[]): [sound: number, text: number][] {
  const soundKeys = sound.map(({ title }) => keyOf(title));
  const textKeys = text.map(({ title }) => keyOf(title));
  const same = soundKeys.some((one) => textKeys.some((two) => isSame(one, two))) ? isSame : isNumberOf;
  // The longest common subsequence.
  const lengths = Array.from({ length: sound.length + 1 }, () => new Uint16Array(text.length + 1));
  const at = (one: number, two: number): number => lengths[one]?.[two] ?? 0;
  const matches = (one: number, two: number): boolean => {
    const [left, right] = [soundKeys[one], textKeys[two]];
    return left !== undefined && right !== undefined && same(left, right);
  };
  for (let one = sound.length - 1; one >= 0; one--)
    for (let two = text.length - 1; two >= 0; two--)
      (lengths[one] as Uint16Array)[two] = matches(one, two) ? at(one + 1, two + 1) + 1 : Math.max(at(one + 1, two), at(one, two + 1));
  const pairs: [number, number][] = [];
  for (let [one, two] = [0, 0]; one < sound.length && two < text.length; ) {
    if (matches(one, two)) pairs.push([one++, two++]);
    else if (at(one + 1, two) >= at(one, two + 1)) one++;
    else two++;
  }
  return pairs;
}

/** A document with fewer characters is a cover, a title page or a list of contents. */
const CHAPTER_CHARACTERS = 200;

function pairsOf(sound: readonly SoundPart[], text: readonly TextPart[]): { pairs: [number, number][]; basis: Basis } {
  const pairs = pairsByTitle(sound, text);
  if (pairs.length > 0) return { pairs, basis: 'title' };
  const chapters = text.flatMap(({ characters }, index) => (characters >= CHAPTER_CHARACTERS ? [index] : []));
  if (sound.length > 1 && chapters.length === sound.length) return { pairs: chapters.map((index, at) => [at, index]), basis: 'order' };
  return { pairs: [], basis: 'whole' };
}

/** A moment and a place in the text that belong together, both from the start of the work. */
interface Anchor {
  readonly ms: number;
  readonly characters: number;
  /** How the stretch from here to the next anchor was found. */
  readonly basis: Basis;
}

const sums = (sizes: readonly number[]): number[] => sizes.reduce<number[]>((all, size) => [...all, (all.at(-1) ?? 0) + size], [0]);

/** Returns the map of a recording and its text; null if one of them is empty. */
export function textMap(tracks: readonly Track[], text: readonly TextPart[]): TextMap | null {
  const sound = soundParts(tracks).filter(({ startMs, endMs }) => endMs > startMs);
  const times = sums(sound.map(({ startMs, endMs }) => endMs - startMs));
  const places = sums(text.map(({ characters }) => characters));
  const [lastMs = 0, lastCharacter = 0] = [times.at(-1), places.at(-1)];
  if (lastMs === 0 || lastCharacter === 0) return null;
  const { pairs, basis } = pairsOf(sound, text);
  const anchors: Anchor[] = [{ ms: 0, characters: 0, basis: 'whole' }];
  for (const [one, two] of pairs)
    anchors.push(
      { ms: times[one] ?? 0, characters: places[two] ?? 0, basis },
      { ms: times[one + 1] ?? lastMs, characters: places[two + 1] ?? lastCharacter, basis: 'whole' },
    );
  anchors.push({ ms: lastMs, characters: lastCharacter, basis: 'whole' });

  /** Of several anchors at one value, the last one begins the stretch. */
  const along = (value: number, from: 'ms' | 'characters', to: 'ms' | 'characters'): { value: number; basis: Basis } => {
    const index = Math.min(
      anchors.findLastIndex((anchor) => anchor[from] <= value),
      anchors.length - 2,
    );
    const [begin, end] = [anchors[index] as Anchor, anchors[index + 1] as Anchor];
    const part = end[from] > begin[from] ? (value - begin[from]) / (end[from] - begin[from]) : 0;
    return { value: begin[to] + part * (end[to] - begin[to]), basis: begin.basis };
  };

  return {
    toText(mediaId, positionMs) {
      const index = sound.findLastIndex((part) => part.mediaId === mediaId && part.startMs <= positionMs);
      const part = sound[index];
      if (!part) return null;
      const found = along((times[index] ?? 0) + Math.min(positionMs, part.endMs - 1) - part.startMs, 'ms', 'characters');
      const two = partAt(places, found.value);
      const characters = text[two]?.characters ?? 0;
      const fraction = characters > 0 ? (found.value - (places[two] ?? 0)) / characters : 0;
      return { documentIndex: text[two]?.index ?? 0, fraction: Math.max(0, Math.min(1, fraction)), basis: found.basis };
    },
    toSound(documentIndex, fraction) {
      const two = text.findIndex(({ index }) => index === documentIndex);
      const own = text[two];
      if (!own) return null;
      const characters = Math.max(0, Math.min(fraction * own.characters, own.characters - 1));
      const found = along((places[two] ?? 0) + characters, 'characters', 'ms');
      const one = partAt(times, found.value);
      const part = sound[one];
      return part ? { mediaId: part.mediaId, positionMs: Math.round(part.startMs + found.value - (times[one] ?? 0)), basis: found.basis } : null;
    },
  };
}

/** Returns the part that contains a value; the last one for the end. Empty parts contain nothing. */
function partAt(starts: readonly number[], value: number): number {
  const found = starts.findLastIndex((start) => start <= value);
  if (found < starts.length - 1) return found;
  let last = starts.length - 2;
  while (last > 0 && starts[last] === starts[last + 1]) last--;
  return last;
}
