const LOGIN = '/cmsLogin';

/** Returns a redirect target if it is a path of this site; otherwise the home page. Dot segments and `//` could lead to another host. */
export function safeRedirect(target: string | null | undefined): string {
  const [path = ''] = (target ?? '').split(/[?#]/, 1);
  const local = target && path.startsWith('/') && !path.includes('//') && !/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
  return local && path !== LOGIN && !target.includes('\\') && [...target].every((character) => character >= ' ') ? target : '/';
}
