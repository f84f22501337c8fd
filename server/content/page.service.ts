import type { FastifyRequest } from 'fastify';
import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { CODE } from '../../contract/error.ts';
import { id } from '../../contract/page.ts';
import { type FirstPage, firstPageElement } from '../../contract/reading/first-page.ts';
import { READER_PATH } from '../../contract/reading/reader-path.ts';
import { BOOK_FILE, bookFolder } from '../../contract/reading/prepared-book.ts';
import { BACK_OFFICE_PATH } from '../../contract/content/back-office.ts';
import type { BookDetail } from '../../contract/catalog/book.ts';
import { firstQueries } from '../../contract/content/first-queries.ts';
import { addressOf, fullTitle, headOf, type PageHead } from '../../contract/content/page.ts';
import type { AppContext } from '../context.ts';
import { AppError } from '../http/app-error.ts';
import type { App } from '../http/serve.ts';
import { plainText } from '../http/rich-text.ts';
import { firstPage } from '../reading/first-page.service.ts';

/** One page before it is written into the HTML. */
export interface Page {
  readonly status: 200 | 404;
  readonly head: PageHead;
  readonly canonical: string;
  readonly image: string;
  /** schema.org data, or null. */
  readonly thing: object | null;
  /** `[endpoint key, input, data]`, the data that the first screen requests. */
  readonly data: readonly (readonly [string, object, unknown])[];
  /** Addresses that the first screen requests outside the API. */
  readonly ahead: readonly string[];
  /** Only for the reader: the data for the layout of its first page. */
  readonly firstPage: FirstPage | null;
}

const DESCRIPTION_LENGTH = 120;
const NOT_FOUND = '/404';

/** Returns the page of a path, for people and for search engines. Paths that require sign-in get a head and no data. */
export async function pageAt(app: App, url: URL, request?: FastifyRequest): Promise<Page> {
  const { context } = app;
  const path = url.pathname.replace(/(.)\/+$/, '$1');
  const head = headOf(path);
  const canonical = context.settings.publicUrl + addressOf(path, url.search);
  const plain = {
    status: 200 as const,
    canonical,
    image: `${context.settings.publicUrl}/icons/icon-512.png`,
    thing: null,
    data: [],
    ahead: [],
    firstPage: null,
  };
  if (!head) return BACK_OFFICE_PATH.test(path) ? { ...plain, head: backOffice } : unknown(context);
  if (path === NOT_FOUND) return unknown(context);
  if (path === READER_PATH && !id.safeParse(url.searchParams.get('publishId')).success) return unknown(context);
  try {
    const data = await firstData(app, path, url.searchParams, request);
    const found = <T>(key: string) => data.find(([one]) => one === key)?.[2] as T | undefined;
    const book = found<BookDetail>('GET /cms/publish/getInfo/{publishId}');
    const notice = found<Notice>('GET /system/notice/getInfo/{noticeId}');
    if (book && path === READER_PATH) {
      const reader = { ...plain, head: { ...head, title: book.title }, data };
      if (book.editionId === null) return reader;
      const ahead = [bookFolder(book.publishId, book.editionId) + BOOK_FILE];
      return { ...reader, ahead, firstPage: await firstPage(context, book.publishId, book.editionId, url.searchParams.get('at')) };
    }
    if (book) return { ...plain, ...bookPage(context, book, head), data };
    if (notice) return { ...plain, ...noticePage(notice, head), data };
    return { ...plain, head, thing: path === '/' ? contextPart(context) : null, data };
  } catch (error) {
    if (error instanceof AppError) return unknown(context);
    throw error;
  }
}

/**
 * Runs the queries of a path's first screen on the server. Missing data means a missing page; an authorization error is left to the
 * client.
 */
async function firstData(app: App, path: string, query: URLSearchParams, request?: FastifyRequest): Promise<Page['data']> {
  const answers = firstQueries(path, query).map(async ([key, input]) => {
    const answer = app.answers.get(key);
    if (!answer) throw new Error(`no public endpoint ${key}`);
    try {
      return [[key, input, await answer(input, request)] as const];
    } catch (error) {
      // A work that is not on sale may still be readable for its owners: the reader client checks that.
      if (error instanceof AppError && (error.code === CODE.signedOut || path === READER_PATH)) return [];
      throw error;
    }
  });
  return (await Promise.all(answers)).flat();
}

