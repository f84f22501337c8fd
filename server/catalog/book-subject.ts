import type { BookDetail } from '../../contract/catalog/book.ts';
import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import type { AppContext } from '../context.ts';
import { description as beginning, type PageSubject, type SitePart, type SubjectPage } from '../http/site-part.ts';

const WORKS = 5_000;
const isPlayed = (kind: string): boolean => kind === 'audio' || kind === 'video';
const addressOf = (id: number, kind: string): string => `/cms/main/${isPlayed(kind) ? 'collectedVideoDetail' : 'bookDetail'}/${id}`;

/** A work has one canonical address, whichever address was requested. */
function bookSubject(book: BookDetail, { head, publicUrl }: SubjectPage): PageSubject {
  const description = beginning(`${inTitleMarks(book.title)}，${book.authorsText}。${book.intro}`);
  const image = book.cover.url || '/icons/icon-512.png';
  const played = isPlayed(book.kind);
  const canonical = addressOf(book.publishId, book.kind);
  return {
    head: {
      title: `${book.title}（${book.authorsText}）`,
      keywords: [book.title, book.authorsText, ...book.tags, head.keywords].join(','),
      description,
    },
    canonical,
    image,
    thing: {
      '@context': 'https://schema.org',
      '@type': played ? 'CreativeWork' : 'Book',
      name: book.title,
      author: { '@type': 'Person', name: book.authorsText },
      publisher: { '@type': 'Organization', name: book.pressName },
      ...(book.language === 'other' ? {} : { inLanguage: book.language }),
      ...(played ? {} : { bookFormat: 'https://schema.org/EBook' }),
      image: publicUrl + image,
      description,
      url: publicUrl + canonical,
      ...(book.isbn ? { isbn: book.isbn.replaceAll('-', '') } : {}),
      ...(book.publishDate ? { datePublished: book.publishDate } : {}),
      ...(book.scoreCount > 0 ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: book.scoreAvg, ratingCount: book.scoreCount } } : {}),
      offers: {
        '@type': 'Offer',
        price: (book.isFree ? 0 : book.salePriceFen / 100).toFixed(2),
        priceCurrency: 'CNY',
        availability: 'https://schema.org/InStock',
      },
    },
  };
}

/** The newest listed works. */
async function listedWorks(context: AppContext): Promise<string[]> {
  const works = await context.db
    .selectFrom('publication')
    .select(['id', 'kind'])
    .where('status', '=', 'listed')
    .where('delFlag', '=', '0')
    .orderBy('listTime', 'desc')
    .limit(WORKS)
    .execute();
  return works.map(({ id, kind }) => addressOf(id, kind));
}

export const catalogSite: SitePart = {
  subjects: { 'GET /cms/publish/getInfo/{publishId}': bookSubject },
  siteMap: listedWorks,
};
