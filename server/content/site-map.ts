import { PAGE_HEADS } from '../../contract/content/page.ts';
import { SITE_PAGES } from '../../contract/site-pages.ts';
import type { AppContext } from '../context.ts';
import type { SitePart } from '../http/site-part.ts';
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

/** Returns the sitemap with the public pages, and with what the areas add. */
export async function siteMap(context: AppContext, parts: readonly SitePart[]): Promise<string> {
  const first = Object.entries(PAGE_HEADS).flatMap(([path, head]) => (head.index && !LEFT_OUT.has(path) ? [path] : []));
  const pages = SITE_PAGES.flatMap(({ path, head, inSiteMap }) => (head.index && inSiteMap !== false && !path.includes(':') ? [path] : []));
  const added = await Promise.all(parts.map((part) => part.siteMap?.(context) ?? []));
  const entry = (path: string, time?: number): string =>
    `<url><loc>${escapeMarkup(context.settings.publicUrl + path)}</loc>${time ? `<lastmod>${wireStamp(time)}</lastmod>` : ''}</url>`;
  const entries = [...[...first, ...pages].map((path) => entry(path)), ...added.flat().map(({ path, time }) => entry(path, time))];
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
}
