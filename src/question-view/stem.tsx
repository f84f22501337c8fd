import { useEffect, useRef, useState } from 'react';

/** Stem of a question: HTML that the server sanitised. `plays` limits how often a recording in it may be played; 0 is without limit. */
export function Stem({ html, plays = 0 }: { html: string; plays?: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(plays);
  useEffect(() => {
    const place = box.current;
    if (!place || plays === 0) return undefined;
    let used = 0;
    const count = (event: Event): void => {
      if (!(event.target instanceof HTMLMediaElement) || event.target.currentTime > 0) return;
      used += 1;
      if (used > plays) event.target.pause();
      setLeft(Math.max(0, plays - used));
    };
    // Events of media do not bubble: they are caught on their way down.
    place.addEventListener('play', count, true);
    return () => place.removeEventListener('play', count, true);
  }, [plays]);
  return (
    <>
      <div ref={box} className="question-html question-stem" dangerouslySetInnerHTML={{ __html: html }} />
      {plays > 0 ? (
        <output className="question-note">
          录音可以播放{plays}次，还剩{left}次
        </output>
      ) : null}
    </>
  );
}

export const Html = ({ html }: { html: string }) => <span className="question-html" dangerouslySetInnerHTML={{ __html: html }} />;

/** Text of HTML with formulas as TeX, for select boxes and announcements. */
export function plainText(html: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const formula of parsed.querySelectorAll('math'))
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? formula.textContent ?? '');
  for (const image of parsed.querySelectorAll('img')) image.replaceWith(image.alt || '图片');
  return (parsed.body.textContent ?? '').trim();
}
