import type { PreparedBook, PreparedDocument } from '../../../contract/reading/prepared-book.ts';
import { FEW_SHOW, type Media } from '../media.ts';
import { DOCUMENT_TYPES, isScripted, type ManifestItem } from './items.ts';
import type { Package } from './package.ts';

/** Returns when pages are shown side by side, as far as the package declares it. */
export function spreadOf(pack: Package): Pick<PreparedBook, 'spread'> {
  const said = pack.rendition.find((meta) => meta.property === 'rendition:spread')?.value;
  // `portrait` is the old name of `both`.
  const spread = said === 'portrait' ? 'both' : said;
  return spread === 'none' || spread === 'landscape' || spread === 'both' ? { spread } : {};
}

/** Returns the flow and orientation that the package declares. */
export function flowTraits(pack: Package): Pick<PreparedBook, 'flow' | 'orientation'> {
  const said = (name: string): string => pack.rendition.find((meta) => meta.property === `rendition:${name}`)?.value ?? '';
  return flowAndOrientation(said('flow'), said('orientation'), pack.layout);
}

/** Fixed-layout pages cannot scroll, and reflowable text needs no orientation. */
function flowAndOrientation(flow: string, orientation: string, layout: PreparedBook['layout']): Pick<PreparedBook, 'flow' | 'orientation'> {
  if (layout === 'pre-paginated') return orientation === 'landscape' || orientation === 'portrait' ? { orientation } : {};
  return flow === 'paginated' ? { flow: 'pages' } : flow.startsWith('scrolled-') ? { flow: 'scroll' } : {};
}

/** Returns the properties that a spine item declares for itself. */
export function pageTraits(
  properties: readonly string[],
  layout: PreparedBook['layout'],
): Pick<PreparedDocument, 'layout' | 'spread' | 'flow' | 'orientation'> {
  // When a property occurs twice, the first one counts.
  const first = (names: RegExp): string => properties.map((one) => one.replace(/^rendition:/, '')).find((one) => names.test(one)) ?? '';
  const said = first(/^layout-(pre-paginated|reflowable)$/).slice('layout-'.length);
  const own = said === 'pre-paginated' || said === 'reflowable' ? said : layout;
  const side = first(/^spread-none$/) || first(/^page-spread-(left|right|center)$/) || first(/^align-x-center$/);
  const spread = side === 'page-spread-left' ? 'left' : side === 'page-spread-right' ? 'right' : side ? 'center' : null;
  const asked = flowAndOrientation(
    first(/^flow-(paginated|scrolled-(continuous|doc))$/).slice('flow-'.length),
    first(/^orientation-(landscape|portrait)$/).slice('orientation-'.length),
    own,
  );
  return { ...(own === layout ? {} : { layout: own }), ...(spread ? { spread } : {}), ...asked };
}

type Instead = (path: string) => string;

/** Returns the file to show for an unsupported one: the first supported file along its fallbacks. */
export const fallbacksOf = (
  manifest: readonly ManifestItem[],
  { has, media }: { has(path: string): boolean; media(path: string, said: string): Media | null },
): Instead => along(manifest, (at) => has(at.path) && media(at.path, at.type) !== null && !(at.fallback && FEW_SHOW.has(at.type)));

/** Returns the target of a list entry: a picture that is shown by its fallback is represented by it in the reading order. */
export const leadsOf = (manifest: readonly ManifestItem[], has: (path: string) => boolean): Instead =>
  along(manifest, (at) => has(at.path) && DOCUMENT_TYPES.has(at.type));

function along(manifest: readonly ManifestItem[], isGood: (item: ManifestItem) => boolean): Instead {
  const byId = new Map(manifest.map((item) => [item.id, item]));
  const instead = new Map<string, string>();
  for (const item of manifest) {
    const seen = new Set<ManifestItem>();
    let at: ManifestItem | undefined = item;
    while (at && !seen.has(at) && (isScripted(at) || !isGood(at))) {
      seen.add(at);
      at = byId.get(at.fallback);
    }
    if (at && at !== item && !seen.has(at)) instead.set(item.path, at.path);
  }
  return (path) => instead.get(path) ?? path;
}
