import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { readingPage } from './reading-page.store.ts';

/** A link that leads out of the book is followed only after a question. */
export function LinkQuestion() {
  const { link } = useSnapshot(readingPage);
  const frame = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (link) frame.current?.showModal();
  }, [link]);
  if (!link) return null;
  const shut = (): void => void (readingPage.link = null);
  const web = /^https?:/.test(link);
  return (
    <dialog ref={frame} className="reader-question" aria-labelledby="link-question" onClose={shut}>
      <h2 id="link-question">{web ? '离开这本书？' : '这个链接不能打开'}</h2>
      <p>{web ? '书里的链接要打开另一个网站：' : '它指向书里没有的地方：'}</p>
      <p className="reader-address">{link}</p>
      <div className="state-actions">
        {web ? (
          <a className="button button-fill" href={link} target="_blank" rel="noopener noreferrer" onClick={shut}>
            打开
          </a>
        ) : null}
        <button type="button" className="button button-line" onClick={shut}>
          {web ? '留在书里' : '知道了'}
        </button>
      </div>
    </dialog>
  );
}
