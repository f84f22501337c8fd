const LOGIN = '/cmsLogin';
const ORIGIN = 'https://shuzhou.invalid';

/** Returns a redirect target if it is a path of this site; otherwise the home page. */
export function safeRedirect(target: string | null | undefined): string {
  if (!target || !/^\/(?![/\\])/.test(target) || target.includes('\\') || [...target].some((character) => character < ' ')) return '/';
  try {
    const url = new URL(target, ORIGIN);
    if (url.origin !== ORIGIN || url.pathname === LOGIN || url.pathname.startsWith('//')) return '/';
    return url.pathname + url.search + url.hash;
  } catch {
    return '/';
  }
}
