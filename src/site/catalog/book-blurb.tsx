import { useLayoutEffect, useRef, useState } from 'react';
import { htmlInLatin, inLatin } from '../../format/script.ts';

/** Shows three lines of the blurb; the rest on request, if there is more. */
export function BookBlurb({ html, fallback, language = '' }: { html: string; fallback: string; language?: string }) {
  const text = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [more, setMore] = useState(false);
  // Runs before the first paint, so that the button does not shift the content below.
  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    const measure = () => {
      if (element.classList.contains('book-blurb-short')) setMore(element.scrollHeight > element.clientHeight + 2);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  if (!html && !fallback) return null;
  return (
    <section className="book-part">
      <h2 className="unseen">内容简介</h2>
      {html ? (
        // The server sanitizes the HTML before it stores it.
        <div
          id="blurb"
          ref={text}
          className={open ? 'book-blurb' : 'book-blurb book-blurb-short'}
          {...htmlInLatin(html, language)}
          dangerouslySetInnerHTML={{ __html: html }}
        />
      ) : (
        <div className="book-blurb" {...inLatin(fallback, language)}>
          {fallback}
        </div>
      )}
      {more ? (
        <button type="button" className="text-link" aria-expanded={open} aria-controls="blurb" onClick={() => setOpen(!open)}>
          {open ? '收起' : '展开'}
        </button>
      ) : null}
    </section>
  );
}
