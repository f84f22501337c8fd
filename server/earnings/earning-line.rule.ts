import type { EarningSource, TaxCategory } from '../../contract/earnings/earning-limits.ts';
import type { TermTier } from '../../contract/protocol/term.ts';
import type { EarningStep } from '../../contract/earnings/earning.ts';

/** The scale and the price by which the first settlement has paid copies that were not sold. */
export interface TopUp {
  readonly priceFen: number;
  readonly least: number;
  readonly tiers: readonly TermTier[];
}

/** The arithmetic of a line, kept with it. */
export interface EarningBasis {
  readonly lines: readonly EarningStep[];
  readonly workFen: number;
  readonly shareBp: number;
  readonly reserveBp: number;
  readonly recoup: boolean;
  /** The authors for whom the payee is paid. */
  readonly onBehalfOf?: string;
  /** By what copies up to the least number are topped up, and set off later. */
  readonly topUp?: TopUp;
  /** What the calculation gave before somebody set the amount by hand. */
  readonly calculatedFen?: number;
  /** The account that bears it instead of the cost of royalties: a debt of the time before the publisher moved in. */
  readonly cost?: 'opening';
}

export interface Calculated {
  readonly userId: number;
  readonly sourceType: EarningSource;
  readonly sourceId: number;
  readonly protocolId: number;
  readonly publicationId: number | null;
  readonly title: string;
  readonly grossFen: number;
  readonly taxCategory: TaxCategory;
  readonly taxItem: string;
  readonly basis: EarningBasis;
}
export interface Unpaid {
  readonly title: string;
  readonly name: string;
  readonly fen: number;
}
