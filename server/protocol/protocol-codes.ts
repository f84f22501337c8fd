/** Business error codes of SM05. */
export const CODES = { unverified: 20502, noDissolution: 20503 } as const;
