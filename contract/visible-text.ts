import { z } from 'zod';

/**
 * Characters that change how others are shown, or that are invisible: control characters (line breaks and tabs stay),
 * direction marks, overrides and isolates, zero-width blanks, fillers, tags. Source: Unicode, Default_Ignorable_Code_Point
 * and Bidi_Control. Variation selectors stay, for emoji and for variants of Han characters.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these are what is removed
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]/gu;
const LINE_SEPARATORS = /[\u2028\u2029]/g;

/** Joiners are needed between letters of these scripts and inside emoji, and nowhere else. */
const JOINED = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Mn}\p{Mc}]`;
const LONE_JOINERS = new RegExp(String.raw`(?<!${JOINED})[\u200c\u200d]|[\u200c\u200d](?!${JOINED})`, 'gu');

/** Returns the visible text: without characters that reverse it, are hidden in it, or make two names look the same. */
export const visibleText = (text: string): string => text.replace(LINE_SEPARATORS, ' ').replace(UNSEEN, '').replace(LONE_JOINERS, '');

const DIRECTED = /^\s*([\u2066\u2067])([^\u2066-\u2069]*)\u2069\s*$/;

/** Returns the visible text of a title or a name, which may be isolated as a whole in its own direction. */
export function visibleDirected(text: string): string {
  const [, mark, inner] = DIRECTED.exec(text) ?? [];
  return mark === undefined ? visibleText(text) : `${mark}${visibleText(inner ?? '').trim()}\u2069`;
}

/** Between the names of several people. */
const NAMES = '、';

/** Returns the visible text of names, each of which may be isolated in its own direction. */
export const visibleNamesOf = (text: string): string => text.split(NAMES).map(visibleDirected).join(NAMES);

/** A text reduced to its visible characters and trimmed. */
export const visible = (words?: string) => z.string(words).overwrite(visibleText).trim();

/** The same for titles and names, which keep the direction in which they are written as a whole. */
export const visibleTitle = (words?: string) => z.string(words).overwrite(visibleDirected).trim();

/** The same for the names of several people. */
export const visibleNames = (words?: string) => z.string(words).overwrite(visibleNamesOf).trim();