interface Notice {
  readonly noticeId: number;
  readonly noticeTitle: string;
  readonly noticeContent: string;
  readonly publishTime: string;
}

const backOffice: PageHead = { title: '后台', keywords: '', description: '书舟后台。', index: false };

function unknown(context: AppContext): Page {
  const head = headOf(NOT_FOUND) ?? backOffice;
  return { status: 404, head, canonical: `${context.settings.publicUrl}/404`, image: '', thing: null, data: [], ahead: [], firstPage: null };
}

/** A work has one canonical address, whichever address was requested. */
function bookPage(context: AppContext, book: BookDetail, head: PageHead): Pick<Page, 'head' | 'canonical' | 'image' | 'thing'> {
  const description = `${inTitleMarks(book.title)}，${book.authorsText}。${plainText(book.intro)}`.slice(0, DESCRIPTION_LENGTH);
  const image = context.settings.publicUrl + (book.cover.url || '/icons/icon-512.png');
  const played = book.kind === 'audio' || book.kind === 'video';
  const canonical = `${context.settings.publicUrl}/cms/main/${played ? 'collectedVideoDetail' : 'bookDetail'}/${book.publishId}`;
  return {
    head: {
      ...head,
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
      image,
      description,
      url: canonical,
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

function noticePage(notice: Notice, head: PageHead): Pick<Page, 'head' | 'thing'> {
  return {
    head: { ...head, title: notice.noticeTitle, description: plainText(notice.noticeContent).slice(0, DESCRIPTION_LENGTH) },
    thing: {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: notice.noticeTitle,
      datePublished: notice.publishTime.replace(' ', 'T') + '+08:00',
    },
  };
}

function contextPart(context: AppContext): object {
  const url = context.settings.publicUrl;
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: '书舟',
    url,
    inLanguage: 'zh-CN',
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${url}/cms/main/search?keyword={keyword}` },
      'query-input': 'required name=keyword',
    },
  };
}

/** Returns the HTML of a page: the built shell with the head and the first data. */
export function writePage(shell: string, page: Page, links = ''): string {
  const { head } = page;
  const lines = [
    `<title>${text(fullTitle(head.title))}</title>`,
    `<meta name="keywords" content="${text(head.keywords)}" />`,
    `<meta name="description" content="${text(head.description)}" />`,
    `<link rel="canonical" href="${text(page.canonical)}" />`,
    `<meta property="og:title" content="${text(head.title)}" />`,
    `<meta property="og:description" content="${text(head.description)}" />`,
    `<meta property="og:url" content="${text(page.canonical)}" />`,
    `<meta property="og:site_name" content="书舟" />`,
    ...(page.image ? [`<meta property="og:image" content="${text(page.image)}" />`] : []),
    ...(head.index ? [] : ['<meta name="robots" content="noindex" />']),
    ...(page.thing ? [`<script type="application/ld+json">${json(page.thing)}</script>`] : []),
  ];
  const data = page.data.length > 0 ? `<script type="application/json" id="first-data">${json(page.data)}</script>` : '';
  // Placed after the entry script, which blocks: a browser opens six connections. A page that includes its chapter requests the rest after
  // it is displayed.
  const ahead = page.firstPage
    ? ''
    : page.ahead.map((address) => `<link rel="preload" as="fetch" fetchpriority="high" crossorigin href="${text(address)}">`).join('');
  return shell
    .replace(/<!--head-->[\s\S]*<!--\/head-->/, () => lines.join('\n    '))
    .replace('</head>', () => `${ahead}${links}</head>`)
    .replace('<!--data-->', () => data + (page.firstPage ? firstPageElement(page.firstPage, 'apart') : ''));
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const text = (value: string): string => value.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
/** JSON that cannot close the element that contains it. */
const json = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
