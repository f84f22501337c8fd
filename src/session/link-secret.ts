/** Secrets by the path of their page. In memory only: they survive a sign-in within the site, and neither a reload nor a restored tab shows them. */
const secrets = new Map<string, string>();

/**
 * Returns the secret of a link that opened the page at `path`, from `#name=`, or as links of earlier releases have it: from `?name=` or the
 * end of the path. Removes it from the address bar and so from the browser's history.
 */
export function linkSecret(path: string, name: string): string {
  const { pathname, search, hash } = location;
  const query = new URLSearchParams(search);
  const inPath = pathname.startsWith(`${path}/`) ? decodeURIComponent(pathname.slice(path.length + 1)) : '';
  const found = new URLSearchParams(hash.slice(1)).get(name) || query.get(name) || inPath;
  if (found) {
    secrets.set(`${path} ${name}`, found);
    query.delete(name);
    const rest = query.toString();
    history.replaceState(history.state, '', path + (rest ? `?${rest}` : ''));
  }
  return found || (secrets.get(`${path} ${name}`) ?? '');
}

/** Forgets a secret that was used. */
export const forgetLinkSecret = (path: string, name: string): void => void secrets.delete(`${path} ${name}`);
