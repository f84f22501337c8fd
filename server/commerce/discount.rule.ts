import { foldOf, type DiscountKind } from '../../contract/commerce/order-limits.ts';
import { spread, sum, timesBp, WHOLE_BP } from '../../contract/money.ts';

/** A discount that a line could have. `rateBp` is the part of `baseFen` that is paid. */
export interface Offer {
  readonly kind: Exclude<DiscountKind, 'none'>;
  readonly id: number | null;
  readonly rateBp: number;
  /** What the rate is applied to: the list price for authors, else the price. */
  readonly baseFen: number;
}

export interface Discounted {
  readonly discountFen: number;
  readonly payFen: number;
  readonly discountKind: DiscountKind;
  readonly discountId: number | null;
  readonly discountName: string;
}

export const NO_DISCOUNT = { discountFen: 0, discountKind: 'none', discountId: null, discountName: '' } as const;

export function discountName({ kind, rateBp }: Pick<Offer, 'kind' | 'rateBp'>): string {
  if (kind === 'author') return '作者价';
  return kind === 'campaign' ? `限时${foldOf(rateBp)}` : '团购优惠';
}

const costOf = ({ baseFen, rateBp }: Offer): number => timesBp(baseFen, Math.min(rateBp, WHOLE_BP));

/** The best offer of a line; the first on ties. Undefined when none is below the price. */
function bestOf(fen: number, offers: readonly Offer[]): Offer | undefined {
  const [best] = offers.filter((offer) => costOf(offer) < fen).toSorted((a, b) => costOf(a) - costOf(b));
  return best;
}

/**
 * What each line costs: `fen` is its full price. A line has one discount, the best. Lines with the same discount are one group: the rate is applied
 * to the sum of the group, rounded once, and spread over its lines (F20).
 */
export function discountedLines(lines: readonly { readonly fen: number; readonly offers: readonly Offer[] }[]): Discounted[] {
  const best = lines.map(({ fen, offers }) => bestOf(fen, offers));
  const paid = lines.map(({ fen }) => fen);
  const groups = Map.groupBy(best.keys(), (at) => {
    const offer = best[at];
    return offer ? `${offer.kind}:${offer.id}:${offer.rateBp}` : '';
  });
  for (const [key, at] of groups) {
    if (key === '') continue;
    const bases = at.map((one) => best[one]?.baseFen ?? 0);
    const parts = spread(timesBp(sum(bases), Math.min(best[at[0] ?? 0]?.rateBp ?? WHOLE_BP, WHOLE_BP)), bases);
    for (const [index, one] of at.entries()) paid[one] = Math.min(parts[index] ?? 0, lines[one]?.fen ?? 0);
  }
  return lines.map(({ fen }, at) => {
    const [payFen, offer] = [paid[at] ?? fen, best[at]];
    if (!offer) return { ...NO_DISCOUNT, payFen };
    return { discountFen: fen - payFen, payFen, discountKind: offer.kind, discountId: offer.id, discountName: discountName(offer) };
  });
}
