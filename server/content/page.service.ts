import type { FastifyRequest } from 'fastify';
import { CODE } from '../../contract/error.ts';
import { id } from '../../contract/page.ts';
import { type FirstPage, firstPageElement } from '../../contract/reading/first-page.ts';
import { READER_PATH } from '../../contract/reading/reader-path.ts';
import { BOOK_FILE, bookFolder } from '../../contract/reading/prepared-book.ts';
import { BACK_OFFICE_PATH } from '../../contract/content/back-office.ts';
import type { BookDetail } from '../../contract/catalog/book.ts';
import { addressOf, closedHead, firstHeadOf, fullTitle, type PageHead, SITE_NAME } from '../../contract/content/page.ts';
import { findSitePage } from '../../contract/site-pages.ts';
import type { AppContext } from '../context.ts';
import { searchTitle } from '../../contract/catalog/search-title.ts';
import { KEYWORD_LENGTH } from '../../contract/limits.ts';
import { AppError, Moved } from '../http/app-error.ts';
import type { App } from '../http/serve.ts';
import type { Feed, FirstText, SubjectPage } from '../http/site-part.ts';
import { firstPage } from '../reading/first-page.service.ts';
import { firstQueries } from './first-paint/first-queries.ts';
import { linksOf, writeFirstText } from './first-paint/first-text.ts';
import { escapeMarkup } from './markup.ts';
import { feedLink, shareLines } from './page-head.ts';

/** One page before it is written into the HTML. */
export interface Page {
  /** 301: the page has moved to `canonical`. */
  readonly status: 200 | 301 | 404;
  readonly head: PageHead;
  readonly canonical: string;
  /** Address of a picture of the subject, relative to the site root; '' for none. */
  readonly image: string;
  /** schema.org data, or null. */
  readonly thing: object | null;
  readonly meta: readonly (readonly [name: string, content: string])[];
  /** `[endpoint key, input, data]`, the data that the first screen requests. */
  readonly data: readonly (readonly [string, object, unknown])[];
  /** Addresses that the first screen requests outside the API. */
  readonly ahead: readonly string[];
  /** The text for the root of the app; null for pages that search engines do not read. */
  readonly text: FirstText | null;
  /** Only for the reader: the data for the layout of its first page. */
  readonly firstPage: FirstPage | null;
}

const NOT_FOUND = '/404';
/** The client goes on to the rest of the path, and checks there who may open it. */
const REDIRECT = /^\/redirect\/./;

/** Returns the page of a path, for people and for search engines. Paths that require sign-in get a head and no data. */
export async function pageAt(app: App, url: URL, request?: FastifyRequest): Promise<Page> {
  const { context } = app;
  const path = url.pathname.replace(/(.)\/+$/, '$1');
  const site = findSitePage(path)?.page;
  const head = firstHeadOf(path) ?? site?.head;
  const { publicUrl } = context.settings;
  const canonical = publicUrl + addressOf(path, url.searchParams, site?.keep);
  const plain = {
    status: 200 as const,
    canonical,
    image: '',
    text: null,
    thing: null,
    meta: [],
    data: [],
    ahead: [],
    firstPage: null,
  };
  if (REDIRECT.test(path)) return { ...plain, head: closedHead('跳转') };
  if (!head) return BACK_OFFICE_PATH.test(path) ? { ...plain, head: backOffice } : unknown(context);
  const shown = titled(head, path, url.searchParams);
  if (path === NOT_FOUND) return unknown(context);
  if (path === READER_PATH && !id.safeParse(url.searchParams.get('publishId')).success) return unknown(context);
  try {
    const data = await firstData(app, path, url.searchParams, request);
    const found = <T>(key: string) => data.find(([one]) => one === key)?.[2] as T | undefined;
    const book = found<BookDetail>('GET /cms/publish/getInfo/{publishId}');
    if (book && path === READER_PATH) {
      const reader = { ...plain, head: { ...head, title: book.title }, data };
      if (book.editionId === null) return reader;
      const ahead = [bookFolder(book.publishId, book.editionId) + BOOK_FILE];
      return { ...reader, ahead, firstPage: await firstPage(context, book.publishId, book.editionId, url.searchParams.get('at')) };
    }
    return {
      ...plain,
      head: shown,
      text: textOf(app, shown, data),
      thing: path === '/' ? contextPart(context) : null,
      data,
      ...subjectOf(app, data, { head: shown, publicUrl, path }),
    };
  } catch (error) {
    if (error instanceof Moved) return { ...plain, head, status: 301, canonical: publicUrl + error.address };
    if (error instanceof AppError) return unknown(context);
    throw error;
  }
}

