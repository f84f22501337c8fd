/** Versions of the three reviews carry the names of reviewers in their marks and properties: authors never get them. */
export const BLIND_SOURCES: readonly string[] = ['audit'];
