/** True if a script could not be loaded: the network failed, or a newer release replaced it. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && /import|module|chunk|preload/i.test(error.message);
