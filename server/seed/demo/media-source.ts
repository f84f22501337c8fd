export interface MediaTrackSource {
  readonly title: string;
  /** What is said, one line after another, each as long as the others; a picture's name before it where there is one. */
  readonly lines: readonly { readonly picture: string; readonly text: string }[];
}

export interface MediaSource {
  readonly facts: Readonly<Record<string, string>>;
  readonly tracks: readonly MediaTrackSource[];
}

/** Seconds a line stands. */
export const LINE_SECONDS = 5;

/** Works of `media/works.txt`: facts, then tracks by `##`, works divided by `===`. */
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

/** The lines as WebVTT. */
export const captionsFrom = (track: MediaTrackSource): string =>
  `WEBVTT\n\n${track.lines.map(({ text }, index) => `${clock(index * LINE_SECONDS)} --> ${clock((index + 1) * LINE_SECONDS)}\n${text}\n`).join('\n')}`;
