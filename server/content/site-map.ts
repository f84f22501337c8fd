import { PAGE_HEADS } from '../../contract/content/page.ts';
import { SITE_PAGES } from '../../contract/site-pages.ts';
import type { AppContext } from '../context.ts';
import type { SiteMapEntry, SitePart } from '../http/site-part.ts';
import { escapeMarkup } from './markup.ts';

/** Not pages of their own, or nothing to find on them. */
const LEFT_OUT = new Set(['/cms/main/cmsHomeIndex', '/cms/main/bookDetail', '/cms/main/collectedVideoDetail', '/cmsLogin']);

export const robots = (context: AppContext): string =>
  [
    'User-agent: *',
    'Disallow: /prod-api/',
    'Disallow: /books/',
    'Disallow: /media/',
    'Disallow: /personalCenter',
    'Disallow: /admin',
    `Sitemap: ${context.settings.publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

/** A time as W3C Datetime and RFC 3339 write it. */
export const wireStamp = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** Ids of a table in one file, written in a tenth of a second. A file may have 50 000 addresses: https://www.sitemaps.org/protocol.html */
const PER_FILE = 5_000;
/** Addresses of the pages that no table has. */
const PAGES = 'pages';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * Returns the sitemap: all addresses while they fit into one file, else the index of the files. Files are divided by ids, so that a page
 * stays in its file and neither needs a count.
 */
export async function siteMap(context: AppContext, parts: readonly SitePart[], perFile = PER_FILE): Promise<string> {
  const files = await filesOf(context, parts, perFile);
  if (files.reduce((rows, { top }) => rows + top, 0) < perFile) {
    const added = await Promise.all(files.map(({ part }) => part.pages(context, { from: 0, to: perFile })));
    return urlSet(context, [...pages(), ...added.flat()]);
  }
  const names = [PAGES, ...files.flatMap(({ part, count }) => Array.from({ length: count }, (_, at) => `${part.table}-${at + 1}`))];
  const entries = names.map((name) => `<sitemap><loc>${escapeMarkup(`${context.settings.publicUrl}/sitemaps/${name}.xml`)}</loc></sitemap>`);
  return `${HEAD}<sitemapindex ${NAMESPACE}>${entries.join('')}</sitemapindex>`;
}

/** Returns one file of the index by its name without `.xml`, null when there is none. */
export async function siteMapFile(context: AppContext, parts: readonly SitePart[], name: string, perFile = PER_FILE): Promise<string | null> {
  if (name === PAGES) return urlSet(context, pages());
  const [, table, number] = /^(\w+)-([1-9]\d{0,6})$/.exec(name) ?? [];
  const found = (await filesOf(context, parts, perFile)).find(({ part, count }) => part.table === table && Number(number) <= count);
  if (!found) return null;
  const to = Number(number) * perFile;
  return urlSet(context, await found.part.pages(context, { from: to - perFile, to }));
}

/** Returns each part with its highest id and its number of files. */
async function filesOf({ db }: AppContext, parts: readonly SitePart[], perFile: number) {
  return Promise.all(
    parts
      .flatMap((one) => one.siteMap ?? [])
      .map(async (part) => {
        const { top } = await db
          .selectFrom(part.table as 'publication')
          .select((eb) => eb.fn.max('id').as('top'))
          .executeTakeFirstOrThrow();
        return { part, top: Number(top ?? 0), count: top === null ? 0 : Math.floor(Number(top) / perFile) + 1 };
      }),
  );
}

function pages(): SiteMapEntry[] {
  const first = Object.entries(PAGE_HEADS).flatMap(([path, head]) => (head.index && !LEFT_OUT.has(path) ? [path] : []));
  const own = SITE_PAGES.flatMap(({ path, head, inSiteMap }) => (head.index && inSiteMap !== false && !path.includes(':') ? [path] : []));
  return [...first, ...own].map((path) => ({ path, time: 0 }));
}

function urlSet(context: AppContext, entries: readonly SiteMapEntry[]): string {
  const urls = entries.map(
    ({ path, time }) =>
      `<url><loc>${escapeMarkup(context.settings.publicUrl + path)}</loc>${time ? `<lastmod>${wireStamp(time)}</lastmod>` : ''}</url>`,
  );
  return `${HEAD}<urlset ${NAMESPACE}>${urls.join('')}</urlset>`;
}
