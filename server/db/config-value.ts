import { isDatabase, type Database, type Tx } from './database.ts';
import { ReadCache } from './read-cache.ts';

const settings = new ReadCache({ most: 500, freshMs: 55_000, unheardMs: 0 });

/** Returns the row of a configuration key; undefined for an unknown key. A change applies to the next request, and within a second on other servers. */
export const configRow = (db: Database | Tx, key: string) =>
  isDatabase(db) ? settings.get(db, key, db.writes.of(['config']), () => storedRow(db, key)) : storedRow(db, key);

const storedRow = (db: Database | Tx, key: string) =>
  db.selectFrom('config').select(['configValue', 'isPublic']).where('configKey', '=', key).where('delFlag', '=', '0').executeTakeFirst();

/** Returns a configuration value; null for an unknown key. */
export async function configOf({ db }: { readonly db: Database | Tx }, key: string): Promise<string | null> {
  return (await configRow(db, key))?.configValue ?? null;
}
