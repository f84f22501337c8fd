import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { price } from '../../format/number.ts';
import { pageInput } from '../../reader-engine/page-input.ts';
import { session } from '../../session/session.store.ts';
import { Cover } from '../../cover/cover.tsx';
import { loginPath } from '../frame/login-path.ts';
import { closeSheet, readingPage, type Ending } from './session/reading-page.store.ts';

interface ReaderEndingProps {
  ending: Ending;
  card: BookCard;
  publishId: number;
  /** The address of the page to come back to. */
  address: string;
  /** Whether the previous page is on the right. */
  rightToLeft: boolean;
  back: () => void;
}

/** The end page, after the last page that the user may read. */
export function ReaderEnding({ ending, card, publishId, address, rightToLeft, back }: ReaderEndingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const currentUser = useSnapshot(session).now.state === 'anonymous';
  useEffect(() => void heading.current?.focus({ preventScroll: true }), []);
  const turnBack = useEffectEvent(back);
  // One listener for as long as the end page is open: a tap that rerenders it must end in the handler it started in.
  useEffect(() => {
    if (!ground.current) return;
    const nothing = (): void => {};
    const input = pageInput(ground.current, {
      tap(zone) {
        if (closeSheet()) return;
        if (zone === 'middle') readingPage.chrome = true;
        else if (zone === (rightToLeft ? 'right' : 'left')) turnBack();
      },
      towards: (side) => side === (rightToLeft ? 1 : -1) && turnBack(),
      back: () => turnBack(),
      forward: nothing,
      first: nothing,
      last: nothing,
      link: nothing,
    });
    return () => input.stop();
  }, [rightToLeft]);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key !== (rightToLeft ? 'ArrowRight' : 'ArrowLeft') && event.key !== 'PageUp') return;
      event.preventDefault();
      event.stopPropagation();
      back();
    };
    addEventListener('keydown', key, true);
    return () => removeEventListener('keydown', key, true);
  }, [back, rightToLeft]);
  const detail = `/cms/main/bookDetail/${publishId}`;
  const here = encodeURIComponent(address);
  const login = loginPath(address);
  const trial = ending === 'trial';
  return (
    <section className="reader-ending" aria-label={trial ? '试读结束' : '全书完'}>
      <div ref={ground} className="reader-ending-ground" />
      <span className="reader-ending-cover">
        <Cover book={card} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {trial ? '试读到这里' : '全书完'}
      </h2>
      <p>
        {trial
          ? card.isFree
            ? '登录后接着读完全书，免费。'
            : `${inTitleMarks(card.title)}能试读的只到这里，喜欢就把它带走。`
          : `${inTitleMarks(card.title)}读完了。`}
      </p>
      {trial && card.isFree && currentUser ? (
        <Link className="button button-fill button-tall" to={login}>
          登录后继续读
        </Link>
      ) : (
        <Link className="button button-fill button-tall" to={trial ? `${detail}?buy=1&from=${here}` : detail}>
          {trial ? `购买全书 ${price(card.salePriceFen)}` : '回到这本书的详情'}
        </Link>
      )}
      {trial && !card.isFree && currentUser ? (
        <Link className="text-link" to={login}>
          已购买？登录继续读
        </Link>
      ) : null}
      <button type="button" className="text-link" onClick={back}>
        返回上一页
      </button>
    </section>
  );
}
