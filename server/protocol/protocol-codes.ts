/** Business error codes of SM05, and the one of SM08 that asks the agreement. */
export const CODES = { unverified: 20502, noDissolution: 20503, rightMissing: 20803 } as const;
