import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { closedHead } from '../contract/content/page.ts';
import type { SitePage } from '../contract/site-page.ts';

/** Pure functions without schemas: both forms are the same, so that a page which uses both gets the code once. */
const PURE = /\/contract\/workflow\/form-[\w-]+\.ts$/;
const ENDPOINT_KEYS = ['key', 'method', 'path', 'access', 'file', 'multipart', 'timeout'];

/**
 * Gives the client the wire form of the contract: an endpoint becomes its method, path and access, and a schema
 * is removed. So zod (24 KB) is never sent to a phone. A contract file that imports neither zod nor
 * `endpoint.ts` is not changed. The admin client builds its forms from the schemas and gets the complete contract. The list of the site's
 * pages is sent without what only the server uses: the module of each screen, and its first queries.
 */
export function contractWire(root: string): Plugin {
  return {
    name: 'contract-wire',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.startsWith('.') || !importer) return null;
      const schemas = importer.startsWith(`${root}/src/admin/`) || importer.includes('?schema');
      if (!schemas) return null;
      const found = await this.resolve(source, importer.split('?')[0], { skipSelf: true });
      if (found && PURE.test(found.id)) return found;
      return found?.id.startsWith(`${root}/contract/`) ? `${found.id.split('?')[0]}?schema` : found;
    },
    async load(id) {
      const [path] = id.split('?');
      if (!path?.startsWith(`${root}/contract/`) || id.includes('?schema')) return null;
      if (path === `${root}/contract/site-pages.ts`) {
        const { SITE_PAGES } = (await import(pathToFileURL(path).href)) as { SITE_PAGES: readonly SitePage[] };
        return { code: sitePages(SITE_PAGES), moduleType: 'js', map: null };
      }
      const source = await readFile(path, 'utf8');
      if (!/from '(zod|[./]*endpoint\.ts)'/.test(source)) return null;
      const module = (await import(`${pathToFileURL(path).href}?t=${Date.now()}`)) as Record<string, unknown>;
      const lines = Object.entries(module).flatMap(([name, value]) => wire(name, value));
      return { code: `${lines.join('\n')}\nexport {};\n`, moduleType: 'js', map: null };
    },
  };
}

/** The pages by the functions that make their heads: repeated words are sent once. */
function sitePages(pages: readonly SitePage[]): string {
  const RESERVED = closedHead('').keywords;
  const rows = pages.map(({ path, head, framed, keep }) => {
    const { title, keywords, description, index } = head;
    const made = index
      ? `openHead(${JSON.stringify(title)},${JSON.stringify(keywords.slice(0, -RESERVED.length - 1))},${JSON.stringify(description)})`
      : `closedHead(${JSON.stringify(title)})`;
    const rest = [...(framed === undefined ? [] : [`framed:${framed}`]), ...(keep ? [`keep:${JSON.stringify(keep)}`] : [])];
    return `{${[`path:${JSON.stringify(path)}`, `head:${made}`, ...rest].join()}}`;
  });
  return `import { closedHead, openHead } from './content/page.ts';
import { pageFinder } from './site-page.ts';
export const SITE_PAGES = [${rows.join(',\n')}];
export const findSitePage = pageFinder(SITE_PAGES);
`;
}

function wire(name: string, value: unknown): string[] {
  if (isEndpoint(value)) {
    const kept = Object.fromEntries(ENDPOINT_KEYS.filter((key) => key in value).map((key) => [key, value[key]]));
    return [`export const ${name} = ${JSON.stringify(kept)};`];
  }
  if (typeof value === 'function') return [`export const ${name} = ${value.toString()};`];
  if (isSchema(value) || isResource(value)) return [];
  return [`export const ${name} = ${JSON.stringify(value)};`];
}

const isEndpoint = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'key' in value && 'method' in value && 'path' in value;
/** Resources are used by the admin client only. */
const isResource = (value: unknown): boolean => typeof value === 'object' && value !== null && 'crud' in value;
const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && '_zod' in value;
