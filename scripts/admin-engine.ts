import type { Plugin } from 'vite';

/** Marks a module of the reader that the admin client has its own copy of. */
export const ADMIN_COPY = '?admin';
const USER = '/src/admin/';
const COPIED = ['/src/reader-engine/', '/node_modules/epubjs/'];

/**
 * Gives the layout check of the admin client its own copy of the reader's engine. Shared modules would be split into further chunks, and
 * each of them costs a reader bytes and a request before the first page. The copies have no state in common.
 */
export function adminEngine(root: string): Plugin {
  return {
    name: 'admin-engine',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer || !(importer.startsWith(root + USER) || importer.includes(ADMIN_COPY))) return null;
      const found = await this.resolve(source, importer.split('?')[0], { skipSelf: true });
      if (!found || found.external) return null;
      const [path = ''] = found.id.split('?');
      if (COPIED.some((folder) => path.startsWith(root + folder))) return path + ADMIN_COPY;
      return importer.includes(ADMIN_COPY) && path.startsWith(`${root}/contract/`) ? `${path}?schema` : null;
    },
  };
}
