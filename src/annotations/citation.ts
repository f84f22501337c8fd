import type { BookCard, BookDetail } from '../../contract/catalog/book.ts';

type Work = Pick<BookCard, 'title' | 'authorsText'> & Partial<Pick<BookDetail, 'subtitle' | 'translator' | 'pressName' | 'publishDate' | 'edition'>>;

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const day = (at: Date): string => `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;

/** In brackets, after a space, or directly after a complete name: 张译 is a name. */
const ROLE = /\s*[（(](?:著|编著|编|主编|译|绘)[）)]$|\s+(?:著|编著|编|主编|译|绘)$|(?<=\S{2})(?:编著|主编|[著编])$|(?<=\S{3})[译绘]$/;

/** More than three authors are shortened to the first three and 等. */
function authorsOf(text: string): string {
  const names = text
    .split(/[,，、;；]/)
    .map((name) => name.replace(ROLE, '').trim())
    .filter(Boolean);
  return names.length > 3 ? `${names.slice(0, 3).join(', ')}, 等` : names.join(', ');
}

/**
 * GB/T 7714—2015 for an electronic book: authors, title[M/OL], edition, publisher, year, chapter, access date, address. A file of one's own has no
 * address, so that it is cited as a book.
 */
export function citation(work: Work, at: { chapter: string; address: string; now?: Date }): string {
  const title = work.subtitle ? `${work.title}: ${work.subtitle}` : work.title;
  const year = work.publishDate?.slice(0, 4) ?? '';
  const publisher = [work.pressName ?? '', year].filter(Boolean).join(', ');
  const parts = [
    authorsOf(work.authorsText),
    `${title}[${at.address ? 'M/OL' : 'M'}]`,
    work.translator ? `${authorsOf(work.translator)}, 译` : '',
    work.edition && work.edition > 1 ? `${work.edition}版` : '',
    `${publisher}${at.chapter ? `${publisher ? ': ' : ''}${at.chapter}` : ''}${at.address ? `[${day(at.now ?? new Date())}]` : ''}`,
    at.address,
  ];
  return `${parts.filter(Boolean).join('. ')}.`;
}
