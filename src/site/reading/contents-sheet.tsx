import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { downloads } from '../../downloads/downloads.store.ts';
import { Cover } from '../../cover/cover.tsx';
import { inLatin } from '../../format/script.ts';
import { Icon } from '../frame/icon.tsx';
import { ContentsPlaces } from './contents-places.tsx';
import { contentsRows } from './contents-list.ts';
import { leaveFor, readingPage } from './session/reading-page.store.ts';
import type { SheetProps } from './sheet-props.ts';

export function ContentsSheet({ opening, limit, reader }: SheetProps) {
  const { book, card } = opening;
  const { place } = useSnapshot(readingPage);
  const kept = useSnapshot(downloads).items[card.publishId]?.state === 'ready';
  const rows = useMemo(() => contentsRows(book), [book]);
  const here = place?.entry ?? -1;
  const firstLocked = rows.findIndex((row) => row.documentIndex >= limit);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => void current.current?.scrollIntoView({ block: 'center' }), []);

  const open = (href: string): void => {
    // On a wide screen the table of contents stays next to the page.
    leaveFor(matchMedia('(max-width: 991px)').matches);
    void reader.goTo({ href });
  };

  return (
    <>
      <div className="contents-work">
        <span className="contents-cover">
          <Cover book={card} scale="small" />
        </span>
        <span>
          <b className="serif one-line" {...inLatin(card.title, book.language)}>
            {card.title}
          </b>
          <span className="meta">
            {rows.filter(({ chapter }) => chapter).length} 章
            {here >= 0 ? (
              <>
                {' · 读到'}
                <bdi {...inLatin(rows[here]?.title ?? '', book.language)}>{rows[here]?.title}</bdi>
              </>
            ) : null}
            {kept ? ' · 已存到本机' : ''}
          </span>
        </span>
      </div>
      <ContentsPlaces book={book} open={open} />
      <ol className="contents-list">
        {rows.map((row, index) => (
          <li key={`${index}-${row.href}`} className="contents-row">
            {index === firstLocked ? <p className="contents-trial">试读到这里，以下{card.isFree ? '登录' : '购买'}后可读</p> : null}
            {row.documentIndex < 0 ? (
              <span className="contents-heading serif" {...inLatin(row.title, book.language)}>
                {row.title}
              </span>
            ) : (
              <button
                type="button"
                ref={index === here ? current : null}
                aria-current={index === here ? 'location' : undefined}
                style={{ paddingInlineStart: `${Math.min(row.level, 3) * 1.25}em` }}
                onClick={() => open(row.href)}
              >
                <span className="one-line" dir="auto" {...inLatin(row.title, book.language)}>
                  {row.title}
                </span>
                <span className="contents-mark">
                  {index === here ? '读到这里 · ' : ''}
                  {row.percent}%{row.documentIndex >= limit ? <Icon name="lock" size={16} /> : null}
                </span>
              </button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