/** The head of a page; a search has its keyword in the title. */
function titled(head: PageHead, path: string, query: URLSearchParams): PageHead {
  const keyword = path === '/cms/main/search' ? (query.get('keyword') ?? '').trim().slice(0, KEYWORD_LENGTH).trim() : '';
  return keyword ? { ...head, title: searchTitle(keyword) } : head;
}

/** The name of a page as its heading: the home page is the site. */
const nameOf = ({ title }: PageHead): string => (title === '首页' ? SITE_NAME : title);

/** The text of a page in its HTML: the one of its subject, else its description, with the links of its lists. */
function textOf(app: App, head: PageHead, data: Page['data'], text: FirstText = {}): FirstText | null {
  if (!head.index) return null;
  const links = [...(text.links ?? []), ...linksOf(app.siteParts, data)];
  const given = text.paragraphs?.some((paragraph) => paragraph !== '') ? text.paragraphs : [head.description];
  return { ...text, paragraphs: given, links };
}

/** Returns what the areas of the server state about the subject of a page, which is in its first data. */
function subjectOf(app: App, data: Page['data'], page: SubjectPage): Partial<Page> {
  for (const { subjects = {} } of app.siteParts)
    for (const [key, , answer] of data) {
      const describe = subjects[key];
      if (!describe) continue;
      const { head, canonical, image, thing, meta, text } = describe(answer as never, page);
      return {
        ...(head ? { head: { ...page.head, ...head } } : {}),
        ...(canonical ? { canonical: page.publicUrl + canonical } : {}),
        ...(image ? { image } : {}),
        ...(thing ? { thing } : {}),
        ...(page.head.index ? { text: textOf(app, { ...page.head, ...head }, data, text) } : {}),
        ...(meta ? { meta } : {}),
      };
    }
  return {};
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

const backOffice: PageHead = { title: '后台', keywords: '', description: '书舟后台。', index: false };

function unknown(context: AppContext): Page {
  const head = firstHeadOf(NOT_FOUND) ?? backOffice;
  return {
    status: 404,
    head,
    canonical: `${context.settings.publicUrl}/404`,
    image: '',
    text: null,
    thing: null,
    meta: [],
    data: [],
    ahead: [],
    firstPage: null,
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
export function writePage(shell: string, page: Page, links = '', feeds: readonly Feed[] = []): string {
  const { head } = page;
  const lines = [
    `<title>${escapeMarkup(fullTitle(head.title))}</title>`,
    `<meta name="keywords" content="${escapeMarkup(head.keywords)}" />`,
    `<meta name="description" content="${escapeMarkup(head.description)}" />`,
    `<link rel="canonical" href="${escapeMarkup(page.canonical)}" />`,
    `<meta property="og:title" content="${escapeMarkup(head.title)}" />`,
    `<meta property="og:description" content="${escapeMarkup(head.description)}" />`,
    `<meta property="og:url" content="${escapeMarkup(page.canonical)}" />`,
    `<meta property="og:site_name" content="书舟" />`,
    ...(page.status === 200 && head.index ? shareLines(page) : []),
    ...(head.index ? feeds.map(({ path, title }) => feedLink(path, title)) : []),
    ...(head.index ? [] : ['<meta name="robots" content="noindex" />']),
    ...page.meta.map(([name, content]) => `<meta name="${escapeMarkup(name)}" content="${escapeMarkup(content)}" />`),
    ...(page.thing ? [`<script type="application/ld+json">${json(page.thing)}</script>`] : []),
  ];
  const data = page.data.length > 0 ? `<script type="application/json" id="first-data">${json(page.data)}</script>` : '';
  // Placed after the entry script, which blocks: a browser opens six connections. A page that includes its chapter requests the rest after
  // it is displayed.
  const ahead = page.firstPage
    ? ''
    : page.ahead.map((address) => `<link rel="preload" as="fetch" fetchpriority="high" crossorigin href="${escapeMarkup(address)}">`).join('');
  return shell
    .replace(/<!--head-->[\s\S]*<!--\/head-->/, () => lines.join('\n    '))
    .replace('</head>', () => `${ahead}${links}</head>`)
    .replace('<div id="root"></div>', (empty) =>
      page.text ? empty.replace('><', () => `>${writeFirstText(nameOf(head), page.text ?? {})}<`) : empty,
    )
    .replace('<!--data-->', () => data + (page.firstPage ? firstPageElement(page.firstPage, 'apart') : ''));
}

/** JSON that cannot close the element that contains it. */
const json = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
