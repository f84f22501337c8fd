import { useEffect, useMemo, useRef, useState } from 'react';
import type { Cue } from '../../../contract/media/web-vtt.ts';
import { clockOf, cueAt, cuesWith } from '../../media-player/transcript.ts';
import { Icon } from '../frame/icon.tsx';

/** The captions as a text: follows what is said, finds words, and goes to the line that is chosen. */
export function Transcript({ cues, seconds, goTo }: { cues: readonly Cue[]; seconds: number; goTo: (seconds: number) => void }) {
  const [words, setWords] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const now = cueAt(cues, seconds);
  const shown = useMemo(() => cuesWith(cues, words), [cues, words]);
  const searching = words.trim() !== '';

  useEffect(() => {
    const element = list.current;
    const line = searching ? null : element?.querySelector<HTMLElement>(`[data-cue='${now}']`);
    if (!element || !line) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // The list alone moves, never the page.
    element.scrollTo({ top: line.offsetTop - element.offsetTop - element.clientHeight / 3, behavior: calm ? 'auto' : 'smooth' });
  }, [now, searching]);

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
      <ol ref={list} className="transcript-lines">
        {shown.map((index) => {
          const cue = cues[index];
          if (!cue) return null;
          return (
            <li key={index} data-cue={index}>
              <button type="button" className="transcript-line" aria-current={index === now ? 'true' : undefined} onClick={() => goTo(cue.start)}>
                <span className="transcript-time">{clockOf(cue.start)}</span>
                <span className="transcript-text">{cue.text}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
