/** Rounds `numerator / denominator` half up; both are not negative. */
export const halfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);
