import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Cue } from '../../../contract/media/web-vtt.ts';
import { clockOf, cueAt, cuesWith } from '../../media-player/transcript.ts';
import { Icon } from '../frame/icon.tsx';

/** The captions as text: follows playback until the user scrolls in it, searches the text, and seeks to the selected line. */
export function Transcript({ cues, seconds, goTo }: { cues: readonly Cue[]; seconds: number; goTo: (seconds: number) => void }) {
  const [words, setWords] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const now = cueAt(cues, seconds);
  const shown = useMemo(() => cuesWith(cues, words), [cues, words]);
  const searching = words.trim() !== '';
  // One tab stop, at the current line; arrow keys move from there.
  const entry = shown.includes(now) ? now : shown[0];
  const [follows, setFollows] = useState(true);
  /** The current line has been out of view since the user scrolled. */
  const away = useRef(false);
  const look = (): void => {
    const { scrollHeight = 0, clientHeight = 0 } = list.current ?? {};
    if (scrollHeight <= clientHeight) return;
    away.current = false;
    setFollows(false);
  };
  const comeBack = (): void => {
    setFollows(true);
    list.current?.querySelector<HTMLElement>(`[data-cue='${now}'] button`)?.focus({ preventScroll: true });
  };

  useEffect(() => {
    const element = list.current;
    const line = searching ? null : element?.querySelector<HTMLElement>(`[data-cue='${now}']`);
    if (!element || !line) return;
    if (!follows) {
      const top = line.offsetTop - element.offsetTop - element.scrollTop;
      const seen = top >= 0 && top + line.offsetHeight <= element.clientHeight;
      if (seen && away.current) setFollows(true);
      away.current = !seen;
      return;
    }
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Scroll only the list, never the page.
    element.scrollTo({ top: line.offsetTop - element.offsetTop - element.clientHeight / 3, behavior: calm ? 'auto' : 'smooth' });
  }, [now, searching, follows]);

  return (
    <section className="transcript" aria-label="文稿">
      <search className="transcript-search">
        <label className="pill">
          <Icon name="search" size={20} />
          <input
            type="search"
            aria-label="在文稿中查找"
            placeholder="在文稿中查找"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        <output className="meta">{searching ? `${shown.length} 处` : ''}</output>
      </search>
      {shown.length === 0 ? <p className="meta transcript-none">文稿里没有“{words.trim()}”，换个词试试。</p> : null}
      <ol ref={list} className="transcript-lines" onWheel={look} onTouchMove={look}>
        {shown.map((index) => {
          const cue = cues[index];
          if (!cue) return null;
          return (
            <li key={index} data-cue={index}>
              <button
                type="button"
                className="transcript-line"
                aria-current={index === now ? 'true' : undefined}
                tabIndex={index === entry ? 0 : -1}
                onKeyDown={(event) => step(event, list.current) && look()}
                onClick={() => {
                  setFollows(true);
                  goTo(cue.start);
                }}
              >
                <span className="transcript-time">{clockOf(cue.start)}</span>
                <span className="transcript-text">{cue.text}</span>
              </button>
            </li>
          );
        })}
      </ol>
      {follows || searching ? null : (
        <button type="button" className="button button-wash transcript-now" onClick={comeBack}>
          回到正在播放的一句
        </button>
      )}
    </section>
  );
}

/** Arrows, Home and End move from line to line, so that a thousand lines are one tab stop. Returns whether the key was one of them. */
function step(event: KeyboardEvent<HTMLElement>, list: HTMLElement | null): boolean {
  const lines = [...(list?.querySelectorAll('button') ?? [])];
  const at = lines.indexOf(event.target as HTMLButtonElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
  if (to === undefined || at < 0) return false;
  event.preventDefault();
  lines[Math.max(0, Math.min(to, lines.length - 1))]?.focus();
  return true;
}
