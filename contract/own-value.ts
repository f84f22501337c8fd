/**
 * The value of a table by a key that comes from outside: a request, a file or an uploaded document. A plain index would answer
 * `constructor` and `toString` with what every object inherits.
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);
