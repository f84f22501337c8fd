import type { EarningSource, TaxCategory } from '../../contract/earnings/earning-limits.ts';
import type { EarningStep } from '../../contract/earnings/earning.ts';

/** The arithmetic of a line, kept with it. */
export interface EarningBasis {
  readonly lines: readonly EarningStep[];
  readonly workFen: number;
  readonly shareBp: number;
  readonly reserveBp: number;
  readonly recoup: boolean;
  /** The authors for whom the payee is paid. */
  readonly onBehalfOf?: string;
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
