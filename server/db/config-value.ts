import type { Database, Tx } from './database.ts';

/** Returns the row of a configuration key; undefined for an unknown key. Read each time, so that a change applies at once on every server. */
export const configRow = (db: Database | Tx, key: string) =>
  db.selectFrom('config').select(['configValue', 'isPublic']).where('configKey', '=', key).where('delFlag', '=', '0').executeTakeFirst();

/** Returns a configuration value; null for an unknown key. */
export async function configOf({ db }: { readonly db: Database | Tx }, key: string): Promise<string | null> {
  return (await configRow(db, key))?.configValue ?? null;
}
