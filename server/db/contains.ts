import { sql, type SqlBool } from 'kysely';

/** True when `column` contains the text, ignoring case; `%` and `_` match literally. */
export const contains = (column: string, text: string) =>
  sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
