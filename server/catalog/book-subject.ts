import type { BookCard, BookDetail } from '../../contract/catalog/book.ts';
import type { ShownBlock } from '../../contract/content/program-block.ts';
import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { yuan } from '../../contract/money.ts';
import { wireTime } from '../db/clock.ts';
import type { AppContext } from '../context.ts';
import {
  description as beginning,
  paragraphsOf,
  type IdRange,
  type PageSubject,
  type SiteMapEntry,
  type SitePart,
  type SubjectPage,
} from '../http/site-part.ts';

const isPlayed = (kind: string): boolean => kind === 'audio' || kind === 'video';
const bookAddress = (id: number, kind: string): string => `/cms/main/${isPlayed(kind) ? 'collectedVideoDetail' : 'bookDetail'}/${id}`;

/** A work has one canonical address, whichever address was requested. */
function bookSubject(book: BookDetail, { head, publicUrl }: SubjectPage): PageSubject {
  const description = beginning(`${inTitleMarks(book.title)}，${book.authorsText}。${book.intro}`);
  const played = isPlayed(book.kind);
  const { campaign } = book;
  const canonical = bookAddress(book.publishId, book.kind);
  return {
    head: {
      title: `${book.title}（${book.authorsText}）`,
      keywords: [book.title, book.authorsText, ...book.tags, head.keywords].join(','),
      description,
    },
    canonical,
    ...(book.cover.url ? { image: book.cover.url } : {}),
    text: { byline: [book.authorsText, book.pressName].filter(Boolean).join(' · '), paragraphs: paragraphsOf(book.intro) },
    thing: {
      '@context': 'https://schema.org',
      '@type': played ? 'CreativeWork' : 'Book',
      name: book.title,
      author: { '@type': 'Person', name: book.authorsText },
      publisher: { '@type': 'Organization', name: book.pressName },
      ...(book.language === 'other' ? {} : { inLanguage: book.language }),
      ...(played ? {} : { bookFormat: 'https://schema.org/EBook' }),
      image: publicUrl + (book.cover.url || '/icons/icon-512.png'),
      description,
      url: publicUrl + canonical,
      ...(book.isbn ? { isbn: book.isbn.replaceAll('-', '') } : {}),
      ...(book.publishDate ? { datePublished: book.publishDate } : {}),
      ...(book.scoreCount > 0 ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: book.scoreAvg, ratingCount: book.scoreCount } } : {}),
      offers: {
        '@type': 'Offer',
        price: yuan(book.isFree ? 0 : (campaign?.payFen ?? book.salePriceFen)),
        priceCurrency: 'CNY',
        ...(campaign ? { priceValidUntil: `${wireTime(campaign.until).replace(' ', 'T')}+08:00` } : {}),
        availability: 'https://schema.org/InStock',
      },
    },
  };
}

/** A work in a list of links. */
const bookLink = ({ publishId, kind, title }: Pick<BookCard, 'publishId' | 'kind' | 'title'>) => ({ path: bookAddress(publishId, kind), title });

async function listedWorks(context: AppContext, { from, to }: IdRange): Promise<SiteMapEntry[]> {
  const works = await context.db
    .selectFrom('publication')
    .select(['id', 'kind', 'updateTime'])
    .where('status', '=', 'listed')
    .where('delFlag', '=', '0')
    .where('id', '>=', from)
    .where('id', '<', to)
    .orderBy('id')
    .execute();
  return works.map(({ id, kind, updateTime }) => ({ path: bookAddress(id, kind), time: Number(updateTime) }));
}

export const catalogSite: SitePart = {
  subjects: { 'GET /cms/publish/getInfo/{publishId}': bookSubject },
  lists: {
    'GET /cms/publish/queryPublishList': ({ rows }: { rows: readonly BookCard[] }) => rows.map(bookLink),
    'GET /cms/block/queryBlocks': (blocks: readonly ShownBlock[]) => blocks.flatMap((block) => ('books' in block ? block.books.map(bookLink) : [])),
  },
  siteMap: [{ table: 'publication', pages: listedWorks }],
};
