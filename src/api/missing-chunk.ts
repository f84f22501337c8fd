/** A script that did not come: the network is gone, or a newer edition replaced it. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && /import|module|chunk|preload/i.test(error.message);
