/** Eight characters of base32 without 0, O, 1 and I. */
export const SPREAD_CODE = /^[2-9A-HJ-NP-Z]{8}$/;
/** The parameter of an address that carries the code. */
export const SPREAD_PARAM = 's';
