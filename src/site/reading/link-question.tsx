import { useEffect, useRef } from 'react';
import { readingPage } from './session/reading-page.store.ts';

/** `bare`: the address is shown without its scheme. */
const QUESTIONS = [
  { scheme: /^https?:/, title: '离开这本书？', words: '书里的链接要打开另一个网站：', act: '打开', bare: false },
  { scheme: /^mailto:/, title: '写一封邮件？', words: '书里的链接要打开邮件程序，写给：', act: '写邮件', bare: true },
  { scheme: /^tel:/, title: '拨打电话？', words: '书里的链接要打开电话，拨给：', act: '拨打', bare: true },
] as const;

/** Removes a user name and password before the host: they can make it look like another host. */
function withoutName(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** A link that leads out of the book opens only after confirmation. */
export function LinkQuestion({ link: given }: { link: string }) {
  const link = withoutName(given);
  const frame = useRef<HTMLDialogElement>(null);
  useEffect(() => frame.current?.showModal(), []);
  const shut = (): void => void (readingPage.link = null);
  const asked = QUESTIONS.find(({ scheme }) => scheme.test(link));
  return (
    <dialog ref={frame} className="reader-question" aria-labelledby="link-question" onClose={shut}>
      <h2 id="link-question">{asked?.title ?? '这个链接不能打开'}</h2>
      <p>{asked?.words ?? '它指向书里没有的地方：'}</p>
      <p className="reader-address">{asked?.bare ? decoded(link.replace(asked.scheme, '')) : link}</p>
      <div className="state-actions">
        {asked ? (
          <a className="button button-fill" href={link} target="_blank" rel="noopener noreferrer" onClick={shut}>
            {asked.act}
          </a>
        ) : null}
        <button type="button" className="button button-line" onClick={shut}>
          {asked ? '留在书里' : '知道了'}
        </button>
      </div>
    </dialog>
  );
}
