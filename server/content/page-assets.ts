import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findSitePage, SITE_PAGES } from '../../contract/site-pages.ts';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** The lazy screen of a path, by its name in the build; the home page is in the entry chunk. */
const SCREENS: readonly (readonly [RegExp, ...string[]])[] = [
  [/^\/cms\/main\/(cmsReadingCenter|collectedWorks|classification)$/, 'src/site/catalog/browse.screen.tsx'],
  [/^\/cms\/main\/bookDetail\/\d+$/, 'src/site/catalog/book-detail.screen.tsx'],
  [/^\/cms\/main\/collectedVideoDetail\/\d+$/, 'src/site/media/video-detail.screen.tsx'],
  [/^\/cms\/main\/collectedVideoPlay$/, 'src/site/media/video-play.screen.tsx'],
  [/^\/cms\/main\/search$/, 'src/site/catalog/search.screen.tsx'],
  [/^\/cmsLogin$/, 'src/site/identity/login.screen.tsx'],
];

/** The list of the site pages of all areas, which the client loads before the screen of one of them. */
const SITE_ROUTES = 'src/app/site-routes.ts';
/** The list of the screens of areas without public pages. */
const OWN_SCREENS = 'src/app/own-screens.ts';

/** Returns a function that gives the links which load a path's lazy screen in parallel with the entry script. */
export async function pageAssets(dist: string): Promise<(path: string) => string> {
  const text = await readFile(join(dist, '.vite', 'manifest.json'), 'utf8').catch(() => '{}');
  const manifest = JSON.parse(text) as Record<string, Chunk>;
  const links = SCREENS.map(([pattern, ...names]) => [pattern, linksOf(manifest, names)] as const);
  const areaLinks = new Map(
    SITE_PAGES.map((page) => [page.path, linksOf(manifest, [SITE_ROUTES, ...(page.head.index ? [] : [OWN_SCREENS]), `src/site/${page.screen}`])]),
  );
  return (path) => links.find(([pattern]) => pattern.test(path))?.[1] ?? areaLinks.get(findSitePage(path)?.page.path ?? '') ?? '';
}

/** `names` are modules, or prefixes of chunk names. */
function linksOf(manifest: Record<string, Chunk>, names: readonly string[]): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    // The shell already loads these files.
    if (!chunk || scripts.has(chunk.file) || /assets\/(base|rolldown-runtime|loader|index)-/.test(chunk.file)) return;
    scripts.add(chunk.file);
    for (const file of chunk.css ?? []) styles.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of names) {
    if (manifest[name]) visit(name);
    else for (const [key, chunk] of Object.entries(manifest)) if (chunk.file.startsWith(`assets/${name}-`)) visit(key);
  }
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
}
