import { SHARE_SHAPES, SHARE_TYPE, shareName, type ShareShape } from './share-picture.service.ts';
import { escapeMarkup } from './markup.ts';

/** The path of the pictures that other sites show next to a link; `page` is the address of the page relative to the site root. */
export const SHARE_PATH = '/share';

interface Shared {
  readonly head: { readonly title: string };
  readonly canonical: string;
  readonly image: string;
}

const meta = (property: string, content: string): string => `<meta property="${property}" content="${escapeMarkup(content)}" />`;

/** The pictures of a page for other sites: a wide one first, which most of them take, then a square one for chats. */
export function shareLines(page: Shared): string[] {
  const { origin, pathname, search } = new URL(page.canonical);
  const version = shareName({ picture: page.image, title: page.head.title }).slice(0, 8);
  const pictures = (Object.keys(SHARE_SHAPES) as ShareShape[]).flatMap((shape) => [
    meta('og:image', `${origin}${SHARE_PATH}/${shape}.jpg?page=${encodeURIComponent(pathname + search)}&v=${version}`),
    meta('og:image:type', SHARE_TYPE),
    meta('og:image:width', String(SHARE_SHAPES[shape].width)),
    meta('og:image:height', String(SHARE_SHAPES[shape].height)),
    meta('og:image:alt', page.head.title),
  ]);
  return [meta('og:type', 'website'), ...pictures, '<meta name="twitter:card" content="summary_large_image" />'];
}

export const feedLink = (path: string, title: string): string =>
  `<link rel="alternate" type="application/atom+xml" title="${escapeMarkup(title)}" href="${escapeMarkup(path)}" />`;
