import type { FastifyRequest } from 'fastify';
import type { DataOf } from '../../contract/endpoint.ts';
import { FOUND_KINDS, type FoundKind, type FoundThing, type searchAcross } from '../../contract/discovery/across.ts';
import type { AppContext } from '../context.ts';
import { limitSearches } from '../catalog/search/search.service.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { searchSources, type FoundResult, type SearchSource } from '../search/search-source.ts';

interface Asked {
  readonly keyword: string;
  readonly kind?: FoundKind | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

type Ranked = FoundResult & { readonly source: SearchSource };

/** Ranks what all areas find, best first; equal scores in the order of the areas, then as each area orders them. */
export async function across(
  context: AppContext,
  currentUser: CurrentUser | null,
  request: FastifyRequest,
  { keyword, kind, pageNum, pageSize }: Asked,
): Promise<DataOf<typeof searchAcross>> {
  await limitSearches(context, currentUser, request);
  const ranked: Ranked[] = [];
  const totals = Object.fromEntries(FOUND_KINDS.map((one) => [one, 0])) as Record<FoundKind, number>;
  const atLimit = new Set<FoundKind>();
  for (const source of searchSources()) {
    const { rows, more } = await source.find(context, keyword);
    ranked.push(...rows.map((row) => ({ ...row, source })));
    totals[source.kind] = rows.length;
    if (more) atLimit.add(source.kind);
  }
  const chosen = ranked.filter(({ source }) => !kind || source.kind === kind).toSorted((a, b) => b.score - a.score);
  const page = chosen.slice((pageNum - 1) * pageSize, pageNum * pageSize);
  return { rows: await shown(context, page), total: chosen.length, totals, more: FOUND_KINDS.filter((one) => atLimit.has(one)) };
}

/** The results of a page as they are shown; a row that disappeared meanwhile is left out. */
async function shown(context: AppContext, page: readonly Ranked[]): Promise<FoundThing[]> {
  const loaded = new Map<SearchSource, ReadonlyMap<number, FoundThing>>();
  for (const source of new Set(page.map((one) => one.source))) {
    const ids = page.flatMap((one) => (one.source === source && 'id' in one ? [one.id] : []));
    if (source.show) loaded.set(source, await source.show(context, ids));
  }
  return page.flatMap((one) => {
    const thing = 'thing' in one ? one.thing : loaded.get(one.source)?.get(one.id);
    return thing ? [thing] : [];
  });
}
