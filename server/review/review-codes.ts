/** Business error codes of SM04. */
export const CODES = { unqualified: 20402, samePerson: 20403, noReport: 20404, previousOpen: 20405, nextBegun: 20406 } as const;
