import { PAGE_HEADS } from '../../contract/content/page.ts';
import type { AppContext } from '../context.ts';

const WORKS = 5_000;
const NEEDS_MORE = new Set(['/cms/main/cmsHomeIndex', '/cms/main/bookDetail', '/cms/main/collectedVideoDetail', '/cms/main/noticeDetail']);

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

/** Returns the sitemap with the public pages and the newest listed works. */
export async function siteMap(context: AppContext): Promise<string> {
  const works = await context.db
    .selectFrom('publication')
    .select(['id', 'kind'])
    .where('status', '=', 'listed')
    .where('delFlag', '=', '0')
    .orderBy('listTime', 'desc')
    .limit(WORKS)
    .execute();
  const pages = Object.entries(PAGE_HEADS)
    .filter(([path, head]) => head.index && !NEEDS_MORE.has(path))
    .map(([path]) => path);
  const all = [
    ...pages,
    ...works.map(({ id, kind }) => `/cms/main/${kind === 'audio' || kind === 'video' ? 'collectedVideoDetail' : 'bookDetail'}/${id}`),
  ];
  const entries = all.map((path) => `<url><loc>${context.settings.publicUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
}
