/** Codes of the errors of SM08 beside `publicationMachine.illegal`. */
export const CODES = { isbn: 20802, incomplete: 20805, ownSubmission: 20804, listedLocked: 20806, notPrinted: 20807 } as const;
