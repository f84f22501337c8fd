import type { Plugin } from 'vite';

/** The module of a page's screen in a list of site pages. */
const SCREEN = /,?\s*screen: '[^']+'/g;

/** Leaves the names of the screens' modules out of the client's list of site pages: only the server needs them, to let the browser load them early. */
export function sitePageModules(root: string): Plugin {
  return {
    name: 'site-page-modules',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(`${root}/contract/`) || !(id.split('?')[0] ?? '').endsWith('.site.ts')) return null;
      return { code: code.replace(SCREEN, ''), map: null };
    },
  };
}
