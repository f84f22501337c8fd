import type { ReconItemEvent } from '../../../contract/commerce/recon/recon.ts';
import { suspenseOf } from './recon-match.rule.ts';
import type { ItemRow } from './recon.queries.ts';

type Difference = Pick<ItemRow, 'open' | 'side' | 'kind' | 'ourFen' | 'theirFen' | 'paymentId' | 'refundId' | 'askedAt' | 'adoptBy'>;

/** What may repair a difference now; `own`: the viewer is the person who adopted it. The only place that decides it. */
export function eventsFor(item: Difference, may: { readonly resolve: boolean; readonly confirm: boolean }, own: boolean): ReconItemEvent[] {
  if (item.open !== '1') return [];
  if (item.adoptBy !== null) return [...(may.confirm && !own ? (['confirm'] as const) : []), ...(may.resolve ? (['withdraw'] as const) : [])];
  if (!may.resolve) return [];
  const known = item.paymentId !== null || item.refundId !== null;
  // Money of ours is adopted only after the channel was asked about it.
  const adoptable = suspenseOf(item) !== 0 && (item.kind !== 'ours_only' || item.askedAt !== null);
  return [...(known ? (['ask'] as const) : []), ...(adoptable ? (['adopt'] as const) : [])];
}

/** Money that was moved into the suspense account with two people can be given to an order or back to its payer. */
export const canEnd = (item: Pick<ItemRow, 'resolution' | 'suspenseFen'>): boolean => item.resolution === 'adopted' && item.suspenseFen > 0;
