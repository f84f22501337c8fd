import type { BookSource } from './book-source.ts';

export interface MediaTrackSource {
  readonly title: string;
  /** The lines of text in order, all with the same duration; each may have the name of a picture. */
  readonly lines: readonly { readonly picture: string; readonly text: string }[];
}

export interface MediaSource {
  readonly facts: Readonly<Record<string, string>>;
  readonly tracks: readonly MediaTrackSource[];
}

/** Duration of a line in seconds. */
export const LINE_SECONDS = 5;

/**
 * Parses the works of `media/works.txt`: metadata, then tracks by `##`; `===` separates works. A work with `reads` has the sentences of
 * the chapter of the same title as lines of each track.
 */
export function readMediaSources(text: string, books: readonly BookSource[]): MediaSource[] {
  return text.split(/^===$/m).map((work) => {
    const [head = '', ...parts] = work.split(/^## /m);
    const facts = Object.fromEntries([...head.matchAll(/^(\w+): (.+)$/gm)].map((found) => [found[1] ?? '', (found[2] ?? '').trim()]));
    const book = books.find((one) => one.facts['title'] === facts['reads']);
    return { facts, tracks: parts.map((part) => (book ? readAloud(trackOf(part), book) : trackOf(part))) };
  });
}

function trackOf(part: string): MediaTrackSource {
  const [title = '', ...rest] = part.split('\n').map((line) => line.trim());
  const lines = rest.filter(Boolean).map((line) => {
    const found = /^\[(\w+)\] (.+)$/.exec(line);
    return { picture: found?.[1] ?? '', text: found?.[2] ?? line };
  });
  return { title, lines };
}

function readAloud(track: MediaTrackSource, { chapters }: BookSource): MediaTrackSource {
  const paragraphs = chapters.find(({ title }) => title === track.title)?.paragraphs ?? [];
  return { ...track, lines: paragraphs.flatMap(sentencesOf).map((text) => ({ picture: '', text })) };
}

/** A sentence with its closing quotation marks. */
const SENTENCE = /[^。！？]+[。！？]*[”’』」]*/g;

/** The words of a paragraph, without its signs and drawings. */
function sentencesOf(paragraph: string): string[] {
  if (/^(---$|!\[)/.test(paragraph)) return [];
  const words = paragraph
    .replace(/^(> |@[a-z-]+ )/, '')
    .replace(/\{([^|{}]+)\|[^{}]+\}/g, '$1')
    .replace(/\[\^[^\]]+\]/g, '')
    .replaceAll('*', '');
  return (words.match(SENTENCE) ?? []).map((one) => one.trim()).filter(Boolean);
}

const clock = (seconds: number): string => `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`;

/** Returns the lines as WebVTT. */
export const captionsFrom = (track: MediaTrackSource): string =>
  `WEBVTT\n\n${track.lines.map(({ text }, index) => `${clock(index * LINE_SECONDS)} --> ${clock((index + 1) * LINE_SECONDS)}\n${text}\n`).join('\n')}`;
