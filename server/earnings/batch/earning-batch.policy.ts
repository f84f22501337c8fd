interface Author {
  readonly userId?: number | null;
}

/** An account earns by an agreement when it belongs to one of its authors; `authors` is the JSON of the manuscript. */
export const earnsBy = (authors: string, account: number): boolean =>
  (JSON.parse(authors) as readonly Author[]).some(({ userId }) => userId === account);
