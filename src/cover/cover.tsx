import { useMemo } from 'react';
import type { BookCard } from '../../contract/catalog/book.ts';
import { type CoverScale, drawCover } from './cover-drawing.ts';
import { svgAddress } from './svg-address.ts';
import './cover.css';

export type Covered = Pick<BookCard, 'title' | 'authorsText' | 'cover'>;

const kept = new Map<string, string>();
const KEPT_MOST = 400;

/** The drawn cover as a picture address: it needs one element, and the browser draws it only when it is near the viewport. */
function drawnAddress(book: Covered, scale: CoverScale): string {
  const { drawing, colour, format } = book.cover;
  const key = [book.title, book.authorsText, drawing, colour, format, scale].join('\u0000');
  let address = kept.get(key);
  if (!address) {
    address = svgAddress(drawCover({ title: book.title, author: book.authorsText, drawing, colour, format, scale }));
    if (kept.size >= KEPT_MOST) kept.clear();
    kept.set(key, address);
  }
  return address;
}

/** The picture address of a cover: uploaded or drawn. */
export const coverAddress = (book: Covered): string => book.cover.url || drawnAddress(book, 'full');

interface CoverProps {
  book: Covered;
  scale?: CoverScale;
  /** Empty if the title is next to the cover. */
  alt?: string;
  /** Above the fold: loaded at once. */
  eager?: boolean;
  /** Offline, without a copy on this device. */
  away?: boolean;
}

export function Cover({ book, scale = 'full', alt = '', eager = false, away = false }: CoverProps) {
  const { url } = book.cover;
  const source = useMemo(() => url || drawnAddress(book, scale), [url, book, scale]);
  return (
    <span className={away ? 'cover cover-away' : 'cover'} data-given={url ? '' : undefined}>
      <img src={source} alt={alt} width={300} height={400} loading={eager ? 'eager' : 'lazy'} decoding={eager ? 'sync' : 'async'} draggable={false} />
    </span>
  );
}
