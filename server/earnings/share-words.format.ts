import { yuan } from '../../contract/money.ts';

interface Share {
  readonly workFen: number;
  readonly shareBp: number;
  readonly grossFen: number;
  /** The authors for whom the payee is paid. */
  readonly onBehalfOf?: string | undefined;
  /** Whether somebody has set the amount by hand. */
  readonly adjusted: boolean;
  /** What the share gave before that; unknown for lines that were adjusted earlier. */
  readonly calculatedFen?: number | undefined;
}

/** How the share of a payee is calculated, with the amount before an adjustment beside the amount after it. */
export function shareWords({ workFen, shareBp, grossFen, adjusted, calculatedFen, onBehalfOf }: Share): string {
  const share = `${yuan(workFen)}元 × ${shareBp / 100}%${onBehalfOf ? `，代${onBehalfOf}领取` : ''}`;
  if (!adjusted) return share;
  return calculatedFen === undefined ? `${share}，经人工调整` : `${share} = ${yuan(calculatedFen)}元，人工调整为${yuan(grossFen)}元`;
}
