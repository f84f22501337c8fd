import { sql, type SqlBool } from 'kysely';

/** True where `column` contains the text, whatever its case; `%` and `_` in it are letters. */
export const contains = (column: string, text: string) =>
  sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
