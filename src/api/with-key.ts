/** A query that is another one for each of `more`; with `passing` it is not stored on the device. */
export const withKey = <Q extends { readonly queryKey: readonly unknown[] }, const More extends readonly unknown[]>(query: Q, ...more: More) =>
  ({ ...query, queryKey: [...query.queryKey, ...more] }) as unknown as Omit<Q, 'queryKey'> & {
    readonly queryKey: readonly [...Q['queryKey'], ...More];
  };
