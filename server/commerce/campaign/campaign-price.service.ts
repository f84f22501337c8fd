import type { Database, Tx } from '../../db/database.ts';
import type { Offer } from '../discount.rule.ts';
import { categoryParents, liveCampaigns, type LiveCampaign } from './campaign.queries.ts';

interface Work {
  readonly id: number;
  readonly archiveTypeId: number | null;
}

export interface CampaignOffer extends Offer {
  readonly leastLines: number;
  /** Its end, epoch milliseconds. */
  readonly to: number;
}

const idsOf = ({ ids }: Pick<LiveCampaign, 'ids'>): ReadonlySet<number> => new Set(JSON.parse(ids) as number[]);

/** A category and those above it. */
function lineage(id: number | null, parents: ReadonlyMap<number, number>): number[] {
  const found: number[] = [];
  for (let at = id ?? 0; at !== 0 && !found.includes(at); at = parents.get(at) ?? 0) found.push(at);
  return found;
}

/** For each work the campaigns that are live at a time. */
export async function campaignsFor<W extends Work & { readonly salePriceFen: number }>(
  db: Database | Tx,
  works: readonly W[],
  now: number,
): Promise<Map<number, CampaignOffer[]>> {
  const live = works.length === 0 ? [] : await liveCampaigns(db, now);
  if (live.length === 0) return new Map();
  const parents = live.some(({ scope }) => scope === 'category')
    ? new Map((await categoryParents(db)).map(({ id, parentId }) => [id, parentId] as const))
    : new Map<number, number>();
  return new Map(
    works.map((work) => [
      work.id,
      live
        .filter((campaign) => {
          const ids = idsOf(campaign);
          return campaign.scope === 'works' ? ids.has(work.id) : lineage(work.archiveTypeId, parents).some((one) => ids.has(one));
        })
        .map(({ id, rateBp, leastLines, to }) => ({ kind: 'campaign' as const, id, rateBp, leastLines, to, baseFen: work.salePriceFen })),
    ]),
  );
}
