export const SPREAD = {
  /** Days after a click in which an order counts for the link. */
  days: 7,
  /** Rate of the links that authors make, basis points. */
  defaultBp: 500,
  maxBp: 3000,
  /** A higher rate needs a second person. */
  confirmBp: 500,
  /** Links of one promoter that have not ended. */
  perPromoter: 100,
} as const;

/** Days with fewer buyers are only a part of their week. */
export const LEAST_BUYERS = 3;
export const MONTH_PATTERN = /^20\d\d-(0[1-9]|1[0-2])$/;
