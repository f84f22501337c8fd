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

/** Parses the works of `media/works.txt`: metadata, then tracks by `##`; `===` separates works. */
export function readMediaSources(text: string): MediaSource[] {
  return text.split(/^===$/m).map((work) => {
    const [head = '', ...parts] = work.split(/^## /m);
    const facts = Object.fromEntries([...head.matchAll(/^(\w+): (.+)$/gm)].map((found) => [found[1] ?? '', (found[2] ?? '').trim()]));
    return { facts, tracks: parts.map(trackOf) };
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

const clock = (seconds: number): string => `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`;

/** Returns the lines as WebVTT. */
export const captionsFrom = (track: MediaTrackSource): string =>
  `WEBVTT\n\n${track.lines.map(({ text }, index) => `${clock(index * LINE_SECONDS)} --> ${clock((index + 1) * LINE_SECONDS)}\n${text}\n`).join('\n')}`;
