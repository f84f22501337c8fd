import { API_PREFIX } from '../contract/limits.ts';
import { isOwnBook } from '../contract/reading/own-book-id.ts';

/**
 * Public calls whose responses may be stored in a shared cache. `public-calls.test.ts` checks this list
 * against the contract: no pattern may match a call that requires a user.
 */
const PATHS: readonly RegExp[] = [
  /^\/cms\/publish\/(queryPublishList|queryPublishTotalQuantity)$/,
  /^\/cms\/publish\/(getInfo|querySimilar|tracks)\/\d+$/,
  /^\/cms\/archiveType\/queryTree$/,
  /^\/cms\/archive\/listNum$/,
  /^\/cms\/(banner\/queryBanner|slogan\/querySlogan|block\/queryBlocks|search\/hot)$/,
  /^\/system\/notice\/(queryNotice|getInfo\/\d+)$/,
  /^\/system\/user\/userCount$/,
];

export const isPublicPath = (path: string): boolean => PATHS.some((pattern) => pattern.test(path));

/**
 * Private responses are never cached: a request with a token is not public, whatever its address. A request that bypasses the cache is not
 * either.
 */
export function isPublicCall(request: Pick<Request, 'method' | 'headers' | 'cache'>, url: URL): boolean {
  return (
    request.method === 'GET' &&
    request.cache !== 'no-store' &&
    !request.headers.has('authorization') &&
    url.pathname.startsWith(API_PREFIX) &&
    isPublicPath(url.pathname.slice(API_PREFIX.length))
  );
}

/** The book of the user's own that a call is about; null for every other call. */
export function ownBookOf(url: URL): number | null {
  if (!url.pathname.startsWith(API_PREFIX)) return null;
  const publishId = Number(/\/(\d{15})$/.exec(url.pathname)?.[1] ?? url.searchParams.get('publishId'));
  return isOwnBook(publishId) ? publishId : null;
}

/** Whether an address is a page of the product; everything else is a file or a call. */
export function isPage(url: URL): boolean {
  return (
    !/^\/(prod-api|books|media|covers|files|profile|assets|icons|screenshots|health)(\/|$)/.test(url.pathname) &&
    !/\.[a-z0-9]{2,5}$/i.test(url.pathname)
  );
}
